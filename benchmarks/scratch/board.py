import os
import sys,tomllib,time,pathlib
sys.path.insert(0,'cli')
from kgqa.engine import Engine
from kgqa.train.gold import gold
from kgqa.train.questions import read_asked
from kgqa.parse.denoted_members import members_of
from kgqa.algebra import to_text
from kgqa_store.sample import SOURCES
E=Engine('sample'); P=E.parser
R=pathlib.Path('benchmarks')
S={'tour':[a for p in sorted(SOURCES.glob('tour*.toml')) for a in read_asked(p)],'sample':read_asked(R/'sample_questions.toml'),'comp_a':read_asked(R/'compositions_a.toml'),'everyday':read_asked(R/'everyday_questions.toml')}
show=sys.argv[1:] 
for s,A in S.items():
    n=made=first=right=wrong=none=nullq=nullans=0
    out=[]
    for a in A:
        g=gold(a,P)
        r=E.ask(a.question)
        if g is None:
            nullq+=1; nullans+= r.outcome=='answered'
            if r.outcome=='answered': out.append(('NULL',a.question,'',to_text(r.readings[0].query),r.answers[0].confidence))
            continue
        n+=1
        c=P.chart(a.question)
        f=[(g.f1(members_of(i.value,P.graph),P),i) for i in c.items]
        m=max((x for x,_ in f),default=0)
        made+=m>.99
        cand=E.judge.judge(P.parse(a.question,limit=40)).candidates
        c1=cand[0] if cand else None
        f1=g.f1(c1.members or (),P) if c1 else 0
        first+=f1>.99
        ok=False
        if r.outcome in('answered','ambiguous') and c1 is not None:
            if f1>.99: right+=1
            else: wrong+=1
        else: none+=1
        if f1<=.99 or r.outcome=='no-answer':
            out.append(('NOTMADE' if m<=.99 else 'RANK' if f1<=.99 else 'UNSURE',a.question,a.algebra,to_text(c1.query) if c1 else '',round(1/(1+2.718**-c1.score),2) if c1 else 0))
    print('%s n=%d made %.3f first %.3f right %.3f wrong %.3f none %.3f | null %d answered %d'%(s,n,made/n,first/n,right/n,wrong/n,none/n,nullq,nullans),flush=True)
    if s in show:
        for o in sorted(out): print('   ',*o)

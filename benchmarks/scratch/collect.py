import os
"""collect.py SETNAME OUT [limit]: for each covered question: items (query, english, f1), certainty order, rules answer, final answer."""
import sys, pickle, random, time, multiprocessing as mp, hashlib
sys.path.insert(0,'cli')
from pathlib import Path
D=Path(os.environ['QUESTIONS'])
STORE=os.environ['STORE']
def sets():
    from kgqa.parse.readings_training_data import read_asked
    S={}
    S['wwq']=lambda: read_asked(D/'wikiwebquestions/dev.json')
    S['qald10']=lambda: read_asked(D/'qald/qald_10_train.jsonl')[0::2]
    S['qald9']=lambda: read_asked(D/'qald/qald_9_plus_en_train.json')[0::2]
    S['rubq']=lambda: read_asked(D/'rubq/RuBQ_2.0_dev.json')[0::2]
    S['lcq']=lambda: [a for a in read_asked(D/'pairs/lcquad2_train.jsonl.gz') if a.is_unseen]
    S['simple']=lambda: read_asked(D/'simplequestions_wikidata/valid_answerable.txt')
    return S
E=None
def start():
    global E
    from kgqa.engine import Engine
    from kgqa.settings import Settings
    E=Engine(STORE)
    E.charts
def work(a):
    from kgqa.train.gold import gold
    from kgqa.parse.denoted_members import members_of
    from kgqa.algebra import to_text
    ch=E.charts; P=ch.parser
    g=gold(a,P)
    if g is None: return None
    t0=time.process_time()
    c=P.chart(a.question)
    t1=time.process_time()
    items=[(to_text(i.query), i.rule, float(g.f1(members_of(i.value,P.graph),P))) for i in c.items]
    t2=time.process_time()
    from kgqa.merge.chart_certainty import judged
    parsed=P.parse(a.question)
    t3=time.process_time()
    parsed=ch.seen(parsed)
    t4=time.process_time()
    j=judged(parsed,ch.unknown(parsed))
    cert=[(to_text(k.query), k.score, g.f1(k.members or (),P), k.unused, k.features.get('fit')) for k in j.candidates[:16]]
    ranked=[(to_text(k.query), k.score, g.f1(k.members or (),P), dict(k.features)) for k in parsed.candidates]
    rp,rt=E.tried(a.question)
    def vals(t):
        out=[]
        for x in t.result.answers: out.append(x.value)
        return out
    rules=None
    if rt:
        t=rt[0]
        rules=(to_text(t.candidate.query), t.confidence, t.candidate.unused)
    t5=time.process_time()
    rep=E.ask(a.question)
    t6=time.process_time()
    final=(rep.outcome, to_text(rep.readings[0].query) if rep.readings else '', rep.answers[0].confidence if rep.answers else 0.0)
    # f1 of final, rules by denote
    from kgqa.algebra import parse_expression
    from kgqa.denote import denote
    def f1q(text):
        try: return g.f1(members_of(denote(parse_expression(text),P.graph),P.graph),P)
        except Exception as e: return -1.0
    names=[[ (l.id,l.mention,l.chance) for l in n[:4]] for n in c.scene.linked.names]
    return dict(q=a.question,gold=a.algebra or a.sparql,items=items,ranked=ranked,cert=cert,rules=rules,rules_f1=f1q(rules[0]) if rules else 0.0,final=final,final_f1=(f1q(final[1]) if final[0]=='answered' else 0.0),names=names,
       times=dict(chart=t1-t0,parse=t3-t2,look=t4-t3,rules=t5-t4,ask=t6-t5,items=len(items)))
def main():
    name,out=sys.argv[1],sys.argv[2]; limit=int(sys.argv[3]) if len(sys.argv)>3 else 100
    from kgqa.train.gold import _expression
    A=sets()[name]()
    random.Random(7).shuffle(A)
    ctx=mp.get_context('spawn')
    got=[]
    with ctx.Pool(2,start) as pool:
        for r in pool.imap(safe,A):
            if r is not None: got.append(r)
            if len(got)>=limit: break
        pool.terminate()
    pickle.dump(got,open(out,'wb'))
    n=len(got)
    m=lambda f: sum(f(r) for r in got)/n
    best=lambda xs: max(xs,default=0)
    print(name,n,'made %.3f top160 %.3f of40 %.3f of16 %.3f rankfirst %.3f certfirst %.3f | rules(any) %.3f final %.3f answered %.3f'%(
      m(lambda r:best([i[2] for i in r['items']])), m(lambda r:best([i[2] for i in r['items'][:160]])), m(lambda r:best([i[2] for i in r['ranked']])),m(lambda r:best([i[2] for i in r['ranked'][:16]])),
      m(lambda r:r['ranked'][0][2] if r['ranked'] else 0), m(lambda r:r['cert'][0][2] if r['cert'] else 0), m(lambda r:max(0,r['rules_f1'])), m(lambda r:max(0,r['final_f1'])), m(lambda r:r['final'][0]=='answered')))
    print({k:round(sum(r['times'][k] for r in got)/n,3) for k in got[0]['times']},flush=True)
def safe(a):
    try: return work(a)
    except Exception as e:
        import traceback; traceback.print_exc(); return None
if __name__=='__main__': main()

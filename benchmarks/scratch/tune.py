import os
import sys,pickle,dataclasses,math
sys.path[:0]=['cli','tests/parse']
from pathlib import Path
from kgqa.train.certainty import fit
from kgqa.judge import certainty
from kgqa.parse.trees import save
from test_tour import questions,spelled
from test_nonsense import GROUPS,EVERYWHERE
from kgqa.engine import Engine
E=Engine('sample')
parts=pickle.load(open('lab/outcomes.pkl','rb'))
for w in (0.3,0.6,1.0):
    every=[x for n,t,o in parts for x in [dataclasses.replace(y,f1=y.f1*0,weight=y.weight*w) if y.is_hidden else y for y in o]*t]
    tr=fit(every); save(tr,Path(f'lab/cert_{w}.npz'))
    certainty.shipped=lambda: tr
    n=sum({spelled(a) for a in E.ask(one['question']).answers}=={str(a) for a in one['answers']} for one in questions())
    no=sum(bool(E.ask(q).answers) for q in EVERYWHERE); el=sum(bool(E.ask(q).answers) for q in GROUPS['elsewhere'])
    wh=E.ask('Who directed Whiplash?'); 
    c=E.judge.judge(E.parser.parse('Who directed Whiplash?')).candidates[0]
    print(w,'tour',n,'nonsense answered',no,'elsewhere',el,len(GROUPS['elsewhere']),'whiplash',round(1/(1+math.exp(-c.score)),2),flush=True)

import os
import sys,pickle,time
sys.path.insert(0,'cli')
from pathlib import Path
from kgqa.train.certainty import fit,measure
from kgqa.judge.certainty_measure import folds
from kgqa.parse.trees import save
parts=pickle.load(open('lab/outcomes.pkl','rb'))
import dataclasses
parts=[(n,t,[dataclasses.replace(x,f1=x.f1*0) if x.is_hidden else x for x in o]) for n,t,o in parts]
every=[x for _,t,o in parts for x in o*t]
t=time.time(); trees=fit(every); save(trees,Path(sys.argv[1])); print(len(every),round(time.time()-t,1),flush=True)
if len(sys.argv)>2:
    for k,(name,times,o) in enumerate(parts):
        if not any(w in name for w in sys.argv[2].split(',')): continue
        others=[x for kk,(n,tt,oo) in enumerate(parts) if kk!=k for x in oo*tt]
        grown=[(fit([*others,*most*times]),few) for most,few in folds(o,5)]
        m=measure([(tr,[x for x in held if not x.is_hidden]) for tr,held in grown])
        cov=[x for x in o if not x.is_hidden]; n=len(cov); g=sum(x.f1.max(initial=0)>0 or x.weight==1.0 for x in cov)
        print(name,'n',n,'with gold',g,'first %.3f best %.3f area %.3f err %.3f'%(m.f1,m.best,m.area,m.error),{k:tuple(round(v,3) for v in vv) for k,vv in m.answered.items() if k in(.2,.25,.3,.35)},flush=True)

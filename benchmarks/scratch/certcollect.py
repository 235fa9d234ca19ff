import os
import sys,pickle,multiprocessing as mp
sys.path.insert(0,'cli')
from pathlib import Path
from functools import partial
RANK=Path('lab/rank.npz')
def main():
    from kgqa_cli.train_plan import read_plan
    from kgqa_cli.train_certainty import _outcomes
    parts=[]
    for part in read_plan(Path(sys.argv[1]),Path(os.environ['QUESTIONS']),os.environ['STORE'],1):
        o=list(_outcomes(part,RANK,2)); parts.append((part.name,part.times,o)); print(part.name,len(o),flush=True)
        pickle.dump(parts,open(sys.argv[2],'wb'))
if __name__=='__main__': main()

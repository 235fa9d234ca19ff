"""How long a process takes from its start to its end, for one question or two.

    python benchmarks/starting.py [--store DIR] [--question TEXT] [--rounds 5]

The questions are those of `make ask`: the graph of the sample answers one, a passage the other.
With a store, a question is asked of it, too. All take turns, after one round that warms the caches.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Mapping

GRAPH, READ = "Who directed Inception?", "Who directed Whiplash?"
ASK = (sys.executable, "-m", "kgqa_cli", "ask")


def timed(command: tuple[str, ...], lines: str) -> tuple[float, float]:
    """Return the seconds of a process with its children, on the clock and of the processor."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0 or not done.stdout:
        sys.exit(f"{' '.join(command)} failed: {done.stderr}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commands(store: str | None, question: str) -> Mapping[str, tuple[tuple[str, ...], str]]:
    """Return what is timed, by name: a command, and what it reads."""
    found = {
        "nothing": ((sys.executable, "-m", "kgqa_cli", "--version"), ""),
        "a question to the sample's graph": ((*ASK, GRAPH), ""),
        "a question that a passage answers": ((*ASK, READ), ""),
        "both in one process, as `make ask`": (ASK, f"{GRAPH}\n{READ}\n"),
    }
    if store:
        found["a question to the store"] = ((*ASK, question, "--store", store, "--no-text"), "")
    return found


def main() -> None:
    """Print a table of the least times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store")
    parser.add_argument("--question", default="Where was Angela Merkel born?")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    asked = commands(given.store, given.question)
    rounds = [{name: timed(*one) for name, one in asked.items()} for _ in range(given.rounds + 1)][
        1:
    ]
    print("| what | s | CPU s |")
    print("| --- | ---: | ---: |")
    for name in asked:
        wall, cpu = (min(each[name][place] for each in rounds) for place in (0, 1))
        print(f"| {name} | {wall:.2f} | {cpu:.2f} |")


if __name__ == "__main__":
    main()

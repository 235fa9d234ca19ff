"""How fast and how large a build is, beside the `oxigraph load` of the same file in the same run.

    python benchmarks/loading.py FILE.nt [--rounds 3] [--full]
    python benchmarks/loading.py FILE.nt --memory      # the first tenth against the whole file

The loaders take turns, so that a busy machine slows both. Memory is the largest sum of what the
processes of a build have for themselves (RssAnon), looked up ten times a second.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

BUILD = """
import sys
from pathlib import Path
from kgqa_store.build import Options, build
build([sys.argv[1]], Path(sys.argv[2]), options=Options(index=sys.argv[3] == "full"))
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a loader."""

    seconds: float
    megabytes: float


def run(command: list[str]) -> Run:
    """Run `command` to its end."""
    began, most = time.monotonic(), 0
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        most = max(most, sum(map(kilobytes, family(process.pid))))
        time.sleep(0.1)
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    return Run(time.monotonic() - began, most / 1000)


def family(process: int) -> Iterator[int]:
    """Give a process and all that it started."""
    yield process
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return
    for child in children.split():
        yield from family(int(child))


def kilobytes(process: int) -> int:
    """Return how much memory a process has for itself; nothing if it has just ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("RssAnon")), 0)


def ours(source: Path, folder: Path, kind: str) -> Run:
    """Build a store with `kgqa`; `kind` is `graph` or `full`, which has the indexes."""
    out = folder / "kgqa"
    shutil.rmtree(out, ignore_errors=True)
    return run([sys.executable, "-c", BUILD, str(source), str(out), kind])


def theirs(source: Path, folder: Path) -> Run:
    """Load with the command line of Oxigraph, and put the graph in order as a build does."""
    out = folder / "oxigraph"
    shutil.rmtree(out, ignore_errors=True)
    program = str(Path(sys.executable).with_name("oxigraph"))
    load = run([program, "load", "--location", str(out), "--file", str(source)])
    order = run([program, "optimize", "--location", str(out)])
    return Run(load.seconds + order.seconds, max(load.megabytes, order.megabytes))


def compare(source: Path, folder: Path, *, rounds: int, full: bool) -> None:
    """Print the speed of both loaders and its ratio."""
    kinds = ["graph", "full"] if full else ["graph"]
    runs: dict[str, list[Run]] = {name: [] for name in ["oxigraph", *kinds]}
    for _ in range(rounds):
        runs["oxigraph"].append(theirs(source, folder))
        for kind in kinds:
            runs[kind].append(ours(source, folder, kind))
    reference = median(one.seconds for one in runs["oxigraph"])
    print("| loader | seconds | memory | speed as a ratio to `oxigraph load` |\n|---|---|---|---|")
    for name, some in runs.items():
        seconds = median(one.seconds for one in some)
        memory = max(one.megabytes for one in some)
        print(f"| {name} | {seconds:.1f} | {memory:,.0f} MB | {reference / seconds:.2f} |")


def grow(source: Path, folder: Path) -> None:
    """Print how much more memory ten times the data take."""
    with source.open("rb") as file:
        lines = sum(1 for _ in file)
    tenth = folder / "tenth.nt"
    with source.open("rb") as file, tenth.open("wb") as part:
        part.writelines(itertools.islice(file, lines // 10))
    small, large = ours(tenth, folder, "full"), ours(source, folder, "full")
    growth = large.megabytes / small.megabytes - 1
    print(f"{lines // 10:,} lines: {small.megabytes:,.0f} MB in {small.seconds:.0f} s")
    print(f"{lines:,} lines: {large.megabytes:,.0f} MB in {large.seconds:.0f} s: {growth:+.0%}")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("source", type=Path, help="a file of N-Triples")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--full", action="store_true", help="also build the indexes")
    parser.add_argument("--memory", action="store_true", help="compare a tenth with the whole")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.source.parent) as name:
        if options.memory:
            grow(options.source, Path(name))
        else:
            compare(options.source, Path(name), rounds=options.rounds, full=options.full)


if __name__ == "__main__":
    main()

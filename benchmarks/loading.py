"""How fast and how large a build is, beside the `oxigraph load` of the same file in the same run.

    python benchmarks/loading.py FILE.nt [--rounds 3] [--full]
    python benchmarks/loading.py FILE.nt --memory      # also the first tenth of the file

The loaders take turns, so that a busy machine slows both; on a machine that others use the ratio of
processor times says more than that of seconds. Memory is the largest sum of what the processes of a
build have for themselves (RssAnon), looked up ten times a second.
"""

from __future__ import annotations

import argparse
import itertools
import resource
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
    processor: float
    """Seconds of processors, of all processes together."""
    megabytes: float

    def then(self, other: Run) -> Run:
        """Return both as one run."""
        return Run(
            self.seconds + other.seconds,
            self.processor + other.processor,
            max(self.megabytes, other.megabytes),
        )


def run(command: list[str]) -> Run:
    """Run `command` to its end."""
    began, worked, most = time.monotonic(), processor(), 0
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        most = max(most, sum(map(kilobytes, family(process.pid))))
        time.sleep(0.1)
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    return Run(time.monotonic() - began, processor() - worked, most / 1000)


def processor() -> float:
    """Return the processor time of all children that have ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
    return load.then(order)


def compare(source: Path, folder: Path, *, rounds: int, full: bool) -> float:
    """Print what the loaders take and their ratios; return the memory of the largest build."""
    kinds = ["graph", "full"] if full else ["graph"]
    runs: dict[str, list[Run]] = {name: [] for name in ["oxigraph", *kinds]}
    for _ in range(rounds):
        runs["oxigraph"].append(theirs(source, folder))
        for kind in kinds:
            runs[kind].append(ours(source, folder, kind))
    wall, work = (
        median(getattr(one, field) for one in runs["oxigraph"])
        for field in ("seconds", "processor")
    )
    print("| loader | seconds | of processor | memory | speed beside `oxigraph` | by processor |")
    print("|---|---|---|---|---|---|")
    for name, some in runs.items():
        seconds, worked = (
            median(getattr(one, field) for one in some) for field in ("seconds", "processor")
        )
        memory = max(one.megabytes for one in some)
        print(
            f"| {name} | {seconds:.1f} | {worked:.1f} | {memory:,.0f} MB "
            f"| {wall / seconds:.2f} | {work / worked:.2f} |",
            flush=True,
        )
    return memory


def sizes(out: Path) -> None:
    """Print what the store at `out` takes on disk."""
    from kgqa_store.generations import lease
    from kgqa_store.names import NameIndex
    from kgqa_store.overview import sizes_of

    with lease(out) as held, NameIndex(held.path / "names") as names:
        found, entities = sizes_of(held), names.counts["entities"]
        triples = held.manifest.counts["triples"]
        print(f"{triples:,} triples: graph {found['graph'] / triples:.0f} bytes a triple")
        if entities:  # the beginning of a file may name nothing
            each = found["names"] / entities
            print(f"{entities:,} named entities: names and schema {each:.0f} bytes an entity")


def grow(source: Path, folder: Path, large: float) -> None:
    """Print how much more memory the whole file takes than its first tenth."""
    with source.open("rb") as file:
        lines = sum(1 for _ in file)
    tenth = folder / "tenth.nt"
    with source.open("rb") as file, tenth.open("wb") as part:
        part.writelines(itertools.islice(file, lines // 10))
    small = ours(tenth, folder, "full").megabytes
    print(f"memory of a full build, {lines // 10:,} lines: {small:,.0f} MB; ", end="")
    print(f"{lines:,} lines: {large:,.0f} MB: {large / small - 1:+.0%}")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("source", type=Path, help="a file of N-Triples")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--full", action="store_true", help="also build the indexes")
    parser.add_argument("--memory", action="store_true", help="compare a tenth with the whole")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.source.parent) as name:
        folder, full = Path(name), options.full or options.memory
        memory = compare(options.source, folder, rounds=options.rounds, full=full)
        if full:
            sizes(folder / "kgqa")
        if options.memory:
            grow(options.source, folder, memory)


if __name__ == "__main__":
    main()

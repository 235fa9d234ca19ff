"""Plant the bugs of mutants.toml, one at a time, and see that the tests find each.

`python tests/mutants.py` runs all, `python tests/mutants.py WORDS` those whose name has the words.
Every mutant lives in a copy of the project, in which only its own tests run.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

PROJECT = Path(__file__).parents[1]
COPIED = ("kgqa", "sparql_templates", "store", "cli", "tests", "docs", "benchmarks")
FILES = (
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "constraints.txt",
)
PARALLEL = 2
SECONDS = 300
CAUGHT, SURVIVED = 1, 0
"""What pytest returns: some tests failed, or none did."""


@dataclass(frozen=True)
class Mutant:
    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def mutants() -> list[Mutant]:
    text = (PROJECT / "tests" / "mutants.toml").read_text(encoding="utf-8")
    return [
        Mutant(**{**one, "tests": tuple(one["tests"])}) for one in tomllib.loads(text)["mutant"]
    ]


def copy_project(folder: Path) -> Path:
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PROJECT / name, folder / name, ignore=ignored)
    for name in FILES:
        shutil.copy(PROJECT / name, folder / name)
    return folder


@contextmanager
def planted(mutant: Mutant, copy: Path) -> Iterator[None]:
    path = copy / mutant.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutant.old) != 1:
        raise ValueError(f"{mutant.name}: its text occurs {text.count(mutant.old)} times")
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


def run_tests(tests: str, copy: Path) -> subprocess.CompletedProcess[str]:
    """Run tests of the copy; its packages come before those that are installed."""
    where = os.pathsep.join(str(copy / part) for part in ("", "store", "cli"))
    # Without bytecode, because an edit within one second would not be noticed.
    environment = {**os.environ, "PYTHONPATH": where, "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
    ]
    return subprocess.run(
        [*command, *shlex.split(tests)],
        cwd=copy,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def verdict(mutant: Mutant, copy: Path) -> tuple[bool, str]:
    """Return whether the mutant is caught, and by what."""
    with planted(mutant, copy):
        for tests in mutant.tests:
            try:
                done = run_tests(tests, copy)
            except subprocess.TimeoutExpired:
                return True, f"{tests} did not end within {SECONDS} s"
            if done.returncode == CAUGHT:
                failed = [line for line in done.stdout.split("\n") if line.startswith("FAILED")]
                return True, failed[0].split(" - ")[0] if failed else tests
            if done.returncode != SURVIVED:
                return False, f"{tests} did not run: {done.stdout[-600:]}{done.stderr[-600:]}"
    return False, "no test saw it"


def is_sound(selections: set[str], copies: Queue[Path]) -> bool:
    """Whether all tests that mutants name pass while no bug is planted."""

    def passes(tests: str) -> bool:
        copy = copies.get()
        try:
            done = run_tests(tests, copy)
        finally:
            copies.put(copy)
        if done.returncode != SURVIVED:
            print(f"{tests} fails without any bug planted:\n{done.stdout[-2000:]}")
        return done.returncode == SURVIVED

    with ThreadPoolExecutor(PARALLEL) as pool:
        return all(list(pool.map(passes, sorted(selections))))


def main(words: str) -> int:
    chosen = [mutant for mutant in mutants() if words in mutant.name]
    copies: Queue[Path] = Queue()
    with tempfile.TemporaryDirectory(prefix="kgqa-mutants-") as folder:
        for number in range(PARALLEL):
            copies.put(copy_project(Path(folder) / str(number)))
        if not is_sound({tests for mutant in chosen for tests in mutant.tests}, copies):
            return 1

        def judge(mutant: Mutant) -> bool:
            copy = copies.get()
            start = time.monotonic()
            try:
                caught, why = verdict(mutant, copy)
            finally:
                copies.put(copy)
            took = time.monotonic() - start
            print(f"{'caught  ' if caught else 'SURVIVED'} {took:5.1f} s  {mutant.name}: {why}")
            return caught

        with ThreadPoolExecutor(PARALLEL) as pool:
            caught = sum(pool.map(judge, chosen))
    print(f"{caught} of {len(chosen)} mutants caught")
    return 0 if caught == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:])))

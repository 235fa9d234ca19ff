"""A build or an update that is killed at any moment leaves the old store, whole and usable."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from interruptible import interruptible
from kgqa_store.verify import verify
from store_sources import built, cities, triple, triples_in, write

BUILD = """
import sys
from pathlib import Path
from kgqa_store import feed
from kgqa_store.build import Options, build
from kgqa_store.slicing import Slice
feed.SMALL = 0
wanted = Slice(title=sys.argv[3])
build([sys.argv[1]], Path(sys.argv[2]), options=Options(index=False, slice=wanted))
"""
UPDATE = """
import sys
from pathlib import Path
from kgqa_store import update
update.update(Path(sys.argv[2]), added=[sys.argv[1]])
"""


def start(script: str, *arguments: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    with interruptible():
        return subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)


def seconds_of(script: str, *arguments: object) -> float:
    began = time.monotonic()
    assert start(script, *arguments).wait(60) == 0
    return time.monotonic() - began


def kill_often(script: str, directory: Path, *arguments: object, times: int, longest: float) -> int:
    """Start `script` again and again and kill it at random; return how often it was caught."""
    chance = random.Random(times)
    caught = 0
    for _ in range(times):
        process = start(script, *arguments)
        time.sleep(chance.uniform(0.05, longest))
        caught += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert verify(directory).is_sound
    return caught


def children_end(marker: str) -> bool:
    """Whether no process with `marker` among its arguments is left after a moment."""
    for _ in range(100):
        lines = [_arguments(entry) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        if not any(marker in line for line in lines):
            return True
        time.sleep(0.05)
    return False


def _arguments(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("title", ["", "all of it"], ids=["whole", "slice"])
@pytest.mark.parametrize("times", [6, pytest.param(40, marks=pytest.mark.slow)])
def test_a_killed_build_leaves_the_old_store(tmp_path: Path, times: int, title: str) -> None:
    directory, source = tmp_path / "s", tmp_path / "new.nt"
    built(directory, write(tmp_path / "old.nt", cities(100)))
    write(source, cities(12_000))
    longest = seconds_of(BUILD, source, tmp_path / "trial", title)

    arguments = (source, directory, title)
    caught = kill_often(BUILD, directory, *arguments, times=times, longest=longest)
    assert caught >= times // 2
    assert len(triples_in(directory)) in (300, 36_000)
    assert children_end(str(tmp_path))
    built(directory, source)
    assert len(triples_in(directory)) == 36_000
    assert len(list(directory.iterdir())) == 3


@pytest.mark.parametrize("times", [4, pytest.param(30, marks=pytest.mark.slow)])
def test_a_killed_update_leaves_the_old_store(tmp_path: Path, times: int) -> None:
    directory = tmp_path / "s"
    built(directory, write(tmp_path / "old.nt", cities(5_000)))
    source = write(tmp_path / "more.nt", triple("wd:Q1", "wdt:P31", "wd:Q2"))
    assert built(tmp_path / "trial", tmp_path / "old.nt")
    longest = seconds_of(UPDATE, source, tmp_path / "trial")

    kill_often(UPDATE, directory, source, directory, times=times, longest=longest)
    assert len(triples_in(directory)) in (15_000, 15_001)
    assert start(UPDATE, source, directory).wait(60) == 0
    assert len(triples_in(directory)) == 15_001
    assert verify(directory).is_sound


@pytest.mark.parametrize("title", ["", "all of it"], ids=["whole", "slice"])
def test_a_build_that_is_interrupted_cleans_up_behind_itself(tmp_path: Path, title: str) -> None:
    directory, source = tmp_path / "s", write(tmp_path / "new.nt", cities(60_000))
    process = start(BUILD, source, directory, title)
    while not list(directory.glob(".building-*/graph")):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)

    assert process.wait(20) != 0
    assert [path.name for path in directory.iterdir()] == [".builder"]

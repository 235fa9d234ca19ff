"""The files of a graph are merged once, at the end, by a process that ends with its parent."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pyoxigraph as ox
import pytest
from kgqa_store import merging
from kgqa_store.build import Options, build
from kgqa_store.errors import StoreError
from store_sources import cities, triples_in, write

SEGMENTS, TRIPLES = 8, 50


def graph_of_segments(folder: Path) -> Path:
    store = ox.Store(str(folder))
    with merging.put_off():
        for number in range(SEGMENTS):
            # Segments whose ranges lie beside each other need not be merged; these overlap.
            lines = [
                f"<http://e/{number}/{n}> <http://e/p> <http://e/o{number}/{n}> .\n"
                for n in range(TRIPLES)
            ]
            store.bulk_load("".join(lines), ox.RdfFormat.N_TRIPLES)
    return folder


def files_of(graph: Path) -> int:
    return len(list(graph.glob("*.sst")))


def test_another_process_merges_the_files_of_a_graph(tmp_path: Path) -> None:
    graph = graph_of_segments(tmp_path / "g")
    merging.merge_elsewhere(graph)

    assert files_of(graph) < SEGMENTS
    assert len(ox.Store.read_only(str(graph))) == SEGMENTS * TRIPLES


def test_what_cannot_be_merged_is_an_error_with_its_reason(tmp_path: Path) -> None:
    write(tmp_path / "g", "no folder")

    with pytest.raises(OSError, match=r"\w"):
        merging.merge_elsewhere(tmp_path / "g")


@pytest.mark.skipif(not merging.THREADS.is_dir(), reason="threads are looked up in /proc")
def test_merging_waits_for_the_rest_while_it_is_put_off(tmp_path: Path) -> None:
    store = ox.Store(str(tmp_path / "g"))
    with merging.put_off():
        assert set(priorities()) == {merging.LOW}
        assert os.getpriority(os.PRIO_PROCESS, 0) < merging.LOW
    assert len(store) == 0


def priorities() -> list[int]:
    return [
        os.getpriority(os.PRIO_PROCESS, int(thread.name))
        for thread in merging.THREADS.iterdir()
        if (thread / "comm").read_text().startswith(merging.MERGES)
    ]


def test_the_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    wait = "from kgqa_store import merging; merging._end_with_parent()"
    child = subprocess.Popen([sys.executable, "-c", wait], stdin=subprocess.PIPE)
    assert child.stdin is not None
    time.sleep(0.2)
    assert child.poll() is None
    child.stdin.close()

    assert child.wait(60) == 1


def test_a_large_graph_is_merged_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa_store.feed.SMALL", 0)
    path = write(tmp_path / "a.nt", cities(100))
    build([path], tmp_path / "s", options=Options(index=False))
    assert len(triples_in(tmp_path / "s")) == 300

    def fail(_: Path) -> None:
        raise OSError("IO error: No space left on device")

    monkeypatch.setattr(merging, "merge_elsewhere", fail)
    with pytest.raises(StoreError, match="No space left"):
        build([path], tmp_path / "s", options=Options(index=False))
    assert len(triples_in(tmp_path / "s")) == 300


def test_segments_do_not_wait_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    merged: list[ox.Store] = []
    monkeypatch.setattr("kgqa_store.load_lines.merge", merged.append)
    monkeypatch.setattr("kgqa_store.load_lines.LOOSE", 2)
    monkeypatch.setattr("kgqa_store.loading.SEGMENT", 1)
    monkeypatch.setattr("kgqa_store.sources.BLOCK", 10_000)
    build([write(tmp_path / "a.nt", cities(500))], tmp_path / "s", options=Options(index=False))

    assert len(merged) >= 4
    assert len(triples_in(tmp_path / "s")) == 1500

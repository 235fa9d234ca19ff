"""A store of a few triples, laid out by hand, and queries that never end on it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pyoxigraph as ox
from kgqa_store.manifest import Manifest, write_manifest
from kgqa_store.statistics import PropertyStatistics, Statistics, save_statistics
from kgqa_store.vocabulary import RDFS, WD, WDT

THINGS = 300
STATISTICS = Statistics(
    edges={"P31": PropertyStatistics(edges=THINGS, subjects=THINGS, objects=10)}
)

ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
"""Counts 10^11 combinations before its first row."""
ENDLESS_ROWS = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
"""Gives 10^11 rows, the first of them at once."""
GREEDY = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?i ?a"
"""Keeps hundreds of millions of rows in memory to sort them."""


def quads() -> list[ox.Quad]:
    """Return `THINGS` things with a class and a label each."""
    made = []
    for number in range(1, THINGS + 1):
        thing = ox.NamedNode(f"{WD}Q{number}")
        kind = ox.NamedNode(f"{WD}Q{number % 10 + 1}")
        made.append(ox.Quad(thing, ox.NamedNode(f"{WDT}P31"), kind))
        label = ox.Literal(f"thing {number}", language="en")
        made.append(ox.Quad(thing, ox.NamedNode(f"{RDFS}label"), label))
    return made


def lay_out(directory: Path, *, graph: list[ox.Quad] | None = None) -> Path:
    """Make `directory` a store of `graph`, as a build leaves it."""
    generation = directory / "generation-1"
    generation.mkdir(parents=True)
    (generation / "lock").touch()
    store = ox.Store(generation / "graph")
    store.bulk_extend(quads() if graph is None else graph)
    store.flush()
    del store
    save_statistics(STATISTICS, generation / "statistics.json")
    write_manifest(directory, Manifest("generation-1", "2026-01-01T00:00:00Z", "0"))
    return directory


def is_gone(pid: int, *, within: float) -> bool:
    """Whether the process `pid` ends, and is no zombie either, within so many seconds.

    One whose parent is gone, too, is left to the first process of the machine, which may take its
    time: that it has ended is enough.
    """
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if _is_left_to_init(pid):
            return True
        time.sleep(0.01)
    return False


def _is_left_to_init(pid: int) -> bool:
    """Whether a process has ended, and only the first process can say goodbye to it."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    state, parent = told.rpartition(")")[2].split()[:2]
    return state == "Z" and parent == "1"

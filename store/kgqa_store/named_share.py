"""How complete a store is, by how many of its entities have a name.

A slice of Wikidata has facts about things whose labels it left out. What share that is takes tens
of milliseconds to judge, so it is judged when a store is built and kept in its manifest.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pyoxigraph as ox

from kgqa_store.names import NameIndex
from kgqa_store.vocabulary import WD, WDT

LOOKED_AT = 3000
"""Edges by whose entities a store is judged; Oxigraph keeps them by the hash of their subject, so
the first ones are as good as random ones."""


def named_share(generation: Path) -> float | None:
    """Return the share of named entities of a generation; None where it lacks graph or names."""
    if not (generation / "graph").is_dir() or not (generation / "names").is_dir():
        return None
    graph = ox.Store.read_only(str(generation / "graph"))
    with NameIndex.open(generation / "names") as names:
        return share_of(entities_in(graph), names)


def entities_in(graph: ox.Store) -> list[str]:
    """Return the entities at the start of some edges."""
    quads = islice(graph.quads_for_pattern(None, None, None), LOOKED_AT)
    edges = (quad.subject for quad in quads if quad.predicate.value.startswith(WDT))
    starts = (node.value for node in edges if isinstance(node, ox.NamedNode))
    ids = (start.removeprefix(WD) for start in starts if start.startswith(WD))
    return list(dict.fromkeys(id_ for id_ in ids if id_[:1] == "Q" and id_[1:].isdigit()))


def share_of(entities: Iterable[str], names: NameIndex) -> float:
    """Return how many of `entities` have a name; 1 where there are none to judge by."""
    some = list(entities)
    known = sum(label not in ("", id_) for id_, label in names.labels(some).items())
    return known / len(some) if some else 1.0

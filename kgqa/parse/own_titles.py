"""Titles before the names of people: the Vinter that `Dr. Vinter` means is the one with a title."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from kgqa_store.adjacency import Adjacency
from kgqa_store.names_text import normalise

from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Link, Linked
from kgqa.parse.schema_lexicon import schema_lexicon


def with_titles(linked: Linked, analysis: Analysis, adjacency: Adjacency) -> Linked:
    """Return links whose names have the titles before them as words of theirs.

    Where several are called so, and the graph tells the title of some of them, these are meant.
    """
    names = tuple(_with_title(name, analysis, adjacency) for name in linked.names)
    return replace(linked, names=names)


def _with_title(
    name: tuple[Link, ...], analysis: Analysis, adjacency: Adjacency
) -> tuple[Link, ...]:
    said = [word.normal for word in analysis.words]
    titles = schema_lexicon().titles
    if not name or not name[0].is_name:
        return name
    first = min(name[0].places)
    places = []
    while first > 0 and said[first - 1] in titles:
        first -= 1
        places.append(first)
    if not places:
        return name
    wanted = frozenset[str]().union(*(titles[said[place]] for place in places))
    so_titled = tuple(link for link in name if _has_title(link.id, wanted, adjacency))
    kept = so_titled or name
    return tuple(replace(link, places=link.places.union(places)) for link in kept)


def _has_title(id_: str, wanted: frozenset[str], adjacency: Adjacency) -> bool:
    """Whether a thing has a title of some as one of its texts, or before its name."""
    node = adjacency.entity(id_)
    if node is None:
        return False
    nodes = np.array([node], dtype=np.int32)
    texts = [
        normalise(adjacency.text(one).partition("\0")[0])
        for way in adjacency.ways_around(nodes).tolist()
        if not way & 1
        for one in adjacency.objects(adjacency.properties[way >> 1], nodes).tolist()
        if one >= adjacency.entities
    ]
    return any(text in wanted for text in texts)

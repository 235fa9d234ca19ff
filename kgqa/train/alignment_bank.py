"""All properties that a question may mean while the alignment is learned."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from kgqa_store.names import NameIndex
from kgqa_store.schema import Schema
from numpy.typing import NDArray

from kgqa.align.property_text import ALIASES, parts_of, piece_row
from kgqa.text.readers.wordpieces import Pieces, WordPieces

FEWER = 0.5
"""How often some of the names of a property are left out, so that each is learned."""


@dataclass(frozen=True)
class Bank:
    """Properties, the pieces of their texts, and how many edges a graph has of each."""

    properties: tuple[str, ...]
    names: tuple[tuple[Pieces, ...], ...]
    rest: tuple[tuple[Pieces, ...], ...]
    edges: NDArray[np.float32]
    comma: int
    known: int
    """So many, the first ones, have edges in the graph."""

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each property."""
        return {name: place for place, name in enumerate(self.properties)}

    def row(self, place: int, chance: random.Random | None = None) -> list[int]:
        """Return the pieces of a property, with some of its names where there is a `chance`."""
        names, rest = list(self.names[place]), self.rest[place]
        if chance is not None and chance.random() < FEWER:
            others = names[1:]
            chance.shuffle(others)
            names = [*names[:1], *others[: chance.randrange(len(others) + 1)]]
            nothing = Pieces([], [])
            rest = tuple(nothing if chance.random() < FEWER / 2 else part for part in rest)
        return piece_row(names[: ALIASES + 1], rest, self.comma)


def bank(properties: Iterable[str], schema: Schema, names: NameIndex, pieces: WordPieces) -> Bank:
    """Return the bank of the properties of a store, and of more that have a label in it."""
    known = schema.properties()
    found, said, rest, edges = [], [], [], []
    for id_ in dict.fromkeys([*known, *sorted(properties)]):
        entry = schema.property(id_)
        if entry is not None:
            called, *others = parts_of(entry, schema)
            edges.append(entry.edges)
        else:
            told = names.describe(id_)
            if told is None or not told.label:
                continue
            called, others = [told.label, *told.aliases], [told.description, "", ""]
            edges.append(0)
        found.append(id_)
        said.append(tuple(pieces.of_all(called[: 2 * ALIASES])))
        rest.append(tuple(pieces.of_all(others)))
    counts = np.array(edges, np.float32)
    comma = pieces.of(",").ids[0]
    return Bank(tuple(found), tuple(said), tuple(rest), counts, comma, len(known))

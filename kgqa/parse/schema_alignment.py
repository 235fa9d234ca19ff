"""Words aligned with properties nobody has learned anything of: by what the schema calls them.

A property is said by the words of its names, of those of its inverse where it is followed the other
way round, and, less, by those of its description. How near the vectors of words are decides
where no word is the same.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from kgqa_store.names_text import normalise
from kgqa_store.schema import Schema

from kgqa.parse.alignment import Floats
from kgqa.parse.analysis import Analysis
from kgqa.parse.property_words import PropertyWords, stems_of
from kgqa.parse.ranked_alignment import RankedAlignment, RankedProperties
from kgqa.parse.relations import RelationRanker
from kgqa.parse.schema_lexicon import schema_lexicon

RANKED, SAID, DESCRIBED = 0.4, 5.0, 1.5
"""What the logarithm of the ranker counts, that names are said, and that descriptions are."""
SHORTEST = 4
"""Stems with so many letters in common at their start are taken for forms of one word."""
ALIKE = 0.8
"""How far one of two such stems is what the other says."""
STANDS_FOR = 0.75
"""How far a word says another that it may stand for."""
WORST_RANKED = -10.0


class SchemaProperties(RankedProperties):
    """The properties of a graph as its schema tells of them."""

    def __init__(
        self,
        ranker: RelationRanker,
        called: PropertyWords,
        properties: tuple[str, ...],
        schema: Schema,
        inverse: Mapping[str, str],
    ) -> None:
        """Align words with `properties`; `inverse` says which say the same backwards."""
        super().__init__(ranker, called, properties)
        self.names: list[tuple[frozenset[str], ...]] = []
        """For each way the stems of its names, one set a name."""
        self.described: list[frozenset[str]] = []
        for property_ in properties:
            own = called.called(property_).names
            other = called.called(inverse[property_]).names if property_ in inverse else ()
            self.names += [own, own + other]
            entry = schema.property(property_)
            words = normalise(entry.description).split() if entry else []
            self.described.append(stems_of(words) if words else frozenset())

    def align(self, analysis: Analysis) -> SchemaAlignment:
        """Return the alignment of a question."""
        return SchemaAlignment(self, analysis)


class SchemaAlignment(RankedAlignment):
    """The words of one question against the properties of a graph."""

    def __init__(self, among: SchemaProperties, analysis: Analysis) -> None:
        """Align the words of a question."""
        super().__init__(among, analysis)
        self._schema = among
        self._needed = analysis.content | analysis.cues

    def likely(self, named: frozenset[int]) -> Floats:
        """Return for each way the logarithm of how likely other words than names mean it."""
        found = self._likely.get(named)
        if found is None:
            ranked = np.maximum(super().likely(named), WORST_RANKED)
            said = [stem for place, stem in self._stems.items() if place not in named]
            names = [_best(names, said) for names in self._schema.names]
            told = [_share(words, said) for words in self._schema.described for _ in range(2)]
            bonus = SAID * (np.array(names) - 1.0) + DESCRIBED * np.array(told)
            found = (RANKED * ranked + bonus).astype(np.float32)
            self._likely[named] = found
        return found

    def cover(self, way: int) -> Floats:
        """Return for each word how far a way is what it says."""
        found = self._covers.get(way)
        if found is None:
            own = frozenset[str]().union(*self._schema.names[way])
            told = self._schema.described[way >> 1]
            found = np.zeros(len(self._stems), np.float32)
            for place, stem in self._stems.items():
                if place in self._needed:
                    found[place] = max(_alike(stem, own), 0.6 * _alike(stem, told))
            self._covers[way] = found
        return found


def _best(names: tuple[frozenset[str], ...], said: list[str]) -> float:
    return max((_share(name, said) for name in names), default=0.0)


def _share(name: frozenset[str], said: list[str]) -> float:
    """Return how much of a name is said."""
    if not name:
        return 0.0
    return sum(max((_alike(stem, (one,)) for one in said), default=0.0) for stem in name) / len(name)


def _alike(stem: str, others: frozenset[str] | tuple[str, ...]) -> float:
    """Return how far a stem is one of others, a form of one, or a word that stands for one."""
    if stem in others:
        return 1.0
    known = schema_lexicon().alike.get(stem, frozenset())
    if not known.isdisjoint(others):
        return STANDS_FOR
    for other in others:
        short, long = sorted((stem, other), key=len)
        if len(short) >= SHORTEST and long.startswith(short):
            return ALIKE
    return 0.0

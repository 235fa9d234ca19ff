"""Words aligned with properties by the relation ranker: its lexicon, its vectors, and stems."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kgqa.parse.alignment import WORST, Floats
from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Linked
from kgqa.parse.property_words import PropertyWords, said_also, said_at
from kgqa.parse.relation_words import shipped
from kgqa.parse.relations import RelationRanker
from kgqa.parse.relations_words import masked


class RankedProperties:
    """The properties of a graph as the relation ranker knows them."""

    def __init__(
        self, ranker: RelationRanker, called: PropertyWords, properties: Sequence[str]
    ) -> None:
        """Align words with `properties`, by their places there."""
        places = {property_: place for place, property_ in enumerate(ranker.properties)}
        self.ranker, self.called, self.properties = ranker, called, properties
        self.known = np.array([places.get(property_, -1) for property_ in properties])

    def align(self, analysis: Analysis, linked: Linked) -> RankedAlignment:
        """Return the alignment of a question."""
        return RankedAlignment(self, analysis)


class RankedAlignment:
    """The words of one question against the properties of a graph."""

    def __init__(self, among: RankedProperties, analysis: Analysis) -> None:
        """Align the words of a question."""
        self._among, self._analysis = among, analysis
        self._likely: dict[frozenset[int], Floats] = {}
        self._covers: dict[int, Floats] = {}
        self._stems = {place: word.stem for place, word in enumerate(analysis.words)}

    def likely(self, named: frozenset[int]) -> Floats:
        """Return for each way the logarithm of how likely other words than names mean it."""
        found = self._likely.get(named)
        if found is None:
            spans = [self._span(run) for run in _runs(named)]
            words = masked(self._analysis.question, spans[0] if spans else None, spans[1:])
            found = self._likely[named] = self._of_ways(words)
        return found

    def _of_ways(self, words: tuple[str, ...]) -> Floats:
        scores, known = self._among.ranker.all_scores(words), self._among.known
        found = np.full((len(known), 2), WORST, np.float32)
        is_known = known >= 0
        found[is_known, 0] = scores[1, known[is_known]]
        found[is_known, 1] = scores[0, known[is_known]]
        return found.reshape(-1)

    def _span(self, run: Sequence[int]) -> tuple[int, int]:
        words = self._analysis.words
        return words[run[0]].start, words[run[-1]].end

    def qualifying(self, named: frozenset[int]) -> Floats:
        """Return for each property the logarithm of how likely it is meant as a qualifier."""
        return self.likely(named)[::2]

    def cover(self, way: int) -> Floats:
        """Return for each word whether it is one that says a way."""
        found = self._covers.get(way)
        if found is None:
            property_ = self._among.properties[way >> 1]
            key = (property_, not way & 1)
            more = said_also().get(f"^{property_}", frozenset()) if key[1] else frozenset()
            learned = shipped().get(key, frozenset()) | more
            called = self._among.called.called(property_)
            places = said_at(self._stems, called, learned, self._analysis.cues)
            found = np.zeros(len(self._stems), np.float32)
            found[sorted(places)] = 1.0
            self._covers[way] = found
        return found

    def cover_qualifier(self, place: int) -> Floats:
        """Return for each word whether it is one that says a property."""
        return self.cover(2 * place)


def _runs(places: frozenset[int]) -> list[list[int]]:
    """Return places in rows of neighbours."""
    runs: list[list[int]] = []
    for place in sorted(places):
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs

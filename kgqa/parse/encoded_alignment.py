"""Words aligned with properties by a network that reads the question and the properties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from kgqa_store.schema import Schema

from kgqa.align.aligned import Aligned, align
from kgqa.align.asked import Span, asked
from kgqa.align.network import Network, open_network
from kgqa.align.properties import Properties
from kgqa.align.property_text import QUALIFIER, ROLES
from kgqa.parse.alignment import WORST, Floats
from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Link, Linked
from kgqa.text.readers.wordpieces import Pieces, WordPieces, shipped_pieces

READ = 8
"""So often a question is read with one name or another as that which a property leads from."""


@dataclass(frozen=True)
class EncodedProperties:
    """The properties of a graph as the network reads them."""

    properties: Properties
    network: Network
    pieces: WordPieces

    @classmethod
    def of(cls, ids: Sequence[str], schema: Schema) -> EncodedProperties:
        """Align words with properties, by their places among `ids`."""
        network, pieces = open_network(), shipped_pieces()
        return cls(Properties.of(ids, schema, network, pieces), network, pieces)

    def align(self, analysis: Analysis, linked: Linked) -> EncodedAlignment:
        """Return the alignment of a question."""
        return EncodedAlignment(self, analysis, linked)


class EncodedAlignment:
    """The words of one question against the properties of a graph."""

    def __init__(self, among: EncodedProperties, analysis: Analysis, linked: Linked) -> None:
        """Align the words of a question."""
        self._among, self._analysis = among, analysis
        # What is not written like a name may well be the word that says a property.
        self._names = _apart([name[0] for name in linked.names if name and name[0].is_name])
        self._pieces: Pieces = among.pieces.of(analysis.question)
        self._read: dict[frozenset[int], Aligned] = {}
        self._likely: dict[frozenset[int], Floats] = {}
        self._covered: dict[int, Floats] = {}

    def likely(self, named: frozenset[int]) -> Floats:
        """Return for each way the logarithm of how likely other words than names mean it."""
        return self._of_roles(named)[:, :QUALIFIER].reshape(-1)

    def qualifying(self, named: frozenset[int]) -> Floats:
        """Return for each property the logarithm of how likely it is meant as a qualifier."""
        return self._of_roles(named)[:, QUALIFIER]

    def _of_roles(self, named: frozenset[int]) -> Floats:
        found = self._likely.get(named)
        if found is None:
            read = self._aligned(named)
            words = self._analysis.words
            spans = [(words[place].start, words[place].end) for place in named]
            unused = {
                place
                for place, (start, end) in enumerate(read.spans)
                if any(start >= begin and end <= stop and start < end for begin, stop in spans)
            }
            likely = np.maximum(read.likely(unused), WORST).reshape(-1, len(ROLES))
            found = self._likely[named] = likely
        return found

    def cover(self, way: int) -> Floats:
        """Return for each word how far it says a way."""
        return self._cover((way >> 1) * len(ROLES) + (way & 1))

    def cover_qualifier(self, place: int) -> Floats:
        """Return for each word how far it says a property of statements."""
        return self._cover(place * len(ROLES) + QUALIFIER)

    def _cover(self, way: int) -> Floats:
        found = self._covered.get(way)
        if found is None:
            found = self._covered[way] = self._covers(way)
        return found

    def _covers(self, way: int) -> Floats:
        words = self._analysis.words
        named = {place for name in self._names for place in name.places}
        found = np.zeros(len(words), np.float32)
        for (start, end), said in self._aligned(frozenset()).cover(way, self._among.network):
            for place in self._analysis.between(start, end) - named:
                found[place] = max(found[place], said)
        return found

    def _aligned(self, named: frozenset[int]) -> Aligned:
        """Return the question read with a sign for each name, and another for some of them.

        Where nothing is written like a name, what is taken for one has the sign.
        """
        others = [(name.start, name.end) for name in self._names]
        if self._names:
            meant = frozenset(p for one in self._names if one.places & named for p in one.places)
            all_ = frozenset(place for one in self._names for place in one.places)
            named = frozenset() if meant == all_ else meant
        if named not in self._read and len(self._read) > READ:
            named = frozenset()
        found = self._read.get(named)
        if found is None:
            focus = [self._span(run) for run in _runs(named)]
            question = asked(self._pieces, focus or others, others)
            found = align(question, self._among.properties, self._among.network)
            self._read[named] = found
        return found

    def _span(self, run: Sequence[int]) -> Span:
        words = self._analysis.words
        return words[run[0]].start, words[run[-1]].end


def _apart(links: Sequence[Link]) -> list[Link]:
    """Return names of which none overlaps a likelier one."""
    kept: list[Link] = []
    for link in sorted(links, key=lambda link: -link.chance):
        if not any(link.places & other.places for other in kept):
            kept.append(link)
    return kept


def _runs(places: frozenset[int]) -> list[list[int]]:
    """Return places in rows of neighbours."""
    runs: list[list[int]] = []
    for place in sorted(places):
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs

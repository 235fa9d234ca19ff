"""The parser: from a question to ranked readings over one store."""

from __future__ import annotations

import datetime
import time
from dataclasses import dataclass
from functools import cached_property

from kgqa_store.errors import StoreError
from kgqa_store.named_share import LOOKED_AT, share_of
from kgqa_store.names import NameIndex
from kgqa_store.schema import Schema
from kgqa_store.store import Store

from kgqa.denote import Graph
from kgqa.parse import rank
from kgqa.parse.analysis import Analysis, analyse
from kgqa.parse.beside import Beside
from kgqa.parse.candidate import Candidate, operator_of
from kgqa.parse.chart import close
from kgqa.parse.denoted_members import members_of
from kgqa.parse.expected import expected_of, is_value
from kgqa.parse.features import Features
from kgqa.parse.item import Item
from kgqa.parse.kinds import Kinds
from kgqa.parse.linking import Linked, asked_noun, link_question, of_named_years, with_class_asked
from kgqa.parse.lookups import Lookups
from kgqa.parse.lower_case import are_short_forms, drops_name, with_capitals
from kgqa.parse.own_graph import aligned_properties, is_beside, is_own, own_graph
from kgqa.parse.promise import Promise
from kgqa.parse.property_words import PropertyWords
from kgqa.parse.question_kinds import Guess, shipped
from kgqa.parse.relations import RelationRanker
from kgqa.parse.scene import Scene, ways_of

SECONDS = 1.0
"""After so many seconds nothing is added to a chart."""
RANKED = 160
"""Items of a chart whose features are looked at: the most promising ones."""
COVERED = 0.5
"""A word that is covered this far is explained."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A question with its links and its readings, best first."""

    analysis: Analysis
    linked: Linked
    candidates: tuple[Candidate, ...]
    guess: Guess
    """Of which kind the question is, by its words."""
    named: float = 1.0
    """The share of entities that have a name: how complete the store is."""


@dataclass(frozen=True, slots=True)
class Charted:
    """A question, and the items that its words may say, the most promising first."""

    scene: Scene
    items: tuple[Item, ...]


class Parser:
    """Reads questions over one store. What it looks up is kept for the next question."""

    def __init__(
        self,
        store: Store,
        *,
        ranker: RelationRanker | None = None,
        asked_on: datetime.date | None = None,
    ) -> None:
        """Read the indexes of `store`, which must have one of names, and adjacency arrays.

        Questions are taken to be asked on the day `asked_on`, else today.
        """
        names = getattr(store, "names", None)
        path = getattr(store, "path", None)
        if not isinstance(names, NameIndex) or path is None:
            raise StoreError(
                f"Questions need an index of names, and {store.location} has none.",
                hint=f"make one of what it was made of: kgqa store build DUMP {_missing(store)}",
            )
        graph = Graph.of_store(store)
        if graph is None:
            raise StoreError(
                f"Questions need the edges as arrays, and {store.location} has none.",
                hint=f"make them of what it has: kgqa store update {store.location} --reindex",
            )
        self.store, self.names, self.asked_on, self.graph = store, names, asked_on, graph
        self.schema = Schema.open(path / "names")
        self.kinds = Kinds(names, self.schema)
        self.called = PropertyWords(self.schema)
        lookups = Beside(lambda: Lookups(store, path / "graph"))  # which is mostly waiting
        self.ranker = ranker or RelationRanker.open(self.schema)
        self._ways = ways_of(graph.adjacency, self.schema, self.called)
        self._properties = aligned_properties(self)
        self._own = own_graph(graph.adjacency, self.called, self.schema) if is_own(self) else None
        self.lookups = lookups.result()

    @cached_property
    def named(self) -> float:
        """The share of entities that have a name; 1 where a store cannot be looked through."""
        kept: float | None = getattr(self.store, "named", None)
        return share_of(self.lookups.some(LOOKED_AT), self.names) if kept is None else kept

    def close(self) -> None:
        """Give the files back."""
        self.schema.close()

    def parse(self, question: str, *, pick: str | None = None, limit: int = 40) -> Parsed:
        """Return the best readings of `question`."""
        charted = self.chart(question, pick=pick)
        guess = shipped().guess(question)
        candidates = self._candidates(charted, guess)[:limit]
        scene = charted.scene
        return Parsed(scene.analysis, scene.linked, tuple(candidates), guess, self.named)

    def chart(self, question: str, *, pick: str | None = None, seconds: float = SECONDS) -> Charted:
        """Return what the rules make of the words of a question."""
        scene = self.scene(question, pick=pick)
        promise = Promise(scene.analysis)
        items = close(scene, promise, until=time.monotonic() + seconds)
        return Charted(scene, tuple(sorted(items, key=lambda item: -promise(item))))

    def scene(self, question: str, *, pick: str | None = None) -> Scene:
        """Return what the rules look at for a question."""
        analysis, linked = self.linked(question, pick)
        expected = expected_of(analysis, self.schema, self.called)
        noun = None if is_value(analysis, expected) else asked_noun(analysis, linked.nouns)
        if self._own is not None and noun is not None and is_beside(analysis, noun):
            noun = None
        alignment = self._properties.align(analysis, linked)
        parts = (analysis, linked, alignment, self.graph, self._ways, expected, noun)
        return Scene(*parts, own=self._own)

    def linked(self, question: str, pick: str | None) -> tuple[Analysis, Linked]:
        """Return what the grammar of a question says, and what its names may mean.

        Where none has a capital, a word that is only part of a name may be meant for it as well.
        """
        analysis = analyse(question, self.asked_on)
        linked = link_question(analysis, self.names, self.kinds, lookups=self.lookups, pick=pick)
        is_short = all(len(name[0].places) == 1 for name in linked.names if name)
        nouns = frozenset(p for noun in linked.nouns if noun.classes for p in noun.places)
        if is_short and (cased := with_capitals(analysis, self.names, nouns)) is not None:
            again = analyse(cased, self.asked_on)
            found = link_question(again, self.names, self.kinds, lookups=self.lookups, pick=pick)
            is_dropped = drops_name(linked, found, analysis, self.kinds)
            if are_short_forms(found, self.kinds) and not is_dropped:
                analysis, linked = again, found
        linked = of_named_years(linked, analysis)
        return analysis, with_class_asked(linked, analysis, self.kinds)

    def _candidates(self, charted: Charted, guess: Guess) -> list[Candidate]:
        """Return the items of a chart as readings, best first."""
        features = Features(charted.scene, guess)
        items = charted.items[:RANKED]
        told = [features.of(item) for item in items]
        scored = rank.scores(told)
        order = sorted(range(len(items)), key=lambda place: -scored[place])
        return [
            _candidate(charted.scene, items[place], told[place], float(scored[place]))
            for place in order
        ]


def _candidate(scene: Scene, item: Item, features: dict[str, float], score: float) -> Candidate:
    evidence, analysis = item.evidence, scene.analysis
    covered = (place for place, share in enumerate(evidence.cover) if share >= COVERED)
    explained = evidence.spent | frozenset(covered)
    unused = sorted((analysis.content | analysis.cues) - explained)
    return Candidate(
        *(item.query, evidence.links, operator_of(item.query), features, score),
        *(members_of(item.value, scene.graph), explained),
        tuple(analysis.words[place].text for place in unused),
    )


def _missing(store: Store) -> str:
    """Return the options with which the indexes of a store are built."""
    if store.location.startswith("http"):
        return f"--index-only --endpoint {store.location} --out DIR"
    return f"--out {store.location}"

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
from kgqa.parse.candidate import Candidate
from kgqa.parse.chart import close
from kgqa.parse.charted_candidate import candidate_of
from kgqa.parse.empty import empty_readings
from kgqa.parse.expected import expected_of, is_value
from kgqa.parse.features import Features
from kgqa.parse.item import Item
from kgqa.parse.kinds import Kinds
from kgqa.parse.linking import Linked, asked_noun, link_question, of_named_years, with_class_asked
from kgqa.parse.linking_offices import with_offices
from kgqa.parse.lookups import Lookups
from kgqa.parse.lower_case import are_short_forms, drops_name, with_capitals
from kgqa.parse.own_graph import aligned_properties, is_beside, is_own, own_graph
from kgqa.parse.own_nouns import with_own_nouns
from kgqa.parse.own_titles import with_titles
from kgqa.parse.own_wording import plain
from kgqa.parse.promise import Promise
from kgqa.parse.property_words import PropertyWords
from kgqa.parse.question_kinds import Guess, shipped
from kgqa.parse.relations import RelationRanker
from kgqa.parse.scene import Scene
from kgqa.parse.synonyms import read_synonyms
from kgqa.parse.trees import Trees
from kgqa.parse.ways import ways_of

SECONDS = 1.0
"""After so many seconds nothing is added to a chart."""
RANKED = 160
"""Items of a chart whose features are looked at: the most promising ones."""


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
    empty: tuple[Item, ...] = ()
    """What the words may say of which there is nothing, the most promising first."""


class Parser:
    """Reads questions over one store. What it looks up is kept for the next question."""

    def __init__(
        self,
        store: Store,
        *,
        ranker: RelationRanker | None = None,
        asked_on: datetime.date | None = None,
        synonyms: str = "",
    ) -> None:
        """Read the indexes of `store`, which must have one of names, and adjacency arrays.

        Questions are taken to be asked on the day `asked_on`, else today. `synonyms` is the path of
        a file of what people say for properties and classes.
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
        self.called = PropertyWords(self.schema, read_synonyms(synonyms, self.schema))
        lookups = Beside(lambda: Lookups(store, path / "graph"))  # which is mostly waiting
        self.ranker = ranker or RelationRanker.open(self.schema)
        self._ways = ways_of(graph.adjacency, self.schema, self.called)
        self._properties = aligned_properties(self)
        self.own = own_graph(graph.adjacency, self.called, self.schema) if is_own(self) else None
        self.order: Trees | None = None  # what orders items, if not what comes with kgqa
        self.lookups = lookups.result()
        self._last: tuple[object, tuple[Analysis, Linked]] | None = None

    @property
    def _around(self) -> Lookups | None:
        """What looks up the edges around names; they are those of Wikidata's vocabulary alone."""
        return self.lookups if self.own is None else None

    @cached_property
    def named(self) -> float:
        """The share of entities that have a name; 1 where a store cannot be looked through."""
        kept: float | None = getattr(self.store, "named", None)
        return share_of(self.lookups.some(LOOKED_AT), self.names) if kept is None else kept

    def same_properties(self, property_: str) -> str:
        """Return the property that stands for all that say the same as one, from either side."""
        place = self.graph.adjacency.place(property_)
        return (
            property_ if place is None else self.graph.adjacency.properties[self._ways.same[place]]
        )

    def close(self) -> None:
        """Give the files back."""
        self.schema.close()

    def parse(
        self,
        question: str,
        *,
        pick: str | None = None,
        limit: int = 40,
        hidden: frozenset[str] = frozenset(),
    ) -> Parsed:
        """Return the best readings of `question`; some properties may be hidden."""
        charted = self.chart(question, pick=pick, hidden=hidden)
        guess = shipped().guess(question)
        candidates = self._candidates(charted, guess, limit)
        scene = charted.scene
        return Parsed(scene.analysis, scene.linked, tuple(candidates), guess, self.named)

    def chart(
        self,
        question: str,
        *,
        pick: str | None = None,
        seconds: float = SECONDS,
        hidden: frozenset[str] = frozenset(),
    ) -> Charted:
        """Return what the rules make of the words of a question, the most promising first."""
        scene = self.scene(question, pick=pick, hidden=hidden)
        promise = Promise(scene.analysis)
        items = close(scene, promise, until=time.thread_time() + seconds)
        ordered = sorted(items, key=lambda item: -promise(item))
        return Charted(scene, tuple(ordered), empty_readings(scene, ordered, promise))

    def scene(
        self, question: str, *, pick: str | None = None, hidden: frozenset[str] = frozenset()
    ) -> Scene:
        """Return what the rules look at for a question."""
        if self.own is not None:
            question = plain(question, self.own.facts.words, self._is_name)
        analysis, linked = self.linked(question, pick)
        if self.own is not None:
            linked = with_own_nouns(linked, analysis, self.own.facts, self.kinds.is_any)
            linked = with_titles(linked, analysis, self.graph.adjacency)
        expected = expected_of(analysis, self.schema, self.called)
        noun = None if is_value(analysis, expected) else asked_noun(analysis, linked.nouns)
        if self.own is not None and noun is not None and is_beside(analysis, noun):
            noun = None
        alignment = self._properties.align(analysis, linked)
        parts = (analysis, linked, alignment, self.graph, self._ways, expected, noun)
        return Scene(*parts, own=self.own, hidden=hidden)

    def _is_name(self, word: str) -> bool:
        return bool(self.names.parts(word, limit=1))

    def linked(self, question: str, pick: str | None) -> tuple[Analysis, Linked]:
        """Return what the grammar of a question says, and what its names may mean.

        Where none has a capital, a word that is only part of a name may be meant for it as well.
        That of the last question is kept: several parsers read it one after the other.
        """
        asked = question, pick, self.asked_on
        if self._last is None or self._last[0] != asked:
            self._last = asked, self._link(question, pick)
        return self._last[1]

    def _link(self, question: str, pick: str | None) -> tuple[Analysis, Linked]:
        analysis = analyse(question, self.asked_on)
        linked = link_question(analysis, self.names, self.kinds, lookups=self._around, pick=pick)
        is_short = all(len(name[0].places) == 1 for name in linked.names if name)
        nouns = frozenset(p for noun in linked.nouns if noun.classes for p in noun.places)
        if is_short and (cased := with_capitals(analysis, self.names, nouns)) is not None:
            again = analyse(cased, self.asked_on)
            found = link_question(again, self.names, self.kinds, lookups=self._around, pick=pick)
            is_dropped = drops_name(linked, found, analysis, self.kinds)
            if are_short_forms(found, self.kinds) and not is_dropped:
                analysis, linked = again, found
        linked = of_named_years(linked, analysis)
        if self.own is None:
            linked = with_offices(linked, analysis, self.names, self.lookups)
        return analysis, with_class_asked(linked, analysis, self.kinds)

    def _candidates(self, charted: Charted, guess: Guess, limit: int) -> list[Candidate]:
        """Return the best items of a chart as readings, best first."""
        features = Features(charted.scene, guess, charted.empty)
        items = charted.items[:RANKED]
        told = [features.of(item) for item in items]
        scored = rank.scores(told, self.order or rank.shipped())
        order = sorted(range(len(items)), key=lambda place: -scored[place])[:limit]
        return [
            candidate_of(charted.scene, items[place], told[place], float(scored[place]))
            for place in order
        ]


def _missing(store: Store) -> str:
    """Return the options with which the indexes of a store are built."""
    if store.location.startswith("http"):
        return f"--index-only --endpoint {store.location} --out DIR"
    return f"--out {store.location}"

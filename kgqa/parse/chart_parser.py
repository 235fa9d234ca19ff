"""From a question to the items of its chart, over one store."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from kgqa_store.adjacency import Adjacency
from kgqa_store.schema import Schema

from kgqa.denote import Graph
from kgqa.parse import rank
from kgqa.parse.analysis import Analysis
from kgqa.parse.chart import close
from kgqa.parse.charted_candidate import candidate_of
from kgqa.parse.encoded_alignment import EncodedProperties
from kgqa.parse.expected import expected_of, is_value
from kgqa.parse.features import Features
from kgqa.parse.item import Item
from kgqa.parse.linking import Noun, asked_noun
from kgqa.parse.own_facts import own_facts
from kgqa.parse.own_nouns import with_own_nouns
from kgqa.parse.own_wording import plain
from kgqa.parse.parser import Parsed, Parser
from kgqa.parse.promise import Promise
from kgqa.parse.property_words import PropertyWords
from kgqa.parse.question_kinds import shipped
from kgqa.parse.scene import TRUE, OwnGraph, Scene, ways_of
from kgqa.parse.schema_alignment import SchemaProperties
from kgqa.parse.trees import Trees
from kgqa.parse.words import cue_set

SECONDS = 1.0
"""After so many seconds of the processor nothing is added to a chart: on a machine that does much
else a question is read as on any other."""
READINGS = 40
"""Readings of a question that are judged."""
FALSE = "false"
"""How a graph writes that something is not so."""
PERSONS = ("who", "whom")
"""Words that ask for somebody: a noun behind a verb is not what they ask for."""
RANKED = 160
"""Items of a chart whose features are looked at: the most promising ones."""


@dataclass(frozen=True, slots=True)
class Charted:
    """A question, and the items that its words may say, the most promising first."""

    scene: Scene
    items: tuple[Item, ...]


class ChartParser:
    """Reads questions over one store by closing their names under the rules of the chart."""

    def __init__(self, parser: Parser, adjacency: Adjacency) -> None:
        """Share the names, the schema and the ranker of a parser."""
        self.parser = parser
        store = parser.store
        self.graph = Graph.of_store(store) or Graph(adjacency, store.statistics)
        self._ways = ways_of(adjacency, parser.schema, parser.called)
        self._properties = _properties(parser, adjacency)
        statistics = parser.store.statistics
        is_own = statistics is not None and not statistics.vocabulary.is_wikidata
        self._own = own_graph(adjacency, parser.called, parser.schema) if is_own else None
        self.order: Trees | None = None
        """What orders the items of a chart, if not what comes with kgqa."""

    @property
    def own(self) -> OwnGraph | None:
        """What is known of a graph that tells things in its own way."""
        return self._own

    def scene(
        self, question: str, *, pick: str | None = None, hidden: frozenset[str] = frozenset()
    ) -> Scene:
        """Return what the rules look at for a question; some properties may be hidden."""
        parser = self.parser
        if self._own is not None:
            question = plain(question, self._own.facts.words, self._is_name)
        analysis, linked = parser.linked(question, pick)
        if self._own is not None:
            linked = with_own_nouns(linked, analysis, self._own.facts, parser.kinds.is_any)
        expected = expected_of(analysis, parser.schema, parser.called)
        noun = None if is_value(analysis, expected) else asked_noun(analysis, linked.nouns)
        if self._own is not None and noun is not None and is_beside(analysis, noun):
            noun = None
        alignment = self._properties.align(analysis, linked)
        parts = (analysis, linked, alignment, self.graph, self._ways, expected, noun)
        return Scene(*parts, own=self._own, hidden=hidden)

    def _is_name(self, word: str) -> bool:
        return bool(self.parser.names.parts(word, limit=1))

    def chart(
        self,
        question: str,
        *,
        pick: str | None = None,
        seconds: float = SECONDS,
        hidden: frozenset[str] = frozenset(),
    ) -> Charted:
        """Return the chart of a question."""
        scene = self.scene(question, pick=pick, hidden=hidden)
        promise = Promise(scene.analysis)
        items = close(scene, promise, until=time.thread_time() + seconds)
        return Charted(scene, tuple(sorted(items, key=lambda item: -promise(item))))

    def parse(
        self,
        question: str,
        *,
        pick: str | None = None,
        limit: int = READINGS,
        hidden: frozenset[str] = frozenset(),
    ) -> Parsed:
        """Return the best items of the chart of a question as its readings, best first."""
        charted = self.chart(question, pick=pick, hidden=hidden)
        guess, scene = shipped().guess(question), charted.scene
        features, items = Features(scene, guess), charted.items[:RANKED]
        told = [features.of(item) for item in items]
        scored = rank.scores(told, self.order or rank.shipped())
        order = sorted(range(len(items)), key=lambda place: -scored[place])[:limit]
        candidates = [
            candidate_of(scene, items[place], told[place], float(scored[place])) for place in order
        ]
        return Parsed(scene.analysis, scene.linked, tuple(candidates), guess, self.parser.named)


def _properties(parser: Parser, adjacency: Adjacency) -> EncodedProperties | SchemaProperties:
    """Return the properties of a graph as words are aligned with them."""
    statistics, properties = parser.store.statistics, adjacency.properties
    if statistics is None or statistics.vocabulary.is_wikidata:
        return EncodedProperties.of(properties, parser.schema)
    parts = parser.ranker, parser.called, properties, parser.schema
    return SchemaProperties(*parts, statistics.vocabulary.inverse)


def is_beside(analysis: Analysis, noun: Noun) -> bool:
    """Whether a noun only tells of what something is asked: the price of the product."""
    before = [word.normal for word in analysis.words[: min(noun.places)]]
    is_asked = analysis.asks in ("which", "what", "") and before[-1:] == [analysis.asks]
    if before[:1] == [analysis.asks] and before[2:3] and before[2] in cue_set("auxiliaries"):
        return True  # which designer has designed the most products
    is_somebody = before[:1] == [analysis.asks] and analysis.asks in PERSONS
    if is_somebody and before[1:2] and before[1] not in cue_set("auxiliaries"):
        return True  # who heads a ward
    return not is_asked and not cue_set("prepositions").isdisjoint(before)


def own_graph(adjacency: Adjacency, called: PropertyWords, schema: Schema) -> OwnGraph:
    """Return what is known of a graph that tells things in its own way."""
    flags = {TRUE, FALSE}
    properties = [
        property_
        for property_ in adjacency.properties
        if 0 < len(values := np.unique(adjacency.sorted_objects(property_))) <= len(flags)
        and {adjacency.text(node) for node in values.tolist()} <= flags
    ]
    entries = map(schema.property, adjacency.properties)
    subjects = [entry.subject_classes[:1] if entry else () for entry in entries]
    return OwnGraph(
        tuple((one, called.called(one).names) for one in properties),
        tuple(found[0].id if found else "" for found in subjects),
        own_facts(adjacency, schema, called.synonyms),
    )

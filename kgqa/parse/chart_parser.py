"""From a question to the items of its chart, over one store."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from kgqa_store.adjacency import Adjacency
from kgqa_store.schema import Schema

from kgqa.denote import Graph
from kgqa.parse.analysis import Analysis
from kgqa.parse.chart import close
from kgqa.parse.expected import expected_of, is_value
from kgqa.parse.item import Item
from kgqa.parse.linking import Noun, asked_noun
from kgqa.parse.own_facts import own_facts
from kgqa.parse.own_nouns import with_own_nouns
from kgqa.parse.own_wording import plain
from kgqa.parse.parser import Parser
from kgqa.parse.promise import Promise
from kgqa.parse.property_words import PropertyWords
from kgqa.parse.ranked_alignment import RankedProperties
from kgqa.parse.scene import TRUE, OwnGraph, Scene, Ways
from kgqa.parse.schema_alignment import SchemaProperties
from kgqa.parse.words import cue_set

SECONDS = 1.0
"""After so many seconds nothing is added to a chart."""
FALSE = "false"
"""How a graph writes that something is not so."""
IDENTIFIERS = "ExternalId"
"""The datatype of what other databases call a thing, which a question may ask for."""


@dataclass(frozen=True, slots=True)
class Charted:
    """A question, and the items that its words may say, the most promising first."""

    scene: Scene
    items: tuple[Item, ...]


class ChartParser:
    """Reads questions over one store by closing their names under the rules of the chart."""

    def __init__(self, parser: Parser, adjacency: Adjacency) -> None:
        """Share the names, the schema and the ranker of a parser."""
        self._parser = parser
        self.graph = Graph.of_store(parser.store) or Graph(adjacency, parser.store.statistics)
        self._ways = ways_of(adjacency, parser.schema, parser.called)
        self._properties = _properties(parser, adjacency)
        statistics = parser.store.statistics
        is_own = statistics is not None and not statistics.vocabulary.is_wikidata
        self._own = own_graph(adjacency, parser.called, parser.schema) if is_own else None

    @property
    def own(self) -> OwnGraph | None:
        """What is known of a graph that tells things in its own way."""
        return self._own

    def scene(self, question: str, *, pick: str | None = None) -> Scene:
        """Return what the rules look at for a question."""
        parser = self._parser
        if self._own is not None:
            question = plain(question, self._own.facts.words, self._is_name)
        analysis, linked = parser.linked(question, pick)
        if self._own is not None:
            linked = with_own_nouns(linked, analysis, self._own.facts, parser.kinds.is_any)
        expected = expected_of(analysis, parser.schema, parser.called)
        noun = None if is_value(analysis, expected) else asked_noun(analysis, linked.nouns)
        if self._own is not None and noun is not None and is_beside(analysis, noun):
            noun = None
        alignment = self._properties.align(analysis)
        parts = (analysis, linked, alignment, self.graph, self._ways, expected, noun)
        return Scene(*parts, own=self._own)

    def _is_name(self, word: str) -> bool:
        return bool(self._parser.names.parts(word, limit=1))

    def chart(self, question: str, *, pick: str | None = None, seconds: float = SECONDS) -> Charted:
        """Return the chart of a question."""
        scene = self.scene(question, pick=pick)
        promise = Promise(scene.analysis)
        items = close(scene, promise, until=time.monotonic() + seconds)
        return Charted(scene, tuple(sorted(items, key=lambda item: -promise(item))))


def _properties(parser: Parser, adjacency: Adjacency) -> RankedProperties:
    """Return the properties of a graph as words are aligned with them."""
    statistics = parser.store.statistics
    parts = parser.ranker, parser.called, adjacency.properties
    if statistics is None or statistics.vocabulary.is_wikidata:
        return RankedProperties(*parts)
    return SchemaProperties(*parts, parser.schema, statistics.vocabulary.inverse)


def is_beside(analysis: Analysis, noun: Noun) -> bool:
    """Whether a noun only tells of what something is asked: the price of the product."""
    before = [word.normal for word in analysis.words[: min(noun.places)]]
    is_asked = analysis.asks in ("which", "what", "") and before[-1:] == [analysis.asks]
    if before[:1] == [analysis.asks] and before[2:3] and before[2] in cue_set("auxiliaries"):
        return True  # which designer has designed the most products
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


def ways_of(adjacency: Adjacency, schema: Schema, called: PropertyWords) -> Ways:
    """Return what is known of the ways of a graph by its schema."""
    shape = (len(adjacency.properties), 2)
    followed, ordered, timed, stated = (np.zeros(shape, np.bool_) for _ in range(4))
    for place, property_ in enumerate(adjacency.properties):
        entry = schema.property(property_)
        if entry is None:
            continue
        is_relation = called.called(property_).is_relation or entry.datatype == IDENTIFIERS
        followed[place] = is_relation and property_ not in adjacency.classes
        ordered[place, 0] = entry.datatype in ("Time", "Quantity")
        timed[place, 0] = entry.datatype == "Time"
        stated[place] = len(adjacency.statements(property_).numbers) > 0
    return Ways(*(one.reshape(-1) for one in (followed, ordered, timed, stated)))

"""What the parser knows of a graph that tells things in its own way, and no model has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from kgqa_store.adjacency import Adjacency
from kgqa_store.schema import Schema

from kgqa.parse.analysis import Analysis
from kgqa.parse.encoded_alignment import EncodedProperties
from kgqa.parse.linking import Noun
from kgqa.parse.own_facts import OwnGraph, own_facts
from kgqa.parse.property_words import PropertyWords
from kgqa.parse.scene import TRUE
from kgqa.parse.schema_alignment import SchemaProperties
from kgqa.parse.words import cue_set

if TYPE_CHECKING:
    from kgqa.parse.parser import Parser

FALSE = "false"
"""How a graph writes that something is not so."""
PERSONS = ("who", "whom")
"""Words that ask for somebody: a noun behind a verb is not what they ask for."""


def is_own(parser: Parser) -> bool:
    """Whether the graph of a parser is in another vocabulary than Wikidata's."""
    statistics = parser.store.statistics
    return statistics is not None and not statistics.vocabulary.is_wikidata


def aligned_properties(parser: Parser) -> EncodedProperties | SchemaProperties:
    """Return the properties of a graph as words are aligned with them."""
    statistics, properties = parser.store.statistics, parser.graph.adjacency.properties
    if statistics is None or not is_own(parser):
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

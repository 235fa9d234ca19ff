"""Questions that a graph can be asked, made from the graph itself: only what it answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kgqa_store.names_text import normalise
from kgqa_store.schema import Schema

from kgqa.algebra import Apply, Count, Entity, Inverse, Property, Query, Superlative, Type
from kgqa.algebra.inflection import plural
from kgqa.engine import Engine
from kgqa.parse.schema_lexicon import schema_lexicon
from kgqa.parse.words import cue_set

MOST = 20
"""Questions that are told."""
TRIED = 80
"""Questions that are tried for them."""


def example_questions(store: Path, *, most: int = MOST) -> list[str]:
    """Return questions that the store at a folder answers as they are meant."""
    found: list[str] = []
    with Engine(store) as engine, Schema.open(engine.parser.store.path / "names") as schema:  # type: ignore[attr-defined]  # a local store has one
        for tried, (question, query) in enumerate(_made(schema)):
            if len(found) >= most or tried >= TRIED:
                break
            reply = engine.ask(question)
            is_meant = reply.answers and reply.readings[0].query == query
            if is_meant and question not in found:
                found.append(question)
    return found


def _made(schema: Schema) -> Iterator[tuple[str, Query]]:
    """Give questions with what they mean, those of a kind apart from each other."""
    ways = [_of_property(schema, id_) for id_ in schema.properties()]
    longest = max(map(len, ways), default=0)
    for place in range(longest):
        yield from (way[place] for way in ways if place < len(way))


def _of_property(schema: Schema, id_: str) -> list[tuple[str, Query]]:
    """Return questions about a property: of one thing, of all, and of the one with the most."""
    entry, says = schema.property(id_), schema_lexicon().examples
    if entry is None or not entry.subject_classes or not entry.example:
        return []
    thing, class_ = entry.example[0], entry.subject_classes[0].id
    labels = schema.labels([thing, class_])
    words = {"property": entry.label, "thing": labels[thing], "class": labels[class_]}
    words["classes"] = plural(labels[class_])
    property_, type_ = Property(id_), Type(Entity(class_))
    found: list[tuple[str, Query]] = [(says["count"].format_map(words), Count(type_))]
    if entry.datatype == "Quantity":
        found.insert(0, (says["most"].format_map(words), Superlative("max", type_, property_)))
    said = normalise(entry.label).split()
    if said[-1] not in cue_set("prepositions") and said[0] not in cue_set("auxiliaries"):
        of_one = Apply(Inverse(property_), Entity(thing))
        found.insert(0, (says["of"].format_map(words), of_one))
    elif len(entry.example) > 1:
        words["object"] = schema.labels(entry.example[1:])[entry.example[1]]
        to_one = Apply(property_, Entity(entry.example[1]))
        found.insert(0, (says["which"].format_map(words), to_one))
    return found

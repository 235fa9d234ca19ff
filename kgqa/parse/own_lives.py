"""The properties of a graph that tell when somebody or something began and ended."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_store.names_text import normalise
from kgqa_store.schema import Schema
from kgqa_store.schema_words import stem

from kgqa.parse.schema_lexicon import schema_lexicon


def lives_of(properties: Sequence[str], schema: Schema) -> tuple[tuple[int, int | None], ...]:
    """Return the ways to the dates of beginnings, with those to the ends of the same, if any."""
    found: list[tuple[int, int | None]] = []
    for begin, end in schema_lexicon().lives:
        begins, ends = (_called(properties, schema, words) for words in (begin, end))
        found += [(begins[0], ends[0] if ends else None)] if begins else []
    return tuple(found)


def _called(properties: Sequence[str], schema: Schema, words: frozenset[str]) -> list[int]:
    """Return the ways to dates by properties whose names have any of some words."""
    entries = enumerate(map(schema.property, properties))
    return [
        2 * place
        for place, entry in entries
        if entry is not None
        and entry.datatype == "Time"
        and any(
            not words.isdisjoint(map(stem, normalise(text).split()))
            for text in (entry.label, *entry.aliases)
        )
    ]

"""The properties of a graph that tell where things are."""

from __future__ import annotations

from kgqa_store.adjacency import Adjacency
from kgqa_store.adjacency_terms import COORDINATE_NODE, NUMBER_NODE
from kgqa_store.names_text import normalise
from kgqa_store.schema import Schema

from kgqa.parse.schema_lexicon import schema_lexicon


def places_of(adjacency: Adjacency, schema: Schema) -> tuple[tuple[int, int | None], ...]:
    """Return the ways to points, and to latitudes with those to longitudes."""
    firsts = [adjacency.sorted_objects(one)[:1].tolist() for one in adjacency.properties]
    kinds = [adjacency.kind(one[0]) if one else None for one in firsts]
    found: list[tuple[int, int | None]] = [
        (2 * place, None) for place, kind in enumerate(kinds) if kind == COORDINATE_NODE
    ]
    latitudes, longitudes = (
        [
            2 * place
            for place, kind in enumerate(kinds)
            if kind == NUMBER_NODE and _is_called(schema, adjacency.properties[place], words)
        ]
        for words in schema_lexicon().places
    )
    return (*found, *zip(latitudes, longitudes, strict=False))


def _is_called(schema: Schema, property_: str, words: frozenset[str]) -> bool:
    entry = schema.property(property_)
    return entry is not None and not words.isdisjoint(normalise(entry.label).split())

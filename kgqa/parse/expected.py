"""What a question asks for: things of some classes, or values of some kinds."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa_store.schema import Schema

from kgqa.parse.analysis import Analysis
from kgqa.parse.property_words import PropertyWords
from kgqa.parse.words import cue_set, cues

VALUES = {"Quantity": "number", "Time": "date"}
"""The kinds of the values of properties, by datatype."""
LONGEST = 3
"""Words that a property is called by, at most."""
LOOKED_AT = 12
"""Properties with a name that are looked at."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a question asks for; both are empty where its words do not say."""

    classes: frozenset[str] = frozenset()
    """Those whose instances fit."""
    kinds: frozenset[str] = frozenset()
    """The kinds of values that fit."""
    places: frozenset[int] = frozenset()
    """The words that say which value is asked for: `how high`, `the height of`."""


def expected_of(analysis: Analysis, schema: Schema, called: PropertyWords) -> Expected:
    """Return what a question asks for: what its first word says, or the property that it names.

    The height of a mountain is a number, and no mountain.
    """
    named = _named_value(analysis, schema, called)
    if named is not None:
        return named
    found = cues()["expected"].get(analysis.asks, {})
    normal = [word.normal for word in analysis.words]
    places = frozenset({normal.index("how") + 1} if analysis.asks.startswith("how ") else ())
    return Expected(frozenset(found.get("classes", ())), frozenset(found.get("kinds", ())), places)


def _named_value(analysis: Analysis, schema: Schema, called: PropertyWords) -> Expected | None:
    """Return what is expected where the name of a property stands behind `what is the`."""
    words = analysis.words
    normal = [word.normal for word in words]
    is_asked = len(normal) > 4 and normal[0] == "what" and normal[1] in cue_set("auxiliaries")
    if not is_asked or normal[2] != "the" or "of" not in normal[4 : 4 + LONGEST]:
        return None
    places = range(3, normal.index("of", 4))
    stems = frozenset(words[place].stem for place in places)
    # Many names are those of several properties: what most edges have is meant.
    edges: dict[str, int] = {}
    for one in schema.find_property(analysis.text(frozenset(places)), LOOKED_AT):
        entry = schema.property(one.id)
        if entry is not None and stems in called.called(one.id).names:
            kind = VALUES.get(entry.datatype, "entity")
            edges[kind] = edges.get(kind, 0) + entry.edges
    best = max(edges, key=lambda kind: edges[kind], default="entity")
    if best == "entity" or not edges[best]:
        return None
    return Expected(kinds=frozenset({best}), places=frozenset(places))


def is_value(analysis: Analysis, expected: Expected) -> bool:
    """Whether a question asks for a number or a date that something has, and counts nothing."""
    return analysis.form == "set" and bool(expected.kinds)

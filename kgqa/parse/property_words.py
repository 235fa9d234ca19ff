"""How properties are called, and which of them no question is about."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kgqa_store.names_text import normalise
from kgqa_store.schema import Schema
from kgqa_store.schema_words import SMALL_WORDS, stem

from kgqa.parse.synonyms import NOTHING, Synonyms

SAID = Path(__file__).parent / "data" / "said.toml"
NO_RELATION = frozenset(
    {"ExternalId", "Url", "CommonsMedia", "GlobeCoordinate", "GeoShape", "Math"}
)
"""Datatypes of properties that no question is about."""
ABOUT_PAGES = frozenset(
    {
        *("P373", "P910", "P935", "P1424", "P1343", "P5008", "P1151", "P971", "P4224", "P1754"),
        *("P1740", "P6365", "P7867", "P1792", "P1791", "P1465", "P1464", "P2354", "P460", "P1889"),
        *("P8989", "P1012", "P3876", "P1456", "P1204", "P2959", "P5125", "P443", "P1545", "P1472"),
        *("P1963", "P5869", "P1687", "P6104"),
    }
)
"""Properties about pages and items of Wikimedia rather than about the world."""

NUMBER = frozenset(map(stem, ("number", "count", "total", "amount", "quantity")))
"""Stems in the names of properties that only say that their values are numbers."""


@dataclass(frozen=True, slots=True)
class Called:
    """The stems of the names of a property."""

    id: str
    names: tuple[frozenset[str], ...]
    stems: frozenset[str]
    """Those of its names, and of other words by which people say it."""
    is_relation: bool

    @property
    def amounts(self) -> frozenset[frozenset[str]]:
        """The stems of its names without words for a number: `number of seasons` is `seasons`."""
        return frozenset(name - NUMBER or name for name in self.names)


class PropertyWords:
    """The names of the properties of one store."""

    def __init__(self, schema: Schema, synonyms: Synonyms = NOTHING) -> None:
        """Read names from `schema` when they are needed; `synonyms` are names as well."""
        self._schema, self.synonyms = schema, synonyms
        self._called: dict[str, Called] = {}

    def called(self, property_: str) -> Called:
        """Return how a property is called."""
        found = self._called.get(property_)
        if found is None:
            entry = self._schema.property(property_)
            texts = [] if entry is None else [entry.label, *entry.aliases]
            texts += self.synonyms.get(property_, ())
            # Some have their own address among their names, which says nothing.
            names = tuple(name for text in texts if "://" not in text and (name := _stems(text)))
            usable = entry is None or entry.datatype not in NO_RELATION
            found = Called(
                property_,
                names,
                frozenset().union(*names, said_also().get(property_, ())),
                usable and property_ not in ABOUT_PAGES,
            )
            self._called[property_] = found
        return found


def said_at(
    stems: Mapping[int, str], called: Called, more: frozenset[str], cues: frozenset[int]
) -> frozenset[int]:
    """Return the places of the stems that say a property: its names, and what `more` is said.

    A word that calls for an operator, at one of the `cues`, is said by a property only where that
    is so called, by all words of a name: the highest point, the first flight.
    """
    known = {*stems.values()}
    whole = frozenset[str]().union(*(name for name in called.names if name <= known))
    own = called.stems | more
    return frozenset(p for p, one in stems.items() if one in (whole if p in cues else own))


@cache
def said_also() -> Mapping[str, frozenset[str]]:
    """Return the stems of the words by which people say properties, beside their names.

    Those of `^P2936` say it only where its objects are asked for.
    """
    found = tomllib.loads(SAID.read_text(encoding="utf-8"))
    return {property_: frozenset(map(stem, words)) for property_, words in found.items()}


def _stems(name: str) -> frozenset[str]:
    return stems_of(normalise(name).split())


def stems_of(words: Iterable[str]) -> frozenset[str]:
    """Return the stems of words; small ones only if there are no others."""
    found = list(words)
    return frozenset(stem(word) for word in [w for w in found if w not in SMALL_WORDS] or found)

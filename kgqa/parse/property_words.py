"""How properties are called, and which of them no question is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgqa_store.names_text import normalise
from kgqa_store.schema import Schema
from kgqa_store.schema_words import SMALL_WORDS, stem

NO_RELATION = frozenset(
    {"ExternalId", "Url", "CommonsMedia", "GlobeCoordinate", "GeoShape", "Math"}
)
"""Datatypes of properties that no question is about."""
ABOUT_PAGES = frozenset(
    {
        *("P373", "P910", "P935", "P1424", "P1343", "P5008", "P1151", "P971", "P4224", "P1754"),
        *("P1740", "P6365", "P7867", "P1792", "P1791", "P1465", "P1464", "P2354", "P460", "P1889"),
        *("P8989", "P1012", "P3876", "P1456", "P1204", "P2959", "P5125", "P443", "P1545", "P1472"),
    }
)
"""Properties about pages and categories of Wikimedia rather than about the world."""

NUMBER = frozenset(map(stem, ("number", "count", "total", "amount", "quantity")))
"""Stems in the names of properties that only say that their values are numbers."""


@dataclass(frozen=True, slots=True)
class Called:
    """The stems of the names of a property."""

    id: str
    names: tuple[frozenset[str], ...]
    stems: frozenset[str]
    is_relation: bool
    is_of: bool = False
    """Whether it is what has the property that is so called: a `member of` something."""

    @property
    def amounts(self) -> frozenset[frozenset[str]]:
        """The stems of its names without words for a number: `number of seasons` is `seasons`."""
        return frozenset(name - NUMBER or name for name in self.names)


class PropertyWords:
    """The names of the properties of one store."""

    def __init__(self, schema: Schema) -> None:
        """Read names from `schema` when they are needed."""
        self._schema = schema
        self._called: dict[str, Called] = {}

    def called(self, property_: str) -> Called:
        """Return how a property is called."""
        found = self._called.get(property_)
        if found is None:
            entry = self._schema.property(property_)
            texts = [] if entry is None else [entry.label, *entry.aliases]
            names = tuple(name for name in map(_stems, texts) if name)
            usable = entry is None or entry.datatype not in NO_RELATION
            found = Called(
                property_,
                names,
                frozenset().union(*names),
                usable and property_ not in ABOUT_PAGES,
                entry is not None and entry.label.endswith(" of"),
            )
            self._called[property_] = found
        return found


def _stems(name: str) -> frozenset[str]:
    return stems_of(normalise(name).split())


def stems_of(words: Iterable[str]) -> frozenset[str]:
    """Return the stems of words; small ones only if there are no others."""
    found = list(words)
    return frozenset(stem(word) for word in [w for w in found if w not in SMALL_WORDS] or found)

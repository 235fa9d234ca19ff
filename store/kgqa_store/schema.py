"""The schema index: what properties join, how large classes are, what is above them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from kgqa_store.names_tables import NameTables, decoded
from kgqa_store.names_text import key_of, normalise
from kgqa_store.schema_words import overlap, stems
from kgqa_store.spool import PROPERTY

MOST_SUPERCLASSES = 300
COMPARED = 120
"""Properties that share a word with what is looked for, and whose names are compared with it."""


KEPT = 2_000
"""Properties that are kept, of which each has some hundred words and shares."""

_NO_CLASS: dict[str, Any] = {"superclasses": ()}


class Share(NamedTuple):
    """A class, and the share of edges that start (or end) at an instance of it."""

    id: str
    share: float


@dataclass(frozen=True, slots=True)
class Property:
    """How a property is called and what it joins."""

    id: str
    label: str
    aliases: tuple[str, ...]
    description: str
    datatype: str
    """As declared, else as most values are: `WikibaseItem`, `Quantity`, `Time`, …; else empty."""
    edges: int
    subjects: int
    objects: int
    subject_classes: tuple[Share, ...]
    object_classes: tuple[Share, ...]
    wider_subject_classes: tuple[Share, ...]
    """Direct superclasses; estimates, because an instance of two classes counts twice."""
    wider_object_classes: tuple[Share, ...]
    example: tuple[str, ...]
    """The subject of one edge, and its object if that is an entity; empty without edges."""


@dataclass(frozen=True, slots=True)
class Class:
    """How large a class is and what is directly above it."""

    id: str
    label: str
    size: int
    """How many instances it has itself."""
    total: int
    """How many it has with all subclasses; an instance of two of them counts twice."""
    superclasses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """How many edges of a property start (or end) at instances of a class."""

    property: str
    edges: int


@dataclass(frozen=True, slots=True)
class Found:
    """A property that words may mean, with the name that fits best."""

    id: str
    label: str
    name: str
    score: float


class Schema:
    """Answers questions about properties and classes without looking at the graph."""

    def __init__(self, path: Path) -> None:
        """Open the schema that lies in the name index in the folder `path`."""
        self._tables = NameTables(path)
        self._above: dict[int, tuple[int, ...]] = {}
        self._known: dict[tuple[str, str], Property] = {}

    @classmethod
    def open(cls, path: Path) -> Self:
        """Return the schema that lies in the name index in the folder `path`."""
        return cls(path)

    def close(self) -> None:
        """Give the files back."""
        self._tables.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def property(self, identifier: str, language: str = "en") -> Property | None:
        """Return what is known of a property, and None if the graph has no such property.

        It is kept: those who ask of all properties begin with the most frequent.
        """
        found = self._known.get((identifier, language)) or self._read(identifier, language)
        if found is not None and len(self._known) < KEPT:
            self._known[identifier, language] = found
        return found

    def _read(self, identifier: str, language: str) -> Property | None:
        number = self._tables.ids.number(identifier)
        record = self._record("properties", number)
        if number is None or record is None:
            return None
        edges, subjects, objects = record["counts"]
        said = self._tables.entry(number, language) or self._tables.entry(number, "en") or ["", ""]
        return Property(
            id=identifier,
            label=said[0] or self._tables.label(number, language) or identifier,
            aliases=tuple(said[2:]),
            description=said[1],
            datatype=record["datatype"],
            edges=edges,
            subjects=subjects,
            objects=objects,
            subject_classes=self._shares(record["subjects"]),
            object_classes=self._shares(record["objects"]),
            wider_subject_classes=self._shares(record["wider_subjects"]),
            wider_object_classes=self._shares(record["wider_objects"]),
            example=self._ids(record["example"]),
        )

    def labels(self, ids: Iterable[str], language: str = "en") -> dict[str, str]:
        """Return the label of each of `ids`, or the id where it has none."""
        numbers = ((identifier, self._tables.ids.number(identifier)) for identifier in ids)
        return {
            identifier: self._tables.label(number, language) or identifier
            for identifier, number in numbers
            if number is not None
        }

    def properties(self) -> list[str]:
        """Return all properties that have edges, the most frequent first."""
        counted: list[tuple[int, int]] = []
        with self._tables.cursor("properties") as cursor:
            for key, value in cursor:
                edges = decoded(value)["counts"][0]
                if edges:
                    counted.append((-edges, int.from_bytes(key, "big")))
        return list(self._ids(number for _, number in sorted(counted)))

    def class_of(self, identifier: str) -> tuple[str, ...]:
        """Return the classes that an entity is declared an instance of."""
        number = self._tables.ids.number(identifier)
        return () if number is None else self._ids(self._tables.header(number)[1])

    def class_(self, identifier: str, language: str = "en") -> Class | None:
        """Return what is known of a class, and None if nothing is an instance or subclass of it."""
        number = self._tables.ids.number(identifier)
        record = self._record("classes", number)
        if number is None or record is None:
            return None
        return Class(
            id=identifier,
            label=self._tables.label(number, language) or identifier,
            size=record["size"],
            total=record["total"],
            superclasses=self._ids(record["superclasses"]),
        )

    def class_label(self, identifier: str, language: str = "en") -> str | None:
        """Return the label of a class or else its id, and None if it is no class."""
        number = self._tables.ids.number(identifier)
        if number is None or self._tables.get("classes", number.to_bytes(8, "big")) is None:
            return None
        return self._tables.label(number, language) or identifier

    def superclasses(self, identifier: str, *, most: int = MOST_SUPERCLASSES) -> tuple[str, ...]:
        """Return the classes above a class, nearest first and without itself; at most `most`."""
        start = self._tables.ids.number(identifier)
        found: list[int] = []
        level = [] if start is None else [start]
        seen = set(level)
        while level and len(found) < most:
            above = [number for kind in level for number in self._directly_above(kind)]
            level = [number for number in dict.fromkeys(above) if number not in seen]
            seen.update(level)
            found += level
        return self._ids(found[:most])

    def _directly_above(self, kind: int) -> tuple[int, ...]:
        """Return the superclasses of a class; kept, since a question meets a few classes often."""
        found = self._above.get(kind)
        if found is None:
            record = self._record("classes", kind) or _NO_CLASS
            found = self._above[kind] = tuple(record["superclasses"])
        return found

    def properties_of(self, identifier: str) -> tuple[Use, ...]:
        """Return which properties direct instances of a class have, the most frequent first."""
        return self._uses(identifier, "uses")

    def properties_to(self, identifier: str) -> tuple[Use, ...]:
        """Return which properties lead to direct instances of a class, the most frequent first."""
        return self._uses(identifier, "used")

    def _uses(self, identifier: str, side: str) -> tuple[Use, ...]:
        record = self._record("classes", self._tables.ids.number(identifier))
        ids = self._tables.ids
        pairs = record[side] if record else ()
        return tuple(Use(ids.id(PROPERTY + number) or "", count) for number, count in pairs)

    def named(self, name: str) -> tuple[str, ...]:
        """Return the properties that have a label or an alias of the normal form of `name`."""
        key = key_of(normalise(name))
        found = self._tables.postings("property-names", key, COMPARED)
        return self._ids(one.number for one in found)

    def find_property(self, words: str, limit: int = 10, *, language: str = "en") -> list[Found]:
        """Return the properties whose label or aliases say what `words` say, best first."""
        normal = normalise(words)
        wanted = stems(normal)
        shared: dict[int, int] = {}
        for stem in wanted:
            for posting in self._tables.postings("property-words", stem.encode(), COMPARED):
                shared[posting.number] = shared.get(posting.number, 0) + 1
        nearest = sorted(shared, key=lambda number: -shared[number])[:COMPARED]
        exact = self._tables.postings("property-names", key_of(normal), COMPARED)
        found = [
            match
            for number in dict.fromkeys([posting.number for posting in exact] + nearest)
            if (match := self._fit(number, normal, wanted, language))
        ]
        return sorted(found, key=lambda match: (-match.score, match.id))[:limit]

    def _fit(self, number: int, normal: str, wanted: frozenset[str], language: str) -> Found | None:
        """Return how well the best name of a property fits: overlap of words, then frequency."""
        said = self._tables.entry(number, language) or self._tables.entry(number, "en")
        if said is None:
            return None
        popularity, _ = self._tables.header(number)
        best = max(
            (overlap(normal, wanted, name) * (1.0 if place == 0 else 0.95), name)
            for place, name in enumerate([said[0], *said[2:]])
        )
        score = best[0] * (0.5 + 0.5 * popularity)
        return Found(self._tables.ids.id(number) or "", said[0], best[1], round(score, 4))

    def _record(self, table: str, number: int | None) -> dict[str, Any] | None:
        found = None if number is None else self._tables.get(table, number.to_bytes(8, "big"))
        return None if found is None else decoded(found)

    def _ids(self, numbers: Iterable[int]) -> tuple[str, ...]:
        ids = self._tables.ids
        return tuple(identifier for number in numbers if (identifier := ids.id(number)))

    def _shares(self, pairs: list[tuple[int, float]]) -> tuple[Share, ...]:
        ids = self._tables.ids
        return tuple([Share(ids.id(number) or "", share) for number, share in pairs])

"""From the spools of a graph to its schema: what each property joins, how large classes are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol, TypeAlias

import orjson

from kgqa_store.collect_lines import ENTITY, LineReader
from kgqa_store.entity_ids import WIKIDATA_IDS
from kgqa_store.popularity import Types, entity_edges
from kgqa_store.spool import OTHER, PROPERTY
from kgqa_store.statistics import HEAVY, PropertyStatistics, Statistics, datatype_of

if TYPE_CHECKING:
    from kgqa_store.spool import Numbers, Table

SUBCLASS_OF = 279
MOST_CLASSES = 12
"""Classes that are kept for each end of a property."""
MOST_PROPERTIES = 100
"""Properties that are kept for each class."""
MOST_ANCESTORS = 300
"""Superclasses that an instance is counted for; there are classes above nearly everything."""

Tally: TypeAlias = dict[int, int]
"""How often each class occurs, by number."""


class Superclasses(Protocol):
    """Knows the direct superclasses of classes."""

    def get(self, kind: int, default: tuple[int, ...], /) -> tuple[int, ...]:
        """Return the direct superclasses of a class, or `default` if it has none."""


class SchemaBuilder:
    """The schema of the graph that was read, as records of the tables of a name index."""

    def __init__(self, lines: LineReader, types: Types, statistics: Statistics) -> None:
        """Take the classes of subjects and objects from `types`, and counts from `statistics`."""
        self._lines, self._types, self._statistics = lines, types, statistics
        self._superclasses = _pairs(lines.edges.property(SUBCLASS_OF))
        self._uses: defaultdict[int, Tally] = defaultdict(dict)
        self._used: defaultdict[int, Tally] = defaultdict(dict)

    def records(self) -> Iterator[tuple[str, bytes, bytes]]:
        """Yield the records of properties, then of classes, in the order of their keys."""
        properties: dict[int, bytes] = {}
        for number, table in self._lines.edges.properties():
            properties[PROPERTY + number] = self._property(number, table)
        is_own = self._lines.ids is not WIKIDATA_IDS  # Wikidata declares its properties
        beside = self._statistics.qualifiers if is_own else ()
        for name in (*self._lines.datatypes, *beside):
            number_of_name = self._lines.ids.number(name)
            if number_of_name is not None and number_of_name not in properties:
                properties[number_of_name] = self._record(name, {}, {}, None)
        for number, record in sorted(properties.items()):
            yield "properties", number.to_bytes(8, "big"), record
        yield from self._classes()

    def _property(self, number: int, table: Table) -> bytes:
        """Return the record of a property that has edges."""
        import numpy as np

        to_entities = table[(table[:, 0] & np.uint64(7)) == ENTITY]
        subjects = self._classes_of(table[:, 1])
        objects = self._classes_of(to_entities[:, 2])
        for tally, uses in ((subjects, self._uses), (objects, self._used)):
            for kind, count in tally.items():
                uses[kind][number] = count
        items = table[table[:, 1] < PROPERTY]
        example = (int(items[0, 1]), int(items[0, 2])) if len(items) else None
        return self._record(self._lines.property_id(number), subjects, objects, example)

    def _record(
        self, name: str, subjects: Tally, objects: Tally, example: tuple[int, int] | None
    ) -> bytes:
        counts = self._statistics.edges.get(name, PropertyStatistics())
        return orjson.dumps(
            {
                "datatype": datatype_of(self._statistics, name),
                "counts": [counts.edges, counts.subjects, counts.objects],
                "subjects": shares(subjects, counts.edges),
                "objects": shares(objects, counts.edges),
                "wider_subjects": shares(self._widened(subjects), counts.edges),
                "wider_objects": shares(self._widened(objects), counts.edges),
                "example": [number for number in example or () if number < OTHER],
            }
        )

    def _classes_of(self, entities: Numbers) -> Tally:
        """Return how many of `entities` are of which class; with two classes one counts twice."""
        import numpy as np

        known, classes = self._types.subjects, self._types.classes
        starts = np.searchsorted(known, entities, side="left")
        lengths = np.searchsorted(known, entities, side="right") - starts
        offsets = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        found, counts = np.unique(classes[np.repeat(starts, lengths) + offsets], return_counts=True)
        return {int(kind): int(count) for kind, count in zip(found, counts, strict=True)}

    def _widened(self, tally: Tally) -> Tally:
        """Return the counts of the direct superclasses of the classes of `tally`."""
        wider: Counter[int] = Counter()
        for kind, count in tally.items():
            for above in self._superclasses.get(kind, ()):
                wider[above] += count
        return wider

    def instances(self) -> dict[str, int]:
        """Return how many instances the larger classes have, with those of their subclasses.

        What is an instance of two of the subclasses counts twice.
        """
        sizes, totals = self._sizes()
        everything = {kind: sizes.get(kind, 0) + totals[kind] for kind in sizes.keys() | totals}
        large = ((kind, size) for kind, size in everything.items() if size >= HEAVY)
        named = ((self._lines.ids.id(kind), size) for kind, size in large)
        return {name: size for name, size in named if name is not None}

    def _sizes(self) -> tuple[Tally, Counter[int]]:
        """Return the direct instances of each class, and those of all its subclasses."""
        sizes = _tally(self._types.classes)
        totals: Counter[int] = Counter()
        for kind, size in sizes.items():
            for above in ancestors(kind, self._superclasses):
                totals[above] += size
        return sizes, totals

    def _classes(self) -> Iterator[tuple[str, bytes, bytes]]:
        sizes, totals = self._sizes()
        above_some = {above for row in self._superclasses.values() for above in row}
        for kind in sorted(sizes.keys() | self._superclasses.keys() | above_some):
            record = {
                "size": sizes.get(kind, 0),
                "total": sizes.get(kind, 0) + totals[kind],
                "superclasses": self._superclasses.get(kind, ()),
                "uses": top(self._uses.get(kind, {}), MOST_PROPERTIES),
                "used": top(self._used.get(kind, {}), MOST_PROPERTIES),
            }
            yield "classes", kind.to_bytes(8, "big"), orjson.dumps(record)


def ancestors(kind: int, superclasses: Superclasses) -> list[int]:
    """Return the superclasses of a class, nearest first, without itself; bounded."""
    seen = {kind}
    found: list[int] = []
    level = [kind]
    while level and len(found) < MOST_ANCESTORS:
        level = [
            above
            for below in level
            for above in superclasses.get(below, ())
            if above not in seen and not seen.add(above)  # type: ignore[func-returns-value]
        ]
        found += level
    return found[:MOST_ANCESTORS]


def _pairs(table: Table) -> dict[int, tuple[int, ...]]:
    """Return the objects of each subject, for edges between entities."""
    subjects, objects = entity_edges(table)
    pairs: dict[int, tuple[int, ...]] = {}
    for subject, value in zip(subjects.tolist(), objects.tolist(), strict=True):
        pairs[subject] = (*pairs.get(subject, ()), value)
    return pairs


def _tally(numbers: Numbers) -> Tally:
    import numpy as np

    found, counts = np.unique(numbers, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def top(tally: Mapping[int, int], most: int) -> list[tuple[int, int]]:
    """Return the largest counts, largest first."""
    return sorted(tally.items(), key=lambda pair: (-pair[1], pair[0]))[:most]


def shares(tally: Tally, edges: int) -> list[tuple[int, float]]:
    """Return the most frequent classes with their shares of all edges, at most 1."""
    return [(kind, min(1.0, round(count / edges, 4))) for kind, count in top(tally, MOST_CLASSES)]

"""The schema after a change: records of the properties and classes that it touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import orjson
import pyoxigraph as ox

from kgqa_store.changes import (
    INSTANCE_OF,
    SUBCLASS_OF,
    Difference,
    node_of,
    number_in,
    property_in,
)
from kgqa_store.names_tables import NameTables
from kgqa_store.schema_build import MOST_PROPERTIES, ancestors, shares, top
from kgqa_store.spool import OTHER, PROPERTY, entity_id
from kgqa_store.statistics import HEAVY, PropertyStatistics, Statistics, datatype_of
from kgqa_store.vocabulary import WDT

SUBJECT, OBJECT = "subjects", "objects"
_USES = {SUBJECT: "uses", OBJECT: "used"}
_NEW_CLASS: dict[str, Any] = {"size": 0, "total": 0, "superclasses": [], "uses": [], "used": []}
_NEW_PROPERTY: dict[str, Any] = {
    "counts": [0, 0, 0],
    "example": [],
    **{prefix + end: [] for prefix in ("", "wider_") for end in (SUBJECT, OBJECT)},
}


class Use(NamedTuple):
    """That instances of a class stand at one end of a property."""

    end: str
    property: int
    kind: int


class SchemaChange:
    """Records of the schema as they are after a change, made from those before it.

    The classes of both ends of a property are known for the most frequent ones only, so one that
    becomes frequent in small steps is seen late. All counts of classes are exact.
    """

    def __init__(self, tables: NameTables, change: Difference) -> None:
        """Read the records of before from `tables`."""
        self._tables, self._change = tables, change
        self._uses = _uses(change)
        self._classes: dict[int, dict[str, Any]] = {}
        self._moved: set[int] = set()
        self._adjust_classes()

    def _adjust_classes(self) -> None:
        hierarchy = [quad for _, quad in self._change.edges if quad.predicate == SUBCLASS_OF]
        for sign, quad in self._change.edges:
            kind = number_in(quad.object)
            if quad.predicate == INSTANCE_OF and kind < OTHER and number_in(quad.subject) < OTHER:
                self._class(kind)["size"] += sign
                if not hierarchy:
                    for above in (kind, *ancestors(kind, self)):
                        self._class(above)["total"] += sign
        for quad in hierarchy:
            below, above = number_in(quad.subject), number_in(quad.object)
            if below < OTHER and above < OTHER:
                found = self._change.new.numbers(below, SUBCLASS_OF)
                self._class(below)["superclasses"] = list(found)
                self._class(above)
                self._moved.add(below)
        if hierarchy:
            self._count_all()
        for use, more in self._uses.items():
            record = self._class(use.kind)
            counts = Counter(dict(record[_USES[use.end]]))
            counts[use.property] += more
            record[_USES[use.end]] = top(+counts, MOST_PROPERTIES)

    def _class(self, kind: int) -> dict[str, Any]:
        """Return the record of a class, to be changed."""
        if kind not in self._classes:
            self._classes[kind] = self._before("classes", kind) or dict(_NEW_CLASS)
        return self._classes[kind]

    def _before(self, table: str, number: int) -> dict[str, Any] | None:
        found = self._tables.get(table, number.to_bytes(8, "big"))
        return None if found is None else orjson.loads(found)

    def get(self, kind: int, default: tuple[int, ...], /) -> tuple[int, ...]:
        """Return the direct superclasses of a class."""
        record = self._classes.get(kind) or self._before("classes", kind)
        return tuple(record["superclasses"]) if record else default

    def _count_all(self) -> None:
        """Count the instances of all classes again: some have other superclasses now."""
        with self._tables.cursor("classes") as cursor:
            known = {int.from_bytes(key, "big"): orjson.loads(value) for key, value in cursor}
        before = {kind: record["total"] for kind, record in known.items()}
        known |= self._classes
        above = {kind: tuple(record["superclasses"]) for kind, record in known.items()}
        totals: Counter[int] = Counter()
        for kind, record in known.items():
            for one in (kind, *ancestors(kind, above)) if record["size"] else ():
                totals[one] += record["size"]
        for kind, record in known.items():
            if totals[kind] != before.get(kind) or kind in self._classes:
                self._classes[kind] = {**record, "total": totals[kind]}

    def instances(self, statistics: Statistics) -> dict[str, int]:
        """Return how many instances the larger classes have, with those of their subclasses."""
        instances = dict(statistics.instances)
        for kind, record in self._classes.items():
            name = entity_id(kind) or ""
            instances.pop(name, None)
            if record["total"] >= HEAVY:
                instances[name] = record["total"]
        return instances

    def records(
        self, before: Statistics, after: Statistics
    ) -> Iterator[tuple[str, bytes, bytes | None]]:
        """Yield table, key and value of what changed; without a value, the record goes."""
        for kind, record in self._classes.items():
            value = orjson.dumps(record) if self._is_class(kind, record) else None
            yield "classes", kind.to_bytes(8, "big"), value
        for name in self._touched(before, after):
            yield (
                "properties",
                (PROPERTY + int(name[1:])).to_bytes(8, "big"),
                self._property(name, after),
            )

    def _is_class(self, kind: int, record: dict[str, Any]) -> bool:
        node = node_of(kind)
        return (
            bool(record["size"] or record["superclasses"])
            or self._change.new.has(None, SUBCLASS_OF, node)
            or self._change.new.has(None, INSTANCE_OF, node)
        )

    def _touched(self, before: Statistics, after: Statistics) -> set[str]:
        names = {*before.edges, *after.edges, *before.datatypes, *after.datatypes}
        moved = {
            f"P{number}"
            for kind in self._moved
            for record in (self._class(kind), self._before("classes", kind) or _NEW_CLASS)
            for number, _ in (*record["uses"], *record["used"])
        }
        return (
            moved
            | {f"P{use.property}" for use in self._uses}
            | {
                name
                for name in names
                if before.edges.get(name) != after.edges.get(name)
                or before.datatypes.get(name) != after.datatypes.get(name)
            }
        )

    def _property(self, name: str, after: Statistics) -> bytes | None:
        """Return the record of a property; nothing if it has neither edges nor a datatype."""
        number = int(name[1:])
        counts = after.edges.get(name, PropertyStatistics())
        if not counts.edges and name not in after.datatypes:
            return None
        record = self._before("properties", PROPERTY + number) or _NEW_PROPERTY
        old_edges = record["counts"][0]
        changed: dict[str, Any] = {
            "datatype": datatype_of(after, name),
            "counts": [counts.edges, counts.subjects, counts.objects],
            "example": self._example(number, record["example"]),
        }
        for end in (SUBJECT, OBJECT):
            more = Counter(
                {
                    use.kind: count
                    for use, count in self._uses.items()
                    if (use.end, use.property) == (end, number)
                }
            )
            wider = self._wider(more, end, number)
            for key, some in ((end, more), (f"wider_{end}", wider)):
                some.update({kind: round(share * old_edges) for kind, share in record[key]})
                changed[key] = shares(+some, counts.edges) if counts.edges else []
        return orjson.dumps(changed)

    def _wider(self, more: Counter[int], end: str, number: int) -> Counter[int]:
        """Return how many more ends of a property there are by direct superclass."""
        wider: Counter[int] = Counter()
        for kind in more.keys() - self._moved:
            for above in self.get(kind, ()):
                wider[above] += more[kind]
        for kind in self._moved:
            before = self._before("classes", kind) or _NEW_CLASS
            for sign, record in ((-1, before), (1, self._class(kind))):
                count = dict(map(tuple, record[_USES[end]])).get(number, 0)
                for above in record["superclasses"] if count else ():
                    wider[above] += sign * count
        return wider

    def _example(self, number: int, before: list[int]) -> list[int]:
        """Return an edge of a property: that of before if it is still there."""
        predicate, new = ox.NamedNode(f"{WDT}P{number}"), self._change.new
        if len(before) == 2 and new.has(node_of(before[0]), predicate, node_of(before[1])):
            return before
        if len(before) == 1 and new.has(node_of(before[0]), predicate, None):
            return before
        for quad in new.quads(None, predicate, None):
            if number_in(quad.subject) < PROPERTY:
                found = (number_in(quad.subject), number_in(quad.object))
                return [one for one in found if one < OTHER]
        return []


def _uses(change: Difference) -> Counter[Use]:
    """Return how many edges more there are whose ends are instances of classes."""
    uses: Counter[Use] = Counter()
    retyped = {quad.subject for _, quad in change.edges if quad.predicate == INSTANCE_OF}
    for sign, graph in ((-1, change.old), (1, change.new)):
        edges = {
            quad
            for which, quad in change.edges
            if which == sign and not {quad.subject, quad.object} & retyped
        }
        for node in retyped:
            edges.update(graph.quads(node, None, None))
            edges.update(graph.quads(None, None, node))
        types = cache(lambda number, graph=graph: graph.numbers(number, INSTANCE_OF))
        for quad in edges:
            number = property_in(quad.predicate, WDT)
            if number is None:
                continue
            for end, term in ((SUBJECT, quad.subject), (OBJECT, quad.object)):
                entity = number_in(term)
                for kind in types(entity) if entity < OTHER else ():
                    uses[Use(end, number, kind)] += sign
    return Counter({use: count for use, count in uses.items() if count})

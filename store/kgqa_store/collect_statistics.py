"""From the spools of a graph to what the planner knows of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa_store.collect_lines import ENTITY, IRREGULAR, NUMBER, LineReader
from kgqa_store.entity_ids import EntityIds
from kgqa_store.spool import KINDS, OTHER, Spool, columns, entity_id
from kgqa_store.statistics import HEAVY, PropertyStatistics, Statistics

if TYPE_CHECKING:
    from kgqa_store.spool import Numbers, Table


def statistics_of(lines: LineReader) -> Statistics:
    """Return the statistics of the graph that `lines` has read."""
    import numpy as np

    nodes = _Nodes(lines.units, lines.precisions)
    edges: dict[str, PropertyStatistics] = {}
    heavy: dict[str, Mapping[str, int]] = {}
    for number, table in lines.edges.properties():
        edges[lines.property_id(number)] = _property(table)
        if objects := dict(_heavy(table, lines.ids)):
            heavy[lines.property_id(number)] = objects
    qualifiers = {
        lines.property_id(number): _property(table)
        for number, table in lines.qualifiers.properties()
    }
    statements = {
        lines.property_id(number): len(np.unique(table[:, 2]))
        for number, table in lines.statements.properties()
    }
    return Statistics(
        edges=nodes.describe(edges, lines.values),
        qualifiers=nodes.describe(qualifiers, lines.qualifier_values),
        statements=statements,
        heavy=heavy,
        deprecated=sum(len(table) for table in lines.deprecated.tables()),
        datatypes=dict(lines.datatypes),
    )


def _property(table: Table) -> PropertyStatistics:
    """Return the counts of the property whose edges are `table`."""
    import numpy as np

    kinds = np.bincount((table[:, 0] & np.uint64(7)).astype(np.int64), minlength=len(KINDS))
    return PropertyStatistics(
        edges=len(table),
        subjects=_different(table[:, 1]),
        objects=_different(np.sort(table[:, 2])),
        kinds={kind: int(count) for kind, count in zip(KINDS, kinds, strict=True) if count},
    )


def _different(column: Numbers) -> int:
    """Return how many different numbers the sorted `column` has."""
    return int((column[1:] != column[:-1]).sum()) + 1 if len(column) else 0


def _heavy(table: Table, ids: EntityIds) -> Iterator[tuple[str, int]]:
    """Yield the entities that `HEAVY` edges or more lead to, and how many those are."""
    import numpy as np

    to_entities = table[(table[:, 0] & np.uint64(7)) == ENTITY, 2]
    if len(to_entities) < HEAVY:
        return
    objects, counts = np.unique(to_entities, return_counts=True)
    for number, count in zip(objects[counts >= HEAVY], counts[counts >= HEAVY], strict=True):
        if identifier := ids.id(int(number)):
            yield identifier, int(count)


class _Nodes:
    """What value nodes say: the unit of a quantity, the precision of a date."""

    def __init__(self, units: Spool, precisions: Spool) -> None:
        self._units = columns(units)
        self._precisions = columns(precisions)

    def describe(
        self, properties: Mapping[str, PropertyStatistics], values: Spool
    ) -> dict[str, PropertyStatistics]:
        """Return `properties` with the units and precisions their value nodes have."""
        described = dict(properties)
        for number, table in values.properties():
            name = f"P{number}"  # other graphs than Wikidata have no value nodes
            if name not in described:
                continue
            units = {
                entity_id(unit) or "": count
                for unit, count in _tally(self._units, table[:, 2]).items()
                if unit < OTHER
            }
            precisions = _tally(self._precisions, table[:, 2])
            described[name] = replace(described[name], units=units, precisions=precisions)
        return {name: with_unknown_unit(found) for name, found in described.items()}


def with_unknown_unit(found: PropertyStatistics) -> PropertyStatistics:
    """Return `found` with the quantities that have no value node counted under `""`."""
    numbers = found.kinds.get(KINDS[NUMBER], 0) + found.kinds.get(KINDS[IRREGULAR], 0)
    rest = numbers - sum(found.units.values())
    return replace(found, units={**found.units, "": rest}) if rest > 0 else found


def _tally(columns: tuple[Numbers, Numbers], nodes: Numbers) -> dict[int, int]:
    """Return how often each object of `columns` belongs to one of `nodes`."""
    import numpy as np

    subjects, objects = columns
    if not len(subjects):
        return {}
    places = np.minimum(np.searchsorted(subjects, nodes), len(subjects) - 1)
    found, counts = np.unique(objects[places[subjects[places] == nodes]], return_counts=True)
    return {int(value): int(count) for value, count in zip(found, counts, strict=True)}

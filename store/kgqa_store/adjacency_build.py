"""From the spools of a graph to the columns of its adjacency arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kgqa_store.adjacency_content import (
    NO_DETAIL,
    Content,
    Detail,
    Ints,
    Nodes,
    Places,
    Rows,
    Truths,
    canonical,
    mix,
    nodes_of,
    rows,
    with_entities,
)
from kgqa_store.adjacency_terms import ENTITY_NODE, node_term
from kgqa_store.collect_lines import UNKNOWN, LineReader
from kgqa_store.entity_ids import INSTANCE_OF, SUBCLASS_OF, EntityIds
from kgqa_store.spool import OTHER, Spool, columns, entity_id

Numbers: TypeAlias = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class _Table:
    """Rows of a spool, in the numbers that spools have."""

    properties: Numbers
    subjects: Numbers
    objects: Numbers

    def take(self, kept: Truths) -> _Table:
        return _Table(self.properties[kept], self.subjects[kept], self.objects[kept])


def content_of(lines: LineReader) -> Content:
    """Return the graph that `lines` has read, as columns."""
    edges, qualifiers = _known(lines.edges), _known(lines.qualifiers)
    values, owners = _owned(lines)
    numbering = _Numbering(lines, (edges, values, qualifiers), owners)
    said = _Said(lines)
    statements = numbering.rows(values, owners, said.of_statements(values, lines.values))
    truthy = numbering.rows(edges, edges.subjects, np.zeros(len(edges.subjects), dtype=np.int32))
    places, found = _find(values.subjects, qualifiers.subjects)
    qualifiers = qualifiers.take(found)
    of_values = said.of_qualifiers(qualifiers, lines.qualifier_values)
    qualified, subjects = np.unique(places[found], return_inverse=True)
    return canonical(
        Content(
            numbering.nodes,
            numbering.properties,
            said.details,
            _with_details(truthy, statements),
            statements.take(qualified),
            rows(
                (
                    numbering.property_places(qualifiers.properties),
                    subjects,
                    numbering.places(qualifiers.objects),
                    of_values,
                )
            ),
            (lines.property_id(INSTANCE_OF), lines.property_id(SUBCLASS_OF)),
        )
    )


def _known(spool: Spool) -> _Table:
    """Return the rows of a spool that lead to a value which is known."""
    table = _table(spool)
    return _Table(*(column[table[:, 0] & np.uint64(7) != UNKNOWN] for column in _split(table)))


def _all(spool: Spool) -> _Table:
    return _Table(*_split(_table(spool)))


def _table(spool: Spool) -> npt.NDArray[np.uint64]:
    return np.concatenate([np.empty((0, 3), dtype=np.uint64), *spool.tables()])


def _split(table: npt.NDArray[np.uint64]) -> tuple[Numbers, Numbers, Numbers]:
    return table[:, 0] >> np.uint64(3), table[:, 1], table[:, 2]


def _owned(lines: LineReader) -> tuple[_Table, Numbers]:
    """Return the values of statements that are not deprecated, and who has the statements.

    The rows are in the order of the statements, which are their subjects.
    """
    values, claims = _known(lines.main_values), _all(lines.statements)
    order = np.argsort(claims.objects, kind="stable")
    places, found = _find(claims.objects[order], values.subjects)
    _, is_wrong = _find(columns(lines.deprecated)[0], values.subjects)
    kept = found & ~is_wrong
    values, owners = values.take(kept), claims.subjects[order][places[kept]]
    by_statement = np.argsort(values.subjects, kind="stable")
    ordered = _Table(*(getattr(values, name)[by_statement] for name in _Table.__slots__))
    return ordered, owners[by_statement]


def _different(column: Numbers) -> Numbers:
    """Return the different numbers of a column, in order; `np.unique` is five times slower here."""
    found = np.sort(column)
    return found[np.append(True, found[1:] != found[:-1])] if len(found) else found


def _find(haystack: Numbers, needles: Numbers) -> tuple[Places, Truths]:
    """Return where each of `needles` is first in the sorted `haystack`, and whether it is there."""
    if not len(haystack):
        return np.zeros(len(needles), dtype=np.int64), np.zeros(len(needles), dtype=bool)
    places = np.minimum(np.searchsorted(haystack, needles), len(haystack) - 1)
    return places, haystack[places] == needles


class _Numbering:
    """The nodes and properties of a graph, and the numbers they get."""

    def __init__(self, lines: LineReader, tables: Iterable[_Table], owners: Numbers) -> None:
        edges, values, qualifiers = tables
        used = (edges.subjects, edges.objects, values.objects, qualifiers.objects, owners)
        numbers = _different(np.concatenate([_different(column) for column in used]))
        numbers = numbers[numbers < OTHER]
        hashes, terms = lines.terms.read()
        self._numbers = np.concatenate([numbers, hashes])
        self.nodes, self._places = _numbered(numbers, terms, lines.ids)
        names = _different(np.concatenate([one.properties for one in (edges, values, qualifiers)]))
        ids = list(map(lines.property_id, names.tolist()))
        self.properties = sorted(ids)
        self._property_numbers = names
        self._property_places = np.argsort(np.argsort(ids)) if ids else np.empty(0, dtype=np.int64)

    def places(self, numbers: Numbers) -> Ints:
        """Return the nodes of terms by the numbers that spools have for them."""
        return self._places[np.searchsorted(self._numbers, numbers)]

    def property_places(self, numbers: Numbers) -> Places:
        """Return the places of properties in the order of their ids."""
        return self._property_places[np.searchsorted(self._property_numbers, numbers)]

    def rows(self, table: _Table, subjects: Numbers, details: Ints) -> Rows:
        """Return a table in the numbers of nodes, with other subjects."""
        return rows(
            (
                self.property_places(table.properties),
                self.places(subjects),
                self.places(table.objects),
                details,
            )
        )


def _numbered(numbers: Numbers, terms: list[bytes], ids: EntityIds) -> tuple[Nodes, Ints]:
    """Return the nodes of entities, by number, and of other terms, and which is whose."""
    texts = [(ids.id(number) or "").encode() for number in numbers.tolist()]
    others = list(map(node_term, terms))
    entities = [place for place, one in enumerate(others) if one.kind == ENTITY_NODE]
    named = texts + [others[place].text.encode() for place in entities]
    literals = sorted({one for one in others if one.kind != ENTITY_NODE})
    places = {one: place for place, one in enumerate(literals, len(named))}
    order = sorted(range(len(named)), key=named.__getitem__)
    of_entities = np.empty(len(named), dtype=np.int32)
    of_entities[order] = np.arange(len(named), dtype=np.int32)
    of_others = np.array([places.get(one, 0) for one in others], dtype=np.int32)
    of_others[entities] = of_entities[len(texts) :]
    nodes = with_entities([named[place] for place in order], nodes_of(literals))
    return nodes, np.concatenate([of_entities[: len(texts)], of_others])


class _Said:
    """What value nodes say: the unit of an amount, the precision of a date."""

    def __init__(self, lines: LineReader) -> None:
        units, precisions = columns(lines.units), columns(lines.precisions)
        self._nodes = np.union1d(units[0], precisions[0])
        found = [
            (_unit(unit) if has_unit else "", int(precision) if has_precision else 0)
            for (unit, has_unit), (precision, has_precision) in zip(
                _values(units, self._nodes), _values(precisions, self._nodes), strict=True
            )
        ]
        self.details: list[Detail] = sorted({NO_DETAIL, *found})
        numbers = {detail: place for place, detail in enumerate(self.details)}
        self._details = np.array([numbers[detail] for detail in found], dtype=np.int32)
        self._values = columns(lines.node_values)

    def _of(self, nodes: Numbers) -> Ints:
        places, found = _find(self._nodes, nodes)
        details = np.zeros(len(nodes), dtype=np.int32)
        details[found] = self._details[places[found]]
        return details

    def of_statements(self, values: _Table, spool: Spool) -> Ints:
        """Return the detail of the value of each statement."""
        nodes = _all(spool)
        order = np.argsort(nodes.subjects, kind="stable")
        places, found = _find(nodes.subjects[order], values.subjects)
        details = np.zeros(len(values.subjects), dtype=np.int32)
        details[found] = self._of(nodes.objects[order][places[found]])
        return details

    def of_qualifiers(self, qualifiers: _Table, spool: Spool) -> Ints:
        """Return the detail of each qualifier: that of the value node with the same value."""
        nodes = _all(spool)
        places, found = _find(self._values[0], nodes.objects)
        nodes = nodes.take(found)
        values = self._values[1][places[found]]
        keys = mix(nodes.properties, nodes.subjects, values)
        order = np.argsort(keys, kind="stable")
        wanted = mix(qualifiers.properties, qualifiers.subjects, qualifiers.objects)
        places, found = _find(keys[order], wanted)
        details = np.zeros(len(wanted), dtype=np.int32)
        details[found] = self._of(nodes.objects[order][places[found]])
        return details


def _values(pairs: tuple[Numbers, Numbers], nodes: Numbers) -> Iterable[tuple[int, bool]]:
    places, found = _find(pairs[0], nodes)
    values = pairs[1][places] if len(pairs[1]) else np.zeros(len(nodes), dtype=np.uint64)
    return zip(values.tolist(), found.tolist(), strict=True)


def _unit(number: int) -> str:
    return entity_id(number) or ""


def _with_details(edges: Rows, statements: Rows) -> Rows:
    """Return edges with the details that statements of the same give, one row for each."""
    telling = statements.take(statements.details > 0)
    keys = mix(telling.properties, telling.subjects, telling.objects)
    order = np.argsort(keys, kind="stable")
    wanted = mix(edges.properties, edges.subjects, edges.objects)
    starts = np.searchsorted(keys[order], wanted, "left")
    counts = np.searchsorted(keys[order], wanted, "right") - starts
    times = np.maximum(counts, 1)
    repeated = np.repeat(np.arange(len(edges)), times)
    within = np.arange(len(repeated)) - np.repeat(np.cumsum(times) - times, times)
    details = np.zeros(len(repeated), dtype=np.int32)
    found = counts[repeated] > 0
    details[found] = telling.details[order][(starts[repeated] + within)[found]]
    one = edges.take(repeated)
    return Rows(one.properties, one.subjects, one.objects, details)

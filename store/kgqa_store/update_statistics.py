"""The statistics of a graph after a change, from those before it and the triples that changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias, TypeVar

import pyoxigraph as ox

from kgqa_store.changes import Difference, Snapshot, number_in, property_in
from kgqa_store.collect_lines import kind_of
from kgqa_store.collect_statistics import with_unknown_unit
from kgqa_store.spool import KINDS, entity_id
from kgqa_store.statistics import HEAVY, PropertyStatistics, Statistics
from kgqa_store.vocabulary import PQ, PQV, PSV, WDT, WIKIBASE, P

RANK = ox.NamedNode(f"{WIKIBASE}rank")
DEPRECATED = ox.NamedNode(f"{WIKIBASE}DeprecatedRank")
DATATYPE = ox.NamedNode(f"{WIKIBASE}propertyType")
UNIT = ox.NamedNode(f"{WIKIBASE}quantityUnit")
PRECISION = ox.NamedNode(f"{WIKIBASE}timePrecision")

Key = TypeVar("Key")

Signed: TypeAlias = list[tuple[int, ox.Quad]]
"""Triples of one predicate: with 1 what came, with -1 what went."""


def adjusted(statistics: Statistics, change: Difference) -> Statistics:
    """Return the statistics of the new graph, but for `instances`, which the schema knows."""
    edges = _by_property(change, WDT)
    return replace(
        statistics,
        edges=_properties(statistics.edges, edges, _by_property(change, PSV), change),
        qualifiers=_properties(
            statistics.qualifiers, _by_property(change, PQ), _by_property(change, PQV), change
        ),
        statements=_statements(statistics.statements, _by_property(change, P), change),
        heavy=_all_heavy(statistics.heavy, edges, change.new),
        deprecated=statistics.deprecated
        + sum(s for s, quad in change.signed(lambda one: one == RANK) if quad.object == DEPRECATED),
        datatypes=_datatypes(statistics.datatypes, change),
    )


def _by_property(change: Difference, namespace: str) -> dict[str, Signed]:
    found: defaultdict[str, Signed] = defaultdict(list)
    for sign, quad in change.signed(lambda one: property_in(one, namespace) is not None):
        found[f"P{property_in(quad.predicate, namespace)}"].append((sign, quad))
    return dict(found)


def _properties(
    before: Mapping[str, PropertyStatistics],
    changed: Mapping[str, Signed],
    values: Mapping[str, Signed],
    change: Difference,
) -> dict[str, PropertyStatistics]:
    """Return the counts of properties, of which `changed` are edges and `values` value nodes."""
    after = dict(before)
    for name in changed.keys() | values.keys():
        found = after.get(name, PropertyStatistics())
        found = _counted(found, changed.get(name, []), change)
        found = _described(found, values.get(name, []), change)
        after[name] = with_unknown_unit(found)
        if found.edges <= 0:
            del after[name]
    return after


def _counted(found: PropertyStatistics, edges: Signed, change: Difference) -> PropertyStatistics:
    if not edges:
        return found
    predicate = edges[0][1].predicate
    kinds = Counter(found.kinds)
    for sign, quad in edges:
        kinds[KINDS[kind_of(str(quad.object).encode())]] += sign
    subjects = {quad.subject for _, quad in edges}
    objects = {quad.object for _, quad in edges}
    return replace(
        found,
        edges=found.edges + sum(sign for sign, _ in edges),
        subjects=found.subjects
        + sum(change.more(subject=one, predicate=predicate) for one in subjects),
        objects=found.objects + sum(change.more(predicate=predicate, value=one) for one in objects),
        kinds={kind: kinds[kind] for kind in KINDS if kinds[kind] > 0},
    )


def _described(found: PropertyStatistics, values: Signed, change: Difference) -> PropertyStatistics:
    """Return `found` with the units and precisions of the value nodes that came and went."""
    units, precisions = Counter(found.units), Counter(found.precisions)
    del units[""]  # it is what is left when all others are known
    for sign, quad in values:
        if not isinstance(quad.object, ox.NamedNode | ox.BlankNode):
            continue
        for said in change.graph(sign).quads(quad.object, UNIT, None):
            if unit := entity_id(number_in(said.object)):
                units[unit] += sign
        for said in change.graph(sign).quads(quad.object, PRECISION, None):
            if isinstance(said.object, ox.Literal) and said.object.value.isdigit():
                precisions[int(said.object.value)] += sign
    return replace(found, units=_positive(units), precisions=_positive(precisions))


def _statements(
    before: Mapping[str, int], changed: Mapping[str, Signed], change: Difference
) -> dict[str, int]:
    after = Counter(before)
    for name, links in changed.items():
        predicate = links[0][1].predicate
        for node in {quad.object for _, quad in links}:
            after[name] += change.more(predicate=predicate, value=node)
    return _positive(after)


def _all_heavy(
    before: Mapping[str, Mapping[str, int]], changed: Mapping[str, Signed], new: Snapshot
) -> dict[str, Mapping[str, int]]:
    after = dict(before)
    for name, edges in changed.items():
        found = dict(_heavy(after.pop(name, {}), edges, new))
        if found:
            after[name] = found
    return after


def _heavy(before: Mapping[str, int], edges: Signed, new: Snapshot) -> Iterable[tuple[str, int]]:
    """Return the objects with very many edges: a known number is adjusted, others are counted."""
    change: Counter[ox.NamedNode] = Counter()
    for sign, quad in edges:
        if isinstance(quad.object, ox.NamedNode):
            change[quad.object] += sign
    after = dict(before)
    for node, more in change.items():
        name = entity_id(number_in(node))
        if name is None:
            continue
        count = after.pop(name, 0) + more
        if name not in before and more > 0:
            count = sum(1 for _ in new.quads(None, edges[0][1].predicate, node))
        if count >= HEAVY:
            after[name] = count
    return after.items()


def _datatypes(before: Mapping[str, str], change: Difference) -> dict[str, str]:
    after = dict(before)
    for sign, quad in change.signed(lambda one: one == DATATYPE):
        name = entity_id(number_in(quad.subject)) or ""
        if not name.startswith("P") or not isinstance(quad.object, ox.NamedNode):
            continue
        if sign > 0:
            after[name] = quad.object.value.rpartition("#")[2]
        else:
            after.pop(name, None)
    return after


def _positive(counts: Mapping[Key, int]) -> dict[Key, int]:
    return {key: count for key, count in counts.items() if count > 0}

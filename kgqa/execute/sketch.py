"""What can be learned of the properties in an expression from a store that keeps no statistics.

An endpoint is asked for the declared datatypes, and for the units and precisions of a few thousand
values: enough to compare values rightly, while the sizes of sets stay guesses.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import pyoxigraph as ox
from kgqa_store.errors import StoreDamaged, StoreError
from kgqa_store.statistics import PropertyStatistics, Statistics
from kgqa_store.store import Store
from kgqa_store.vocabulary import WD, WIKIBASE

import sparql_templates as templates
from kgqa.execute.estimates import UNKNOWN

_KINDS = {
    "WikibaseItem": "entity",
    "WikibaseProperty": "other",
    "Quantity": "number",
    "Time": "date",
    "String": "text",
    "ExternalId": "text",
    "Monolingualtext": "text",
}


def sketch_statistics(store: Store, properties: Sequence[str], seconds: float) -> Statistics:
    """Return what `store` tells of these properties within some of the time that is left."""
    deadline = time.monotonic() + seconds / 2
    datatypes = _datatypes(store, properties, deadline)
    edges, qualifiers = {}, {}
    for id_ in properties:
        kind = _KINDS.get(datatypes[id_], "") if id_ in datatypes else None
        edges[id_] = _use(store, kind, f"psv:{id_}", deadline)
        qualifiers[id_] = _use(store, kind, f"pqv:{id_}", deadline)
    return Statistics(edges=edges, qualifiers=qualifiers, deprecated=1, datatypes=datatypes)


def _datatypes(store: Store, properties: Sequence[str], deadline: float) -> dict[str, str]:
    rows = [{"property": f"wd:{id_}"} for id_ in properties]
    pattern = templates.fill("sketch/datatypes", _plain, {"properties": rows})
    found = {}
    for row in _asked(store, f"SELECT ?property ?type WHERE {{\n{pattern}\n}}", deadline):
        property_, type_ = row[0], row[1]
        if isinstance(property_, ox.NamedNode) and isinstance(type_, ox.NamedNode):
            found[property_.value.removeprefix(WD)] = type_.value.removeprefix(WIKIBASE)
    return found


def _use(store: Store, kind: str | None, node: str, deadline: float) -> PropertyStatistics:
    """Return what some full values tell; of an undeclared property (None) they tell its kind."""
    units, precisions = {}, {}
    if kind in ("number", None):
        counted = _counted(store, "sketch/units", node, deadline)
        units = {unit.removeprefix(WD): number for unit, number in counted.items()}
    if kind in ("date", None):
        counted = _counted(store, "sketch/precisions", node, deadline)
        precisions = {int(precision): number for precision, number in counted.items()}
    kind = kind or ("number" if units else "date" if precisions else "")
    kinds = {kind: 1, "unknown": 1} if kind else {}
    return PropertyStatistics(
        UNKNOWN.edges, UNKNOWN.subjects, UNKNOWN.objects, kinds, units, precisions
    )


def _counted(store: Store, template: str, node: str, deadline: float) -> dict[str, int]:
    sparql = templates.query(template, {"node": node})
    counted = {}
    for row in _asked(store, sparql, deadline):
        found, number = row[0], row[1]
        if isinstance(found, ox.NamedNode | ox.Literal) and isinstance(number, ox.Literal):
            counted[found.value] = int(number.value)
    return counted


def _asked(store: Store, sparql: str, deadline: float) -> Sequence[Sequence[object]]:
    """Return the rows, or none where the store does not answer in time: a sketch may be rough."""
    try:
        return store.select(sparql, seconds=max(0.1, deadline - time.monotonic())).rows
    except StoreDamaged:
        raise
    except StoreError:
        return ()


def _plain(stem: str) -> str:
    return f"?{stem}"

"""What benchmarks with gold SPARQL have in common: results of queries as answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kgqa.bench.question import GoldLink

ENTITY = "http://www.wikidata.org/entity/"
_ENTITY = re.compile(r"\bwd:(Q\d+)\b|entity/(Q\d+)>")


def spelled(binding: Mapping[str, Any]) -> str:
    """Return a bound value of a SPARQL result as answers are spelled: an id, or the value."""
    value = str(binding.get("value", ""))
    if value.startswith(ENTITY):
        return value.removeprefix(ENTITY)
    kind = str(binding.get("datatype", ""))
    if kind.endswith(("#dateTime", "#date")):
        return value.split("T")[0]
    if kind.endswith("#boolean"):
        return str(value.lower() == "true")
    return value


def first_column(bindings: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return what the first variable is bound to, each once, in order."""
    rows = (next(iter(row.values())) for row in bindings if row)
    return tuple(dict.fromkeys(spelled(binding) for binding in rows))


def entities_in(sparql: str) -> tuple[GoldLink, ...]:
    """Return the items that a query names; where they stand in the question is not known."""
    found = dict.fromkeys(one or other for one, other in _ENTITY.findall(sparql))
    return tuple(GoldLink(id_, 0, 0) for id_ in found)


def kind_of(sparql: str) -> str:
    """Return what a query is at its outside: a truth, a count, the first of an order, or a set."""
    text = " ".join(sparql.split()).upper()
    if re.search(r"\bASK\b", text):
        return "truth"
    if re.search(r"SELECT[^{]*\bCOUNT\s*\(", text):
        return "count"
    return "order" if "ORDER BY" in text else "set"

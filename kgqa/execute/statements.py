"""What the statements behind edges say: their ids, qualifiers, precisions and units."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import pyoxigraph as ox
from kgqa_store.results import Node, Table
from kgqa_store.vocabulary import PQ, PQV, WD, WDS

import sparql_templates as templates
from kgqa.answers import Fact
from kgqa.execute.reading import value_of

Select = Callable[[str, tuple[str, ...]], Table]
"""Runs a graph pattern and returns these columns."""
Pair = tuple[Node, Node]


@dataclass(slots=True)
class _Statement:
    """A statement as its rows come in."""

    unit: str | None = None
    precision: int | None = None
    qualifiers: dict[tuple[str, Node], int | None] = field(default_factory=dict)


def facts_of(
    select: Select,
    property_: str,
    pairs: Iterable[Pair],
    *,
    wanted: Iterable[Node] = (),
) -> dict[Pair, Fact]:
    """Return the fact of each edge, with what its statement says where there is one.

    `wanted` are the statements to prefer where several say the same.
    """
    pairs = list(dict.fromkeys(pairs))
    found = _statements(select, property_, pairs)
    preferred = set(wanted)
    facts = {}
    for pair in pairs:
        candidates = found.get(pair, {})
        best = min(candidates, key=lambda s: (s not in preferred, str(s)), default=None)
        said = candidates[best] if best is not None else _Statement()
        facts[pair] = _fact(property_, pair, best, said)
    return facts


def facts_by_statement(
    select: Select, property_: str, pairs: Iterable[Pair]
) -> dict[tuple[Pair, Node], Fact]:
    """Return the fact of each statement of each edge: one may be said more than once."""
    found = _statements(select, property_, list(dict.fromkeys(pairs)))
    return {
        (pair, statement): _fact(property_, pair, statement, said)
        for pair, statements in found.items()
        for statement, said in statements.items()
    }


def _fact(property_: str, pair: Pair, statement: Node | None, said: _Statement) -> Fact:
    subject, object_ = pair
    qualifiers = tuple(
        (name, value_of(node, precision=precision))
        for (name, node), precision in sorted(said.qualifiers.items(), key=lambda q: q[0][0])
    )
    return Fact(
        subject=value_of(subject),
        property=property_,
        object=value_of(object_, unit=said.unit, precision=said.precision),
        qualifiers=qualifiers,
        statement=statement.value.removeprefix(WDS)
        if isinstance(statement, ox.NamedNode)
        else None,
    )


def _statements(
    select: Select, property_: str, pairs: list[Pair]
) -> dict[Pair, dict[Node, _Statement]]:
    edges = [{"subject": str(s), "object": str(o)} for s, o in pairs if isinstance(s, ox.NamedNode)]
    if not edges:
        return {}
    parts: dict[str, templates.Part] = {
        "edges": edges,
        "claim": f"p:{property_}",
        "stated": f"ps:{property_}",
        "node": f"psv:{property_}",
    }
    columns = ("s", "o", "statement", "qualifier", "value", "precision", "unit")
    pattern = templates.fill("proof/statements", _plain, parts)
    found: dict[Pair, dict[Node, _Statement]] = {}
    for s, o, statement, qualifier, value, precision, unit in select(pattern, columns).rows:
        if s is None or o is None or statement is None:
            continue
        said = found.setdefault((s, o), {}).setdefault(statement, _Statement())
        said.precision = _number(precision) or said.precision
        said.unit = _item(unit) or said.unit
        if isinstance(qualifier, ox.NamedNode) and value is not None:
            said.qualifiers.setdefault((qualifier.value.removeprefix(PQ), value), None)
    _add_precisions(select, found)
    return found


def _add_precisions(select: Select, found: dict[Pair, dict[Node, _Statement]]) -> None:
    said = {node: one for group in found.values() for node, one in group.items() if one.qualifiers}
    if not said:
        return
    parts: dict[str, templates.Part] = {"statements": [{"statement": str(node)} for node in said]}
    pattern = templates.fill("proof/qualifier_precisions", _plain, parts)
    columns = ("statement", "qualifier", "value", "precision")
    for statement, qualifier, value, precision in select(pattern, columns).rows:
        if statement in said and isinstance(qualifier, ox.NamedNode) and value is not None:
            key = qualifier.value.removeprefix(PQV), value
            if key in said[statement].qualifiers:
                said[statement].qualifiers[key] = _number(precision)


def _plain(stem: str) -> str:
    """Keep the names of a template that is a query by itself."""
    return f"?{stem}"


def _number(node: Node | None) -> int | None:
    return int(node.value) if isinstance(node, ox.Literal) and node.value.isdigit() else None


def _item(node: Node | None) -> str | None:
    return node.value.removeprefix(WD) if isinstance(node, ox.NamedNode) else None

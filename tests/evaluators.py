"""The two engines that must say what the reference says, and the form in which all three say it."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

import pyoxigraph as ox
import rdflib
from graphs import Day, Item, Node

Denotation = frozenset[str] | bool


def spelled(denotation: frozenset[Node] | bool) -> Denotation:
    """What the reference gives, as texts that engines can be held to."""
    if isinstance(denotation, bool):
        return denotation
    return frozenset(map(_spell_node, denotation))


def _spell_node(node: Node) -> str:
    match node:
        case Item(id_):
            return id_
        case Day(year, month, day):
            return f"{year}-{month}-{day}"
        case Decimal():
            return f"number {node.normalize():f}"
        case _:
            return f"text {node}"


def _spell(value: str, datatype: str | None) -> str:
    if datatype is None:
        return value.rsplit("/", 1)[-1]
    if datatype.endswith("dateTime"):
        sign, digits = ("-", value[1:]) if value.startswith("-") else ("", value)
        year, month, day = digits.split("T")[0].split("-")
        return f"{sign}{int(year)}-{int(month)}-{int(day)}"
    if datatype.rsplit("#", 1)[-1] in ("decimal", "integer", "double", "float"):
        return f"number {Decimal(value).normalize():f}"
    return f"text {value}"


def ask_oxigraph(rdf: str, sparql: str) -> Denotation:
    store = ox.Store()
    store.load(rdf.encode(), format=ox.RdfFormat.N_TRIPLES)
    result = store.query(sparql)
    if isinstance(result, ox.QueryBoolean):
        return bool(result)
    assert isinstance(result, ox.QuerySolutions)
    try:
        rows = list(result)
    finally:
        del result  # what is kept by the traceback of an error may be freed by another thread
    return _column(_oxigraph_term(row[0]) for row in rows)


def _oxigraph_term(term: object) -> str:
    if isinstance(term, ox.Literal):
        return _spell(term.value, term.datatype.value)
    assert isinstance(term, ox.NamedNode), f"{term} is no answer"
    return _spell(term.value, None)


def ask_rdflib(rdf: str, sparql: str) -> Denotation:
    graph = rdflib.Graph().parse(data=rdf, format="nt")
    result = graph.query(sparql)
    if result.type == "ASK":
        return bool(result.askAnswer)
    return _column(_rdflib_term(row[0]) for row in result)


def _rdflib_term(term: object) -> str:
    if isinstance(term, rdflib.Literal):
        return _spell(str(term), str(term.datatype or "string"))
    assert isinstance(term, rdflib.URIRef), f"{term} is no answer"
    return _spell(str(term), None)


def _column(values: Iterable[str]) -> frozenset[str]:
    found = list(values)
    assert len(found) == len(set(found)), "an answer came twice"
    return frozenset(found)

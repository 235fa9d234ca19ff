"""Results in the formats of SPARQL 1.1: JSON, XML, CSV and TSV.

* https://www.w3.org/TR/sparql11-results-json/
* https://www.w3.org/TR/rdf-sparql-XMLres/
* https://www.w3.org/TR/sparql11-results-csv-tsv/
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, assert_never
from xml.sax.saxutils import escape, quoteattr

import pyoxigraph as ox

from kgqa_store.results import Node, Result, Table, Triples
from kgqa_store.vocabulary import PREFIXES, XSD

PIECE = 1000
"""So many rows are encoded at a time."""
SPOKEN = ("subject", "predicate", "object")


def pieces(result: Result, form: str) -> Iterator[bytes]:
    """Yield `result` in the format `form`: json, xml, csv or tsv."""
    match form:
        case "json":
            yield from _json(result)
        case "xml":
            yield from _xml(result)
        case "csv":
            yield from _csv(result)
        case "tsv":
            yield from _tsv(result)
        case _:
            raise ValueError(f"there is no format {form!r}")


def _batches(items: Iterable[Any]) -> Iterator[list[Any]]:
    rest = iter(items)
    while batch := list(islice(rest, PIECE)):
        yield batch


# --- JSON ----


def _json(result: Result) -> Iterator[bytes]:
    import orjson

    match result:
        case bool():
            yield orjson.dumps({"head": {}, "boolean": result}) + b"\n"
        case Table(variables, rows):
            yield b'{"head":{"vars":' + orjson.dumps(variables) + b'},"results":{"bindings":['
            bindings = (
                {name: term(node) for name, node in zip(variables, row, strict=True) if node}
                for row in rows
            )
            yield from _joined(bindings)
            yield b"\n]}}\n"
        case Triples(triples):
            yield b"["
            yield from _joined(
                dict(zip(SPOKEN, map(term, triple), strict=True)) for triple in triples
            )
            yield b"\n]\n"
        case _:
            assert_never(result)


def _joined(records: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Yield `records` as lines of JSON with commas between."""
    import orjson

    comma = b"\n"
    for batch in _batches(records):
        yield comma + b",\n".join(map(orjson.dumps, batch))
        comma = b",\n"


def term(node: Node) -> dict[str, Any]:
    """Return an RDF term as the JSON results of SPARQL have it."""
    match node:
        case ox.NamedNode():
            return {"type": "uri", "value": node.value}
        case ox.BlankNode():
            return {"type": "bnode", "value": node.value}
        case ox.Literal():
            if node.language:
                return {"type": "literal", "value": node.value, "xml:lang": node.language}
            if node.datatype.value == f"{XSD}string":
                return {"type": "literal", "value": node.value}
            return {"type": "literal", "value": node.value, "datatype": node.datatype.value}
        case ox.Triple():
            return {"type": "triple", "value": dict(zip(SPOKEN, map(term, node), strict=True))}
        case _:
            assert_never(node)


# --- XML ----

_START = b'<?xml version="1.0" encoding="UTF-8"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">'
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""What no document of XML 1.0 may have, not even escaped."""


def _xml(result: Result) -> Iterator[bytes]:
    match result:
        case bool():
            yield _START + f"<head/><boolean>{str(result).lower()}</boolean></sparql>\n".encode()
        case Table(variables, rows):
            names = "".join(f"<variable name={_attribute(name)}/>" for name in variables)
            yield _START + f"<head>{names}</head><results>\n".encode()
            for batch in _batches(rows):
                yield "".join(_xml_row(variables, row) for row in batch).encode()
            yield b"</results></sparql>\n"
        case Triples():
            raise ValueError("a graph has no XML of SPARQL results")
        case _:
            assert_never(result)


def _xml_row(variables: tuple[str, ...], row: Iterable[Node | None]) -> str:
    bindings = (
        f"<binding name={_attribute(name)}>{_xml_term(node)}</binding>"
        for name, node in zip(variables, row, strict=True)
        if node is not None
    )
    return f"<result>{''.join(bindings)}</result>\n"


def _xml_term(node: Node) -> str:
    match node:
        case ox.NamedNode():
            return f"<uri>{_content(node.value)}</uri>"
        case ox.BlankNode():
            return f"<bnode>{_content(node.value)}</bnode>"
        case ox.Literal():
            text = _content(node.value)
            if node.language:
                return f"<literal xml:lang={_attribute(node.language)}>{text}</literal>"
            if node.datatype.value == f"{XSD}string":
                return f"<literal>{text}</literal>"
            return f"<literal datatype={_attribute(node.datatype.value)}>{text}</literal>"
        case ox.Triple():
            parts = (
                f"<{name}>{_xml_term(one)}</{name}>" for name, one in zip(SPOKEN, node, strict=True)
            )
            return f"<triple>{''.join(parts)}</triple>"
        case _:
            assert_never(node)


def _content(text: str) -> str:
    return escape(_ILLEGAL.sub("\ufffd", text))


def _attribute(text: str) -> str:
    return quoteattr(_ILLEGAL.sub("\ufffd", text))


# --- CSV and TSV ----


def _csv(result: Result) -> Iterator[bytes]:
    match result:
        case bool():
            yield b"true\r\n" if result else b"false\r\n"
        case Table(variables, rows):
            yield from _csv_lines(variables, rows)
        case Triples(triples):
            yield from _csv_lines(SPOKEN, triples)
        case _:
            assert_never(result)


def _csv_lines(header: tuple[str, ...], rows: Iterable[Iterable[Node | None]]) -> Iterator[bytes]:
    lines = ([_plain(node) for node in row] for row in rows)
    for batch in _batches(chain([header], lines)):
        text = io.StringIO(newline="")
        csv.writer(text).writerows(batch)
        yield text.getvalue().encode()


def _plain(node: Node | None) -> str:
    """Return a term as CSV has it: only its value."""
    match node:
        case None:
            return ""
        case ox.BlankNode() | ox.Triple():
            return str(node)
        case _:
            return node.value


def _tsv(result: Result) -> Iterator[bytes]:
    match result:
        case bool():
            yield b"true\n" if result else b"false\n"
        case Table(variables, rows):
            yield ("\t".join(f"?{name}" for name in variables) + "\n").encode()
            for batch in _batches(rows):
                lines = ("\t".join(map(_spelt, row)) for row in batch)
                yield ("\n".join(lines) + "\n").encode()
        case Triples(triples):
            for batch in _batches(triples):
                yield ox.serialize(batch, format=ox.RdfFormat.N_TRIPLES) or b""
        case _:
            assert_never(result)


def _spelt(node: Node | None) -> str:
    """Return a term as TSV has it: in the syntax of SPARQL."""
    return "" if node is None else str(node).replace("\t", "\\t")


# --- Short names ----


def abbreviated(iri: str) -> str:
    """Return an IRI with the prefix of its namespace, such as `wd:Q42`, where there is one."""
    # The longest namespace that fits: wds: lies within wd:.
    for prefix, start in sorted(PREFIXES.items(), key=lambda item: -len(item[1])):
        name = iri.removeprefix(start)
        if name != iri and name and not set(name) & set("/#?:"):
            return f"{prefix}:{name}"
    return f"<{iri}>"


def used_prefixes(triples: Iterable[ox.Triple]) -> dict[str, str]:
    """Return the prefixes that shorten something in `triples`."""
    iris = {node.value for triple in triples for node in triple if isinstance(node, ox.NamedNode)}
    names = {abbreviated(iri).partition(":")[0] for iri in iris}
    return {prefix: start for prefix, start in PREFIXES.items() if prefix in names}

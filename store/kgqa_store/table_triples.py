"""Tables as RDF: the rows as things, their cells as what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote

import pyoxigraph as ox

from kgqa_store.errors import SourceError
from kgqa_store.local_names import class_words
from kgqa_store.table_mapping import PATTERNS, Column, TableMapping, TablesMapping
from kgqa_store.tables import Table
from kgqa_store.vocabulary import RDF, RDFS, XSD

_TRUE = ("true", "yes")


def turtle(tables: Sequence[Table], mapping: TablesMapping) -> Iterator[str]:
    """Give the tables as Turtle, line by line: prefixes, what words stand for, and the rows."""
    yield f"@prefix id: <{mapping.namespace}id/> .\n"
    yield f"@prefix v: <{mapping.namespace}vocab#> .\n"
    names = {one.class_ for one in mapping.tables.values()}
    names |= {c.property for one in mapping.tables.values() for c in one.columns.values()}
    for name in sorted(names):
        label = ox.Literal(class_words(name), language="en")
        yield f"<{mapping.namespace}vocab#{quote(name)}> <{RDFS}label> {label} .\n"
    for table in tables:
        yield from _rows(table, mapping.tables[table.name], mapping)


def _rows(table: Table, said: TableMapping, mapping: TablesMapping) -> Iterator[str]:
    vocabulary = f"{mapping.namespace}vocab#"
    seen: set[str] = set()
    for place, row in enumerate(table.rows, 2):
        cells = dict(zip(table.columns, row, strict=True))
        key = cells[said.key]
        if not key or key in seen:
            what = f"the key {key} a second time" if key else "no key"
            raise SourceError(
                f"Row {place} of {table.name} has {what} in the column {said.key}.",
                hint="A key tells rows apart: mend the table, or name another key in the mapping.",
            )
        seen.add(key)
        thing = _thing(mapping, said.class_, key)
        yield f"{thing} <{RDF}type> <{vocabulary}{quote(said.class_)}> .\n"
        if said.label and cells[said.label]:
            yield f"{thing} <{RDFS}label> {ox.Literal(cells[said.label])} .\n"
        for name, column in said.columns.items():
            if cells[name]:
                value = _value(cells[name], column, mapping)
                yield f"{thing} <{vocabulary}{quote(column.property)}> {value} .\n"


def _thing(mapping: TablesMapping, class_: str, key: str) -> str:
    return f"<{mapping.namespace}id/{class_.lower()}-{quote(key, safe='')}>"


def _value(cell: str, column: Column, mapping: TablesMapping) -> str:
    if column.links:
        return _thing(mapping, mapping.tables[column.links].class_, cell)
    match column.datatype:
        case "boolean":
            return f'"{str(cell.lower() in _TRUE).lower()}"^^<{XSD}boolean>'
        case "dateTime":
            cell = cell.replace(" ", "T")
            cell += ":00" if re.fullmatch(r".*T\d\d:\d\d", cell) else ""
        case "string":
            return str(ox.Literal(cell))
        case datatype if datatype in PATTERNS and not _fits(cell, datatype):
            return str(ox.Literal(cell))  # a stray text among numbers stays a text
    return str(ox.Literal(cell, datatype=ox.NamedNode(XSD + column.datatype)))


def _fits(cell: str, datatype: str) -> bool:
    patterns = (PATTERNS["integer"], PATTERNS["decimal"])
    wanted = patterns if datatype == "decimal" else (PATTERNS[datatype],)
    return any(re.fullmatch(pattern, cell) for pattern in wanted)

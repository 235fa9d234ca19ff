"""What a test should give and what it gives, so that the two can be compared."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

import pyoxigraph as ox
from conformance_suite import Test, parsed, path_of
from kgqa_store.rdf_source import GENID
from kgqa_store.results import Result, Table, Triples, read_results
from kgqa_store.vocabulary import PREFIXES

RS = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#"
ROW = "urn:conformance:row"
FORMATS = {
    ".srx": ox.QueryResultsFormat.XML,
    ".srj": ox.QueryResultsFormat.JSON,
    ".tsv": ox.QueryResultsFormat.TSV,
}
Rows = list[dict[str, object]]


@dataclass(frozen=True)
class Outcome:
    """A truth, rows, or triples; or else why there is nothing."""

    truth: bool | None = None
    rows: Rows | None = None
    triples: tuple[ox.Triple, ...] | None = None
    error: str = ""
    is_csv: bool = False
    """Whether the terms of the rows are bare texts."""


def expected(test: Test) -> Outcome:
    """Return what the suite says that a test gives."""
    path = path_of(test.result)
    if path.suffix in FORMATS:
        return _of_table(read_results(path.read_bytes(), FORMATS[path.suffix]))
    if path.suffix == ".csv":
        text = path.read_bytes().decode()
        rows: Rows = [dict(row) for row in csv.DictReader(io.StringIO(text, newline=""))]
        return Outcome(rows=rows, is_csv=True)
    quads = parsed(test.result)
    if any(quad.predicate.value.startswith(RS) for quad in quads):
        return _of_result_set(quads)
    return Outcome(triples=tuple(quad.triple for quad in quads))


def _of_result_set(quads: list[ox.Quad]) -> Outcome:
    """Return the results that are written with the vocabulary of result sets."""
    values: dict[tuple[object, str], list[object]] = {}
    for quad in quads:
        key = quad.predicate.value.removeprefix(RS)
        values.setdefault((quad.subject, key), []).append(quad.object)
    truths = [quad.object for quad in quads if quad.predicate.value == RS + "boolean"]
    if truths:
        return Outcome(truth=truths[0].value == "true")  # type: ignore[union-attr]
    solutions = [quad.object for quad in quads if quad.predicate.value == RS + "solution"]
    return Outcome(
        rows=[
            {
                values[binding, "variable"][0].value: values[binding, "value"][0]  # type: ignore[attr-defined]
                for binding in values.get((solution, "binding"), [])
            }
            for solution in solutions
        ]
    )


def of_kgqa(result: Result) -> Outcome:
    """Return a result of kgqa, with the blank nodes that it has made IRIs of."""
    if isinstance(result, Triples):
        return Outcome(triples=tuple(_blank_again(triple) for triple in result.triples))  # type: ignore[misc]
    return _of_table(result)


def of_pyoxigraph(store: ox.Store, query: str) -> Outcome:
    """Return what plain pyoxigraph makes of a query."""
    try:
        results = store.query(query, prefixes=dict(PREFIXES))
        if isinstance(results, ox.QueryBoolean):
            return Outcome(truth=bool(results))
        if isinstance(results, ox.QueryTriples):
            return Outcome(triples=tuple(results))
        names = tuple(variable.value for variable in results.variables)
        return _of_table(Table(names, tuple(map(tuple, results))))
    except (SyntaxError, ValueError, RuntimeError, OSError) as error:
        return Outcome(error=str(error))


def _of_table(result: Table | bool | Triples) -> Outcome:
    if isinstance(result, bool):
        return Outcome(truth=result)
    if isinstance(result, Triples):
        return Outcome(triples=result.triples)
    rows = [zip(result.variables, row, strict=True) for row in result.rows]
    return Outcome(
        rows=[{name: _blank_again(term) for name, term in row if term is not None} for row in rows]
    )


def _blank_again(term: object) -> object:
    match term:
        case ox.NamedNode() if term.value.startswith(GENID):
            return ox.BlankNode(term.value.removeprefix(GENID).replace("-", "x"))
        case ox.Triple():
            return ox.Triple(
                _blank_again(term.subject),
                term.predicate,
                _blank_again(term.object),  # type: ignore[arg-type]
            )
    return term


def same(wanted: Outcome, given: Outcome) -> bool:
    """Whether two results are the same, up to the names of blank nodes and the order of rows."""
    if given.error or (wanted.truth, wanted.rows is None) != (given.truth, given.rows is None):
        return False
    if wanted.rows is not None and given.rows is not None:
        if wanted.is_csv:
            return sorted(map(_bare, wanted.rows)) == sorted(map(_bare, given.rows))
        return _canonical(_row_triples(wanted.rows)) == _canonical(_row_triples(given.rows))
    return _canonical(wanted.triples or ()) == _canonical(given.triples or ())


def _bare(row: dict[str, object]) -> list[tuple[str, str]]:
    """Return a row as CSV has it: texts, where a blank node is any."""
    texts = (
        (name, "_:" if isinstance(term, ox.BlankNode) else getattr(term, "value", term))
        for name, term in row.items()
    )
    return sorted(
        (name, "_:" if str(t).startswith("_:") else _number(str(t))) for name, t in texts if t
    )


def _number(text: str) -> str:
    try:
        return str(float(text))
    except ValueError:
        return text


def _row_triples(rows: Rows) -> Iterable[ox.Triple]:
    """Give triples that say what the rows say."""
    for number, row in enumerate(rows):
        node = ox.BlankNode(f"row{number}")
        yield ox.Triple(node, ox.NamedNode(ROW), ox.NamedNode(ROW))
        for name, term in row.items():
            yield ox.Triple(node, ox.NamedNode(f"{ROW}:{name}"), term)  # type: ignore[arg-type]


def _canonical(triples: Iterable[ox.Triple]) -> set[ox.Quad]:
    """Return triples with names for blank nodes that depend on nothing but what is said of them.

    Numbers are spelt as the engine spells them, which keeps their value only.
    """
    store = ox.Store()
    store.extend(ox.Quad(one.subject, one.predicate, one.object) for one in triples)
    dataset = ox.Dataset(store)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.UNSTABLE)
    return set(dataset)

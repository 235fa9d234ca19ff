"""Results and replies as text, in the format that a user chose. What is heavy is imported late."""

from __future__ import annotations

from typing import Literal, assert_never

from kgqa.algebra import to_english
from kgqa.answers import Reply, Result
from kgqa.formats import Written


def written(found: Result | Reply, form: Written) -> str:
    """Return answers, and where the format has room for them their proofs, as a text."""
    match form:
        case "csv" | "tsv" | "markdown":
            return _table(found, form)
        case "turtle":
            from kgqa.formats.provenance import as_turtle, provenance

            return as_turtle(provenance(found))
        case "jsonld":
            from kgqa.formats.provenance import as_jsonld, provenance

            return as_jsonld(provenance(found))
        case "graphml":
            from kgqa.formats.proof_graph import as_graphml, proof_graph

            return as_graphml(proof_graph(found))
        case _:
            assert_never(form)


def _table(found: Result | Reply, form: Literal["csv", "tsv", "markdown"]) -> str:
    from kgqa.formats.rows import (
        COLUMNS,
        MARKDOWN,
        answer_rows,
        as_csv,
        as_markdown,
        as_tsv,
        markdown_rows,
    )

    match form:
        case "csv":
            return as_csv(COLUMNS, answer_rows(found))
        case "tsv":
            return as_tsv(COLUMNS, answer_rows(found))
        case "markdown":
            table = as_markdown(MARKDOWN, markdown_rows(found))
            return f"{table}\nUnderstood as: {_understood(found)}\n"
        case _:
            assert_never(form)


def _understood(found: Result | Reply) -> str:
    if isinstance(found, Result):
        return to_english(found.query, found.labels)
    return to_english(found.readings[0].query, found.labels) if found.readings else "nothing"

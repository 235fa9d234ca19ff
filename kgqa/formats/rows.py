"""Answers as tables: CSV, TSV and Markdown, a row for each."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from kgqa.answers import Answer, Fact, Reply, Result, TextProof, value_text
from kgqa.as_json import named, value_object

COLUMNS = ("label", "type", "id", "value", "unit", "confidence", "sure", "source")
"""What is told of an answer; `docs/formats.md` says it."""
FACTS = 3
"""So many facts of an answer stand in a table of Markdown."""

Row = Sequence[object]


def answer_rows(found: Result | Reply) -> list[Row]:
    """Return a row of `COLUMNS` for each answer; what does not apply is empty."""
    return [_row(answer, found.labels) for answer in found.answers]


def _row(answer: Answer, labels: Mapping[str, str]) -> Row:
    value = value_object(answer.value, labels)
    exact = value["value"]
    return (
        value_text(answer.value, labels),
        value["type"],
        value["id"] or "",
        str(exact).lower() if isinstance(exact, bool) else "" if exact is None else exact,
        value["unit"] or "",
        round(answer.confidence, 4),
        answer.sure,
        answer.source,
    )


def as_csv(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Return a table as RFC 4180 has it."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([columns, *rows])
    return text.getvalue()


def as_tsv(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Return a table with tabs between its cells, none of which has a tab or an end of a line."""
    cells = (("\t".join(_one_line(cell) for cell in row)) for row in [columns, *rows])
    return "".join(f"{line}\n" for line in cells)


def as_markdown(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Return a table of Markdown; signs that it would obey are escaped."""
    lines = [columns, ["---"] * len(columns), *([_escaped(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def markdown_rows(found: Result | Reply) -> list[Row]:
    """Return for each answer its label, its id, how sure it is, and why."""
    return [
        (
            value_text(answer.value, found.labels),
            value_object(answer.value, found.labels)["id"] or "",
            f"{answer.sure} ({answer.confidence:.2f})",
            "; ".join(_reasons(answer, found.labels)),
        )
        for answer in found.answers
    ]


MARKDOWN = ("answer", "id", "how sure", "because")


def _reasons(answer: Answer, labels: Mapping[str, str]) -> Iterable[str]:
    facts = [fact for proof in answer.graph_proofs for fact in proof.facts]
    more = max(0, len(facts) - FACTS) + sum(proof.more for proof in answer.graph_proofs)
    for fact in facts[:FACTS]:
        yield fact_text(fact, labels)
    if more > 0:
        yield f"{more:,} more fact{'' if more == 1 else 's'}"
    for proof in answer.text_proofs:
        yield quotation_text(proof)
    for recalled in answer.recollections:
        yield f"from the memory of {recalled.model}, without a source"


def fact_text(fact: Fact, labels: Mapping[str, str]) -> str:
    """Return a fact on one line: what has which property to what, or has not."""
    name, subject = str(named(fact.property, labels)["label"]), value_text(fact.subject, labels)
    other = fact.object if isinstance(fact.object, str) else value_text(fact.object, labels)
    return f"{subject} · {'no ' if fact.is_missing else ''}{name} · {other}"


def quotation_text(proof: TextProof) -> str:
    """Return what was read, and where."""
    return f"“{proof.quote or proof.text}” in {proof.title or proof.passage}"


def _one_line(cell: object) -> str:
    return " ".join(str(cell).split())


def _escaped(cell: object) -> str:
    text = _one_line(cell)
    return "".join(f"\\{sign}" if sign in "\\|*_`<[]" else sign for sign in text)

"""Predictions in the official format of each benchmark, as its own script reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgqa.bench.datasets.gold_sparql import ENTITY
from kgqa.bench.question import Question
from kgqa.bench.row import Row

XSD = "http://www.w3.org/2001/XMLSchema#"
DATATYPES = {"date": f"{XSD}dateTime", "number": f"{XSD}decimal"}


def official(benchmark: str, questions: Sequence[Question], rows: Sequence[Row]) -> Any:  # noqa: ANN401
    """Return the predictions of a run; `questions` are those of the rows, in their order."""
    match benchmark:
        case "mintaka":
            return {row.id: _mintaka(row) for row in rows}
        case "qampari":
            return [_qampari(*one) for one in zip(questions, rows, strict=True)]
        case "ambigqa":
            return {row.id: _pairs(row) for row in rows}
        case "quasar":
            return {row.id: row.labels[0] if row.labels else "" for row in rows}
        case "qald":
            found = [_qald(*one) for one in zip(questions, rows, strict=True)]
            return {"questions": found}
        case _:
            return {row.id: row.found for row in rows}


def _mintaka(row: Row) -> Any:  # noqa: ANN401 - a value, a list, or nothing
    values = [_typed(text, kind) for text, kind in zip(row.found, row.kinds, strict=True)]
    return (values if len(values) > 1 else values[0]) if values else None


def _typed(text: str, kind: str) -> str | bool | int | float:
    match kind:
        case "boolean":
            return text == "True"
        case "number":
            return float(text) if "." in text or "e" in text.lower() else int(text)
        case _:
            return text


def _qampari(question: Question, row: Row) -> dict[str, Any]:
    answers = [{"answer_text": names[0], "aliases": list(names)} for names in question.gold]
    return {
        "qid": row.id,
        "question_text": row.question,
        "answer_list": answers,
        "predictions": row.labels,
    }


def _pairs(row: Row) -> list[dict[str, str]]:
    return [{"question": question, "answer": answer} for question, answer in row.pairs]


def _qald(question: Question, row: Row) -> dict[str, Any]:
    if row.kinds[:1] == ["boolean"]:
        answer: dict[str, Any] = {"head": {}, "boolean": row.found[0] == "True"}
    else:
        cells = zip(row.found, row.kinds, strict=True)
        bindings = [{"x": _binding(text, kind)} for text, kind in cells]
        answer = {"head": {"vars": ["x"]}, "results": {"bindings": bindings}}
    return {
        "id": row.id,
        "question": [{"language": row.language, "string": row.question}],
        "query": {"sparql": row.sparql},
        "answers": [answer],
    }


def _binding(text: str, kind: str) -> dict[str, str]:
    if kind == "entity" or (text[:1] == "Q" and text[1:].isdigit()):
        return {"type": "uri", "value": ENTITY + text}
    typed = {"datatype": DATATYPES[kind]} if kind in DATATYPES else {}
    return {"type": "literal", "value": text, **typed}

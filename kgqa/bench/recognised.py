"""Which benchmark a file of questions is of, by the fields of its first record."""

from __future__ import annotations

from pathlib import Path

from kgqa.bench.errors import DataError
from kgqa.bench.records import read_lines, read_records

SIGNS = {
    "mintaka": ("complexityType",),
    "ambigqa": ("annotations",),
    "rubq": ("RuBQ_version",),
    "popqa": ("possible_answers",),
    "lcquad": ("NNQT_question",),
    "wikiwebquestions": ("utterance", "sparql"),
    "spinach": ("sparql", "title"),
    "quasar": ("uid", "answer"),
}
"""Fields that only the records of one benchmark have; the first that fits is it."""


def recognised(path: Path, split: str | None = None) -> str:
    """Return the name of the benchmark whose format a file has."""
    try:
        fields = next(iter(read_records(path, split))).fields
    except DataError:
        return _of_lines(path, split)
    except StopIteration:
        raise DataError(f"{path.name} has no questions.") from None
    for name, signs in SIGNS.items():
        if all(sign in fields for sign in signs):
            return name
    if "answer_list" in fields or "__" in str(fields.get("id", fields.get("qid", ""))):
        return "qampari"
    if "sparql" in fields or "query" in fields:
        return "lcquad" if "subgraph" in fields or "shape" in fields else "qald"
    if "question" in fields and ("answer" in fields or "answers" in fields):
        return "nq"
    raise _unknown(path, ", ".join(fields))


def _of_lines(path: Path, split: str | None) -> str:
    _, line = next(iter(read_lines(path, split)), ("", ""))
    if line.count("\t") >= 3:
        return "simplequestions"
    raise _unknown(path, line[:60])


def _unknown(path: Path, what: str) -> DataError:
    return DataError(
        f"{path.name} is of no benchmark that is known: its records begin with {what}.",
        hint="say which with --benchmark",
    )

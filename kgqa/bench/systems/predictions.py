"""A file of predictions in the official format of a benchmark, or as `id: answers`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgqa.bench.errors import DataError
from kgqa.bench.question import Prediction, Question
from kgqa.bench.records import read_text
from kgqa.bench.systems.replies import QUERIES, prediction_from, query_in

SHOWN = 5
IDS = ("id", "qid", "uid", "dev_set_id")
"""Under which of these a record names its question; the last is that of WikiSP's published runs."""
REPLIES = ("predictions", "prediction", "answers", "answer")


class PredictionsFile:
    """Answers by looking up what a file says."""

    def __init__(
        self, path: Path, benchmark: str, ids: frozenset[str], *, is_partial: bool = False
    ) -> None:
        """Read the file; refuse ids that are unknown, said twice, or missing."""
        self._found = read_predictions(path)
        unknown = [id_ for id_ in self._found if id_ not in ids]
        if unknown:
            raise DataError(
                f"{path.name} predicts for {len(unknown)} ids that are no questions: "
                f"{_some(unknown)}.",
                hint="is it for another split? --limit is to be left out as well",
            )
        missing = sorted(ids - self._found.keys())
        if missing and not is_partial:
            raise DataError(
                f"{path.name} lacks {len(missing)} of {len(ids)} questions: {_some(missing)}.",
                hint="write null for no answer, or say --partial to count them as unanswered",
            )

    def answer(self, question: Question) -> Prediction:
        """Return what the file says to a question."""
        if question.id not in self._found:
            return Prediction(outcome="missing")
        return self._found[question.id]

    def close(self) -> None:
        """Do nothing: the file was read."""


def read_predictions(path: Path) -> dict[str, Prediction]:
    """Return the predictions of a file, by the id of the question."""
    found: dict[str, Prediction] = {}
    for id_, reply, where in _entries(path):
        if id_ in found:
            raise DataError(f"{where}: there are two predictions for {id_!r}.")
        found[id_] = prediction_from(reply, where)
    if not found:
        raise DataError(f"{path.name} has no predictions.")
    return found


def _entries(path: Path) -> Iterator[tuple[str, Any, str]]:
    """Yield id, reply and place of each prediction: an object of all, or a record of each."""
    name, text = read_text(path)
    try:
        content = json.loads(text, object_pairs_hook=_without_repeats)
    except _Repeated as error:
        raise DataError(f"{name}: there are two predictions for {error.key!r}.") from None
    except ValueError as error:
        content = _lines(name, text, error)
    if isinstance(content, dict) and isinstance(content.get("questions"), list):
        content = content["questions"]  # QALD
    elif isinstance(content, dict) and _is_record(content):
        content = [content]  # JSON lines of which there is one
    if isinstance(content, dict):
        yield from ((id_, reply, f"{name}, {id_}") for id_, reply in content.items())
        return
    if not isinstance(content, list):
        raise DataError(f"{name} should hold an object of predictions or a list of records.")
    for number, record in enumerate(content, 1):
        yield _entry(record, f"{name}, record {number}")


def _is_record(content: dict[str, Any]) -> bool:
    """Whether an object is the record of one prediction, and not an object of all of them."""
    has_reply = any(key in content for key in (*REPLIES, *QUERIES))
    return has_reply and any(isinstance(content.get(key), str | int) for key in IDS)


def _entry(record: Any, where: str) -> tuple[str, Any, str]:  # noqa: ANN401 - whatever JSON has
    if not isinstance(record, dict):
        raise DataError(f"{where} is no object.")
    id_ = next((record[key] for key in IDS if key in record), None)
    if id_ is None:
        raise DataError(f"{where} has no id.", hint=f"it should have one of {', '.join(IDS)}")
    key = next((key for key in REPLIES if key in record), None)
    if key is None and query_in(record) is not None:
        return str(id_), record, where
    if key is None and any(name in record and record[name] is None for name in QUERIES):
        return str(id_), None, where
    if key is None:
        raise DataError(
            f"{where} has no predictions.",
            hint=f"it should have {REPLIES[0]!r}, or 'sparql', which may be null for no answer",
        )
    return str(id_), _from_results(record[key]), where


def _from_results(reply: Any) -> Any:  # noqa: ANN401 - whatever JSON has
    """Return answers that are SPARQL results, as in QALD, as a list; others as they are."""
    from kgqa.bench.datasets.gold_sparql import first_column

    if not (isinstance(reply, list) and reply and isinstance(reply[0], dict)):
        return reply
    if "boolean" in reply[0]:
        return [bool(reply[0]["boolean"])]
    if "results" not in reply[0]:
        return reply
    return list(first_column(reply[0]["results"].get("bindings") or []))


def _lines(name: str, text: str, error: ValueError) -> list[Any]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(json.loads(line))
            except ValueError:
                what = error if number == 1 else f"line {number}"
                raise DataError(f"{name} is neither JSON nor JSON lines: {what}.") from None
    return found


class _Repeated(ValueError):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Repeated(key)
        found[key] = value
    return found


def _some(ids: list[str]) -> str:
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return ", ".join(ids[:SHOWN]) + more

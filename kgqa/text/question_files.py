"""Questions with gold answers, from the files of published question sets, told by their fields."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgqa.errors import TextIndexError
from kgqa.text.retrieval_measure import GoldQuestion

_ENTITY = re.compile(r"Q[1-9]\d*$")


def read_questions(path: Path) -> list[GoldQuestion]:
    """Return the questions of a file that have gold answers.

    Known are the files of Mintaka, QAMPARI (with and without proofs), EntityQuestions, PopQA,
    NQ-open and SQuAD, and any list or lines of records with `question` and `answers`.
    """
    try:
        content = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TextIndexError(f"{path} cannot be read: {error}.") from error
    try:
        records = _records(content)
    except ValueError as error:
        raise TextIndexError(
            f"{path} is no JSON: {error}.", hint="Give a list of records, or one record a line."
        ) from error
    found = [question for record in records for question in _questions(record)]
    if not found:
        raise TextIndexError(
            f"{path} holds no question with answers.",
            hint='A record looks like {"question": "...", "answers": ["...", "..."]}',
        )
    return found


def _records(content: str) -> list[Any]:
    try:
        value = json.loads(content)
    except ValueError:
        return [json.loads(line) for line in content.splitlines() if line.strip()]
    return value if isinstance(value, list) else [value]


def _questions(record: object) -> Iterator[GoldQuestion]:
    """Yield the questions of a record; a paragraph of SQuAD has several."""
    if not isinstance(record, dict):
        return
    if isinstance(record.get("questions"), list):
        for one in record["questions"]:
            yield from _questions(one | {"evidence": [record.get("context", "")]})
        return
    text = record.get("question") or record.get("question_text")
    answers = tuple(_answers(record))
    if isinstance(text, str) and answers:
        yield GoldQuestion(text, answers, tuple(_evidence(record)), tuple(_qids(record)))


def _answers(record: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the names of each gold answer."""
    if isinstance(record.get("answer_list"), dict):  # QAMPARI with proofs: names -> texts
        for names in record["answer_list"]:
            yield tuple(re.findall(r"""["'](.+?)["'](?=[,\]])""", names)) or (names,)
        return
    if "possible_answers" in record:  # PopQA: one answer, and its names as JSON
        yield tuple(json.loads(record["possible_answers"]))
        return
    given = record.get("answers", record.get("answer", record.get("answerText")))
    if isinstance(given, dict):  # Mintaka
        given = [_label(one) for one in given.get("answer") or []]
        yield from ((label,) for label in given if label)
        return
    given = [given] if isinstance(given, str) else given
    if not isinstance(given, list):
        return
    lists = [tuple(map(str, one)) for one in given if isinstance(one, list)]
    names = tuple(one for one in given if isinstance(one, str))
    yield from lists or ((names,) if names else ())


def _label(answer: object) -> str:
    if not isinstance(answer, dict):
        return str(answer) if isinstance(answer, str | int | float) else ""
    label = answer.get("label")
    return str(label.get("en") or "") if isinstance(label, dict) else str(label or "")


def _evidence(record: dict[str, Any]) -> Iterator[str]:
    if isinstance(record.get("answer_list"), dict):
        for texts in record["answer_list"].values():
            yield from (text for text in texts if isinstance(text, str))
    else:
        yield from (text for text in record.get("evidence") or () if text)


def _qids(record: dict[str, Any]) -> Iterator[str]:
    """Yield the entities of a question: Mintaka's and PopQA's records name them."""
    for one in record.get("questionEntity") or ():
        if isinstance(one, dict) and _ENTITY.match(str(one.get("name"))):
            yield str(one["name"])
    found = _ENTITY.search(str(record.get("s_uri", "")))
    if found:
        yield found[0]

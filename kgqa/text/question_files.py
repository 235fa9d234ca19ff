"""Questions with gold answers, from the files of published question sets, told by their fields."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgqa_store.sources import MAGIC

from kgqa.errors import TextIndexError
from kgqa.text.retrieval_measure import GoldQuestion

_ENTITY = re.compile(r"Q[1-9]\d*$")


def read_questions(path: Path) -> list[GoldQuestion]:
    """Return the questions of a file that have gold answers.

    Known are the files of Mintaka, QAMPARI (with and without proofs), EntityQuestions, PopQA,
    NQ-open and SQuAD, and any list or lines of records with `question` and `answers`.
    """
    records = _records(path, _content(path))
    found = [question for record in records for question in _questions(record)]
    if not found:
        raise TextIndexError(
            f"{path} holds no question with answers.",
            hint='A record looks like {"question": "...", "answers": ["...", "..."]}',
        )
    return found


def _content(path: Path) -> str:
    """Return what is in a file, unpacked if gzip has packed it."""
    try:
        content = path.read_bytes()
        if content.startswith(MAGIC["gzip"]):
            content = gzip.decompress(content)
        return content.decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise TextIndexError(f"{path} cannot be read: {error}.") from error


def _records(path: Path, content: str) -> list[Any]:
    """Return the records of a list, or of lines; what is broken is told with its line."""
    try:
        value = json.loads(content)
    except json.JSONDecodeError as error:
        if not content.lstrip().startswith("{"):
            raise _broken(f"{path}, line {error.lineno}", error) from error
        return list(_lines(path, content))
    return value if isinstance(value, list) else [value]


def _lines(path: Path, content: str) -> Iterator[Any]:
    for number, line in enumerate(content.split("\n"), 1):  # texts may have other ends of lines
        if line.strip():
            try:
                yield json.loads(line)
            except json.JSONDecodeError as error:
                raise _broken(f"{path}, line {number}", error) from error


def _broken(where: str, error: json.JSONDecodeError) -> TextIndexError:
    what = error.msg.removesuffix(" starting at")
    return TextIndexError(
        f"{where}, is no JSON: {what} at column {error.colno}.",
        hint="Give a list of records, or one record a line. Is the file complete?",
    )


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
    listed = record.get("answer_list")
    if isinstance(listed, dict):  # QAMPARI with proofs: names -> texts
        for names in listed:
            yield tuple(re.findall(r"""["'](.+?)["'](?=[,\]])""", names)) or (names,)
        return
    if isinstance(listed, list):  # QAMPARI's official form
        for one in filter(_is_object, listed):
            names = (one.get("answer_text"), *(one.get("aliases") or ()))
            yield tuple(dict.fromkeys(str(name) for name in names if name))
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


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _evidence(record: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the texts that prove each answer; where it is not told which, each proves one."""
    listed = record.get("answer_list")
    if isinstance(listed, dict):
        groups = (
            tuple(text for text in texts if isinstance(text, str)) for texts in listed.values()
        )
    elif isinstance(listed, list):
        groups = (tuple(_proofs(one)) for one in filter(_is_object, listed))
    else:
        groups = ((text,) for text in record.get("evidence") or () if text)
    yield from (group for group in groups if group)


def _proofs(answer: dict[str, Any]) -> Iterator[str]:
    for proof in answer.get("proof") or ():
        text = proof.get("proof_text") if isinstance(proof, dict) else proof
        if isinstance(text, str) and text.strip():
            yield text


def _qids(record: dict[str, Any]) -> Iterator[str]:
    """Yield the entities of a question: Mintaka's and PopQA's records name them."""
    for one in record.get("questionEntity") or ():
        if isinstance(one, dict) and _ENTITY.match(str(one.get("name"))):
            yield str(one["name"])
    found = _ENTITY.search(str(record.get("s_uri", "")))
    if found:
        yield found[0]

"""Question sets from which linking is learned: questions, and the entities that they name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

FILES = (
    "simplequestions_wikidata/train.txt",
    "simplequestions_wikidata/valid.txt",
    "wikiwebquestions/train.jsonl",
    "wikiwebquestions/dev.json",
    "qald/qald_10_train.jsonl",
    "qald/qald_9_plus_en_train.json",
    "rubq/RuBQ_2.0_dev.json",
    "popqa/popqa_a.json",
    "mintaka/mintaka_dev.json",
)
"""What a folder of question sets has in it."""

SIMPLE = 3000
"""SimpleQuestions that are learned from: they are many, and all alike."""

_ENTITY = re.compile(r"(?:wd:|entity/)(Q\d+)\b")


@dataclass(frozen=True, slots=True)
class Example:
    """A question, and what it names."""

    source: str
    question: str
    gold: frozenset[str]
    """The entities that are named, or may be."""
    spans: tuple[tuple[str, int, int], ...] = ()
    """Where each of them stands, as far as the set says so."""


def training(folder: Path) -> Iterator[Example]:
    """Yield what is learned from."""
    yield from simple_questions(folder / "simplequestions_wikidata" / "train.txt", SIMPLE)
    for row in _lines(folder / "wikiwebquestions" / "train.jsonl"):
        yield _query("wikiwebquestions", row["question"], row["sparql"])
    for row in [
        *_lines(folder / "qald" / "qald_10_train.jsonl"),
        *_json(folder / "qald" / "qald_9_plus_en_train.json"),
    ]:
        yield _query("qald", row["question"], row["sparql"])
    for row in _json(folder / "rubq" / "RuBQ_2.0_dev.json"):
        uris = " ".join(row["question_uris"] or ())
        yield _query("rubq", row["question_eng"] or "", uris)
    yield from (one for one in mintaka(folder) if one.source == "mintaka, a half")


def testing(folder: Path) -> Iterator[Example]:
    """Yield what is not learned from."""
    yield from simple_questions(folder / "simplequestions_wikidata" / "valid.txt", 1500)
    for row in _json(folder / "wikiwebquestions" / "dev.json"):
        yield _query("wikiwebquestions", row["utterance"], row["sparql"])
    for row in _json(folder / "popqa" / "popqa_a.json"):
        yield _query("popqa", row["question"], row["s_uri"])
    yield from mintaka(folder)


def simple_questions(path: Path, most: int) -> Iterator[Example]:
    """Yield some of SimpleQuestions, spread over the file by their words."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in sorted(lines, key=lambda one: sha256(one.encode()).digest())[:most]:
        entity, _, _, question = line.split("\t")
        yield Example("simplequestions", question, frozenset({entity}))


def mintaka(folder: Path) -> Iterator[Example]:
    """Yield the questions of Mintaka's dev part, in two halves by their ids."""
    for row in _json(folder / "mintaka" / "mintaka_dev.json"):
        spans = tuple(
            (one["name"], *one["span"])
            for one in row["questionEntity"]
            if one["entityType"] == "entity" and one["name"] and one.get("span")
        )
        half = "a half" if int(row["id"], 16) % 2 == 0 else "the other half"
        gold = frozenset(id_ for id_, _, _ in spans)
        yield Example(f"mintaka, {half}", row["question"], gold, spans)


def _query(source: str, question: str, query: str) -> Example:
    return Example(source, question, frozenset(_ENTITY.findall(query)))


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _json(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(path.read_bytes())
    return rows

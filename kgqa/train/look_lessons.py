"""What a second look is learned from: the readings of questions whose answers are known."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from kgqa.judge.reading_texts import ReadingTexts
from kgqa.parse.parser import Parser
from kgqa.train.gold import gold
from kgqa.train.questions import Asked

READINGS = 24
"""Readings of a question that teach, the best ones by their features."""
RIGHT = 0.6
"""Answers with so large an F1 are taken as right."""
LEAST = 0.3
"""Answers with a smaller F1 are worth nothing."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A reading as the network sees it, and what it teaches."""

    text: str
    is_right: bool
    """Whether most of its answers are right, and most right ones are among them."""
    worth: float
    """How near it is to what was meant: the square of its F1."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question with its readings, the best by their features first."""

    question: str
    readings: tuple[Shown, ...]


def lesson_of(parser: Parser, asked: Asked) -> Lesson | None:
    """Return the readings of a question, each with whether it is right; no text comes twice.

    There is none where the store has no answer.
    """
    right = gold(asked, parser)
    if right is None:
        return None
    texts = ReadingTexts(parser.names, parser.schema)
    found: dict[str, Shown] = {}
    for one in parser.parse(asked.question, limit=READINGS).candidates:
        text = texts.text(one)
        if text not in found:
            f1 = right.worth(one.query, one.members or (), parser)
            found[text] = Shown(text, f1 >= RIGHT, round(f1**2, 4) if f1 >= LEAST else 0.0)
    return Lesson(asked.question, tuple(found.values()))


def write(lessons: Iterable[Lesson], path: Path) -> None:
    """Write lessons, one on a line, so that they are there whole or not at all."""
    beside = path.with_name(f".{path.name}.part")
    with beside.open("w", encoding="utf-8") as file:
        for lesson in lessons:
            file.write(json.dumps(asdict(lesson)) + "\n")
    beside.replace(path)


def read(path: Path) -> Iterator[Lesson]:
    """Yield the lessons of a file; ValueError is raised where it has something else."""
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                row = json.loads(line)
                shown = tuple(Shown(**one) for one in row["readings"])
                yield Lesson(row["question"], shown)
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f"line {number} of {path} is no lesson") from error

"""What a second look is learned from: the readings of questions whose answers are known."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from kgqa.merge.reading_texts import ReadingTexts
from kgqa.parse.judging import Candidate
from kgqa.parse.parser import Parser
from kgqa.parse.readings_training import RIGHT
from kgqa.parse.readings_training_data import (
    Asked,
    f1_of,
    fits_kind,
    forms_of,
    member_forms,
    said_by_words,
)

READINGS = 24
"""Readings of a question that teach, the best ones by their features."""
BY_CHANCE = 0.05
"""What a right answer counts that no word of the question says."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A reading as the network sees it, and what it teaches."""

    text: str
    is_right: bool
    """Whether its first answer is right, or most of its answers are."""
    worth: float
    """How likely it is the reading that was meant: what is right by chance is worth little."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question with its readings, the best by their features first."""

    question: str
    readings: tuple[Shown, ...]


def lesson_of(parser: Parser, asked: Asked) -> Lesson:
    """Return the readings of a question, each with whether it is right; no text comes twice."""
    parsed = parser.parse(asked.question)
    known = [one for one in parsed.candidates if one.members][:READINGS]
    texts = ReadingTexts(parser.names, parser.schema)
    found: dict[str, Shown] = {}
    for one in known:
        text = texts.text(one)
        if text not in found:
            found[text] = _shown(one, text, asked, parser, texts)
    return Lesson(asked.question, tuple(found.values()))


def _shown(
    candidate: Candidate, text: str, asked: Asked, parser: Parser, texts: ReadingTexts
) -> Shown:
    gold = [forms_of(one) for one in asked.gold]
    f1 = f1_of(candidate, gold, asked, parser.names)
    first = texts.best_known(candidate.members or ())[0]
    forms = member_forms(first, parser.names)
    hit = f1 > 0 if asked.is_one_of_many else any(forms & one for one in gold)
    right = 1.0 if hit else f1**2 if f1 >= RIGHT else 0.0
    worth = right * (BY_CHANCE + said_by_words(candidate)) * fits_kind(candidate, asked.kind)
    return Shown(text, right > 0, round(worth, 4))


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

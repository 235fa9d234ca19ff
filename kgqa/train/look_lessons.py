"""What a second look is learned from: the readings of questions whose answers are known."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.train.readings import RIGHT, Read

READINGS = 24
"""Readings of a question that teach, the best ones by their features."""
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


def lesson_of(one: Read) -> Lesson:
    """Return the readings of a question, each with whether it is right; no text comes twice."""
    found: dict[str, Shown] = {}
    for place, text in zip(one.told.tolist(), one.texts, strict=True):
        f1 = float(one.f1[place])
        if text not in found and len(found) < READINGS:
            found[text] = Shown(text, f1 >= RIGHT, round(f1**2, 4) if f1 >= LEAST else 0.0)
    return Lesson(one.question, tuple(found.values()))

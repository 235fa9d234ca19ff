"""What questions over the sample mean, and whether they are answered so.

Questions stand in the files of `tests/parse/questions`, one file for each phenomenon.
What is compared is what a user sees: answers, and not the reading that gave them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from truths import is_same_claim

from kgqa.algebra import Entity, Query, parse_expression, to_text
from kgqa.answers import Answer, Measurement, Time
from kgqa.engine import Engine

FOLDER = Path(__file__).parent / "parse" / "questions"

Spelled = frozenset[str]
"""Answers as texts: ids, numbers, dates, `true` or `false`."""
TRUTHS = frozenset({"true", "false"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what is expected of its answers."""

    group: str
    """The phenomenon: the name of its file."""
    question: str
    today: str = ""
    """The day on which it is asked; the day of the test where that does not matter."""
    algebra: str = ""
    """What it means: its answers are those of this expression."""
    answers: tuple[str | int | bool, ...] = ()
    """Its answers; with an expression, also those of the expression."""
    none: bool = False
    """Whether it has no answer."""
    or_none: bool = False
    """Whether no answer is as good."""
    also: tuple[str, ...] = ()
    """Other expressions for what it means, where it is answered by yes or no."""
    never: tuple[str, ...] = ()
    """Expressions that it does not mean: its answers are not theirs."""

    @property
    def name(self) -> str:
        day = f" ({self.today})" if self.today else ""
        return f"{self.group}: {self.question}{day}"

    def __post_init__(self) -> None:
        """Refuse what expects nothing, or an answer and none."""
        if self.none == bool(self.algebra or self.answers or self.never):
            raise ValueError(f"{self.name}: give algebra, answers or never, or else none")


def read_group(path: Path) -> Iterator[Asked]:
    """Yield the questions of a file."""
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["question"]:
        lists = {key: tuple(row[key]) for key in ("answers", "also", "never") if key in row}
        yield Asked(path.stem, **(row | lists))


def groups() -> dict[str, list[Asked]]:
    """Return the questions of all files, by phenomenon."""
    return {path.stem: [*read_group(path)] for path in sorted(FOLDER.glob("*.toml"))}


# --- Answers -----------------------------------------------------------------------------------


def answered(engine: Engine, question: str) -> Spelled:
    """Return what a question is answered with; nothing where it has no answer."""
    return _all(engine.ask(question).answers)


def denoted(engine: Engine, expression: str) -> Spelled:
    """Return the answers to an expression."""
    return _all(engine.run(parse_expression(expression)).answers)


def spelled(values: Iterable[object]) -> Spelled:
    """Return values as texts, be they of answers or of a file."""
    return frozenset(map(_text, values))


def assert_answered_as_meant(engine: Engine, asked: Asked) -> None:
    """Check that the answers to a question are those of what it means, and of nothing else."""
    reply = engine.ask(asked.question)
    found = _all(reply.answers)
    if asked.none:
        assert not found
    elif not (asked.or_none and not found):
        _assert_right(engine, asked, found)
        if asked.algebra and found <= TRUTHS:
            _assert_same_claim(engine, asked, reply.readings[0].query)


def _assert_right(engine: Engine, asked: Asked, found: Spelled) -> None:
    if asked.answers:
        assert found == spelled(asked.answers)
    elif asked.algebra:
        assert found == denoted(engine, asked.algebra)
    for other in asked.never:
        assert found != denoted(engine, other), f"it is answered as {other}"


def _assert_same_claim(engine: Engine, asked: Asked, reading: Query) -> None:
    """Check that a truth is no truth about something else."""
    meant = [parse_expression(one) for one in (asked.algebra, *asked.also)]
    same = any(
        is_same_claim(reading, one, lambda side: _all(engine.run(side).answers)) for one in meant
    )
    assert same, f"it is right by chance, and understood as {to_text(reading)}"


def _all(answers: Iterable[Answer]) -> Spelled:
    return spelled(answer.value for answer in answers)


def _text(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case Entity(id_):
            return id_
        case Measurement(amount, _):
            return f"{amount.normalize():f}"
        case Time():
            return value.text
        case _:
            return str(value)

"""The answers to the reading of a question that a user chose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kgqa.algebra import Query
from kgqa.answers import Reply, Result
from kgqa.errors import WrongArgument


def by_reading(reply: Reply, number: int, run: Callable[[Query], Result]) -> Reply:
    """Return the answers to the reading of that number, counted from 1; it then comes first.

    `run` gives the answers to an expression. They are as sure as it is that the reading is meant.
    """
    count = len(reply.readings)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number <= count:
        there = f"there are {count} readings" if count != 1 else "there is one reading"
        raise WrongArgument(
            f"The question has no reading {number}: {there if count else 'there are none'}.",
            hint="--explain lists the readings",
        )
    if number == 1 and reply.answers and not reply.interpretations:
        return reply
    chosen = reply.readings[number - 1]
    result = run(chosen.query)
    answers = tuple(replace(one, confidence=chosen.score) for one in result.answers)
    others = (one for place, one in enumerate(reply.readings, 1) if place != number)
    return replace(
        reply,
        outcome="answered" if answers else "no-answer",
        reason="" if answers else result.reason or "nothing in this store answers that reading",
        hint="",
        answers=answers,
        readings=(replace(chosen, sparql=result.sparql), *others),
        interpretations=(),
        conflicts=(),
        labels={**reply.labels, **result.labels},
        understood=True,
    )

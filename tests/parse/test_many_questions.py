"""How many questions over the sample are understood: shares that must not fall.

Single questions that are not understood yet are listed in tests/not_yet.txt.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kgqa.algebra import to_text
from kgqa.engine import Engine
from kgqa.train.gold import gold
from kgqa.train.questions import Asked, read_asked

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SHARES = {
    "sample_questions.toml": (0.74, 0.18),
    "everyday_questions.toml": (0.60, 0.32),
}
"""By file how many of its questions must be answered right, and how many may be answered wrongly.

Most of them have taught the models, so this tells what is lost, and not how good it is.
"""
EVERY = 5
"""Each such question is asked here; all of them where tests may be slow."""


def outcome(engine: Engine, asked: Asked) -> str:
    reply = engine.ask(asked.question)
    if reply.outcome not in ("answered", "ambiguous"):
        return "silent"
    right = gold(asked, engine.parser)
    first = to_text(reply.readings[0].query)
    found = gold(Asked(asked.question, (), algebra=first), engine.parser)
    if right is None or found is None:
        return "wrong"
    return "right" if found.members == right.members else "wrong"


def shares(engine: Engine, questions: list[Asked]) -> tuple[float, float]:
    found = [outcome(engine, one) for one in questions]
    return found.count("right") / len(found), found.count("wrong") / len(found)


@pytest.mark.parametrize("name", SHARES)
def test_as_many_are_right_as_before_and_no_more_are_wrong(engine: Engine, name: str) -> None:
    right, wrong = shares(engine, read_asked(BENCHMARKS / name)[::EVERY])

    assert right >= SHARES[name][0]
    assert wrong <= SHARES[name][1]


@pytest.mark.slow
@pytest.mark.parametrize("name", SHARES)
def test_so_it_is_of_all_of_them(engine: Engine, name: str) -> None:
    right, wrong = shares(engine, read_asked(BENCHMARKS / name))

    assert right >= SHARES[name][0]
    assert wrong <= SHARES[name][1]

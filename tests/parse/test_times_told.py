from __future__ import annotations

import pytest

from kgqa.algebra import to_text
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("How many times was Grover Cleveland president?", "told(Q35171, P39(Q11696)@P580)"),
        (
            "How many Academy Awards has Steven Spielberg won?",
            "told(Q8877, P166(type(Q19020))@P585)",
        ),
    ],
)
def test_what_was_so_twice_counts_twice(engine: Engine, question: str, query: str) -> None:
    (answer,) = engine.ask(question).answers
    best = engine.parser.parse(question).candidates[0]

    assert to_text(best.query) == f"count({query})"
    assert getattr(answer.value, "amount", None) == 2


@pytest.mark.parametrize(
    "question",
    [
        # One of each: there are as many as there are awards.
        "How many Academy Awards has Peter Jackson won?",
        "How many Academy Awards has Steven Spielberg not won?",
    ],
)
def test_nothing_else_is_counted_by_its_times(engine: Engine, question: str) -> None:
    found = engine.parser.parse(question).candidates

    assert not any(to_text(one.query).startswith("count(told") for one in found)

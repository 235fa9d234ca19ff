"""Readings of which the graph has nothing tell which others are only a part of the question."""

from __future__ import annotations

import pytest

from kgqa.algebra import to_text
from kgqa.engine import Engine
from kgqa.parse.empty import MOST, astray, left_out
from kgqa.parse.item import Item
from kgqa.parse.parser import Charted

PATIENCE = 20.0


def chart(engine: Engine, question: str) -> Charted:
    return engine.parser.chart(question, seconds=PATIENCE)


def item(charted: Charted, expression: str) -> Item:
    return next(one for one in charted.items if to_text(one.query) == expression)


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        ("Which films did Steven Spielberg direct and compose?", "P57(Q8877) & P86(Q8877)"),
        ("Which Christopher Nolan films star Tom Hanks?", "P161(Q2263) & P57(Q25191)"),
        (
            "Which film was written by Christopher Nolan and directed by Jonathan Nolan?",
            "P57(Q372788) & P58(Q25191)",
        ),
    ],
)
def test_what_is_said_of_nothing_is_kept_beside_the_chart(
    engine: Engine, question: str, expression: str
) -> None:
    charted = chart(engine, question)

    assert expression in {to_text(one.query) for one in charted.empty}
    assert expression not in {to_text(one.query) for one in charted.items}
    assert len(charted.empty) <= MOST


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        # It is not empty.
        ("Which films did George Lucas write and direct?", "P57(Q38222) & P58(Q38222)"),
        # Nothing says that he is in them.
        ("Which Christopher Nolan films star Tom Hanks?", "P161(Q2263) & P161(Q25191)"),
        # Nothing joins the two.
        ("Which films did Steven Spielberg direct?", "P57(Q8877) & P86(Q8877)"),
        # Each has its own word beside it.
        (
            "Which film was written by Jonathan Nolan and directed by Christopher Nolan?",
            "P57(Q372788) & P58(Q25191)",
        ),
    ],
)
def test_what_is_not_said_is_no_empty_reading(
    engine: Engine, question: str, expression: str
) -> None:
    assert expression not in {to_text(one.query) for one in chart(engine, question).empty}


def test_a_part_of_what_is_empty_leaves_something_out(engine: Engine) -> None:
    charted = chart(engine, "Which films did Steven Spielberg direct and compose?")
    needed = charted.scene.analysis.content

    assert left_out(item(charted, "P57(Q8877)"), charted.empty, needed) > 0.2
    assert left_out(item(charted, "P57(Q8877)"), (), needed) == 0


def test_a_step_that_is_said_beside_another_name_is_astray(engine: Engine) -> None:
    charted = chart(
        engine, "Which film was written by Christopher Nolan and directed by Jonathan Nolan?"
    )

    assert astray(charted.scene, item(charted, "P57(Q25191) & P58(Q372788)")) == 2
    assert astray(charted.scene, item(charted, "P58(Q25191)")) == 0


def test_one_name_has_nothing_astray(engine: Engine) -> None:
    charted = chart(engine, "Which films did George Lucas write and direct?")

    assert astray(charted.scene, item(charted, "P57(Q38222) & P58(Q38222)")) == 0

"""Relations of two hops and of two names: each is judged by the words that the other leaves."""

from __future__ import annotations

import pytest

from kgqa.algebra import to_text
from kgqa.engine import Engine


def weakest(engine: Engine, question: str, reading: str) -> float:
    """Return how well the words of a question say the weakest relation of a reading."""
    found = engine.parser.parse(question, limit=200).candidates
    return next(one.features["weakest"] for one in found if to_text(one.query) == reading)


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Which company owns the developer of Minecraft?", "^P127(^P178(Q49740))"),
        ("Who wrote the novel that Dune: Part Two is based on?", "^P50(^P144(Q109228991))"),
        ("Where was the director of Titanic born?", "^P19(^P57(Q44578))"),
    ],
)
def test_both_hops_are_said_each_by_its_own_words(
    engine: Engine, question: str, reading: str
) -> None:
    assert weakest(engine, question, reading) > 0.75


def test_a_hop_that_no_word_says_is_not_said(engine: Engine) -> None:
    assert weakest(engine, "Where was James Cameron born?", "^P17(^P19(Q42574))") < 0.75


def test_what_is_named_otherwise_is_the_answer(engine: Engine) -> None:
    found = engine.parser.parse("Which city is known as the Big Apple?").candidates

    assert "Q60" in {to_text(one.query) for one in found}


@pytest.mark.parametrize("mention", ["the 45th", "45th"])
def test_a_place_in_an_order_is_no_name(engine: Engine, mention: str) -> None:
    linked = engine.parser.parse(f"Who was {mention} president of the United States?").linked

    assert all("45th" not in link.mention for link in linked.links)

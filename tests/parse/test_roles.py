"""Sets narrowed to what a noun says, where the others are known to be something else."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import to_text
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Which composers died in Vienna?", "P20(Q1741) & P106(Q36834)"),
        (
            "Which novelists were born in the city where Ulysses takes place?",
            "P19(^P840(Q6511)) & P106(Q6625963)",
        ),
        ("Which actors were born in London?", "P19(Q84) & P106(Q33999 | P279(Q33999))"),
    ],
)
def test_only_what_the_noun_says(engine: Engine, question: str, reading: str) -> None:
    assert to_text(engine.ask(question).readings[0].query) == reading


def test_a_set_with_others_is_not_offered(engine: Engine) -> None:
    assert "P20(Q1741)" not in readings(engine, "Which composers died in Vienna?")


def test_a_set_is_offered_whose_others_may_be_so(engine: Engine) -> None:
    """Presidents hold other offices, of which nothing is stated."""
    assert "P39(Q11696)" in readings(engine, "Which presidents of the United States were there?")

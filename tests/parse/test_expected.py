"""What the words of a question say that its answer is: a number, a date, or neither."""

from __future__ import annotations

import pytest

from kgqa.engine import Engine
from kgqa.parse.analysis import analyse
from kgqa.parse.expected import expected_of


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("How deep is Lake Baikal?", {"number"}),
        ("What is the release date of Inception?", {"date"}),
        ("What was the budget of Inception?", {"number"}),
        ("What is the capital of France?", set()),
        ("What is the height?", set()),
        ("What is the name of the largest city in Germany?", set()),
    ],
)
def test_a_property_behind_what_is_the_says_what_is_expected(
    engine: Engine, question: str, kinds: set[str]
) -> None:
    parser = engine.parser

    assert expected_of(analyse(question), parser.schema, parser.called).kinds == kinds

"""Facts that are stated from either side are said from one."""

from __future__ import annotations

import pytest

from kgqa.algebra import parse_expression, to_text
from kgqa.parse.inverse_properties import from_one_side


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        ("^P802(Q859) | P1066(Q859)", "^P802(Q859)"),
        (
            "(P1923(Q1) | ^P1344(Q1)) & (^P1344(Q2) | P710(Q2))",
            "P1923(Q1) & ^P1344(Q2)",
        ),
        ("P57(Q1) | P58(Q1)", "P57(Q1) | P58(Q1)"),
        ("P1923(Q1) | P710(Q2)", "P1923(Q1) | P710(Q2)"),
    ],
)
def test_one_side_says_the_same_in_fewer_words(whole: str, part: str) -> None:
    assert to_text(from_one_side(parse_expression(whole))) == part

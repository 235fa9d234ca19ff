"""A claim is told from another that is right by chance."""

from __future__ import annotations

import pytest
from truths import is_same_claim

from kgqa.algebra import parse_expression


@pytest.mark.parametrize(
    ("reading", "meaning", "is_same"),
    [
        ("Q937 in P19(Q183)", "Q183 in ^P19(Q937)", True),
        ("exists(P17(Q183) & ^P19(Q937))", "Q937 in P19(Q183 | P17(Q183))", True),
        ("Q1299 in ^P463(Q1203)", "Q1203 in ^P527(Q1299)", True),
        ("Q937 in type(Q5)", "exists(Q937 & P31(Q5))", True),
        ("exists(^P569(^P26(Q91)))", "Q91 in P569(1809)", False),
        ("exists(^P26(Q90))", "exists(^P26(Q91))", False),
        ("^P570(Q23) > ^P570(Q91)", "^P570(Q91) < ^P570(Q23)", True),
        ("^P570(Q91) > ^P570(Q23)", "^P570(Q91) < ^P570(Q23)", False),
        ("^P569(Q76) > 50", "years(^P569(Q76), 2021) > 50", False),
    ],
)
def test_claims_are_the_same_or_not(reading: str, meaning: str, is_same: bool) -> None:
    one, other = parse_expression(reading), parse_expression(meaning)

    assert is_same_claim(one, other, repr) is is_same

"""A place far down an order is refused in a sentence, where the query for it could not be run."""

from __future__ import annotations

import pytest

from kgqa.algebra import parse_expression
from kgqa.errors import KgqaError
from kgqa.execute.compile import compile_query


@pytest.mark.parametrize("place", ["101", "272", "-5000"])
def test_a_far_place_by_dates_is_refused(place: str) -> None:
    with pytest.raises(KgqaError, match="the last"):
        compile_query(parse_expression(f"nth({place}, type(Q5), P569)"))


def test_a_near_place_by_dates_is_compiled() -> None:
    assert compile_query(parse_expression("nth(60, type(Q5), P569)"))

"""Which of the answers of a reading are given."""

from __future__ import annotations

import pytest

from kgqa.algebra import Entity
from kgqa.answers import Answer, GraphProof, Time
from kgqa.merge.choose import finest

PROOF = GraphProof(Entity("Q2831"), "SELECT ?x {}", ())
YEAR, DAY = Time(2009, 1, 1, 9), Time(2009, 6, 25, 11)


@pytest.mark.parametrize(
    ("stated", "given"),
    [
        ([YEAR, DAY], [DAY]),
        ([DAY, Time(1958, 1, 1, 9)], [DAY, Time(1958, 1, 1, 9)]),
        ([YEAR], [YEAR]),
        ([DAY, Time(2009, 7, 1, 11)], [DAY, Time(2009, 7, 1, 11)]),
    ],
)
def test_a_date_that_is_known_more_precisely_is_given_once(
    stated: list[Time], given: list[Time]
) -> None:
    found = finest([Answer(value, 1.0, (PROOF,)) for value in stated])

    assert [one.value for one in found] == given

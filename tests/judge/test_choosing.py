"""Which of the answers of a reading are given."""

from __future__ import annotations

import pytest

from kgqa.algebra import Apply, Entity, Inverse, Property
from kgqa.answers import Answer, Fact, GraphProof, Result, Time
from kgqa.judge.choose import Tried, finest, is_sure
from kgqa.judge.limits import limits
from kgqa.parse.candidate import Candidate

YEAR, DAY = Time(2009, 1, 1, 9), Time(2009, 6, 25, 11)


def died(value: Time, who: str = "Q2831") -> Answer:
    """Return that someone died then, as the graph states it."""
    query = Apply(Inverse(Property("P570")), Entity(who))
    facts = (Fact(Entity(who), "P570", value),)
    return Answer(value, 1.0, (GraphProof(query, "SELECT ?x {}", facts),))


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
    found = finest([died(value) for value in stated])

    assert [one.value for one in found] == given


def test_two_may_have_died_in_a_year() -> None:
    both = [died(YEAR), died(DAY, "Q11806")]

    assert finest(both) == both


@pytest.mark.parametrize(
    ("operator", "name"),
    [("yesno", "closed"), ("comparative", "closed"), ("generic", "answer"), ("count", "answer")],
)
def test_of_two_that_are_possible_none_is_given_that_is_less_likely(
    operator: str, name: str
) -> None:
    def tried(confidence: float) -> Tried:
        candidate = Candidate(Entity("Q1"), (), operator, {}, 1.0)
        return Tried(candidate, Result(candidate.query, "", ()), confidence)

    assert limits()["closed"] >= 0.5
    assert is_sure(tried(limits()[name]))
    assert not is_sure(tried(limits()[name] - 0.01))

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_store.opening import open_store
from kgqa_store.store import Store

from kgqa.algebra import parse_expression
from kgqa.answers import Result, value_text
from kgqa.execute.run import execute


@pytest.fixture(scope="module")
def sample(sample_store: Path) -> Iterator[Store]:
    with open_store(sample_store) as store:
        yield store


def found(store: Store, expression: str) -> Result:
    return execute(parse_expression(expression), store)


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("told(Q76, P39(Q11696)@P580)", ["20 January 2009"]),
        ("told(Q22686, P39(Q11696)@P580)", ["20 January 2017", "20 January 2025"]),
        ("told(Q22686, P39(Q11696)@P580, 2)", ["20 January 2025"]),
        ("told(Q22686, P39(Q11696)@P580, -2)", ["20 January 2017"]),
        ("told(Q22686, P39(Q11696)@P580, 3)", []),
        ("told(Q163872, P161(Q40572)@P453)", ["Joker"]),
        ("told(Q40572, ^P161(Q163872)@P453)", ["Joker"]),
        ("told(Q163872, P161(Q40572)@P453, 1)", []),  # no date
    ],
)
def test_edges_say_values_by_a_qualifier(sample: Store, expression: str, told: list[str]) -> None:
    result = found(sample, expression)

    assert [value_text(answer.value, result.labels) for answer in result.answers] == told


def test_the_proof_is_the_edge_that_says_it(sample: Store) -> None:
    (answer,) = found(sample, "told(Q22686, P39(Q11696)@P580, -1)").answers

    (fact,) = answer.graph_proofs[0].facts
    assert (fact.property, dict(fact.qualifiers)["P580"]) == ("P39", answer.value)


def test_a_year_is_told_as_a_year(sample: Store) -> None:
    (answer,) = found(sample, "told(Q38104, P31(Q5)@P580) | told(Q937, P166(Q38104)@P585)").answers

    assert value_text(answer.value, {}) == "1921"


def test_nothing_is_told_of_an_edge_that_is_not_there(sample: Store) -> None:
    result = found(sample, "told(Q937, P39(Q11696)@P580)")

    assert "knows nothing of Albert Einstein being among" in result.reason


def test_an_edge_may_not_say_it(sample: Store) -> None:
    result = found(sample, "told(Q76, P39(Q11696)@P453)")

    assert "has no character role of Barack Obama being among" in result.reason


def test_the_facts_of_many_values_are_asked_for_together(sample: Store) -> None:
    asked: list[str] = []

    class Listening:
        """A store that notes what it is asked."""

        def __getattr__(self, name: str) -> object:
            found = getattr(sample, name)
            if name != "run":
                return found
            return lambda sparql, **limits: asked.append(sparql) or found(sparql, **limits)

    result = execute(parse_expression("told(P39(Q11696), P39(Q11696)@P580)"), Listening())  # type: ignore[arg-type]

    assert len(result.answers) > 40
    assert all(answer.graph_proofs[0].facts for answer in result.answers)
    assert len(asked) < 10

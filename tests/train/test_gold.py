"""What a reading is worth: its F1, where it does not give the right answers by chance."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa.algebra import parse_expression
from kgqa.denote import denote
from kgqa.engine import Engine
from kgqa.parse.denoted_members import members_of
from kgqa.parse.parser import Parser
from kgqa.train.gold import gold
from kgqa.train.questions import Asked


@pytest.fixture(scope="module")
def parser(sample_store: Path) -> Iterator[Parser]:
    with Engine(sample_store) as engine:
        yield engine.parser


def worth(parser: Parser, right: str, said: str) -> tuple[float, float]:
    """Return the F1 of an expression beside the right one, and what it is worth."""
    answers = gold(Asked("?", (), algebra=right), parser)
    query = parse_expression(said)
    members = members_of(denote(query, parser.graph), parser.graph)
    assert answers is not None
    return answers.f1(members, parser), answers.worth(query, members, parser)


@pytest.mark.parametrize(
    ("right", "said"),
    [
        ("Q76 in P39(Q11696)", "exists(^P570(P39(^P39(Q76))))"),
        ("Q76 in P39(Q11696)", "exists(^P26(Q76))"),
        ("^P57(Q25188)", "^P57(Q44578) | Q25191 - ^P57(Q44578)"),
    ],
)
def test_right_answers_by_chance_are_worth_nothing(parser: Parser, right: str, said: str) -> None:
    f1, found = worth(parser, right, said)

    assert f1 > 0
    assert found == 0


@pytest.mark.parametrize(
    ("right", "said"),
    [
        ("Q76 in P39(Q11696)", "Q11696 in ^P39(Q76)"),
        ("count(P57(Q25191))", "count(P57(Q25191) & type(Q11424))"),
        ("^P57(Q25188)", "^P58(Q25188)"),
    ],
)
def test_another_way_to_say_it_is_worth_its_f1(parser: Parser, right: str, said: str) -> None:
    f1, found = worth(parser, right, said)

    assert found == f1

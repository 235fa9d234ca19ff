"""Which way steps lead."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import parse_expression, to_text
from kgqa.engine import Engine
from kgqa.parse.analysis import analyse
from kgqa.parse.directions import goes_back, leads_to


@pytest.mark.parametrize(
    ("question", "query", "property_", "inverse", "back"),
    [
        ("Where did she die?", "^P20(Q91)", "P20", False, True),
        ("Who died where she died, too?", "^P20(Q91)", "P20", False, False),
        ("Where did she die?", "P20(Q91)", "P20", True, True),
        ("Where did she die?", "^P20(Q91)", "P20", True, False),
        ("Where did she die?", "^P20(Q91)", "P19", False, False),
        ("Where did she die?", "Q91", "P20", False, False),
    ],
)
def test_a_step_goes_back_only_where_things_are_shared(
    question: str, query: str, property_: str, inverse: bool, back: bool
) -> None:
    found = goes_back(analyse(question), parse_expression(query), property_, inverse=inverse)

    assert found is back


@pytest.mark.parametrize(
    ("query", "leads"),
    [
        ("^P57(Q25188)", True),
        ("P57(Q25191)", False),
        ("P57(Q25191) & P161(Q45772)", False),
        ("argmin(P57(Q25191)[P577 > 2010], P577)", False),
        ("nth(2, ^P57(Q25188) - ^P161(Q25188), P569)", True),
    ],
)
def test_a_set_is_what_something_has_or_what_has_it(query: str, leads: bool) -> None:
    assert leads_to(parse_expression(query), "P57") is leads


def test_works_are_no_actors(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa.parse.readings.of_asked_nature", lambda walker, found: found)
    found = engine.parser.parse("Which actors starred in films with Tom Hanks?").candidates

    works = next(one for one in found if to_text(one.query) == "P161(Q2263)")
    assert works.features["kind"] == 0


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Who co-starred with Tom Hanks?", "^P161(P161(Q2263)) - Q2263"),
        ("Who were the other members of John Lennon's band?", "^P527(^P463(Q1203)) - Q1203"),
    ],
)
def test_others_share_something_with_the_one_that_is_named(
    engine: Engine, question: str, reading: str
) -> None:
    found = readings(engine, question)[reading]

    assert found.members and not {"Q2263", "Q1203"} & set(found.members)

"""Which way steps lead."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import to_text
from kgqa.engine import Engine


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

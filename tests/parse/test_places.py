"""Places within places: a town lies in a state, and who is born in the one is born in the other."""

from __future__ import annotations

import pytest
from candidate_readings import readings
from kgqa_store.schema_words import stem

from kgqa.algebra import Entity, parse_expression, to_english, to_text
from kgqa.engine import Engine
from kgqa.parse.lookups import Lookups
from kgqa.parse.members import Literal, Member

WITHIN = "Q1384 | P131(Q1384) | P131(P131(Q1384))"


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("In which state was Jimmy Carter born?", "^P131(^P19(Q23685)) & type(Q35657)"),
        ("Which president of the United States was born in New York?",
         f"P39(Q11696) & P19({WITHIN})"),
        ("Which presidents of the United States were not born in New York?",
         f"P39(Q11696) - P19({WITHIN})"),
    ],
)  # fmt: skip
def test_a_place_is_in_what_its_place_is_in(engine: Engine, question: str, reading: str) -> None:
    assert reading in readings(engine, question)


def test_the_state_of_a_birthplace_is_found(engine: Engine) -> None:
    reply = engine.ask("In which state was Jimmy Carter born?")

    assert [one.value for one in reply.answers] == [Entity("Q1428")]


def test_a_town_is_no_state(engine: Engine) -> None:
    assert "^P19(Q23685)" not in readings(engine, "In which state was Jimmy Carter born?")
    assert "^P19(Q23685)" in readings(engine, "In which town was Jimmy Carter born?")


def test_a_place_with_what_is_in_it_is_said_plainly() -> None:
    query = parse_expression(f"P19({WITHIN})")

    assert to_english(query, {"Q1384": "Ohio"}) == "people born in Ohio or a place in it"
    other = parse_expression("P19(Q1384 | P131(Q1) | P131(P131(Q1384)))")
    assert "or a place in it" not in to_english(other, {"Q1384": "Ohio"})


def test_a_class_is_called_by_its_head(engine: Engine) -> None:
    kinds = engine.parser.kinds

    assert kinds.is_called("Q35657", stem("state"))
    assert not kinds.is_called("Q35657", stem("US"))


def test_a_narrowed_set_is_told_by_the_store(engine: Engine) -> None:
    found = engine.parser.parse("Which president of the United States was born in New York?")

    (reading,) = [c for c in found.candidates if to_text(c.query) == f"P39(Q11696) & P19({WITHIN})"]
    assert reading.members


def test_a_place_that_is_only_supposed_lies_nowhere(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Lookups.objects

    def supposed(lookups: Lookups, id_: str, property_: str) -> tuple[Member, ...]:
        if property_ == "P131" and id_[:1] == "Q":
            return (Literal("text", "a colony by the sea"),)
        return whole(lookups, id_, property_)

    monkeypatch.setattr(Lookups, "objects", supposed)
    assert engine.parser.parse("In which state was Abraham Lincoln born?").candidates

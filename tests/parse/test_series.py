from __future__ import annotations

import pytest

from kgqa.algebra import to_text
from kgqa.answers import Time
from kgqa.engine import Engine

POTTER_BOOKS, POTTER_FILMS, DARK_KNIGHT = "Q8337", "Q216930", "Q12859908"


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("When did the first Harry Potter movie come out?", POTTER_FILMS),
        ("When did the first Harry Potter book come out?", POTTER_BOOKS),
        ("Which Harry Potter film is the longest?", POTTER_FILMS),
    ],
)
def test_a_name_means_the_kind_of_work_that_is_said_beside_it(
    engine: Engine, question: str, meant: str
) -> None:
    linked = engine.parser.parse(question).linked

    assert next(name[0].id for name in linked.names if name[0].is_name) == meant


def test_who_plays_somebody_is_not_asked_of_a_play(engine: Engine) -> None:
    linked = engine.parser.parse("Who played Harry Potter?").linked

    ids = {link.id for link in linked.links}
    assert {POTTER_BOOKS, POTTER_FILMS} <= ids


@pytest.mark.parametrize(
    ("question", "year"),
    [
        ("When did the first Harry Potter movie come out?", 2001),
        ("In what year was the third Harry Potter film released?", 2004),
        ("In what year did the second Star Wars film come out?", 1980),
    ],
)
def test_the_date_of_a_part_is_asked_and_not_of_the_whole(
    engine: Engine, question: str, year: int
) -> None:
    values = [one.value for one in engine.ask(question).answers]

    assert [one.year for one in values if isinstance(one, Time)] == [year]


def test_a_film_stands_for_a_series_that_is_called_as_it_is(engine: Engine) -> None:
    found = engine.parser.parse("Which Dark Knight film did not star Heath Ledger?").candidates[0]

    assert to_text(found.query) == f"P179({DARK_KNIGHT}) - P161(Q40572)"
    # The link is to the film, which is a part of what has its name.
    assert found.links[0].id == "Q163872"


def test_one_of_two_films_is_a_film(engine: Engine) -> None:
    linked = engine.parser.parse("Which film came out first, Dune or Blade Runner?").linked

    kinds = engine.parser.kinds
    dunes = next(name for name in linked.names if name[0].mention == "Dune")
    assert dunes
    assert all(kinds.is_any(link.id, frozenset({"Q11424"})) for link in dunes)

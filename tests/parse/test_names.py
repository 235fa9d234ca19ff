"""Which words of a question are names, and what they mean beside the others."""

from __future__ import annotations

import pytest
from kgqa_store.schema_words import stem

from kgqa.engine import Engine
from kgqa.parse.linking import asked_noun

POTTER_BOOKS, POTTER_FILMS = "Q8337", "Q216930"


def test_a_word_without_a_capital_is_not_short_for_a_thing(engine: Engine) -> None:
    found = engine.parser.parse("Did France win a war with Germany?")

    assert [link.label for name in found.linked.names for link in name if not link.is_name] == [
        "war"
    ]


@pytest.mark.parametrize("mention", ["the 45th", "45th"])
def test_a_place_in_an_order_is_no_name(engine: Engine, mention: str) -> None:
    linked = engine.parser.parse(f"Who was {mention} president of the United States?").linked

    assert all("45th" not in link.mention for link in linked.links)


@pytest.mark.parametrize(
    ("plural", "office"),
    [
        ("secretaries-general of the United Nations", "Q81066"),
        ("presidents of the United States", "Q11696"),
    ],
)
def test_an_office_is_named_in_the_plural(engine: Engine, plural: str, office: str) -> None:
    linked = engine.parser.parse(f"Which {plural} received the Nobel Peace Prize?").linked

    assert (plural, office) in {(link.mention, link.id) for link in linked.links}


@pytest.mark.parametrize(
    "question", ["when does the sun rise", "how old is the universe", "why is the sky blue"]
)
def test_common_words_are_no_titles(engine: Engine, question: str) -> None:
    assert not engine.parser.parse(question).linked.names


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("The director of Inception was born in what city?", "city"),
        ("Paris is the capital of which country?", "country"),
        ("Which film was directed by Christopher Nolan?", "film"),
    ],
)
def test_the_noun_behind_the_word_that_asks_is_asked_for(
    engine: Engine, question: str, noun: str
) -> None:
    parsed = engine.parser.parse(question)

    asked = asked_noun(parsed.analysis, parsed.linked.nouns)
    assert asked is not None
    assert [parsed.analysis.words[place].normal for place in asked.places] == [noun]


def test_a_class_is_called_by_its_head(engine: Engine) -> None:
    kinds = engine.parser.kinds

    assert kinds.is_called("Q35657", stem("state"))
    assert not kinds.is_called("Q35657", stem("US"))


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


def test_one_of_two_films_is_a_film(engine: Engine) -> None:
    linked = engine.parser.parse("Which film came out first, Dune or Blade Runner?").linked

    kinds = engine.parser.kinds
    dunes = next(name for name in linked.names if name[0].mention == "Dune")
    assert dunes
    assert all(kinds.is_any(link.id, frozenset({"Q11424"})) for link in dunes)

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.engine import Engine
from kgqa.parse.analysis import analyse, without_cues_in
from kgqa.parse.linking import Link, link_question
from kgqa.parse.sound_names import is_apart, is_exact, sound


def kept(engine: Engine, question: str) -> list[tuple[Link, ...]]:
    parser, analysis = engine.parser, analyse(question)
    linked = link_question(analysis, parser.names, parser.kinds, lookups=parser.lookups)
    return sound(analysis, linked.names, parser.kinds)


def labels(engine: Engine, question: str) -> list[str]:
    return [name[0].label for name in kept(engine, question)]


def test_whole_names_are_names_wherever_they_stand(engine: Engine) -> None:
    assert labels(engine, "Did Barack Obama meet Bill Clinton?") == ["Barack Obama", "Bill Clinton"]
    assert labels(engine, "Is France larger than Germany?") == ["France", "Germany"]


def test_part_of_a_name_that_is_not_known_is_none(engine: Engine) -> None:
    assert "Barack Obama" in labels(engine, "Is Obama older than Bill Clinton?")
    assert labels(engine, "Is Zorblat Obama older than Bill Clinton?") == ["Bill Clinton"]


def test_two_names_may_stand_side_by_side_with_a_sign_between(engine: Engine) -> None:
    assert labels(engine, "Who is older, Obama, Clinton?") == ["Barack Obama", "Bill Clinton"]


@pytest.mark.parametrize(
    ("question", "apart"),
    [
        ("Obama, Clinton", True),
        ("Obama Clinton", False),
        ("Obama's Clinton", True),
        ("Obama (Clinton", True),
    ],
)
def test_signs_and_possessives_part_two_names(question: str, apart: bool) -> None:
    assert is_apart(analyse(question), 0, 1) is apart


def test_a_word_for_the_people_of_a_country_is_a_name_of_it() -> None:
    assert is_exact("demonym") and is_exact("label") and is_exact("alias, plural")
    assert not is_exact("word") and not is_exact("label, prefix")


def test_words_of_names_compare_nothing() -> None:
    analysis = analyse("Is Great Britain larger than New Zealand?")
    named = frozenset({1, 2, 5, 6})

    assert [m.place for m in without_cues_in(analysis, named).measures] == [3]
    assert without_cues_in(replace(analysis, form="set"), named).measures == analysis.measures

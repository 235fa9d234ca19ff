from __future__ import annotations

import pytest

from kgqa.parse.analysis import Analysis, analyse
from kgqa.parse.words import adjectives, place_of, words_of, year_of


@pytest.mark.parametrize(
    ("question", "form", "asks"),
    [
        ("Who directed Inception?", "set", "who"),
        ("How many films did Quentin Tarantino direct?", "count", "how many"),
        ("Is the Danube longer than the Rhine?", "compare", ""),
        ("Is Paris in Germany?", "truth", ""),
        ("Which is longer, Oppenheimer or Interstellar?", "choose", "which"),
        ("In what year was Sonic released?", "set", "when"),
        ("", "set", ""),
    ],
)
def test_the_form_of_a_question_is_told_by_its_grammar(question: str, form: str, asks: str) -> None:
    found = analyse(question)

    assert (found.form, found.asks) == (form, asks)


def test_ordinals_are_places_and_years_are_years() -> None:
    words = words_of("third 44th last 1999 car")

    assert [place_of(word) for word in words] == [3, 44, -1, None, None]
    assert [year_of(word) for word in words] == [None, None, None, 1999, None]


def test_an_adjective_names_an_end_of_what_it_measures() -> None:
    assert adjectives()["oldest"].extreme == "min"
    assert "P569" in adjectives()["oldest"].keys
    assert adjectives()["tallest"].extreme == "max"


def test_words_of_the_grammar_are_no_content() -> None:
    found: Analysis = analyse("Who was the director of Titanic?")

    assert found.text(found.content) == "director titanic"


@pytest.mark.parametrize(
    ("question", "ordering"),
    [
        ("Who is the mayor of New York?", []),
        ("How old is Jim Carrey?", []),
        ("Which is the newest bridge?", ["newest"]),
    ],
)
def test_what_orders_is_no_part_of_a_name_and_not_what_is_asked(
    question: str, ordering: list[str]
) -> None:
    found = analyse(question)

    assert [found.words[measure.place].normal for measure in found.measures] == ordering


@pytest.mark.parametrize(
    ("question", "negation"),
    [
        ("Which member of No Doubt appeared in The Aviator?", None),
        ("Who is not a member of No Doubt?", 2),
        ("Who in the cast of Never Let Me Go is NOT British?", 10),
        ("Which Films Did Not Win?", 3),
    ],
)
def test_a_name_denies_nothing(question: str, negation: int | None) -> None:
    assert analyse(question).negation == negation

"""What the grammar of a question tells before anything is looked up."""

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


@pytest.mark.parametrize(
    ("question", "is_most"),
    [
        ("Which countries have more than 40 million inhabitants?", False),
        ("Which country has more inhabitants than France?", True),
        ("Which country has the most inhabitants?", True),
    ],
)
def test_more_than_a_number_is_not_the_most(question: str, is_most: bool) -> None:
    assert (analyse(question).most is not None) is is_most


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("Who was not a Democrat or Republican?", None),
        ("Is France or Spain larger?", 2),
        ("Which is larger, France or Spain?", 4),
    ],
)
def test_there_is_nothing_to_choose_from_where_both_are_denied(
    question: str, form: int | None
) -> None:
    assert analyse(question).alternative == form


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("Who was the sixteenth president?", 16),
        ("Who was the twenty-first president?", 21),
        ("Who was the thirtieth president?", 30),
        ("Who was the first president?", 1),
    ],
)
def test_ordinals_are_read_in_words(question: str, number: int) -> None:
    ordinal = analyse(question).ordinal

    assert ordinal is not None and ordinal[1] == number


def test_the_adjectives_of_mere_size_are_marked() -> None:
    sizes = {word for word, adjective in adjectives().items() if adjective.is_size}

    assert {"largest", "smallest", "highest", "lowest", "greater"} <= sizes
    assert not {"oldest", "longest", "first", "population"} & sizes


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Who is older between Ann and Bob?", 5),
        ("Who is older, Ann or Bob?", 4),
        ("What was the longest war between Atlantis and Ruritania?", None),
        ("Which film was longer between 1990 and 1995?", None),
        ("Is there a border between France and Spain?", None),
        ("Was there an older treaty between France and Spain?", None),
    ],
)
def test_two_are_chosen_from_where_the_question_compares(question: str, place: int | None) -> None:
    assert analyse(question).alternative == place

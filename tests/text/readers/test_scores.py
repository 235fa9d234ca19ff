"""Measures are what their definitions say, on cases that can be counted by hand."""

from __future__ import annotations

import pytest

from kgqa.text.readers.scores import area, calibration_error, exact, f1, normal, reliability
from kgqa.text.readers.verify import answered, stated, with_sentences_before


def test_answers_are_compared_without_case_articles_and_punctuation() -> None:
    assert normal("The  U.S. (a country)") == "us country"
    assert exact("the Nobel Prize!", "Nobel prize") == 1
    assert exact("Nobel", "Nobel prize") == 0


def test_f1_counts_shared_words() -> None:
    assert f1("Denis Villeneuve", "Villeneuve") == pytest.approx(2 / 3)
    assert f1("a b b", "b b c") == pytest.approx(0.8)
    assert f1("", "x") == 0 and f1("the", "a") == 1


def test_the_area_counts_pairs_in_order_and_half_of_the_ties() -> None:
    assert area([3, 2], [1, 0]) == 1
    assert area([1], [1]) == 0.5
    assert area([2, 0], [1]) == 0.5
    assert area([], [1]) == 0.5
    assert area([2, 1], [1, 0]) == pytest.approx(3.5 / 4)


def test_calibration_is_perfect_where_confidence_is_the_share_of_what_is_right() -> None:
    assert calibration_error([0.5] * 4, [True, False, True, False]) == 0
    assert calibration_error([1.0, 1.0], [False, False]) == 1
    assert reliability([0.05, 0.95], [False, True]) == [(0.05, 0, 1), (0.95, 1, 1)]


@pytest.mark.parametrize(
    ("question", "answer", "sentence"),
    [
        ("Who directed Dune?", "Denis Villeneuve", "Denis Villeneuve directed Dune."),
        ("In which year was Ann born?", "1990", "1990 was Ann born."),
        ("Name the river", "Rhine", "Name the river: Rhine."),
    ],
)
def test_a_question_becomes_a_sentence_with_its_answer(
    question: str, answer: str, sentence: str
) -> None:
    assert answered(question, answer) == sentence


def test_an_edge_becomes_a_sentence() -> None:
    assert stated("Dune", "director", "Denis Villeneuve") == (
        "The director of Dune is Denis Villeneuve."
    )


def test_a_sentence_is_judged_with_two_before_it() -> None:
    sentences = ["One.", "Two.", "Three.", "Four."]

    assert with_sentences_before(sentences, 3) == "Two. Three. Four."
    assert with_sentences_before(sentences, 0) == "One."

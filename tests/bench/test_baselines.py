"""The readers of the QUASAR paper, on texts short enough to count by hand."""

from __future__ import annotations

import math

import pytest

from kgqa.bench.question import Question
from kgqa.bench.systems import candidates
from kgqa.bench.systems.bm25 import BM25

LOCKJAW = Question("1", "Lockjaw is another name for which disease")
TEXTS = ("Tetanus also called lockjaw is a disease . Lockjaw !", "tetanus bacteria cause tetanus")
OFFERED = ("tetanus", "lockjaw", "bacteria")


def test_frequency_counts_a_candidate_and_may_leave_out_those_of_the_question() -> None:
    counted = candidates.frequency(LOCKJAW, TEXTS, OFFERED)

    assert counted == {"tetanus": 3.0, "lockjaw": 2.0, "bacteria": 1.0}
    without = candidates.frequency_without_question(LOCKJAW, TEXTS, OFFERED)
    assert without == {"tetanus": 3.0, "bacteria": 1.0}


def test_word_distance_adds_up_how_far_the_words_of_the_question_are() -> None:
    # tetanus also called lockjaw is disease lockjaw: from tetanus, lockjaw 3 and disease 5;
    # another and name are missing, 20 each.
    scores = candidates.word_distance(LOCKJAW, TEXTS[:1], ("tetanus", "bacteria"))

    assert scores == {"tetanus": -(3 + 5 + 20 + 20)}


def test_word_distance_lays_the_gap_over_the_candidate() -> None:
    gap = Question("1", "the runtime @placeholder built on engine")
    scores = candidates.word_distance(
        gap, ("runtime node built on engine and java",), ("node", "java")
    )

    # node stands where the gap does: runtime -1, built 1, engine 3, all as in the question.
    assert scores["node"] == 0.0
    # java is 6: runtime is -6 and not -1, built -4 and not 1, engine -2 and not 3.
    assert scores["java"] == -(5 + 5 + 5)


def test_a_window_weighs_rare_words_more() -> None:
    asked = Question("1", "red dog")
    scores = candidates.sliding_window(asked, ("red cat red dog bone",), ("bone", "red"))
    rare, twice = math.log(2), math.log(1.5)

    # A window is as long as there are different words: red dog bone, and red dog.
    assert scores["bone"] == pytest.approx(twice + rare + rare)
    assert scores["red"] == pytest.approx(twice + rare)


def test_distance_is_taken_off_a_window() -> None:
    asked = Question("1", "red dog")
    texts = ("red cat red dog bone",)
    window = candidates.sliding_window(asked, texts, ("bone", "fish"))
    scores = candidates.window_and_distance(asked, texts, ("bone", "fish"))

    assert scores["bone"] == pytest.approx(window["bone"] - 1 / 4)  # bone is next to dog
    assert scores["fish"] == pytest.approx(window["fish"] - 1)  # fish is not there


def test_bm25_puts_rare_words_first_and_leaves_out_what_shares_none() -> None:
    index = BM25(["the cat sat", "the cat and the dog", "nothing here", "a dog a dog a dog"])

    assert index.best("dog and cat", 10) == [1, 3, 0] or index.best("dog and cat", 1) == [1]
    assert index.best("unknown", 10) == []

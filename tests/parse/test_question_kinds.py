from __future__ import annotations

from pathlib import Path

import pytest

from kgqa.parse.question_kinds import load, masked_words, save, shipped
from kgqa.parse.question_kinds_training import KindExample, learn_kinds, measure_kinds


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many rivers flow through Ruritania?", "count"),
        ("Is the Zoltan River longer than the Fen River?", "comparative"),
        ("What is the tallest tower in Ruritania?", "superlative"),
        ("Which towns of Ruritania are not on the coast?", "difference"),
        ("What was the third novel by Ada Quill?", "ordinal"),
        ("Was Ada Quill born in Ruritania?", "yesno"),
    ],
)
def test_the_words_tell_of_which_kind_a_question_is(question: str, kind: str) -> None:
    assert shipped().guess(question).kind == kind


def test_names_and_numbers_are_masked() -> None:
    assert masked_words("Who won the World Cup in 1998, and by 3 goals?") == [
        *("who", "won", "the", "_N", "in", "_Y", ",", "and", "by", "_D", "goals")
    ]


def test_the_chances_of_all_kinds_sum_to_one() -> None:
    guess = shipped().guess("Who wrote it?")

    assert sum(2.718281828459045**log for log in guess.kinds.values()) == pytest.approx(1, abs=1e-5)
    assert sum(2.718281828459045**log for log in guess.sorts.values()) == pytest.approx(1, abs=1e-5)


def test_a_model_learns_its_examples_and_survives_a_file(tmp_path: Path) -> None:
    examples = [
        KindExample(text, kind, sort)
        for text, kind, sort in (
            ("how many towers are there", "count", "numerical"),
            ("is it tall", "yesno", "boolean"),
            ("who built the tower", "generic", "entity"),
        )
        for _ in range(5)
    ]

    save(learn_kinds(examples), tmp_path / "kinds.npz")

    found = measure_kinds(load(tmp_path / "kinds.npz"), examples)
    assert (found.kinds, found.operators, found.sorts) == (1.0, 1.0, 1.0)

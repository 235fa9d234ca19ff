"""How gold answers of training questions may be written."""

from __future__ import annotations

import pytest

from kgqa.train.questions import forms_of


@pytest.mark.parametrize(
    ("gold", "form"),
    [
        ("The Nile", "nile"),
        ("Aberdeen, WA", "aberdeen"),
        ("Delaware, Kentucky, and Missouri", "missouri"),
        ("1,500 metres", "1500"),
    ],
)
def test_a_gold_answer_is_known_in_another_form(gold: str, form: str) -> None:
    assert form in forms_of(gold)


def test_a_part_of_one_name_is_no_answer() -> None:
    assert "harry potter" not in forms_of("Harry Potter and the Deathly Hallows")
    assert "united kingdom" not in forms_of("London, United Kingdom")

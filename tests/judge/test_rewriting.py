from __future__ import annotations

import pytest

from kgqa.judge.interpretations import short
from kgqa.judge.naming import is_called


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("2001 film directed by Chris Columbus", "2001 film"),
        ("first planet from the Sun", "first planet"),
        ("Series of seven fantasy novels by J. K. Rowling", "Series of seven fantasy novels"),
        ("country in the Caucasus", "country in the Caucasus"),
        ("", ""),
        ("by-law", "by-law"),
    ],
)
def test_a_description_ends_where_it_goes_into_detail(description: str, expected: str) -> None:
    assert short(description) == expected


def test_a_long_description_is_cut_between_words() -> None:
    assert short("very " * 30) == "very very very very very very very very very …"


@pytest.mark.parametrize(
    ("label", "mention", "expected"),
    [
        ("Harry Potter", "harry potter", True),
        ("The Beatles", "Beatles", True),
        ("Harry Potter and the Philosopher's Stone", "Harry Potter", True),
        ("Mercury Records", "Mercury", False),
        ("Freddie Mercury", "Mercury", False),
        ("Atlanta", "Georgia", False),
    ],
)
def test_a_thing_is_called_by_its_label_or_the_beginning_of_a_long_one(
    label: str, mention: str, expected: bool
) -> None:
    assert is_called(label, mention) is expected

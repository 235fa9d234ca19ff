from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.text.words import highlights, query_words, word_of, words_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Who wrote the novels?", ["wrote", "novel"]),
        ("Cities and boxes, buses", ["city", "box", "bus"]),
        ("Małgorzata's café in Łódź", ["malgorzata", "cafe", "lodz"]),
        ("O'Brien O’Brien", ["o", "brien"]),
        ("Paris is a glass status", ["paris", "glass", "status"]),
        ("東京", ["東", "京"]),
        ("The Who", []),
        ("", []),
    ],
)
def test_a_query_is_searched_by_its_words(text: str, expected: list[str]) -> None:
    assert query_words(text) == expected


@given(st.text())
def test_words_are_found_in_any_text(text: str) -> None:
    words = words_in(text)

    assert all(words)
    assert words_in(" ".join(words)) == words
    assert all(len(word_of(word)) <= 40 for word in words)


def test_words_of_the_query_are_highlighted_in_all_their_forms() -> None:
    text = "The Cafés of the city, and other cities."
    found = [text[start:end] for start, end in highlights(text, query_words("café city"))]

    assert found == ["Cafés", "city", "cities"]

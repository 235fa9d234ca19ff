"""Passages are read with their titles, and what is read stands in the passage all the same."""

from __future__ import annotations

import pytest

from kgqa.merge.edges import start_in
from kgqa.text.passages import Passage
from kgqa.text.readers.reading import Span

TITLE, TEXT = "Whiplash", "It was directed by Damien Chazelle. Whiplash is a film."
PASSAGE = Passage("1", TITLE, TEXT)
READ = f"{TITLE}. {TEXT}"


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("Damien Chazelle", TEXT.index("Damien")),
        ("Whiplash", TEXT.index("Whiplash")),  # the title was read, and the text has it, too
    ],
)
def test_what_was_read_behind_a_title_is_found_in_the_text(words: str, place: int) -> None:
    start = READ.index(words)
    assert start_in(PASSAGE, Span(0, start, start + len(words), words, 0.5)) == place


def test_what_stands_only_in_the_title_or_nowhere_is_not_in_the_text() -> None:
    other = Passage("1", "Enemy", TEXT)
    assert start_in(other, Span(0, 0, 5, "Enemy", 0.5)) == -1
    assert start_in(PASSAGE, Span(0, -1, -1, "Damien Chazelle", 0.5)) == -1

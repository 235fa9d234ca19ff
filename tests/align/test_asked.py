from __future__ import annotations

from kgqa.align.asked import FROM, LONGEST, OTHER, asked
from kgqa.text.readers.wordpieces import START, STOP, shipped_pieces

QUESTION = "Which Scorsese films star DiCaprio?"
FIRST, LAST = (6, 14), (26, 34)


def test_a_name_is_one_sign_that_keeps_its_characters() -> None:
    read = asked(shipped_pieces().of(QUESTION), [LAST], [FIRST])

    assert read.ids.count(FROM) == read.ids.count(OTHER) == 1
    assert read.spans[read.ids.index(FROM)] == LAST
    assert read.spans[read.ids.index(OTHER)] == FIRST
    assert (read.ids[0], read.ids[-1]) == (START, STOP)


def test_of_names_that_overlap_the_one_looked_at_is_taken() -> None:
    read = asked(shipped_pieces().of(QUESTION), [FIRST], [(6, 20)])

    assert OTHER not in read.ids
    assert (15, 20) in read.spans


def test_names_side_by_side_are_two_signs() -> None:
    read = asked(shipped_pieces().of("Anna Bob"), [(0, 4), (5, 8)])

    assert read.ids == (START, FROM, FROM, STOP)


def test_what_is_too_long_is_cut() -> None:
    read = asked(shipped_pieces().of("word " * 10_000), [])

    assert len(read.ids) == LONGEST
    assert read.ids[-1] == STOP


def test_nothing_is_asked_with_two_ends() -> None:
    assert asked(shipped_pieces().of(""), []).ids == (START, STOP)

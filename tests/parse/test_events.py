from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from kgqa.algebra import Comparator
from kgqa.parse.analysis import analyse
from kgqa.parse.events import event_in, events
from kgqa.parse.held import tests_of as times_told
from kgqa.parse.members import Literal
from kgqa.parse.sketches import Walker


def asking(question: str) -> Walker:
    analysis = analyse(question)
    free = frozenset(range(len(analysis.words)))
    return cast(Walker, SimpleNamespace(analysis=analysis, free=free))


def words(question: str) -> frozenset[int]:
    return asking(question).free


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("Who died first?", "P570"),
        ("Who was born first?", "P569"),
        ("Which film came out first?", "P577"),
        ("Which company was founded first?", "P571"),
        ("Which war ended first?", "P582"),
    ],
)
def test_a_verb_says_which_date_is_meant(question: str, key: str) -> None:
    found = event_in(asking(question), words(question))

    assert found is not None and found.keys[0] == key


def test_of_two_verbs_the_last_counts_and_one_that_says_whither_does_not() -> None:
    both, whither = "Was he born before she died?", "Did he come to America?"

    found = event_in(asking(both), words(both))
    assert found is not None and found.keys == ("P570",) and found.places == {5}
    assert event_in(asking(both), frozenset(range(3))) is not None
    assert event_in(asking(whither), words(whither)) is None


def test_every_event_has_dates_and_every_word_one_event() -> None:
    assert all(keys and len(set(keys)) == len(keys) for keys in events().values())


@pytest.mark.parametrize(
    ("question", "comparator", "year", "holds"),
    [
        ("Was he king before 1910?", "<", 1910, True),
        ("Was he king before 1900?", "<", 1900, False),
        ("Was he king after 1910?", ">", 1910, True),
        ("Was he king after 1930?", ">", 1930, False),
        ("Did he become king after 1910?", ">", 1910, False),
        ("Was he king in 1910?", "=", 1910, True),
        ("Was he king in 1930?", "=", 1930, False),
        ("Was he elected in 1900?", "=", 1900, True),
        ("Was he elected in 1905?", "=", 1905, False),
    ],
)
def test_an_office_is_held_from_its_begin_to_its_end(
    question: str, comparator: Comparator, year: int, holds: bool
) -> None:
    began, ended = Literal("date", "1901-05-01", 1901.34), Literal("date", "1920-05-01", 1920.34)
    told = [{"P580": [began], "P582": [ended]}]

    found = times_told(asking(question), told, comparator, year)
    assert found is not None and found[1] is holds
    assert times_told(asking(question), [{}], comparator, year) is None


def test_an_office_without_an_end_is_held_still() -> None:
    began = Literal("date", "1901-05-01", 1901.34)

    found = times_told(asking("Is he king in 1950?"), [{"P580": [began]}], "=", 1950)
    assert found is not None and found[1]
    found = times_told(asking("Was he king in 1900?"), [{"P580": [began]}], "=", 1900)
    assert found is not None and not found[1]

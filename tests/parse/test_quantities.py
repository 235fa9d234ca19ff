from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kgqa.parse.quantities import _READERS, Amount, Date, Number, Ordinal, Quantity, Years, spans
from kgqa.parse.quantity_words import may_have_quantity, patterns


def only(text: str) -> tuple[str, Quantity]:
    (found,) = spans(text)
    return text[found.start : found.end], found


@pytest.mark.parametrize(
    ("text", "written", "first", "last", "kind"),
    [
        ("president from 1989 to 1999?", "from 1989 to 1999", 1989, 1999, "range"),
        ("films between 1990 and 1999", "between 1990 and 1999", 1990, 1999, "range"),
        ("the 1939–45 war", "1939–45", 1939, 1945, "range"),
        ("ruled in 2589-2566 BC", "2589-2566 BC", -2589, -2566, "range"),
        ("songs of the 90s", "the 90s", 1990, 1999, "decade"),
        ("songs of the '80s", "the '80s", 1980, 1989, "decade"),
        ("a band of the sixties", "the sixties", 1960, 1969, "decade"),
        ("in the 2000s", "the 2000s", 2000, 2009, "decade"),
        ("in the 1800s", "the 1800s", 1800, 1899, "century"),
        ("a war of the 19th century", "the 19th century", 1801, 1900, "century"),
        ("a war of the first century BC", "the first century BC", -100, -1, "century"),
    ],
)
def test_a_span_of_years_has_a_first_and_a_last_one(
    text: str, written: str, first: int, last: int, kind: str
) -> None:
    found, years = only(text)

    assert found == written
    assert isinstance(years, Years)
    assert (years.first, years.last, years.kind) == (first, last, kind)


@pytest.mark.parametrize(
    ("text", "written", "date", "comparator"),
    [
        ("in 1999?", "1999", (1999, None, None), "="),
        ("before 1999", "before 1999", (1999, None, None), "<"),
        ("after the year 2000", "after the year 2000", (2000, None, None), ">"),
        ("since March 2010", "since March 2010", (2010, 3, None), ">="),
        ("born on July 4, 1776", "July 4, 1776", (1776, 7, 4), "="),
        ("died in August of 2020", "August of 2020", (2020, 8, None), "="),
        ("born on 4 July 1776", "4 July 1776", (1776, 7, 4), "="),
        ("born on the Fourth of July", "Fourth of July", (None, 7, 4), "="),
        ("on 1776-07-04", "1776-07-04", (1776, 7, 4), "="),
        ("died in 44 BC", "44 BC", (-44, None, None), "="),
        ("at 2020's Olympics", "2020", (2020, None, None), "="),
    ],
)
def test_a_date_is_as_precise_as_it_is_written(
    text: str, written: str, date: tuple[int | None, ...], comparator: str
) -> None:
    found, read = only(text)

    assert found == written
    assert isinstance(read, Date)
    assert (read.year, read.month, read.day, read.comparator) == (*date, comparator)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("the third album", 3),
        ("the 44th president", 44),
        ("the twenty-first president", 21),
        ("the last emperor", -1),
        ("the most recent album", -1),
        ("the second-to-last emperor", -2),
        ("the third last king", -3),
        ("the next to last king", -2),
        ("the penultimate king", -2),
    ],
)
def test_a_place_counts_from_the_beginning_or_from_the_end(text: str, place: int) -> None:
    _, found = only(text)

    assert isinstance(found, Ordinal)
    assert found.place == place


@pytest.mark.parametrize(
    ("text", "value", "unit", "is_money", "comparator"),
    [
        ("higher than 5,000 km", "5000", "Q828224", False, ">"),
        ("with 0.78 square miles", "0.78", "Q232291", False, "="),
        ("longer than two hours", "2", "Q25235", False, ">"),
        ("20% of it", "20", "Q11229", False, "="),
        ("over $2.5 billion", "2.5e9", "Q4917", True, ">"),
        ("at most 5 million dollars", "5e6", "Q4917", True, "<="),
        ("cost US$5m", "5e6", "Q4917", True, "="),
        ("cost 20 euros", "20", "Q4916", True, "="),
    ],
)
def test_an_amount_has_a_unit(
    text: str, value: str, unit: str, is_money: bool, comparator: str
) -> None:
    _, found = only(text)

    assert isinstance(found, Amount)
    assert (found.value, found.unit) == (Decimal(value), unit)
    assert (found.is_money, found.comparator) == (is_money, comparator)


@pytest.mark.parametrize(
    ("text", "value", "comparator"),
    [
        ("three Oscars", "3", "="),
        ("more than 2 million people", "2000000", ">"),
        ("at least twenty-five songs", "25", ">="),
        ("half a million people", "500000", "="),
        ("How many of the 7 are red?", "7", "="),
    ],
)
def test_a_number_counts(text: str, value: str, comparator: str) -> None:
    _, found = only(text)

    assert isinstance(found, Number)
    assert (found.value, found.comparator) == (Decimal(value), comparator)


@pytest.mark.parametrize(
    "text", ["Which one of them?", "What is her last name?", "Blink-182", "U2", "May I?", ""]
)
def test_what_only_looks_like_a_quantity_is_none(text: str) -> None:
    assert spans(text) == []


@given(st.text(alphabet=st.sampled_from("0129 ,.-$%sthe'BCmayofn\u0665\x00"), max_size=40))
@example("9" * 5000)
@example("9" * 5000 + "th")
def test_any_text_has_quantities_in_order_that_do_not_overlap(text: str) -> None:
    found = spans(text)

    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(0 <= one.start < one.end <= len(text) for one in found)


WRITTEN = (
    "a half dozen fivekm five km last most recent next-to-last twenty-first of sixties may the"
)


@given(st.lists(st.sampled_from([*WRITTEN.split(), "-", ",", "$", "_", "m", "Who"]), max_size=6))
def test_a_text_that_is_not_looked_into_has_no_quantity(parts: list[str]) -> None:
    for text in (" ".join(parts), "".join(parts), " ".join(parts).upper()):
        if not may_have_quantity(text):
            assert not [name for name, one in patterns().items() if _found(name, one, text)]


def _found(name: str, pattern: re.Pattern[str], text: str) -> bool:
    return any(_READERS[name](match) is not None for match in pattern.finditer(text))


def test_most_questions_are_not_looked_into_for_quantities() -> None:
    assert not may_have_quantity("Who directed Inception?")
    assert not may_have_quantity("What is the highest mountain of Switzerland?")
    assert may_have_quantity("Which film has TEN awards?")


def test_a_half_is_added() -> None:
    (found,) = spans("It took more than two and a half hours.")

    assert isinstance(found, Amount)
    assert (found.value, found.comparator) == (Decimal("2.5"), ">")
    (millions,) = spans("It cost over 3 and a half million.")
    assert isinstance(millions, Number) and millions.value == 3_500_000

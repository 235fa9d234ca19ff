from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pyoxigraph as ox
import pytest
from kgqa_store.vocabulary import XSD

from kgqa.algebra import to_text
from kgqa.parse.members import Literal, literal_of
from kgqa.parse.pairs import exceeds, extreme_of_two, key_of_both, of_one_year, precise, year_at
from kgqa.parse.sketches import Walker


def date(text: str) -> Literal:
    return literal_of(ox.Literal(f"{text}T00:00:00Z", datatype=ox.NamedNode(f"{XSD}dateTime")))


def number(value: float) -> Literal:
    return Literal("number", str(value), value)


def walker(values: dict[str, dict[str, list[Literal]]]) -> Walker:
    def look(ids: list[str], keys: list[str]) -> dict[str, dict[str, list[Literal]]]:
        return {id_: {key: values[id_][key] for key in keys if key in values[id_]} for id_ in ids}

    return cast(Walker, SimpleNamespace(lookups=SimpleNamespace(values=look)))


def dated(one: list[str], other: list[str]) -> Walker:
    return walker({"Q1": {"P577": [*map(date, one)]}, "Q2": {"P577": [*map(date, other)]}})


def chosen(of: Walker, extreme: str) -> tuple[str, str] | None:
    found = extreme_of_two(of, "Q1", "Q2", "P577", "max" if extreme == "max" else "min")
    return None if found is None else (to_text(found[0]), found[1])


@pytest.mark.parametrize("text", ["1999-01-01", "1999-06-15", "1999-12-31", "-0044-03-15"])
def test_a_date_is_of_the_year_that_it_is_written_with(text: str) -> None:
    found = date(text)

    assert found.number is not None
    assert year_at(found.number) == int(text[:-6])


def test_a_mere_year_says_nothing_beside_a_day_of_it() -> None:
    assert precise([date("1999-01-01"), date("1999-06-15")]) == [date("1999-06-15").number]
    assert precise([date("1999-01-01")]) == [date("1999-01-01").number]


def test_the_first_date_counts_also_where_the_last_is_asked_for() -> None:
    one, other = ["1990-05-01", "2020-05-01"], ["2000-05-01"]

    assert chosen(dated(one, other), "min") == ("argmin(Q1 | Q2, P577)", "Q1")
    assert chosen(dated(one, other), "max") == ("(Q1 | Q2) - argmin(Q1 | Q2, P577)", "Q2")


def test_of_one_year_the_day_tells() -> None:
    query = "Q1[P577 < ^P577(Q2)] | Q2[P577 < ^P577(Q1)]"

    assert chosen(dated(["2010-07-08"], ["2010-02-13"]), "min") == (query, "Q2")
    assert chosen(dated(["2010-07-08"], ["2010-07-08"]), "min") is None


def test_numbers_are_compared_as_they_are() -> None:
    of = walker({"Q1": {"P1082": [number(5)]}, "Q2": {"P1082": [number(7)]}})

    found = extreme_of_two(of, "Q1", "Q2", "P1082", "max")
    assert found is not None and found[1] == "Q2"
    query, holds = exceeds(of, ("Q1", "P1082"), ("Q2", "P1082"), ">")
    assert (to_text(query), holds) == ("^P1082(Q1) > ^P1082(Q2)", False)


def test_where_both_orders_hold_the_first_dates_count() -> None:
    of = dated(["1990-05-01", "2020-05-01"], ["2000-05-01"])

    query, holds = exceeds(of, ("Q2", "P577"), ("Q1", "P577"), "<")
    assert (to_text(query), holds) == ("Q2 in argmin(Q2 | Q1, P577)", False)
    query, holds = exceeds(of, ("Q1", "P577"), ("Q2", "P577"), "<")
    assert (to_text(query), holds) == ("Q1 in argmin(Q1 | Q2, P577)", True)


def test_two_are_compared_by_the_likeliest_key_that_both_have() -> None:
    of = walker({"Q1": {"P569": [], "P571": []}, "Q2": {"P571": []}})

    assert key_of_both(of, ["Q1", "Q2"], ["P569", "P571"]) == "P571"
    assert key_of_both(of, ["Q1", "Q2"], ["P569"]) is None


def test_two_are_of_one_year_if_they_share_one() -> None:
    same = of_one_year(dated(["1999-03-01", "2001-01-01"], ["2001-09-09"]), ["Q1", "Q2"], ["P577"])
    other = of_one_year(dated(["1999-03-01"], ["2001-09-09"]), ["Q1", "Q2"], ["P577"])

    assert same is not None and other is not None
    assert (to_text(same[0]), same[1]) == ("count((Q1 | Q2)[P577 = 2001]) = 2", True)
    assert (to_text(other[0]), other[1]) == ("count((Q1 | Q2)[P577 = 1999]) = 2", False)

from __future__ import annotations

import tomllib
from decimal import Decimal
from importlib.resources import files

import pytest

from kgqa.algebra import Entity, Quantity, parse_expression, to_text
from kgqa.algebra.units import dimension, factor, unit_name, unit_names, units


def converted(amount: str, source: str, target: str) -> Decimal:
    """Return what an amount in one unit is in another."""
    names = unit_names()
    assert dimension(names[source]) == dimension(names[target])
    return Decimal(amount) * factor(names[source]) / factor(names[target])


@pytest.mark.parametrize(
    ("amount", "source", "target", "expected"),
    [
        ("8.849", "kilometre", "metre", "8849"),
        ("1", "mile", "kilometre", "1.609344"),
        ("12", "inch", "foot", "1"),
        ("3", "foot", "yard", "1"),
        ("1", "nautical mile", "metre", "1852"),
        ("1", "square kilometre", "hectare", "100"),
        ("640", "acre", "square mile", "1"),
        ("1", "cubic metre", "litre", "1000"),
        ("16", "ounce", "pound", "1"),
        ("1", "tonne", "kilogram", "1000"),
        ("1", "week", "hour", "168"),
        ("1", "year", "day", "365.2425"),
        ("1", "megawatt", "watt", "1000000"),
        ("1", "gigabyte", "megabyte", "1000"),
        ("50", "percent", "1", "0.5"),
    ],
)
def test_amounts_convert(amount: str, source: str, target: str, expected: str) -> None:
    assert converted(amount, source, target) == Decimal(expected)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("metre", "kilogram"),
        ("metre", "square metre"),
        ("degree Celsius", "degree Fahrenheit"),
        ("euro", "dollar"),
        ("volt", "ampere"),
        ("second", "metre"),
    ],
)
def test_units_of_different_dimensions_do_not_convert(one: str, other: str) -> None:
    assert dimension(unit_names()[one]) != dimension(unit_names()[other])


def test_an_unknown_unit_is_its_own_dimension_and_name() -> None:
    assert (dimension("Q1234567"), factor("Q1234567")) == ("Q1234567", 1)
    assert unit_name("Q1234567") == "Q1234567"


def test_no_name_stands_for_two_units() -> None:
    table = tomllib.loads((files("kgqa.algebra") / "units.toml").read_text(encoding="utf-8"))
    names = [
        name for members in table.values() for each in members.values() for name in each["names"]
    ]
    assert sorted({name for name in names if names.count(name) > 1}) == []


@pytest.mark.parametrize("name", sorted(set(unit_names()) - {"1"}))
def test_every_name_of_a_unit_can_be_written(name: str) -> None:
    quantity = Quantity(Decimal(5), Entity(unit_names()[name]))
    assert parse_expression(f"5 {name}") == quantity
    assert parse_expression(to_text(quantity)) == quantity


def test_every_dimension_has_a_unit_of_factor_1_or_stands_alone() -> None:
    factors: dict[str, set[Decimal | None]] = {}
    for unit in units().values():
        factors.setdefault(unit.dimension, set()).add(unit.factor)
    assert all(Decimal(1) in each or each == {None} for each in factors.values())

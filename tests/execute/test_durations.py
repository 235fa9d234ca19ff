"""Durations are amounts of the smallest unit that they name."""

from __future__ import annotations

from decimal import Decimal

import pytest

from kgqa.algebra.units import unit_name
from kgqa.execute.durations import duration_of


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("P3Y", "3", "year"),
        ("P1Y6M", "18", "month"),
        ("P2W", "2", "week"),
        ("PT1H30M", "90", "minute"),
        ("P1DT2H", "26", "hour"),
        ("-PT1.5S", "-1.5", "second"),
    ],
)
def test_a_duration_is_an_amount(text: str, amount: str, unit: str) -> None:
    found = duration_of(text)
    assert found is not None and (found[0], unit_name(found[1])) == (Decimal(amount), unit)


@pytest.mark.parametrize("text", ["P", "PT", "P1M2D", "3 years", ""])
def test_what_is_no_single_amount_is_none(text: str) -> None:
    assert duration_of(text) is None

"""Durations of XML Schema as amounts: `P3Y` is three years, `PT90M` ninety minutes."""

from __future__ import annotations

import re
from decimal import Decimal

from kgqa.algebra.units import unit_names

_DURATION = re.compile(
    r"(?P<sign>-?)P(?:(?P<year>\d+)Y)?(?:(?P<month>\d+)M)?(?:(?P<week>\d+)W)?(?:(?P<day>\d+)D)?"
    r"(?:T(?:(?P<hour>\d+)H)?(?:(?P<minute>\d+)M)?(?:(?P<second>\d+(?:\.\d+)?)S)?)?"
)
_PARTS = {
    **{"year": (12, "month"), "month": (1, "month")},
    **{"week": (604_800, "second"), "day": (86_400, "second"), "hour": (3_600, "second")},
    **{"minute": (60, "second"), "second": (1, "second")},
}
"""How many of which unit a part is: months and seconds do not add up."""


def duration_of(text: str) -> tuple[Decimal, str] | None:
    """Return how many of what unit a duration is: in the smallest unit that it names.

    Nothing is returned for what is no duration, or one of months and days.
    """
    found = _DURATION.fullmatch(text)
    parts = {} if found is None else {k: v for k, v in found.groupdict("").items() if k != "sign"}
    said = {name: Decimal(number) for name, number in parts.items() if number}
    if found is None or not said or len({_PARTS[name][1] for name in said}) > 1:
        return None
    smallest = min(said, key=lambda name: _PARTS[name][0])
    total = sum((number * _PARTS[name][0] for name, number in said.items()), Decimal(0))
    amount = total / _PARTS[smallest][0]
    return -amount if found["sign"] else amount, unit_names()[smallest]

"""Durations of XML Schema: `P3Y`, `PT90M`; what parts they name, and how long they are."""

from __future__ import annotations

import re
from decimal import Decimal
from types import MappingProxyType

_DURATION = re.compile(
    r"(?P<sign>-?)P(?:(?P<year>\d+)Y)?(?:(?P<month>\d+)M)?(?:(?P<week>\d+)W)?(?:(?P<day>\d+)D)?"
    r"(?:T(?:(?P<hour>\d+)H)?(?:(?P<minute>\d+)M)?(?:(?P<second>\d+(?:\.\d+)?)S)?)?"
)
DATATYPES = ("duration", "dayTimeDuration", "yearMonthDuration")
"""The names of the datatypes of durations."""
SECONDS = MappingProxyType(
    {
        **{"year": 31_556_952, "month": 2_629_746, "week": 604_800, "day": 86_400},
        **{"hour": 3_600, "minute": 60, "second": 1},
    }
)
"""How long each part is; years and months are as long as they are on average."""


def parts_of(text: str) -> dict[str, Decimal]:
    """Return how many of which parts a duration names; nothing for what is no duration."""
    found = _DURATION.fullmatch(text)
    if found is None:
        return {}
    sign = -1 if found["sign"] else 1
    return {name: sign * Decimal(found[name]) for name in SECONDS if found[name]}


def seconds_of(text: str) -> Decimal | None:
    """Return how many seconds a duration takes; None for what is no duration."""
    parts = parts_of(text)
    return sum((n * SECONDS[name] for name, n in parts.items()), Decimal(0)) if parts else None

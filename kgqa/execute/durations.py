"""Durations of XML Schema as amounts: `P3Y` is three years, `PT90M` ninety minutes."""

from __future__ import annotations

from decimal import Decimal

from kgqa_store.durations import SECONDS, parts_of

from kgqa.algebra.units import dimension, factor, unit_names

_MONTHS = {"year": 12, "month": 1}
"""How many months a part is; of the others it is told how many seconds they are."""
_WRITTEN = {
    **{"year": "P{}Y", "month": "P{}M", "day": "P{}D"},
    **{"hour": "PT{}H", "minute": "PT{}M", "second": "PT{}S"},
}
"""How a whole number of a part is written."""


def duration_of(text: str) -> tuple[Decimal, str] | None:
    """Return how many of what unit a duration is: in the smallest unit that it names.

    Nothing is returned for what is no duration, or one of months and days.
    """
    said = parts_of(text)
    if not said or len({name in _MONTHS for name in said}) > 1:
        return None
    lengths = _MONTHS if said.keys() <= _MONTHS.keys() else SECONDS
    smallest = min(said, key=lambda name: lengths[name])
    total = sum((number * lengths[name] for name, number in said.items()), Decimal(0))
    return total / lengths[smallest], unit_names()[smallest]


def literal_of(amount: Decimal, unit: str) -> str:
    """Return the duration that an amount of time is, as SPARQL writes it; else nothing."""
    if dimension(unit) != dimension(unit_names()["second"]):
        return ""
    sign, amount = ("-", -amount) if amount < 0 else ("", amount)
    name = next((name for name in _WRITTEN if unit_names()[name] == unit), "")
    if name and amount == amount.to_integral_value():
        text = _WRITTEN[name].format(f"{amount:.0f}")
    else:
        text = f"PT{(amount * factor(unit)).normalize():f}S"
    return f'"{sign}{text}"^^xsd:duration'

"""What an answer can be: an entity, a date, a number, words or a truth; and how it reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from kgqa.algebra import Entity
from kgqa.algebra.printer import amount_text, date_text
from kgqa.algebra.units import unit_name


@dataclass(frozen=True, slots=True)
class Time:
    """A date as the graph has it: year, month and day, as far as its precision goes.

    `precision` is Wikidata's: 11 day, 10 month, 9 year, 8 decade, 7 century, 6 millennium.
    """

    year: int
    month: int
    day: int
    precision: int = 11

    @property
    def text(self) -> str:
        """The date in ISO 8601, cut at its precision."""
        month = self.month if self.precision >= 10 else None
        return date_text(self.year, month, self.day if self.precision >= 11 else None)


@dataclass(frozen=True, slots=True)
class Measurement:
    """A number, with its unit where the graph states one."""

    amount: Decimal
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """A text, with its language where it has one; also an address, a place on earth, an id."""

    text: str
    language: str | None = None


Value: TypeAlias = Entity | Time | Measurement | Words | bool
"""What an answer can be."""


def value_text(value: Value, labels: Mapping[str, str]) -> str:
    """Return a value as a person reads it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Entity(id_):
            return labels.get(id_, id_)
        case Time():
            return time_text(value)
        case Measurement(amount, unit):
            text = amount_text(amount)
            return f"{text} {_unit_label(unit, labels)}" if unit else text
        case Words(text):
            return text


def _unit_label(unit: str, labels: Mapping[str, str]) -> str:
    name = unit_name(unit)
    return labels.get(unit, unit) if name == unit else name


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def time_text(time: Time) -> str:
    """Return a date as a person reads it: 30 July 1970, 1970s, 44 BCE."""
    era = "" if time.year > 0 else " BCE"
    year = time.year if time.year > 0 else 1 - time.year
    match time.precision:
        case 11 | 12 | 13 | 14:
            return f"{time.day} {MONTHS[time.month - 1]} {year}{era}"
        case 10:
            return f"{MONTHS[time.month - 1]} {year}{era}"
        case 9:
            return f"{year}{era}"
        case 8:
            return f"{year // 10 * 10}s{era}"
        case 7:
            return f"{_ordinal((year + 99) // 100)} century{era}"
        case _:
            return f"{_ordinal((year + 999) // 1000)} millennium{era}"


def _ordinal(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"

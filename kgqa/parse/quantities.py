"""The numbers, places in an order, dates, spans of years, money and amounts that a question names.

They are read from the text alone: a number inside a name (`Apollo 11`, `2018 FIFA World Cup`) is
found as well, and is for the linker to take away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias

from kgqa.parse.quantity_words import (
    Comparator,
    comparator_of,
    is_money,
    may_have_quantity,
    number_of,
    patterns,
    place_named,
    unit_of,
    words,
)

Match: TypeAlias = re.Match[str]


@dataclass(frozen=True, slots=True)
class Number:
    """A number that counts: `three`, `2.5 million`, `more than 10`."""

    start: int
    end: int
    value: Decimal
    comparator: Comparator = "="


@dataclass(frozen=True, slots=True)
class Ordinal:
    """A place in an order; negative ones count from the end: `last` is -1."""

    start: int
    end: int
    place: int


@dataclass(frozen=True, slots=True)
class Date:
    """A year, month or day, as far as it is named; a year before Christ is negative, 44 BC -44."""

    start: int
    end: int
    year: int | None
    month: int | None = None
    day: int | None = None
    comparator: Comparator = "="


@dataclass(frozen=True, slots=True)
class Years:
    """The years from `first` to `last`, both among them."""

    start: int
    end: int
    first: int
    last: int
    kind: Literal["range", "decade", "century"] = "range"


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of some unit, which is a Q-number: `5,000 km`, `$2 million`."""

    start: int
    end: int
    value: Decimal
    unit: str
    is_money: bool = False
    comparator: Comparator = "="


Quantity: TypeAlias = Number | Ordinal | Date | Years | Amount


def spans(question: str) -> list[Quantity]:
    """Return the quantities that `question` names, none inside another, in the order of the text.

    The words that say how it is compared are part of its span: `before 1990`, `more than 10`.
    Where two would overlap the one that starts first is taken, then the longer one.
    """
    if not may_have_quantity(question):
        return []
    known = patterns()
    found = [
        quantity
        for name, read in _READERS.items()
        for match in known[name].finditer(question)
        if (quantity := read(match)) is not None
    ]
    # Of two that are written the same the rule that stands first has it: sorting is stable.
    found.sort(key=lambda one: (one.start, -one.end))
    kept: list[Quantity] = []
    for quantity in found:
        if not kept or quantity.start >= kept[-1].end:
            kept.append(quantity)
    return kept


def bounds(question: str) -> list[Number | Amount]:
    """Return the numbers and amounts that something is said to be more or less than."""
    return [
        one for one in spans(question) if isinstance(one, Number | Amount) and one.comparator != "="
    ]


# --- Dates --------------------------------------------------------------------------------------


def _iso(match: Match) -> Date | None:
    year, month, day = int(match["year"]), int(match["month"]), int(match["day"])
    is_date = 1 <= month <= 12 and 1 <= day <= 31
    return Date(*match.span(), year, month, day) if is_date else None


def _day(match: Match) -> Date | None:
    named = match["day"] or match["place"]
    day = place_named(named) if named else None
    year = int(match["year"]) if match["year"] else None
    if (day is None and year is None) or (day is not None and not 1 <= day <= 31):
        return None
    month = words()["months"].index(match["month"].lower()[:3]) + 1
    return Date(*match.span(), year, month, day, comparator_of(match["before"]))


def _year(match: Match) -> Date | None:
    year, era = int(match["year"]), (match["era"] or "").lower()
    if not era and not 1000 <= year <= 2100:
        return None
    year = -year if era.startswith("b") else year
    return Date(*match.span(), year, comparator=comparator_of(match["before"]))


def _range(match: Match) -> Years | None:
    first, last = match["first"], match["last"]
    until = int(first[: 4 - len(last)] + last)
    if (match["era"] or "").lower().startswith("b"):
        return Years(*match.span(), -int(first), -until) if int(first) >= until else None
    return Years(*match.span(), int(first), until) if int(first) <= until else None


def _decade(match: Match) -> Years | None:
    if match["figures"] and not match[0][-2].isdigit() and match[0][0].isdigit():
        return None  # 2020's Olympics
    if match["word"]:
        first = 1920 + 10 * words()["decades"].index(match["word"].lower())
    elif match["short"]:
        first = int(match["short"]) + (1900 if int(match["short"]) > 20 else 2000)
    else:
        first = int(match["figures"])
        if first % 100 == 0 and first < 2000:
            return Years(*match.span(), first, first + 99, "century")  # the 1800s
    return Years(*match.span(), first, first + 9, "decade")


def _century(match: Match) -> Years | None:
    number = place_named(match["place"])
    if not number:
        return None
    if (match["era"] or "").lower().startswith("b"):
        return Years(*match.span(), -100 * number, -100 * number + 99, "century")
    return Years(*match.span(), 100 * number - 99, 100 * number, "century")


# --- Numbers ------------------------------------------------------------------------------------


def _ordinal(match: Match) -> Ordinal | None:
    place = place_named(match["place"] or match["end"])
    if place is None:
        return None
    return Ordinal(*match.span(), -place if match["behind"] else place)


def _number(match: Match) -> Number | None:
    if match["number"].lower() == "one" and not match["scale"]:
        return None  # `which one of them` counts nothing
    value = number_of(match["number"], match["scale"])
    return Number(*match.span(), value, comparator_of(match["before"]))


def _amount(match: Match) -> Amount | None:
    unit = unit_of(match["unit"])
    if unit is None:
        return None
    value = number_of(match["number"], match["scale"])
    return Amount(*match.span(), value, unit, is_money(unit), comparator_of(match["before"]))


def _money(match: Match) -> Amount:
    unit = words()["signs"][match["sign"].upper()]
    value = number_of(match["number"], match["scale"])
    return Amount(*match.span(), value, unit, True, comparator_of(match["before"]))


_READERS: Mapping[str, Callable[[Match], Quantity | None]] = {
    "iso": _iso,
    "range": _range,
    "between": _range,
    "month_first": _day,
    "day_first": _day,
    "century": _century,
    "decade": _decade,
    "money": _money,
    "amount": _amount,
    "year": _year,
    "ordinal": _ordinal,
    "number": _number,
}

"""Dates, numbers and amounts as passages write them: 30 July 1970, 1.2 million, 229 centimetres."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from kgqa.algebra.units import unit_names
from kgqa.answers import MONTHS, Measurement, Time

_MONTH = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
_DAY_FIRST = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\.?,? (\d{{3,4}})\b", re.IGNORECASE
)
_MONTH_FIRST = re.compile(
    rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{3,4}})\b", re.IGNORECASE
)
_MONTH_ONLY = re.compile(rf"\b({_MONTH})\.?,? (?:of )?(\d{{3,4}})\b", re.IGNORECASE)
_ISO = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")
_YEAR = re.compile(r"(?<![\d,.])(\d{3,4})(?![\d,]|\.\d)")
_BEFORE = re.compile(r"\b(\d{1,4}) ?(?:BCE|BC|B\.C\.)")
_NUMBER = re.compile(r"(?<![\w.])-?\d{1,3}(?:[,\u202f ]\d{3})+(?:\.\d+)?|(?<![\w.])-?\d+(?:\.\d+)?")
_SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_WORDS = dict(
    zip(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
            *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
            *("seventeen", "eighteen", "nineteen", "twenty"),
        ),
        range(21),
        strict=True,
    )
)
_UNIT = re.compile(r"^[\s\-\u00a0]*((?:square|cubic|nautical|light)?[ -]?[^\W\d_]+[²³]?)")


def date_in(text: str) -> Time | None:
    """Return the first date in a text, as exact as it is written."""
    for pattern, places in ((_DAY_FIRST, (3, 2, 1)), (_MONTH_FIRST, (3, 1, 2))):
        if found := pattern.search(text):
            year, month, day = (found[place] for place in places)
            return _time(int(year), _month(month), int(day), 11)
    if found := _ISO.search(text):
        return _time(int(found[1]), int(found[2]), int(found[3]), 11)
    if found := _BEFORE.search(text):
        return Time(1 - int(found[1]), 1, 1, 9)
    if found := _MONTH_ONLY.search(text):
        return _time(int(found[2]), _month(found[1]), 1, 10)
    if found := _YEAR.search(text):
        return Time(int(found[1]), 1, 1, 9)
    return None


def _time(year: int, month: int, day: int, precision: int) -> Time | None:
    return Time(year, month, day, precision) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _month(name: str) -> int:
    return next(i for i, month in enumerate(MONTHS, 1) if month[:3].lower() == name[:3].lower())


def amount_in(text: str, after: str = "") -> Measurement | None:
    """Return the first amount in a text with its unit, which may stand in what comes `after`."""
    found = _NUMBER.search(text)
    if found is None:
        word = next((w for w in re.findall(r"[a-z]+", text.lower()) if w in _WORDS), None)
        return Measurement(Decimal(_WORDS[word])) if word else None
    try:
        amount = Decimal(re.sub("[, \u202f]", "", found[0]))
    except InvalidOperation:
        return None
    rest = (text[found.end() :] + after).lstrip()
    scale = re.match(r"\w+", rest)
    if scale and scale[0].lower() in _SCALES:
        amount *= _SCALES[scale[0].lower()]
        rest = rest[scale.end() :]
    return Measurement(_plain(amount), unit_at(rest))


def _plain(amount: Decimal) -> Decimal:
    whole = amount.to_integral_value()
    return whole if amount == whole else amount


def unit_at(text: str) -> str | None:
    """Return the Q-number of the unit that a text begins with."""
    found = _UNIT.match(text)
    if found is None:
        return None
    names = unit_names()
    said = re.sub(r"[\s\-]+", " ", found[1]).strip()
    for form in (said, said.lower(), said.lower().removesuffix("s"), said.split(" ")[0]):
        if form in names:
            return names[form]
    first = said.split(" ")[0].lower()
    return names.get(first.removesuffix("s"))

"""How quantities are written in English: numbers, places, months, units, and what they compare.

The words are in `data/quantities.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any, Literal, TypeAlias

from kgqa.algebra.units import unit_names
from kgqa.parse.words import DATA

Comparator: TypeAlias = Literal["=", "<", "<=", ">", ">="]

AND_HALF = " and a half"
PERCENT = "Q11229"


@cache
def words() -> Mapping[str, Any]:
    """Return the words of quantities."""
    return tomllib.loads((DATA / "quantities.toml").read_text(encoding="utf-8"))


@cache
def _cardinals() -> Mapping[str, int]:
    small, tens = words()["small"], words()["tens"]
    return {word: i for i, word in enumerate(small)} | {
        word: 10 * i for i, word in enumerate(tens, 2)
    }


@cache
def _places() -> Mapping[str, int]:
    ones = {word: i for i, word in enumerate(words()["places"], 1)}
    tens = {word.replace("y", "ieth"): 10 * i for i, word in enumerate(words()["tens"], 2)}
    joined = {
        f"{ten}{between}{one}": 10 * i + place
        for i, ten in enumerate(words()["tens"], 2)
        for between in " -"
        for one, place in list(ones.items())[:9]
    }
    return {**ones, **tens, **joined, "hundredth": 100, **words()["end"]}


@cache
def _comparators() -> Mapping[str, Comparator]:
    compared = words()["compared"]
    return {**compared["numbers"], **compared["times"]}


@cache
def _units() -> Mapping[str, str]:
    """Return the Q-number of every name of a unit, with plurals."""
    none = words()["no_units"]
    known = {n: id_ for n, id_ in unit_names().items() if n not in none and not n.isdigit()}
    known |= {f"{name}s": id_ for name, id_ in known.items() if len(name) > 3}
    return {**known, "%": PERCENT, "percent": PERCENT, "per cent": PERCENT}


def number_of(text: str, scale: str | None) -> Decimal:
    """Return the number that figures or words say, times a word such as `million`."""
    scales = {**words()["scales"], **words()["short_scales"]}
    factor = scales[scale.lower()] if scale else 1
    whole = text.lower().removesuffix(AND_HALF)
    if whole != text.lower():
        return number_of(whole, scale) + Decimal(factor) / 2
    if text[0].isdigit():
        return Decimal(text.replace(",", "")) * factor
    lower = text.lower()
    if lower.startswith("half"):
        return Decimal(factor) / 2
    if lower in ("a", "an"):
        return Decimal(factor)
    return Decimal(sum(_cardinals()[word] for word in re.split(r"[- ]", lower))) * factor


def place_named(text: str) -> int | None:
    """Return the place that a word or figures name; negative from the end."""
    if text[0].isdigit():
        return int(re.sub(r"\D", "", text))
    return _places().get(text.lower())


def unit_of(text: str) -> str | None:
    """Return the Q-number of a unit."""
    known = _units()
    return known.get(text) or known.get(text.lower()) or known.get(text.upper())


def is_money(unit: str) -> bool:
    """Whether amounts in a unit are money."""
    return unit in words()["signs"].values()


def comparator_of(before: str | None) -> Comparator:
    """Return how a number that stands behind these words is compared."""
    return _comparators()[before.lower()] if before else "="


@cache
def _first_words() -> tuple[str, ...]:
    said = words()
    behind = set(said["end"])
    found = {*_cardinals(), *said["scales"], *said["decades"], *(set(_places()) - behind)}
    return tuple(sorted(found))


def may_have_quantity(text: str) -> bool:
    """Whether a text has a figure or a word that quantities begin with; what has none, has none.

    To see that is quick; the patterns take long to compile, and most questions need none of them.
    """
    if not text.isascii() or any(character.isdigit() for character in text):
        return True
    lower = text.lower()
    return any(word.startswith(_first_words()) for word in re.findall("[a-z]+", lower)) or any(
        end in lower for end in words()["end"]
    )


# --- Patterns -----------------------------------------------------------------------------------


def _any(choices: Iterable[str]) -> str:
    """Return a pattern of any of the choices, longer ones first."""
    return "|".join(map(re.escape, sorted(choices, key=len, reverse=True)))


def _unit_pattern() -> str:
    # Two letters alone (5 km, 3 mm) are read as units as they are spelled only.
    short = [name for name in _units() if len(name) <= 2]
    return f"{_any(name for name in _units() if len(name) > 2)}|(?-i:{_any(short)})"


def _pieces() -> dict[str, str]:
    """Return the patterns that those of quantities are made of."""
    said = words()
    scales = _any(said["scales"])
    figures = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
    spelled = (
        rf"(?:{_any(said['tens'])})[- ](?:{_any(said['small'][1:10])})|{_any(_cardinals())}"
        rf"|(?:half )?an?(?= (?:{scales})\b)"
    )
    places = (
        rf"\d{{1,6}}(?:st|nd|rd|th)|{_any(name for name in _places() if name not in said['end'])}"
    )
    return {
        "figures": figures,
        "number": rf"(?P<number>(?:{figures}|{spelled})(?:{AND_HALF})?)"
        rf"(?:[ -]?(?P<scale>(?:{scales})\b))?",
        "short_scale": rf"(?:[ -]?(?P<scale>(?:{scales}|{_any(said['short_scales'])})\b))?",
        "place": rf"(?P<place>{places})\b",
        "end": _any(said["end"]),
        "sign": _any(said["signs"]),
        "unit": _unit_pattern(),
        "decade": _any(said["decades"]),
        "day": r"(?P<day>\d\d?)(?:st|nd|rd|th)?(?!\d)",
        "of_year": r"(?:(?:,| of)? (?P<year>[12]\d{3})\b)?",
        "month": r"(?P<month>jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|"
        r"aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?",
        "since": rf"(?:\b(?P<before>{_any(said['compared']['times'])}) (?:the )?(?:year )?)?",
        "over": rf"(?:\b(?P<before>{_any(said['compared']['numbers'])}) "
        r"(?:(?:the )?age (?:of )?)?)?",
        "era": r"(?:\s?(?P<era>b\.?c\.?(?:e\.?)?|a\.?d\.?|c\.?e\.?)(?!\w))?",
    }


@cache
def patterns() -> Mapping[str, re.Pattern[str]]:
    """Return how each kind of quantity is written, by name."""
    piece = _pieces()
    written = {
        "iso": r"(?<![\d-])(?P<year>\d{{4}})-(?P<month>\d\d)-(?P<day>\d\d)(?![\d-])",
        "range": r"(?:\bfrom (?:the years )?)?(?<![\d,.$])(?P<first>[12]\d{{3}})"
        r"(?:\s?[-‒–—]\s?| (?:to|until|till|through) )(?P<last>\d{{4}}|\d\d){era}"
        r"(?![\d%-]|[.,]\d|s\b)",
        "between": r"\bbetween (?:the years )?(?P<first>[12]\d{{3}}) and (?P<last>\d{{4}}){era}\b",
        "month_first": r"{since}\b{month}(?: (?:the )?(?:{day}|{place}))?{of_year}",
        "day_first": r"{since}\b(?:{day}|{place})(?: day)?(?: of)? {month}{of_year}",
        "century": r"(?:\bthe )?\b{place}[- ](?-i:century|centuries)\b{era}",
        "decade": r"(?:\bthe )?(?:(?<![\w,.$])(?:(?P<figures>[12]\d{{2}}0)|['’]?(?P<short>\d0))"
        r"['’]?s\b|\b(?P<word>{decade})\b)",
        "money": r"{over}(?<!\w)(?P<sign>{sign})\s?(?P<number>{figures}){short_scale}",
        "amount": r"{over}(?<![\w.,]){number}[ -]?(?P<unit>{unit})(?![\w/])",
        "year": r"{since}(?:\bthe year )?(?<![\w.,$€£-])(?P<year>\d{{1,4}}){era}"
        r"(?![\w%-]|[.,]\d| (?:million|billion|thousand))",
        "ordinal": r"\b(?:{place}(?P<behind>(?:[- ]to)?[- ]last\b)?|(?P<end>{end})\b)"
        r"(?! names?\b)",
        "number": r"{over}(?<![\w.,-]){number}(?![\w%]|[.,]\d|-\d)",
    }
    return {name: re.compile(text.format(**piece), re.IGNORECASE) for name, text in written.items()}

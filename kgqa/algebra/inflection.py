"""Words, numbers and dates as English has them: plurals, ordinals, thousands and centuries."""

from __future__ import annotations

import re
from decimal import Decimal

from kgqa.algebra.printer import amount_text
from kgqa.algebra.terms import Date, Quantity
from kgqa.algebra.units import unit_name, units

_IRREGULAR = {
    "person": "people",
    "child": "children",
    "foot": "feet",
    "tooth": "teeth",
    "mouse": "mice",
    "goose": "geese",
    "ox": "oxen",
    "taxon": "taxa",
    "phenomenon": "phenomena",
    "criterion": "criteria",
    "bacterium": "bacteria",
    "genus": "genera",
    "medium": "media",
    "nucleus": "nuclei",
    "hertz": "hertz",
    "yen": "yen",
    "renminbi": "renminbi",
    "percent": "percent",
    "sterling": "sterling",
}
_SAME = re.compile(r"(craft|series|species|sheep|deer|offspring|fish|media|people|data|news)$")
_MAN = re.compile(r"(?<!hu)(?<!ger)(?<!ro)(?<!otto)(?<!sha)(?<!talis)man$")
_VES = re.compile(r"(?<=\b)(half|shelf|wolf|leaf|thief|loaf|calf|elf|knife|life|wife|midwife)$")
_OES = re.compile(r"(hero|potato|tomato|echo|veto|volcano|embargo)$")
_MANY = re.compile(r"[A-Z].* [A-Z][\w-]*[^aious\W]s", re.ASCII)
"""A name that is a plural already: `Academy Awards`."""
_HEAD = re.compile(r"(.*?)(?= \(| (?:of|in|by|for|with|on|from|to|at|per|Celsius|Fahrenheit)\b|$)")


def plural(noun: str) -> str:
    """Return the plural of a noun, which may have words after its head: `place of birth`."""
    found = _HEAD.match(noun)
    head = found[1] if found and found[1] else noun
    if _MANY.fullmatch(head):
        return noun
    before, last = re.fullmatch(r"(.*?)([^\s-]*)", head, re.DOTALL).groups()  # type: ignore[union-attr]
    return before + _plural_word(last) + noun[len(head) :]


def _plural_word(word: str) -> str:
    lower = word.casefold()
    if lower in _IRREGULAR:
        return word[:1] + _IRREGULAR[lower][1:]
    rules = (
        (_SAME.search(lower), word),
        (_MAN.search(lower), word[:-2] + "en"),
        (_VES.search(lower), re.sub("fe?$", "ves", word)),
        (_OES.search(lower), word + "es"),
        (re.search(r"[a-z]sis$|basis$|axis$", lower), word[:-2] + "es"),
        (re.search(r"[^aeiou]y$", lower) and len(word) > 1, word[:-1] + "ies"),
        (re.search(r"(s|x|z|ch|sh)$", lower), word + "es"),
    )
    return next((form for fits, form in rules if fits), word + "s")


def with_article(noun: str) -> str:
    """Return a noun after `a` or `an`."""
    vowel = re.match(r"[aeio]|u(?!ni|s[aeiou]|r[aeiou])|hour|honou?r", noun.casefold())
    return f"{'an' if vowel else 'a'} {noun}"


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def ordinal(place: int) -> str:
    """Return `second` for 2 and `22nd` for 22."""
    if place <= len(_ORDINALS):
        return _ORDINALS[place - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ending}"


def number(amount: Decimal) -> str:
    """Return a number with its thousands apart; four digits stand together."""
    text = amount_text(amount)
    whole, point, decimals = text.partition(".")
    if len(whole.lstrip("-")) > 4:
        whole = f"{int(whole):,}"
    return whole + point + decimals


def quantity(value: Quantity, label: str | None) -> str:
    """Return an amount and its unit, by `label` where we have no name of our own for it."""
    known = value.unit.id in units()
    name = unit_name(value.unit.id) if known else label or value.unit.id
    if name == "1":
        return number(value.amount)
    if value.amount != 1 and name != value.unit.id:
        name = plural(name)
    return f"{number(value.amount)} {name}"


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def date(value: Date) -> str:
    """Return a date as in `31 December 1999`."""
    month = f"{_MONTHS[value.month - 1]} {year(value.year)}"
    return month if value.day is None else f"{value.day} {month}"


def year(value: int) -> str:
    """Return a year; those up to 0 are before the common era, and 0 is 1 BCE."""
    return str(value) if value > 0 else f"{1 - value} BCE"


def place(number: int) -> str:
    """Return `second`, or `second to last` for a place from behind."""
    from_end = f"{ordinal(abs(number))} to last" if number < -1 else "last"
    return ordinal(number) if number > 0 else from_end

"""Whether a value is the one that a text of gold data means: `18-Dec-46`, `8 years`, `The Nile`."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from kgqa_store.names_text import normalise, without_article

from kgqa.algebra import Entity
from kgqa.answers import Measurement, Time, Value, Words

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_SHORT_DATE = re.compile(r"(\d{1,2})-([A-Za-z]{3})-(\d{2})")

Called = Callable[[str], frozenset[str]]
"""Returns the entities of a name."""


def is_meant(value: Value, text: str, called: Called) -> bool:
    """Whether a value is what a text means; an entity is, where it has that name."""
    match value:
        case bool():
            return text.strip().lower() == ("yes" if value else "no")
        case Entity(id_):
            return id_ in called(text)
        case Measurement(amount, _):
            found = _NUMBER.search(text)
            return found is not None and Decimal(found[0].replace(",", "")) == amount
        case Time(year, month, day):
            if found := _SHORT_DATE.fullmatch(text.strip()):
                said = (int(found[1]), found[2].lower(), int(found[3]))
                return said == (day, MONTHS[month - 1], year % 100)
            return re.fullmatch(rf"\D*{year}\D*", text) is not None
        case Words(words):
            return _bare(words) == _bare(text)


def _bare(text: str) -> str:
    plain = normalise(text)
    return without_article(plain) or plain

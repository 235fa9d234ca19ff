"""Terms as English says them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from kgqa.algebra import inflection
from kgqa.algebra.terms import Date, Entity, Number, Quantity, Text


def english_of(term: Entity | Text | Date | Number | Quantity, labels: Mapping[str, str]) -> str:
    """Return a term in English; a thing without a label is called by its id."""
    match term:
        case Entity(id_):
            return labels.get(id_) or id_
        case Text(text):
            return f'"{text}"'
        case Date():
            return inflection.date(term)
        case Number(amount):
            return inflection.number(amount)
        case Quantity(_, unit):
            return inflection.quantity(term, labels.get(unit.id))
        case _:
            assert_never(term)

"""How many of something a question speaks of: `more than four siblings`, `40 teams`."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgqa.algebra import Comparator
from kgqa.parse import quantities
from kgqa.parse.analysis import Analysis


@dataclass(frozen=True, slots=True)
class NumberSaid:
    """A number that something is compared with, and the places of its words."""

    value: Decimal
    comparator: Comparator
    places: frozenset[int]

    def holds(self, amount: int) -> bool:
        """Whether an amount is so many."""
        match self.comparator:
            case "<":
                return amount < self.value
            case "<=":
                return amount <= self.value
            case ">":
                return amount > self.value
            case ">=":
                return amount >= self.value
            case "!=":
                return amount != self.value
            case "=":
                return amount == self.value


def number_said(analysis: Analysis, free: frozenset[int]) -> NumberSaid | None:
    """Return the first number that counts and is part of no name."""
    for one in quantities.spans(analysis.question):
        if isinstance(one, quantities.Number):
            words = enumerate(analysis.words)
            places = frozenset(i for i, w in words if w.start < one.end and one.start < w.end)
            if places and places <= free:
                return NumberSaid(one.value, one.comparator, places)
    return None

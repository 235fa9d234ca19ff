"""Sorts of sets: which of two equal sets can stand for the other.

A written value stands for all that compare equal to it, a set of values only for its members. What
an edge leads to has a unit and a precision, which a set of values has not; and a difference of such
may be a subtraction.
"""

from __future__ import annotations

from typing import Literal

from kgqa.algebra.operators import Apply, Difference, Inverse
from kgqa.algebra.terms import Date, Number, Quantity, Text

VALUES = (Text, Date, Number, Quantity)


def sort_of(node: object) -> Literal["value", "measured", "set"]:
    """Return `value` for a written value, `measured` for what edges lead to, else `set`."""
    if isinstance(node, VALUES):
        return "value"
    return "measured" if is_measured(node) else "set"


def is_measured(node: object) -> bool:
    """Return whether the set is what something has as a property, with its units and precisions."""
    match node:
        case Apply(Inverse(Inverse(relation)), things):
            return is_measured(Apply(relation, things))
        case Apply(Inverse(), _):
            return True
        case Difference():
            return subtracts(node)
        case _:
            return False


def subtracts(difference: Difference) -> bool:
    """Return whether numbers may be meant: then it is no difference of sets."""
    return is_measured(difference.left) and is_measured(difference.right)

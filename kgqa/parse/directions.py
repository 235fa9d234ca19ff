"""Which way the steps of an expression lead: from what has a property, or to it."""

from __future__ import annotations

from kgqa.algebra import (
    Apply,
    Difference,
    Filter,
    Intersection,
    Inverse,
    Ordinal,
    Property,
    Query,
    Superlative,
)
from kgqa.parse.analysis import Analysis
from kgqa.parse.words import cue_set


def goes_back(analysis: Analysis, query: Query, property_: str, *, inverse: bool) -> bool:
    """Whether a step only undoes the last one; a question that means that speaks of sharing.

    What is of a class below another is of that one, too, and is found with it.
    """
    match query:
        case Apply(Property("P279"), _) if property_ == "P31" and not inverse:
            return True
    if is_of_company(analysis):
        return False
    match query:
        case Apply(Property(id_), _):
            return inverse and id_ == property_
        case Apply(Inverse(Property(id_)), _):
            return not inverse and id_ == property_
    return False


def is_of_company(analysis: Analysis) -> bool:
    """Whether a question speaks of what others share with one: `with`, `else`, `the same`."""
    return any(word.normal in cue_set("sharing") for word in analysis.words)


def leads_to(query: Query, property_: str) -> bool:
    """Whether a set is what something has as a property, and not what has something as it."""
    match query:
        case Apply(Property(id_), _):
            return id_ != property_
        case Intersection(operands):
            return all(leads_to(operand, property_) for operand in operands)
        case Filter(inner, _) | Superlative(_, inner, _) | Ordinal(_, inner, _):
            return leads_to(inner, property_)
        case Difference(left, _):
            return leads_to(left, property_)
    return True

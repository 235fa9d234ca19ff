"""Steps that lead back to where they came from: all who died where he died."""

from __future__ import annotations

from kgqa.algebra import Apply, Inverse, Property, Query
from kgqa.parse.analysis import Analysis
from kgqa.parse.words import cue_set


def goes_back(analysis: Analysis, query: Query, property_: str, *, inverse: bool) -> bool:
    """Whether a step only undoes the last one; a question that means that speaks of sharing."""
    if any(word.normal in cue_set("sharing") for word in analysis.words):
        return False
    match query:
        case Apply(Property(id_), _):
            return inverse and id_ == property_
        case Apply(Inverse(Property(id_)), _):
            return not inverse and id_ == property_
    return False

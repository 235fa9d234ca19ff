"""Whether texts are read for a question: the graph is silent, unsure, or knowingly incomplete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from kgqa.algebra import (
    Apply,
    Comparison,
    Count,
    Difference,
    Filter,
    Intersection,
    Membership,
    Ordinal,
    Query,
    Superlative,
    Type,
)
from kgqa.answers import Reply
from kgqa.errors import SettingsError
from kgqa.execute.estimates import property_of
from kgqa.judge.choose import Tried
from kgqa.merge.text_confidence import limit

Mode: TypeAlias = Literal["auto", "always", "never"]
MODES: tuple[Mode, ...] = ("auto", "always", "never")
Why: TypeAlias = Literal["", "silent", "unsure", "incomplete", "always"]


def mode_of(name: str) -> Mode:
    """Return the mode of that name."""
    for mode in MODES:
        if mode == name:
            return mode
    raise SettingsError(
        f"The setting read is {name!r}, which is none of {', '.join(MODES)}.",
        hint='read = "auto" reads texts where the graph is silent or unsure',
    )


def why_read(reply: Reply, tried: Sequence[Tried], mode: Mode) -> Why:
    """Return why texts are read for a question; empty where they are not."""
    if mode == "never" or reply.outcome in ("failed", "ambiguous"):
        return ""
    if tried and tried[0].is_named:
        return ""
    if not reply.answers:
        return "silent"
    if reply.answers[0].confidence < limit("unsure"):
        return "unsure"
    if mode == "always":
        return "always"
    return "incomplete" if may_be_incomplete(tried[0].candidate.query, reply) else ""


def may_be_incomplete(query: Query, reply: Reply) -> bool:
    """Whether one more edge could change the answer; whether any is lacking is looked up later."""
    match query:
        case Superlative() | Ordinal() | Comparison() | Filter():
            return True
        case Apply(relation, _):
            return not property_of(relation)[1]
        case Count(things) | Difference(things, _):
            return may_be_incomplete(things, reply)
        case Intersection(operands):
            return any(not isinstance(one, Type) for one in operands)
        case Membership():
            return any(answer.value is False for answer in reply.answers)
        case _:
            return False

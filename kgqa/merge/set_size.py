"""How large a set is, as far as the graph tells: how many of it the graph may lack.

Three things tell: a count that the graph states ("number of children"), the share of things like
the members that have the property at all, and how many others have of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from kgqa.algebra import (
    Apply,
    Count,
    Entity,
    Filter,
    Intersection,
    Inverse,
    Property,
    Query,
    Typed,
    Union,
    inflection,
)
from kgqa.algebra.lexicon import wording
from kgqa.judge.completeness import LOOKED_AT, WHOLE, completeness, each, least_complete
from kgqa.merge.set_asked import lists
from kgqa.parse.members import Literal as Stated
from kgqa.parse.parser import Parser

Basis: TypeAlias = Literal["stated", "share", "others"]
"""What an estimate rests on: a count that the graph states, the share of things like the members
that have the property, or how many others have of it."""

ROUND = 0.5
"""Less than half of a thing is none."""
LARGEST = 1000
"""Larger counts are of something else than a list: employees, inhabitants."""


@dataclass(frozen=True, slots=True)
class Size:
    """How many members of a set the graph has, and how many there are, as far as can be told."""

    known: int
    whole: float
    basis: Basis
    share: float = 1.0
    """The share of things like the members that have the property."""
    noun: str = ""
    """What the members are called, where there is one of them."""

    @property
    def lacks(self) -> float:
        """How many the graph lacks."""
        return max(0.0, self.whole - self.known)

    def is_short(self, *, insists: bool) -> bool:
        """Whether there is more to read for; who insists on all of them is content with less.

        That others have more on average says something only where all are asked for.
        """
        match self.basis:
            case "stated":
                return self.lacks >= ROUND
            case "share":
                return 0 < self.share < (1.0 if insists else WHOLE)
            case "others":
                return insists and self.lacks >= ROUND
            case _:
                assert_never(self.basis)

    @property
    def said(self) -> str:
        """What a person is told, without a full stop; empty where it would only be a guess."""
        match self.basis:
            case "stated":
                whole = round(self.whole)
                called = self.noun if whole == 1 else inflection.plural(self.noun)
                if self.known <= whole:
                    return f"the graph has {self.known} of {whole} {called}"
                return f"the graph has {self.known}, and states that there are {whole} {called}"
            case "share":
                if not self.known or not self.noun or not 0.005 <= self.share < WHOLE:
                    return ""
                like = f"of things like these {self.share:.0%} have {_article(self.noun)} in it"
                return f"the graph has {self.known}; {like}"
            case "others":
                return ""
            case _:
                assert_never(self.basis)


def size_of(query: Query, members: Sequence[str], parser: Parser) -> Size | None:
    """Return how large the set is that an expression denotes; None where nothing tells."""
    match query:
        case Count(things):
            return size_of(things, members, parser)
        case Apply(Typed(relation, _), things):
            return size_of(Apply(relation, things), members, parser)
        case Apply(Inverse(Property(property_)), Entity(id_)):
            return _stated(f"^{property_}", id_, members, parser) or _others(
                property_, members, parser
            )
        case Apply(Property(property_), Entity(id_)):
            return _stated(property_, id_, members, parser) or _by_share(property_, members, parser)
        case Apply() | Intersection() | Filter() | Union():
            share = least_complete(parser, query)
            whole = len(members) / share if share else float(len(members))
            return Size(len(members), whole, "share", share)
        case _:
            return None


def _stated(step: str, id_: str, members: Sequence[str], parser: Parser) -> Size | None:
    """Return the size that the graph states in so many words."""
    counted = lists()["counts"].get(step)
    if not isinstance(counted, str):
        return None
    values = [one for one in parser.lookups.objects(id_, counted) if isinstance(one, Stated)]
    numbers = [one.number for one in values if one.number is not None and one.number <= LARGEST]
    if not numbers:
        return None
    return Size(len(members), max(numbers), "stated", noun=_noun(counted, parser))


def _noun(counted: str, parser: Parser) -> str:
    """Return what a property counts, where there is one: `child` of number of children."""
    entry = parser.schema.property(counted)
    label = entry.label if entry is not None else ""
    many = label.rpartition(" of ")[2] or label
    for one in ("child", "person", many.removesuffix("s")):
        if inflection.plural(one) == many:
            return one
    return "member"


def _by_share(property_: str, members: Sequence[str], parser: Parser) -> Size | None:
    """Return the size if things like the members lack the property as often here as elsewhere."""
    entry = parser.schema.property(property_)
    classes = dict.fromkeys(c for id_ in members[:LOOKED_AT] for c in parser.names.types(id_))
    shares = [completeness(parser, class_, property_) for class_ in classes]
    known = [share for share in shares if share]
    if entry is None or not known:
        return None
    share = min(known)
    noun = wording(property_, entry.label).object
    return Size(len(members), len(members) / share, "share", share, noun)


def _others(property_: str, members: Sequence[str], parser: Parser) -> Size | None:
    """Return the size if there are as many as others have, who have any."""
    entry = parser.schema.property(property_)
    if entry is None or not entry.subjects:
        return None
    return Size(len(members), max(float(len(members)), each(entry)), "others")


def _article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"

"""What the right answers of a question are, and how right those of a reading are beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.algebra import AlgebraError, Amount, Query, Truth, parse_expression, to_text
from kgqa.algebra.from_sparql import from_sparql
from kgqa.algebra.ids import ids_in
from kgqa.denote import TooLarge, denote
from kgqa.errors import KgqaError
from kgqa.parse.denoted_members import members_of
from kgqa.parse.members import Literal, Member
from kgqa.parse.parser import Parser
from kgqa.train.questions import Asked, forms_of, gold_of, member_forms

LOOKED_AT = 300
"""Members of a set whose names are compared with gold answers that are texts."""
ALIKE = (0.75, 0.6)
"""How far the things and the properties of a truth or a number must be those of its gold query."""


@dataclass(frozen=True, slots=True)
class Gold:
    """The right answers: by what they are, or else by how they may be written."""

    members: frozenset[object] = frozenset()
    forms: tuple[frozenset[str], ...] = ()
    query: Query | None = None
    """The gold query, where it is known as an expression."""

    @property
    def properties(self) -> tuple[str, ...]:
        """The properties of the gold query."""
        return tuple(sorted(_properties(self.query))) if self.query is not None else ()

    def worth(self, query: Query, members: Sequence[Member], parser: Parser) -> float:
        """Return the F1 of what a reading gives; 0 where it gives the right answers by chance.

        Half of all truths are true, and small numbers are told of many things: a reading that
        gives one must be about what the gold query is about. One that gives a set must share a
        thing with it.
        """
        f1 = self.f1(members, parser)
        if self.query is None or not f1:
            return f1
        things = _things(query), _things(self.query)
        if isinstance(self.query, Amount | Truth):
            same = parser.same_properties
            asked = [frozenset(map(same, _properties(one))) for one in (query, self.query)]
            is_alike = _shared(*things) >= ALIKE[0] and _shared(*asked) >= ALIKE[1]
        else:
            is_alike = not things[1] or bool(things[0] & things[1])
        return f1 if is_alike else 0.0

    def f1(self, members: Sequence[Member], parser: Parser) -> float:
        """Return the F1 of what a reading gives."""
        if self.members:
            found = frozenset(map(_key, members))
            return 2 * len(found & self.members) / (len(found) + len(self.members))
        told = [member_forms(member, parser.names) for member in members[:LOOKED_AT]]
        right = sum(any(form & one for one in self.forms) for form in told)
        said = sum(any(form & one for form in told) for one in self.forms)
        if not right:
            return 0.0
        precision, recall = right / len(members), said / len(self.forms)
        return 2 * precision * recall / (precision + recall)


def gold(asked: Asked, parser: Parser) -> Gold | None:
    """Return the right answers to a question; None where the store has none."""
    query = _expression(asked)
    if query is not None:
        try:
            members = members_of(denote(query, parser.graph), parser.graph)
        except (TooLarge, KgqaError):
            return None
        return Gold(frozenset(map(_key, members)), query=query) if members else None
    forms = tuple(forms_of(text) for text in gold_of(asked, parser.store))
    return Gold(forms=forms) if forms else None


def _expression(asked: Asked) -> Query | None:
    try:
        if asked.algebra:
            return parse_expression(asked.algebra)
        return from_sparql(asked.sparql).query if asked.sparql else None
    except AlgebraError:
        return None


def _things(query: Query) -> frozenset[str]:
    return frozenset(id_ for id_ in ids_in(to_text(query)) if not id_.startswith("P"))


def _properties(query: Query) -> frozenset[str]:
    return frozenset(id_ for id_ in ids_in(to_text(query)) if id_.startswith("P"))


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Return how much two sets have in common, from 0 to 1; nothing has all in common with none."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def _key(member: Member) -> object:
    """Return what two members have in common that are the same: a number may be counted."""
    if not isinstance(member, Literal):
        return member
    return member.number if member.kind == "number" else member.text

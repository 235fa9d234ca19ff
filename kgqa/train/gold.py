"""What the right answers of a question are, and how right those of a reading are beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.algebra import AlgebraError, Query, parse_expression
from kgqa.algebra.from_sparql import from_sparql
from kgqa.denote import TooLarge, denote
from kgqa.errors import KgqaError
from kgqa.parse.candidate import properties_in
from kgqa.parse.denoted_members import members_of
from kgqa.parse.members import Literal, Member
from kgqa.parse.parser import Parser
from kgqa.train.questions import Asked, forms_of, gold_of, member_forms

LOOKED_AT = 300
"""Members of a set whose names are compared with gold answers that are texts."""


@dataclass(frozen=True, slots=True)
class Gold:
    """The right answers: by what they are, or else by how they may be written."""

    members: frozenset[object] = frozenset()
    forms: tuple[frozenset[str], ...] = ()
    properties: tuple[str, ...] = ()
    """The properties of the gold query, where it is known as an expression."""

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
        named = tuple(sorted(properties_in(query)))
        return Gold(frozenset(map(_key, members)), properties=named) if members else None
    forms = tuple(forms_of(text) for text in gold_of(asked, parser.store))
    return Gold(forms=forms) if forms else None


def _expression(asked: Asked) -> Query | None:
    try:
        if asked.algebra:
            return parse_expression(asked.algebra)
        return from_sparql(asked.sparql).query if asked.sparql else None
    except AlgebraError:
        return None


def _key(member: Member) -> object:
    """Return what two members have in common that are the same: a number may be counted."""
    if not isinstance(member, Literal):
        return member
    return member.number if member.kind == "number" else member.text

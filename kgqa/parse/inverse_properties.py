"""Facts that are stated from either side: a team takes part in a match, the match has the team.

A graph often has some of them from the one side and some from the other.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from kgqa.algebra import Apply, Inverse, Property, Things, Union
from kgqa.parse.world import world

Part = TypeVar("Part")


def spelled(relation: object) -> str | None:
    """Return a relation as `world.toml` writes it: `^` leads from a thing to its objects."""
    match relation:
        case Property(id_):
            return id_
        case Inverse(Property(id_)):
            return f"^{id_}"
        case _:
            return None


def same_relations(relation: object) -> frozenset[str]:
    """Return the relations that say the same as one, itself among them; empty if none does."""
    name = spelled(relation)
    return next((group for group in world().same if name in group), frozenset())


def from_one_side(query: Part) -> Part:
    """Return an expression with facts from one side alone, which say the same in fewer words."""
    if isinstance(query, Union) and len({_step(one) for one in query.operands} - {None}) == 1:
        return cast(Part, query.operands[0])
    if isinstance(query, tuple):
        return cast(Part, tuple(map(from_one_side, query)))
    if not is_dataclass(query) or isinstance(query, type):
        return query
    parts = {field.name: from_one_side(getattr(query, field.name)) for field in fields(query)}
    return cast(Part, replace(query, **parts))


def _step(query: object) -> tuple[Things, frozenset[str]] | None:
    """Return of what a set is one step away, and by which relations that say the same."""
    match query:
        case Apply(relation, things) if same := same_relations(relation):
            return things, same
        case _:
            return None

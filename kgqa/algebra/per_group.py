"""A number for each of several groups: how many members it has, or what these have in all.

Expressions denote sets, numbers and truths, and no rows: a number of each group is an expression
for each of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Literal, TypeAlias

from kgqa.algebra.operators import (
    Aggregate,
    Apply,
    Count,
    Intersection,
    Inverse,
    Query,
    Things,
    Type,
)
from kgqa.algebra.terms import Entity, Property

Function: TypeAlias = Literal["count", "sum", "average"]
Step: TypeAlias = Property | Inverse


@dataclass(frozen=True, slots=True)
class PerGroup:
    """For each group x: f{y ∈ ⟦members⟧ : y leads to x by the path}, of their keys if any."""

    groups: Type
    members: Things
    path: tuple[Step, ...]
    """The relations from a member to its group, one after the other."""
    function: Function = "count"
    key: Property | None = None
    """What is added up; nothing where members are counted."""

    @property
    def having(self) -> Things:
        """The groups that have a member."""
        things = reduce(lambda found, step: Apply(_turned(step), found), self.path, self.members)
        return Intersection((things, self.groups))

    def of(self, group: Entity) -> Query:
        """Return the expression for the number of one group."""
        start: Things = group
        inside = reduce(lambda found, step: Apply(step, found), reversed(self.path), start)
        members = Intersection((inside, self.members))
        if self.key is None or self.function == "count":
            return Count(members)
        return Aggregate(self.function, members, self.key)


def _turned(step: Step) -> Step:
    return step.relation if isinstance(step, Inverse) else Inverse(step)  # type: ignore[return-value]

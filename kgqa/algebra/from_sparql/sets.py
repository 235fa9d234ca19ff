"""Sets built step by step: some stand by themselves, others need something to start from.

A variable with a relation to something known is *grounded*. One that is only tested ("a date after
2010") is not: its set is cut out of what it is reached from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from kgqa.algebra import operators as op
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.lexer import PREFIXES
from kgqa.algebra.from_sparql.pattern import CLASSES
from kgqa.algebra.ids import is_property
from kgqa.algebra.terms import Entity, Property

Cut: TypeAlias = Callable[[op.Things], op.Things]
"""From the things that are known so far to those of them that pass."""


@dataclass(slots=True)
class Found:
    """What is known of a variable: sets that it is in, and cuts to be made where they meet."""

    sets: list[op.Things] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)

    @property
    def is_grounded(self) -> bool:
        """Whether there is a set to start from."""
        return bool(self.sets)

    @property
    def is_free(self) -> bool:
        """Whether nothing at all is known."""
        return not self.sets and not self.cuts

    def things(self, base: op.Things | None = None) -> op.Things:
        """Return the set; `base` holds all its members and is where to start if nothing else is."""
        start = meet(self.sets) if self.sets else base
        if start is None:
            raise Ungrounded
        for cut in self.cuts:
            start = cut(start)
        return start


class Ungrounded(Exception):
    """A set has nothing to start from."""


class NoRelation(Exception):
    """A path is no relation of the algebra; the message is what the algebra lacks."""


def meet(sets: Iterable[op.Things]) -> op.Things:
    """Return the intersection, flat and without repetitions; of one set that set."""
    flat: dict[op.Things, None] = {}
    for one in sets:
        parts = one.operands if isinstance(one, op.Intersection) else (one,)
        flat.update(dict.fromkeys(parts))
    found = tuple(flat)
    return found[0] if len(found) == 1 else op.Intersection(found)


def join(sets: Iterable[op.Things]) -> op.Things:
    """Return the union, flat and without repetitions; of one set that set."""
    flat: dict[op.Things, None] = {}
    for one in sets:
        parts = one.operands if isinstance(one, op.Union) else (one,)
        flat.update(dict.fromkeys(parts))
    found = tuple(flat)
    return found[0] if len(found) == 1 else op.Union(found)


# --- Paths -----------------------------------------------------------------------------------


def backwards(path: sx.Path) -> sx.Path:
    """Return the path from its end to its start."""
    match path:
        case sx.Back(inner):
            return inner
        case sx.Sequence(paths):
            return sx.Sequence(tuple(backwards(inner) for inner in reversed(paths)))
        case sx.Choice(paths):
            return sx.Choice(tuple(backwards(inner) for inner in paths))
        case sx.Repeated(inner, sign):
            return sx.Repeated(backwards(inner), sign)
        case _:
            return sx.Back(path)


def way_of(path: sx.Path) -> op.Way | None:
    """Return the relation that a path of one step is, or None for a longer one."""
    match path:
        case sx.Step(predicate):
            name = predicate.removeprefix(PREFIXES["wdt"])
            if name == predicate or not is_property(name):
                raise NoRelation(f"predicate <{predicate}>")
            return Property(name)
        case sx.Back(sx.Step() as step):
            way = way_of(step)
            return None if way is None else op.Inverse(way)
        case sx.Back(inner):
            return way_of(backwards(inner)) if not isinstance(inner, sx.Back) else None
        case _:
            return None


def walked(path: sx.Path, things: op.Things) -> op.Things:
    """Return what has the path to something of `things`."""
    if path == CLASSES:
        return instances(things)
    match path:
        case sx.Step() | sx.Back(sx.Step()):
            way = way_of(path)
            if way is None:
                raise NoRelation("such path")
            return applied(way, things)
        case sx.Back(inner):
            return walked(backwards(inner), things)
        case sx.Sequence(paths):
            return _sequence(paths, things)
        case sx.Choice(paths):
            return join(walked(inner, things) for inner in paths)
        case sx.Repeated(inner, "?"):
            return join((things, walked(inner, things)))
        case _:
            raise NoRelation("path of any length")


def _sequence(paths: tuple[sx.Path, ...], things: op.Things) -> op.Things:
    for path in reversed(paths):
        things = walked(path, things)
    return things


def applied(relation: op.Relation, things: op.Things) -> op.Things:
    """Return what has the relation to something of `things`."""
    return op.Apply(relation, things)


def instances(things: op.Things) -> op.Things:
    """Return the instances of classes."""
    match things:
        case Entity():
            return op.Type(things)
        case op.Union(operands) if all(isinstance(one, Entity) for one in operands):
            return op.Union(tuple(op.Type(one) for one in operands if isinstance(one, Entity)))
        case _:
            raise NoRelation("class that has no name")

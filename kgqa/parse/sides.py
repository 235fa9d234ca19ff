"""Facts that are stated from either side: a team takes part in a match, the match has the team.

A store often has some of them from the one side and some from the other.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from kgqa.algebra import Apply, Inverse, Property, Things, Union
from kgqa.parse.denials import relation_groups
from kgqa.parse.members import Member
from kgqa.parse.property_words import said_also
from kgqa.parse.sketches import NAMED, Sketch, Walker

FITS = 0.5
"""A set with such a share of the kind asked for may be what words that say it mean."""
Part = TypeVar("Part")


def from_all_sides(walker: Walker, sketches: Sequence[Sketch]) -> list[Sketch]:
    """Return sets, those that say the same of one thing as one.

    The times of facts are those of one side, so where a year is named they are left apart.
    """
    groups: dict[Hashable, list[Sketch]] = {}
    for sketch in sketches:
        groups.setdefault(_group(walker, sketch), []).append(sketch)
    is_timed = any(place in walker.free for _, place in walker.analysis.years)
    found: list[Sketch] = []
    for group in groups.values():
        key = _key(group[0].query)
        if key is None:
            found += group
        elif is_timed or any(not sketch.members for sketch in group):
            found += [_said(walker, sketch, key[1]) for sketch in group]
        else:
            found.append(_joined(walker, group, key[1]))
    return found


def _group(walker: Walker, sketch: Sketch) -> Hashable:
    """Return what sets have in common that say the same, of things of the same kind."""
    key = _key(sketch.query)
    fits = sketch.kind > 0
    return (key, fits, sketch.explained & _asked(walker)) if key else sketch.query


def _asked(walker: Walker) -> frozenset[int]:
    """Return the places of the words that say what is asked for: those behind `which`."""
    words = walker.analysis.words
    return frozenset(i for i in range(1, len(words)) if words[i - 1].normal in ("which", "what"))


def from_one_side(query: Part) -> Part:
    """Return an expression with facts from one side alone, which say the same in fewer words."""
    if isinstance(query, Union) and len({_key(one) for one in query.operands} - {None}) == 1:
        return cast(Part, query.operands[0])
    if isinstance(query, tuple):
        return cast(Part, tuple(map(from_one_side, query)))
    if not is_dataclass(query) or isinstance(query, type):
        return query
    parts = {field.name: from_one_side(getattr(query, field.name)) for field in fields(query)}
    return cast(Part, replace(query, **parts))


def _key(query: object) -> tuple[Things, frozenset[str]] | None:
    """Return of what a set is one step away, and by which relations that say the same."""
    match query:
        case Apply(Property(id_), things):
            name = id_
        case Apply(Inverse(Property(id_)), things):
            name = f"^{id_}"
        case _:
            return None
    same = next((group for group in relation_groups("same") if name in group), None)
    return None if same is None else (things, same)


def _said(walker: Walker, sketch: Sketch, same: frozenset[str]) -> Sketch:
    """Return a set one hop from a name as well said as it is from any side."""
    if len(sketch.relations) != 1 or len(sketch.links) != 1:
        return sketch
    property_, score = sketch.relations[0]
    ways = [(name.removeprefix("^"), name.startswith("^")) for name in same]
    best = max(walker.score(sketch.links[0], *way) for way in ways)
    words = walker.analysis.words
    own = frozenset[str]().union(*(walker.called.called(name).stems for name, _ in ways))
    clear = frozenset[str]().union(*(said_also().get(name, ()) for name, _ in ways))
    said = frozenset(i for i in walker.free if words[i].stem in own) - _asked(walker)
    if sketch.kind >= FITS and any(words[place].stem in clear for place in said):
        best = max(best, NAMED)
    relations = ((property_, max(score, best)),)
    return replace(sketch, relations=relations, explained=sketch.explained | said)


def _joined(walker: Walker, sketches: Sequence[Sketch], same: frozenset[str]) -> Sketch:
    """Return sets that say the same as one; what is said best comes first."""
    ordered = sorted(sketches, key=lambda one: -one.relation)
    members: dict[Member, None] = {}
    for sketch in ordered:
        members.update(dict.fromkeys(sketch.members or ()))
    first = _said(walker, ordered[0], same)
    if first.size == len(members):
        return first
    adding = [one for one in ordered[1:] if not {*(one.members or ())} <= {*(first.members or ())}]
    query = Union((first.query, *(one.query for one in adding)))
    return walker.judged(replace(first, query=query, members=tuple(members)))

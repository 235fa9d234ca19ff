"""Sets made of other sets: what both hold, and what is of the kind that a noun says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from kgqa.algebra import Apply, Entity, Intersection, Property, Things, Type, Union
from kgqa.parse.linking import Link, Noun
from kgqa.parse.lookups import MOST
from kgqa.parse.members import Member
from kgqa.parse.sketches import CLASSES, Sketch, Walker

COMMON = 10
"""Things are marked by what at least so many have in common."""
MARKS = 3
"""Properties by which things are marked with a word that are tried."""
OCCUPATION, CLASS = "P106", "P31"
ALL, MOSTLY = 1.0, 0.6
"""Shares of what a noun leaves out that must be known to be something else: by class, by role."""
STEPS = 3
"""Classes that have a class so many steps above in common may be of the same things."""
FEW = 400
"""Members that are looked at one by one."""


def typed(walker: Walker, sketch: Sketch) -> Sketch | None:
    """Return only those members that are what the noun says, where some are not."""
    if walker.noun is None or not sketch.is_things:
        return None
    if sketch.members is None:
        return _typed_many(walker, sketch, walker.noun)
    best: tuple[int, str, tuple[Member, ...]] = (0, "", ())
    for class_ in walker.noun.classes[:4]:
        fits = tuple(m for m in sketch.members if walker.kinds.is_any(m, frozenset({class_})))
        if len(fits) > best[0]:
            best = (len(fits), class_, fits)
    count, class_, fits = best
    if not count:
        return _with_role(walker, sketch)
    if count == len(sketch.members):
        return None
    query = Intersection((sketch.query, Type(Entity(class_))))
    explained = sketch.explained | walker.noun.places
    return replace(sketch, query=query, members=fits, kind=1.0, explained=explained)


def _with_role(walker: Walker, sketch: Sketch) -> Sketch | None:
    """Return only those members that have the role that the noun names, or a kind of it."""
    found: dict[tuple[str, str], list[Member]] = {}
    some = (sketch.members or ())[:200]
    for member in some:
        if (has := walker.has_role(member)) is not None:
            found.setdefault(has, []).append(member)
    if walker.noun is None or not (found or walker.roles):
        return None
    usual = (OCCUPATION, walker.roles[0]) if walker.roles else ("", "")
    property_, role = max(found, key=lambda one: len(found[one]), default=usual)
    below = frozenset(walker.lookups.subjects([("P279", role)])["P279", role])
    fits = [m for m in some if not _roles(walker, m, property_).isdisjoint({role, *below})]
    if not fits or len(fits) == sketch.size:
        return None
    things: Things = Entity(role)
    if len(fits) > len(found.get((property_, role), ())):  # film actors are actors
        things = Union((things, Apply(Property("P279"), things)))
    query = Intersection((sketch.query, Apply(Property(property_), things)))
    explained = sketch.explained | walker.noun.places
    return replace(sketch, query=query, members=tuple(fits), kind=1.0, explained=explained)


def _roles(walker: Walker, member: Member, property_: str) -> frozenset[Member]:
    return frozenset(walker.lookups.objects(member, property_) if isinstance(member, str) else ())


def only_typed(walker: Walker, sketches: Sequence[Sketch]) -> list[Sketch]:
    """Return sets, and narrowed to what the noun says; without those that surely hold others.

    Who died in Vienna is not what composers did where all others are known to be something else.
    """
    found, narrowed = [], []
    for sketch in sketches:
        narrow = typed(walker, sketch)
        if narrow is None:
            found.append(sketch)
            continue
        narrowed.append(narrow)
        if not _are_others(walker, sketch, narrow):
            found.append(sketch)
    return [*found, *narrowed]


def _are_others(walker: Walker, sketch: Sketch, narrow: Sketch) -> bool:
    """Whether what a narrowed set leaves out is known not to be what the noun says.

    A set with one who is surely no painter is not that of the painters; most are enough, for of
    some nobody says what they were. Classes are often named otherwise, so all must be known.
    """
    match narrow.query:
        case Intersection((_, Type(Entity(class_)))):
            property_, share = CLASS, ALL
        case Intersection((_, Apply(Property(property_), Entity(class_)))):
            share = MOSTLY
        case Intersection((_, Apply(Property(property_), Union((Entity(class_), _))))):
            share = MOSTLY
        case _:
            return False
    # Who holds an office may hold others, which are seldom stated.
    if property_ not in (CLASS, OCCUPATION):
        return False
    inside = frozenset(narrow.members or ())
    rest = [m for m in sketch.members or () if isinstance(m, str) and m not in inside]
    if not inside or not 0 < len(rest) <= FEW:
        return False
    others = sum(_is_other(walker, m, property_, class_) for m in rest)
    return others >= share * len(rest)


def _is_other(walker: Walker, member: str, property_: str, class_: str) -> bool:
    """Whether the classes or roles of a member are stated, and none is near one.

    Writers may write novels, and a town may be called a city.
    """
    objects, kinds = walker.lookups.objects, walker.kinds
    values = [str(value) for value in objects(member, property_)]
    above = {class_, *objects(class_, "P279")}
    near = {value for value in values if value in above or class_ in kinds.above(value)}
    if property_ == CLASS:
        wider = _wider(walker, class_)
        near |= {value for value in values if wider & {value, *kinds.above(value)}}
    return bool(values) and not near


def _wider(walker: Walker, class_: str) -> frozenset[str]:
    """Return a class and those some steps above it: a literary work may well be a book."""
    found = [{class_}]
    for _ in range(STEPS):
        above = {str(m) for one in found[-1] for m in walker.lookups.objects(one, "P279")}
        found.append(above)
    return frozenset[str]().union(*found)


Mark: TypeAlias = tuple[Link, tuple[str, ...]]
"""A word that things are marked by, as `female` is, and the properties by which."""


def marks(walker: Walker, links: Iterable[Link]) -> list[Mark]:
    """Return those words that things are marked by."""
    found = []
    for link in links:
        counts = walker.lookups.into([link.id])[link.id]
        by = [p for p, n in counts.items() if n >= COMMON and p not in CLASSES]
        by = [p for p in by if walker.called.called(p).is_relation]
        if by:
            found.append((link, tuple(sorted(by, key=lambda p: -counts[p])[:MARKS])))
    return found


def marked(walker: Walker, sketch: Sketch, known: Sequence[Mark]) -> Iterator[Sketch]:
    """Yield only those members that are marked by a word which the set passes over."""
    for link, p, fits in marked_by(walker, sketch, known):
        things: Things = Apply(Property(p), Entity(link.id))
        query = Intersection((sketch.query, Type(Entity(link.id)) if p == CLASS else things))
        explained = sketch.explained | link.places
        yield replace(sketch, query=query, members=fits, explained=explained)


def marked_by(
    walker: Walker, sketch: Sketch, known: Sequence[Mark]
) -> Iterator[tuple[Link, str, tuple[Member, ...]]]:
    """Yield the words that mark some members of a set, but not all, by which property, and whom."""
    if not sketch.is_things or not sketch.members or not 1 < sketch.size <= FEW:
        return
    for link, properties in known:
        if link.places & sketch.explained:
            continue
        edges = walker.lookups.out([m for m in sketch.members if isinstance(m, str)])
        for p in properties:
            fits = tuple(m for m, of in edges.items() if link.id in of.get(p, ()))
            if 0 < len(fits) < sketch.size:
                yield link, p, fits
                break


def _typed_many(walker: Walker, sketch: Sketch, noun: Noun) -> Sketch | None:
    """Return the instances of the noun in a set too large to fetch, by looking at each."""
    match sketch.query:
        case Apply(Property(p), Entity(id_)):
            pass
        case _:
            return None
    sizes = {c: record.total for c in noun.classes[:3] if (record := walker.kinds.schema.class_(c))}
    class_ = next((c for c, size in sizes.items() if size), None)
    if class_ is None or walker.kinds.is_role(class_):
        return None
    query = Intersection((sketch.query, Type(Entity(class_))))
    found = replace(sketch, query=query, kind=1.0, explained=sketch.explained | noun.places)
    found_in = instances(walker, class_)
    if found_in is None:
        return found  # both sets are too large to fetch: the store finds what they share
    inside = [m for m in found_in if id_ in walker.lookups.objects(str(m), p)]
    return replace(found, members=tuple(inside)) if inside else None


def instances(walker: Walker, class_: str) -> tuple[Member, ...] | None:
    """Return the instances of a class and of those directly below it; None for too many."""
    record = walker.kinds.schema.class_(class_)
    if record is None or record.total > MOST:
        return None
    below = walker.lookups.subjects([("P279", class_)])[("P279", class_)]
    pairs = [("P31", class_), *(("P31", str(one)) for one in below[:200])]
    found = walker.lookups.subjects(pairs)
    return tuple(dict.fromkeys(m for members in found.values() for m in members))


def both(walker: Walker, one: Sketch, other: Sketch) -> Sketch | None:
    """Return what is in both sets, where they share something and neither is the other."""
    if one.members is None and other.members is None:
        return None
    if not one.is_things or not other.is_things or one.query == other.query:
        return None
    if one.members is None or other.members is None:
        shared: tuple[Member, ...] | None = None
    else:
        inside = frozenset(other.members)
        shared = tuple(m for m in one.members if m in inside)
        if not shared:
            return None
    found = Sketch(
        Intersection((one.query, other.query)),
        shared,
        (*one.links, *other.links),
        (*walker.apart(one, _around(other)), *walker.apart(other, _around(one))),
        one.explained | other.explained,
    )
    return walker.judged(found)


def _around(sketch: Sketch) -> frozenset[int]:
    """Return the places of the words that say a set, without those of its names."""
    return sketch.explained - frozenset(p for link in sketch.links for p in link.places)

"""Draws sets: simple, typed, intersections, compositions and differences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from kgqa_store.adjacency_content import Ints
from kgqa_store.sorted_sets import among, difference, intersection

from kgqa.algebra import (
    Apply,
    Difference,
    Entity,
    Intersection,
    Inverse,
    Property,
    Query,
    Type,
    Typed,
)
from kgqa.generate.drawn import Drawn, Pool
from kgqa.generate.relations import THING
from kgqa.generate.simple import FEWEST, MOST, Simple, members

LARGEST = 5_000
"""Answers of the larger side of two sets."""
OVERLAP = 0.9
"""The share of the smaller of two sets that is in both, at most: none is nearly in the other."""
WIDEST_INNER = 60
"""Things in the middle of a composition."""


def simple(pool: Pool) -> Iterator[Drawn]:
    """Yield r(e) and ^r(e)."""
    for one in pool.all():
        yield Drawn("simple", one.query(pool.world), (one.property,))


def typed_query(pool: Pool, one: Simple) -> Apply | None:
    """Return r[t](e) for a class t of its answers, of which there are enough."""
    class_ = pool.class_of(pool.answers(one))
    query = one.query(pool.world)
    if class_ is None or isinstance(query.relation, Typed):
        return None
    return Apply(Typed(query.relation, Entity(class_)), query.things)


def typed(pool: Pool) -> Iterator[Drawn]:
    """Yield r[t](e)."""
    for one in pool.all():
        query = typed_query(pool, one)
        if query is not None:
            yield Drawn("typed", query, (one.property,))


def pair(pool: Pool, fewest: int) -> tuple[Simple, Simple, Ints, Ints] | None:
    """Return two simple queries that share answers, and these."""
    one = pool.one()
    if one is None:
        return None
    answers = pool.answers(one)
    for other in pool.partners(one, answers):
        found = pool.answers(other)
        shared = intersection(answers, found)
        smaller = min(len(answers), len(found))
        if not fewest <= len(shared) <= OVERLAP * smaller or len(found) > LARGEST:
            continue
        if pool.world.is_clear(other.entity) and other.entity != one.entity:
            return one, other, answers, found
    return None


def intersections(pool: Pool) -> Drawn | None:
    """Return r1(e1) & r2(e2), neither within the other; perhaps with the class of all."""
    found = pair(pool, FEWEST)
    if found is None:
        return None
    one, other, answers, others = found
    shared = intersection(answers, others)
    operands: list[Query] = [one.query(pool.world), other.query(pool.world)]
    class_ = pool.class_of(shared, whole=True) if pool.rng.random() < 0.8 else None
    if class_ is not None:
        operands.insert(0, Type(Entity(class_)))
    query = Intersection(tuple(operands))  # type: ignore[arg-type]
    return Drawn("intersection", query, (one.property, other.property))


def differences(pool: Pool) -> Drawn | None:
    """Return r1(e1) - r2(e2), where the second takes away some and leaves enough."""
    found = pair(pool, 1)
    if found is None:
        return None
    one, other, answers, others = found
    left = one.query(pool.world)
    class_ = pool.class_of(answers, whole=True)
    if class_ is not None:
        left = Apply(Typed(left.relation, Entity(class_)), left.things)  # type: ignore[arg-type]
    if len(difference(answers, others)) < FEWEST:
        return None
    query = Difference(left, other.query(pool.world))
    return Drawn("difference", query, (one.property, other.property))


def compositions(pool: Pool) -> Drawn | None:
    """Return r2(r1(e)), whose answers come from several things in the middle, where there are."""
    world, rng = pool.world, pool.rng
    one = pool.one()
    if one is None:
        return None
    inner, middle = one.query(world), pool.answers(one)
    if rng.random() < 0.3 and not one.is_inverse and world.is_asked(one.property, is_inverse=True):
        inner, middle = _single(pool, one)
    if not 1 <= len(middle) <= WIDEST_INNER:
        return None
    class_ = pool.class_of(middle, whole=len(middle) < FEWEST) if len(middle) > 1 else None
    if class_ is not None:
        inner = Apply(Typed(inner.relation, Entity(class_)), inner.things)  # type: ignore[arg-type]
        middle = members(world, inner)
    elif len(middle) > 1 and world.noun_for(middle) == THING:
        return None
    start = int(middle[rng.randrange(len(middle))])
    ways = [
        way
        for way in world.adjacency.around(start)
        if world.is_asked(way.property, is_inverse=not way.is_backwards)
        and way.property != one.property
    ]
    if not ways or not world.are_named(middle).all():
        return None
    way = rng.choice(ways)
    if not world.relation(way.property).is_written and rng.random() < 0.9:
        return None
    step = Property(way.property)
    query = Apply(step if way.is_backwards else Inverse(step), inner)
    if not _is_told(pool, query, middle, way.property, way.is_backwards):
        return None
    return Drawn("comp", query, (one.property, way.property))


def _single(pool: Pool, one: Simple) -> tuple[Apply, Ints]:
    """Return ^r(x) for an x that has r to a thing, and what it denotes: `the director of X`."""
    world = pool.world
    start = int(pool.sample(pool.answers(one), 1)[0])
    query = Apply(Inverse(Property(one.property)), Entity(world.id(start)))
    found = Simple(one.property, True, start)
    return query, pool.answers(found) if world.is_clear(start) else np.empty(0, np.int32)


def _is_told(pool: Pool, query: Apply, middle: Ints, property_: str, is_back: bool) -> bool:
    """Whether a composition has enough answers with names, from more than one thing."""
    world = pool.world
    found = members(world, query)
    if not FEWEST <= len(found) <= MOST or found[-1] >= world.adjacency.entities:
        return False
    if len(middle) > 1:
        if is_back:
            objects = world.adjacency.edges_to(property_, middle)[1]
        else:
            objects = world.adjacency.edges_from(property_, middle).subjects
        if len(np.unique(objects)) < 2:
            return False
    if world.noun_for(found) == THING:
        return False
    return bool(world.are_named(found).all()) and not bool(among(found, middle).all())

"""Draws questions with one answer: superlatives, ordinals, counts, comparisons, yes or no."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, cast

import numpy as np
from kgqa_store.adjacency import EdgeColumns
from kgqa_store.adjacency_content import Ints
from kgqa_store.adjacency_terms import DATE_NODE, NUMBER_NODE
from kgqa_store.sorted_sets import among, as_set, difference

from kgqa.algebra import (
    Apply,
    Comparator,
    Comparison,
    Count,
    Entity,
    Inverse,
    Membership,
    Ordinal,
    Property,
    Superlative,
    Tally,
    Things,
    Type,
    Typed,
    Union,
)
from kgqa.generate.drawn import Drawn, Pool
from kgqa.generate.sets import intersections, typed_query
from kgqa.generate.simple import FEWEST, Simple, members
from kgqa.generate.world import World

COVERED = 0.8
"""The share of a set whose members have a key, for the set to be ordered by it."""
EXTREMES: tuple[Literal["max", "min"], ...] = ("max", "min")
SIGNS: tuple[Comparator, ...] = ("<", ">")
PLACES = (2, 3, -2, -3)
WHOLE = 0.1
"""The share of sets that are whole classes."""
TRIES = 6
LOOKED_AT = 30
"""Things that share something with a right answer, of which wrong answers are drawn."""


@lru_cache(maxsize=4)
def keys_of(world: World) -> frozenset[str]:
    """Return the properties by which things are ordered: those that a file has words for.

    In a graph that has none of these all properties with dates or numbers are taken.
    """
    found = {one for one in world.adjacency.properties if _is_ordered(world, one)}
    written = {one for one in found if world.relation(one).is_written}
    return frozenset(written or found & world.usable)


def _is_ordered(world: World, property_: str) -> bool:
    objects = world.adjacency.edges(property_).objects[:50]
    kinds = {world.adjacency.kind(int(node)) for node in np.unique(objects)}
    return bool(kinds) and kinds <= {DATE_NODE, NUMBER_NODE}


def base(pool: Pool) -> tuple[Things, Ints, str] | None:
    """Return a set with a noun, its members, and the relation that makes it, if any does.

    Some are all instances of a class: the mountains.
    """
    one = pool.one()
    query = typed_query(pool, one) if one is not None else None
    if one is None or query is None:
        return None
    if pool.rng.random() >= WHOLE:
        return query, members(pool.world, query), one.property
    whole = Type(cast(Typed, query.relation).type)
    return whole, members(pool.world, whole), ""


def told(*relations: str) -> tuple[str, ...]:
    """Return the relations of a question without that of a whole class, which is none."""
    return tuple(one for one in relations if one)


def key_for(pool: Pool, nodes: Ints) -> str | None:
    """Return a key that most of some things have."""
    world = pool.world
    start = int(nodes[pool.rng.randrange(len(nodes))])
    keys = [one.property for one in world.adjacency.around(start) if not one.is_backwards]
    keys = [one for one in keys if one in keys_of(world)]
    pool.rng.shuffle(keys)
    for key in keys:
        edges = world.adjacency.edges_from(key, nodes)
        having = as_set(edges.subjects)
        if len(having) >= max(FEWEST, COVERED * len(nodes)) and _is_plain(world, edges):
            return key
    return None


def _is_plain(world: World, edges: EdgeColumns) -> bool:
    """Whether values leave no doubt of their order: no two of one thing, no year beside a day."""
    if len(as_set(edges.subjects)) < len(edges.subjects):
        return False
    is_date = world.adjacency.kind(int(edges.objects[0])) == DATE_NODE
    return not is_date or len(np.unique(edges.details)) == 1


def superlatives(pool: Pool) -> Drawn | None:
    """Return argmax(X, k) or argmin(X, k) with one answer; k may count what a member has."""
    found = base(pool)
    if found is None:
        return None
    things, nodes, relation = found
    extreme = pool.rng.choice(EXTREMES)
    if pool.rng.random() < 0.2:
        return _tallied(pool, things, nodes, relation)
    key = key_for(pool, nodes)
    if key is None:
        return None
    query = Superlative(extreme, things, Property(key))
    if len(members(pool.world, query)) != 1:
        return None
    return Drawn("superlative", query, told(relation, key))


def _tallied(pool: Pool, things: Things, nodes: Ints, relation: str) -> Drawn | None:
    """Return argmax(X, count(r)) with one answer, for what most of X have several of."""
    start = int(nodes[pool.rng.randrange(len(nodes))])
    ways = [
        one.property
        for one in pool.world.adjacency.around(start)
        if not one.is_backwards and one.degree > 1 and one.property in pool.world.kinds.counted
    ]
    ways = [one for one in ways if one != relation]
    if not ways:
        return None
    way = pool.rng.choice(ways)
    having = as_set(pool.world.adjacency.edges_from(way, nodes).subjects)
    query = Superlative("max", things, Tally(Property(way)))
    if len(having) < COVERED * len(nodes) or len(members(pool.world, query)) != 1:
        return None
    return Drawn("superlative", query, told(relation, way))


def ordinals(pool: Pool) -> Drawn | None:
    """Return nth(n, X, k) with one answer."""
    found = base(pool)
    key = key_for(pool, found[1]) if found is not None else None
    if found is None or key is None:
        return None
    query = Ordinal(pool.rng.choice(PLACES), found[0], Property(key))
    if len(members(pool.world, query)) != 1:
        return None
    return Drawn("ordinal", query, told(found[2], key))


def counts(pool: Pool) -> Drawn | None:
    """Return count(X) for a simple, typed or intersected X."""
    if pool.rng.random() < 0.3:
        inner = intersections(pool)
        return inner and Drawn("count", Count(inner.query), inner.relations)  # type: ignore[arg-type]
    found = base(pool)
    return found and Drawn("count", Count(found[0]), told(found[2]))


def comparisons(pool: Pool) -> Drawn | None:
    """Return which of two has more, or whether one has more than the other."""
    found = base(pool)
    key = key_for(pool, found[1]) if found is not None else None
    if found is None or key is None:
        return None
    clear = [one for one in pool.sample(found[1], 12).tolist() if pool.world.is_clear(one)]
    having = [one for one in clear if _has_one(pool.world, key, one)][:2]
    if len(having) < 2:
        return None
    a, b = (Entity(pool.world.id(one)) for one in having)
    way = Property(key)
    if pool.rng.random() < 0.5:
        choice = Superlative(pool.rng.choice(EXTREMES), Union((a, b)), way)
        is_one = len(members(pool.world, choice)) == 1
        return Drawn("comparative", choice, (key,)) if is_one else None
    sign = pool.rng.choice(SIGNS)
    if len(members(pool.world, Superlative("max", Union((a, b)), way))) != 1:
        return None
    query = Comparison(Apply(Inverse(way), a), sign, Apply(Inverse(way), b))
    return Drawn("comparative", query, (key,))


def _has_one(world: World, key: str, node: int) -> bool:
    start = np.array([node], dtype=np.int32)
    return len(np.unique(world.adjacency.edges_from(key, start).objects)) == 1


def truths(pool: Pool) -> Drawn | None:
    """Return whether a thing is in r(e): half of the time it is, else it nearly is."""
    one = pool.one()
    if one is None:
        return None
    answers = pool.answers(one)
    wanted = answers if pool.rng.random() < 0.5 else near_misses(pool, one, answers)
    for node in pool.sample(wanted, TRIES).tolist():
        if pool.world.is_clear(node) and node != one.entity:
            member = Entity(pool.world.id(node))
            return Drawn("yesno", Membership(member, one.query(pool.world)), (one.property,))
    return None


def _is_one_of(world: World, node: int, kinds: Ints) -> bool:
    """Whether an entity is of one of some classes."""
    own = world.classes_of(np.array([node], dtype=np.int32))
    return bool(among(own, kinds).any())


def near_misses(pool: Pool, one: Simple, answers: Ints) -> Ints:
    """Return what is no answer, but of the class of one, and stated to be one elsewhere.

    Each shares something with an answer, the more the better: what a guesser would take for one.
    That the relation leads from it to something else makes it unlikely that the edge is missing.
    """
    world = pool.world
    kinds = as_set(world.classes_of(answers))
    for other in pool.partners(one, answers):
        near = difference(pool.answers(other), answers)
        near = pool.sample(near, LOOKED_AT)
        if not len(near):
            continue
        near = near[[_is_one_of(world, node, kinds) for node in near.tolist()]]
        if one.is_inverse:
            elsewhere = as_set(world.adjacency.edges_to(one.property, near)[1])
        else:
            elsewhere = as_set(world.adjacency.edges_from(one.property, near).subjects)
        near = near[among(near, elsewhere)]
        if len(near):
            return near
    return np.empty(0, dtype=np.int32)

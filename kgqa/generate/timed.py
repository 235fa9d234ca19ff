"""Draws questions about times: what held in a year, when it began, and how old somebody was."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kgqa.algebra import Query, parse_expression
from kgqa.generate.closed import keys_of
from kgqa.generate.drawn import Drawn, Pool
from kgqa.generate.simple import Simple, members
from kgqa.generate.valued import BORN, DIED, YEAR, thing
from kgqa.generate.world import World

BEGUN, ENDED, AT = "P580", "P582", "P585"
"""The qualifiers that say when a statement held: since when, until when, or only then."""
MOST = 10
"""Answers of a question about a year."""


def _dated(pool: Pool) -> tuple[str, int, int, dict[str, int]] | None:
    """Return a statement with a time: its property, subject and object, and its years."""
    world = pool.world
    for _ in range(20):
        one = pool.one()
        if one is None:
            return None
        found = list(_statements(world, one))
        if found:
            return pool.rng.choice(found)
    return None


def _statements(world: World, one: Simple) -> Iterator[tuple[str, int, int, dict[str, int]]]:
    """Yield the statements of a simple query that say in which years they held."""
    statements = world.adjacency.statements(one.property)
    start = np.array([one.entity], dtype=np.int32)
    numbers = statements.of(start) if one.is_inverse else statements.to(start)
    if not len(numbers):
        return
    edges = statements.columns(numbers)
    ends = zip(edges.subjects.tolist(), edges.objects.tolist(), strict=True)
    for number, (subject, object_) in zip(numbers.tolist(), ends, strict=True):
        years = _years(world, number)
        if years and object_ < world.adjacency.entities:
            yield one.property, subject, object_, years


def _years(world: World, statement: int) -> dict[str, int]:
    """Return the years of a statement by the qualifiers that say them, each said once."""
    found: dict[str, int] = {}
    for property_, value, _ in world.adjacency.qualifiers_of(statement):
        if property_ in (BEGUN, ENDED, AT):
            if property_ in found:
                return {}
            number = float(world.graph.values(np.array([value], dtype=np.int32))[0])
            if not np.isfinite(number) or number < 1000 * YEAR:
                return {}
            found[property_] = int(number // YEAR)
    return found


def times(pool: Pool) -> Drawn | None:
    """Return r{since <= year, until >= year}(x), either side asked for, or told(x, r(y)@q)."""
    found = _dated(pool)
    if found is None:
        return None
    property_, subject, object_, years = found
    ids = pool.world.id(subject), pool.world.id(object_)
    if pool.rng.random() < 0.35:
        return _when(pool, property_, (subject, object_), years)
    if AT in years:
        tests = f"{AT} = {years[AT]}"
    elif BEGUN in years and ENDED in years:
        year = pool.rng.randint(years[BEGUN], years[ENDED])
        tests = f"{BEGUN} <= {year}, {ENDED} >= {year}"
    else:
        return None
    is_inverse = pool.rng.random() < 0.4
    asked = subject if is_inverse else object_
    way = f"{'^' if is_inverse else ''}{property_}{{{tests}}}"
    query = parse_expression(f"{way}({ids[0] if is_inverse else ids[1]})")
    return _kept(pool, query, asked, (property_,))


def _kept(pool: Pool, query: Query, asked: int, relations: tuple[str, ...]) -> Drawn | None:
    found = members(pool.world, query)  # type: ignore[arg-type]
    if not pool.world.is_clear(asked) or not 1 <= len(found) <= MOST:
        return None
    if found[-1] >= pool.world.adjacency.entities or not pool.world.are_named(found).all():
        return None
    return Drawn("time", query, relations)


def _when(pool: Pool, property_: str, ends: tuple[int, int], years: dict[str, int]) -> Drawn | None:
    """Return told(x, r(y)@q): when a statement began, ended or was."""
    world = pool.world
    relation = world.relation(property_)
    said = {BEGUN: relation.began, ENDED: relation.ended, AT: "always"}
    asked = [one for one in years if said[one]]
    if not asked or not all(map(world.is_clear, ends)):
        return None
    subject, object_ = map(world.id, ends)
    text = f"told({subject}, {property_}({object_})@{pool.rng.choice(asked)})"
    if len(world.denote(parse_expression(text))) != 1:  # type: ignore[arg-type]
        return None
    return Drawn("time", parse_expression(text), (property_,))


def ages(pool: Pool) -> Drawn | None:
    """Return years(born, d): d is when they died, when a work was released, or told(x, r(y)@q)."""
    world = pool.world
    node = thing(pool)
    if node is None or not _has(world, BORN, node):
        return None
    person = world.id(node)
    ends = [(f"^{DIED}({person})", DIED)] if _has(world, DIED, node) else []
    ends += list(_events(pool, node))
    if not ends:
        return None
    end, relation = pool.rng.choice(ends)
    query = parse_expression(f"years(^{BORN}({person}), {end})")
    found = world.denote(query)
    if not isinstance(found, tuple) or len(found) != 1 or not 0 < found[0] < 120:
        return None
    return Drawn("age", query, (BORN, relation))


def _has(world: World, key: str, node: int) -> bool:
    return len(world.adjacency.edges_from(key, np.array([node], dtype=np.int32)).objects) == 1


def _events(pool: Pool, node: int) -> Iterator[tuple[str, str]]:
    """Yield what has one date and somebody has to do with: what they became, what they made."""
    world = pool.world
    start = np.array([node], dtype=np.int32)
    for one in world.adjacency.around(node):
        if one.is_backwards and world.is_asked(one.property, is_inverse=False):
            works = pool.sample(world.adjacency.subjects(one.property, start), 4).tolist()
            for work in works:
                key = next((k for k in ("P577",) if k in keys_of(world)), None)
                if key and _has(world, key, work) and world.is_clear(work):
                    yield f"^{key}({world.id(work)})", key
        elif not one.is_backwards:
            for _, _, object_, years in _statements(world, Simple(one.property, True, node)):
                told = AT if AT in years else BEGUN
                is_said = told == AT or world.relation(one.property).began
                if told in years and is_said and world.is_clear(object_):
                    way = f"{one.property}({world.id(object_)})@{told}"
                    yield f"told({world.id(node)}, {way})", one.property

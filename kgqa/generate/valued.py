"""Draws questions about dates and amounts: what a thing has, tests of it, ages, and extremes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from kgqa_store.adjacency_content import Ints
from kgqa_store.adjacency_terms import DATE_NODE
from kgqa_store.sorted_sets import as_set

from kgqa.algebra import Things, parse_expression, to_text
from kgqa.algebra.units import units
from kgqa.generate.closed import COVERED, base, key_for, keys_of, told
from kgqa.generate.drawn import Drawn, Pool
from kgqa.generate.simple import FEWEST, members
from kgqa.generate.world import World

FEW = 4
"""What one thing has of a kind, at most, to be asked for as `the author of it`."""
NEAREST = 4
"""Places behind the first whose things are taken for it in questions that are to be denied."""
BORN, DIED = "P569", "P570"
YEAR = 10_000
"""What the number YYYYMMDD of a date counts a year as."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A value that something has by a key: a year, or a number of a unit, if it has one."""

    number: float
    unit: str
    is_date: bool

    @property
    def year(self) -> int:
        """The year of a date."""
        return int(self.number // YEAR)


def amounts_of(world: World, key: str, nodes: Ints) -> list[Amount]:
    """Return the values that some things have by a key."""
    edges = world.adjacency.edges_from(key, nodes)
    numbers = world.graph.values(edges.objects)
    found = []
    for node, number, detail in zip(
        edges.objects.tolist(), numbers.tolist(), edges.details.tolist(), strict=True
    ):
        is_date = world.adjacency.kind(node) == DATE_NODE
        unit = "" if is_date else world.adjacency.details[detail][0]
        found.append(Amount(number, unit, is_date))
    return found


def written(amount: float, unit: str) -> str:
    """Return an amount as the algebra writes it."""
    text = f"{amount:.10f}".rstrip("0").rstrip(".")
    return f"{text} {unit}" if unit else text


def rounded(number: float) -> float:
    """Return a number that people say: with one digit that is not 0, or two."""
    if number == 0:
        return 0.0
    magnitude = 10 ** (np.floor(np.log10(abs(number))) - (abs(number) >= 100))
    return float(round(np.floor(number / magnitude) * magnitude, 6))


# --- Tests -------------------------------------------------------------------------------------


def test_of(pool: Pool, key: str, values: list[Amount]) -> str | None:
    """Return a test that some values pass and others fail: `P577 >= 1990`."""
    one = pool.rng.choice(values)
    if one.is_date:
        return _of_years(pool, key, one.year)
    if len({value.unit for value in values}) > 1 or (one.unit and one.unit not in units()):
        return None
    sign = pool.rng.choice((">", ">", ">", "<", "<", ">="))
    return f"{key} {sign} {written(rounded(one.number), one.unit)}"


def _of_years(pool: Pool, key: str, year: int) -> str | None:
    if year < 1000:
        return None
    kind = pool.rng.choice((">", "<", ">=", "=", "=", "between", "decade"))
    if kind == "decade":
        return f"{key} >= {year // 10 * 10}, {key} <= {year // 10 * 10 + 9}"
    if kind == "between":
        return f"{key} >= {year - pool.rng.randrange(1, 8)}, {key} <= {year + 4}"
    return f"{key} {kind} {year}"


def filters(pool: Pool) -> Drawn | None:
    """Return X[k > v], or how many these are: some of X are among them, and some are not."""
    found = base(pool)
    if found is None:
        return None
    things, nodes, relation = found
    key = _key_of_most(pool, nodes)
    if key is None or key == relation:
        return None
    test = test_of(pool, key, amounts_of(pool.world, key, nodes))
    if test is None:
        return None
    query = parse_expression(f"{to_text(things)}[{test}]")
    passing = members(pool.world, query)  # type: ignore[arg-type]
    if not 1 <= len(passing) < len(nodes) or not pool.world.are_named(passing).all():
        return None
    if pool.rng.random() < 0.3:
        query = parse_expression(f"count({to_text(query)})")
    return Drawn("filter", query, told(relation, key))


def _key_of_most(pool: Pool, nodes: Ints) -> str | None:
    """Return a key that most of some things have, with one value or several."""
    world = pool.world
    start = int(nodes[pool.rng.randrange(len(nodes))])
    around = {one.property for one in world.adjacency.around(start) if not one.is_backwards}
    keys = sorted(around & keys_of(world))
    pool.rng.shuffle(keys)
    for key in keys:
        having = as_set(world.adjacency.edges_from(key, nodes).subjects)
        if len(having) >= max(FEWEST, COVERED * len(nodes)):
            return key
    return None


# --- What one thing has ------------------------------------------------------------------------


def facts(pool: Pool) -> Drawn | None:
    """Return ^r(x) of one thing: who or what it has as its r, its date, its amount."""
    world = pool.world
    node = thing(pool)
    if node is None:
        return None
    key = _asked_of(pool, node)
    if key is None:
        return None
    query = parse_expression(f"^{key}({world.id(node)})")
    return Drawn("fact", query, (key,))


def thing(pool: Pool) -> int | None:
    """Return a thing whose name is clear: an answer of a simple query, or what it starts from."""
    one = pool.one()
    if one is None:
        return None
    among = [one.entity, *pool.sample(pool.answers(one)).tolist()]
    pool.rng.shuffle(among)
    return next((node for node in among if pool.world.is_clear(node)), None)


def _asked_of(pool: Pool, node: int) -> str | None:
    """Return a property of which a thing has one value, or a few things with names."""
    world = pool.world
    ways = [one.property for one in world.adjacency.around(node) if not one.is_backwards]
    pool.rng.shuffle(ways)
    start = np.array([node], dtype=np.int32)
    for way in ways:
        objects = as_set(world.adjacency.edges_from(way, start).objects)
        is_key = way in keys_of(world)
        if is_key and len(objects) == 1:
            return way
        if is_key or not world.is_asked(way, is_inverse=True) or len(objects) > FEW:
            continue
        things = objects[objects < world.adjacency.entities]
        if len(things) == len(objects) and world.are_named(things).all():
            return way
    return None


# --- Extremes ----------------------------------------------------------------------------------


def extreme(pool: Pool) -> tuple[Things, int, str, tuple[str, str], Ints] | None:
    """Return argmax(X, k), its one member, the key, the relations in it, and all of X."""
    found = base(pool)
    key = key_for(pool, found[1]) if found is not None else None
    if found is None or key is None:
        return None
    name = pool.rng.choice(("argmax", "argmax", "argmin"))
    text = f"{name}({to_text(found[0])}, {key})"
    if pool.rng.random() < 0.2:
        text = f"nth({pool.rng.choice((2, -2, 3, -3))}, {to_text(found[0])}, {key})"
    query = parse_expression(text)
    best = members(pool.world, query)  # type: ignore[arg-type]
    if len(best) != 1:
        return None
    return query, int(best[0]), key, told(found[2], key), found[1]  # type: ignore[return-value]


def values(pool: Pool) -> Drawn | None:
    """Return what the one with the most of something has: its amount of it, or anything else."""
    found = extreme(pool)
    if found is None:
        return None
    query, best, key, relations, _ = found
    if pool.rng.random() < 0.4:
        return Drawn("value", parse_expression(f"^{key}({to_text(query)})"), relations)
    way = _asked_of(pool, best)
    if way is None or way in relations:
        return None
    return Drawn("value", parse_expression(f"^{way}({to_text(query)})"), (*relations, way))


def is_extreme(pool: Pool) -> Drawn | None:
    """Return whether a thing has the most of something: half of the time one of the next has."""
    found = extreme(pool)
    if found is None:
        return None
    query, best, key, relations, nodes = found
    member = best
    if pool.rng.random() < 0.5:
        edges = pool.world.adjacency.edges_from(key, nodes)
        numbers = pool.world.graph.values(edges.objects)
        order = edges.subjects[np.argsort(numbers, kind="stable")].tolist()
        place = order.index(best)
        near = [one for one in order[max(0, place - NEAREST) : place + NEAREST] if one != best]
        member = pool.rng.choice(near)
    if not pool.world.is_clear(member):
        return None
    expression = f"{pool.world.id(member)} in {to_text(query)}"
    return Drawn("truth", parse_expression(expression), relations)


def is_beyond(pool: Pool) -> Drawn | None:
    """Return whether a thing has more or less of something than an amount, or was before a year."""
    found = base(pool)
    key = key_for(pool, found[1]) if found is not None else None
    if found is None or key is None:
        return None
    test = test_of(pool, key, amounts_of(pool.world, key, found[1]))
    node = int(found[1][pool.rng.randrange(len(found[1]))])
    if test is None or "," in test or not pool.world.is_clear(node):
        return None
    if len(as_set(pool.world.adjacency.edges_from(key, np.array([node], np.int32)).objects)) != 1:
        return None
    rest = test.removeprefix(f"{key} ")
    return Drawn("truth", parse_expression(f"^{key}({pool.world.id(node)}) {rest}"), (key,))


def excesses(pool: Pool) -> Drawn | None:
    """Return by how much one of two things has more of something than the other."""
    found = base(pool)
    key = key_for(pool, found[1]) if found is not None else None
    if found is None or key is None or pool.world.relation(key).wording.is_time:
        return None
    clear = [one for one in pool.sample(found[1], 12).tolist() if pool.world.is_clear(one)]
    if len(clear) < 2:
        return None
    pair = amounts_of(pool.world, key, np.array(clear[:2], dtype=np.int32))
    if len(pair) != 2 or pair[0].number == pair[1].number or pair[0].unit != pair[1].unit:
        return None
    order = sorted(clear[:2]) if pair[0].number > pair[1].number else sorted(clear[:2])[::-1]
    a, b = (f"^{key}({pool.world.id(one)})" for one in order)
    return Drawn("excess", parse_expression(f"{a} - {b}"), (key,))

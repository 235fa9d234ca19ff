"""Sets in the order of a key: superlatives, places, and what statements say by a qualifier."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from kgqa_store.adjacency_content import Ints, Places, Reals, Truths
from kgqa_store.adjacency_terms import DATE_NODE, NUMBER_NODE, TEXT_NODE
from kgqa_store.sorted_sets import NOTHING, among, as_set, spread

from kgqa.algebra import Inverse, Key, Lapse, Property, Qualified, Stated, Tally, Way
from kgqa.denote.values import SAME, Values, spans

if TYPE_CHECKING:
    from kgqa.denote.evaluate import Evaluator

Keys: TypeAlias = tuple[Ints, Reals, Reals]
"""Whose key each is, and the span it reaches over; an exact key reaches over itself alone."""
_NO_KEYS: Keys = NOTHING, np.empty(0), np.empty(0)


def at_place(evaluator: Evaluator, place: int, members: Ints, key: Key) -> Ints:
    """Return the members at a place in the order of their keys, from behind if it is negative."""
    if isinstance(key, Stated):
        return _at_turn(evaluator, place, members, key)
    owners, starts, ends = _best(_keys(evaluator, members, key), largest=place < 0)
    for _ in range(abs(place) - 1):
        rest = ~_extreme(starts, ends, place < 0)
        owners, starts, ends = owners[rest], starts[rest], ends[rest]
    return owners[_extreme(starts, ends, place < 0)]


def _extreme(starts: Reals, ends: Reals, largest: bool) -> Truths:
    """Return which keys nothing is beyond."""
    if not len(starts):
        return np.zeros(0, dtype=bool)
    return np.asarray(ends > starts.max() if largest else starts < ends.min())


def _best(keys: Keys, *, largest: bool) -> Keys:
    """Return of several keys of one member the largest, or the smallest."""
    owners, starts, ends = keys
    if not len(owners):
        return keys
    rows = np.argsort(owners, kind="stable")
    owners, starts, ends = owners[rows], starts[rows], ends[rows]
    first = np.flatnonzero(np.append(True, owners[1:] != owners[:-1]))
    best = np.maximum if largest else np.minimum
    return owners[first], best.reduceat(starts, first), best.reduceat(ends, first)


def _keys(evaluator: Evaluator, members: Ints, key: Key) -> Keys:
    match key:
        case Tally():
            counts = tallies(evaluator, members, key).astype(np.float64)
            return members, counts, counts + 0.5
        case Lapse():
            owners, times = _lapses(evaluator, members, key)
            return owners, times, times + 0.5
        case Stated():
            raise TypeError("the order by a qualifier is one of turns")
        case Property() | Qualified() | Inverse():
            owners, values = evaluator.edges_from(members, key)
            return _spanned(evaluator, owners, values, _main_dimension(evaluator, key))


def _main_dimension(evaluator: Evaluator, way: Way) -> int:
    match way:
        case Property(id_) | Qualified(Property(id_)):
            return evaluator.graph.main_dimension(id_)
        case Inverse(Inverse(inner)):
            return _main_dimension(evaluator, inner)
        case _:
            return -1


def _spanned(evaluator: Evaluator, owners: Ints, values: Values, main: int) -> Keys:
    """Return values as keys, without those that cannot be compared with most."""
    graph = evaluator.graph
    numbers, kind = graph.values(values.nodes), graph.one_kind(values.nodes)
    if kind == DATE_NODE:
        return owners, *spans(numbers, graph.precisions[values.details])
    if kind == NUMBER_NODE and not values.details.any():
        return owners, numbers, np.nextafter(numbers, np.inf)
    kinds = graph.kinds(values.nodes)
    units, factors = graph.dimensions[values.details], graph.factors[values.details]
    dates = kinds == DATE_NODE
    amounts = (kinds == NUMBER_NODE) & ((units == 0) | (units == main))
    amounts |= (kinds == TEXT_NODE) & np.isfinite(numbers)
    with np.errstate(invalid="ignore"):
        starts = np.where(dates, 0.0, numbers * factors)
    rounded = (SAME if (factors != 1).any() else 0.0) * np.abs(np.where(amounts, starts, 0.0))
    ends = np.nextafter(starts + rounded, np.inf)
    if dates.any():
        from_, until = spans(np.where(dates, numbers, 0.0), graph.precisions[values.details])
        starts, ends = np.where(dates, from_, starts), np.where(dates, until, ends)
    kept = dates | amounts
    return owners[kept], starts[kept], ends[kept]


def tallies(evaluator: Evaluator, members: Ints, key: Tally) -> Places:
    """Return how many values each member has, each counted once."""
    owners, values = evaluator.edges_from(members, key.relation)
    nodes = values.nodes
    if key.within is not None:
        kept = evaluator.matches(key.within, nodes)
        owners, nodes = owners[kept], nodes[kept]
    rows = np.lexsort((nodes, owners))
    owners, nodes = owners[rows], nodes[rows]
    fresh = np.ones(len(owners), dtype=bool)
    fresh[1:] = (owners[1:] != owners[:-1]) | (nodes[1:] != nodes[:-1])
    return np.bincount(members.searchsorted(owners[fresh]), minlength=len(members))


# --- Statements ------------------------------------------------------------------------------


def _statements(evaluator: Evaluator, members: Ints, key: Stated) -> tuple[Ints, Places]:
    """Return the statements between members and the things of a key, and whose each is."""
    way, is_backwards = key.relation, False
    while isinstance(way, Inverse):
        way, is_backwards = way.relation, not is_backwards
    property_ = way.property if isinstance(way, Qualified) else way
    statements = evaluator.graph.adjacency.statements(property_.id)
    within = evaluator.things(key.things)
    of, to = (within, members) if is_backwards else (members, within)
    found = statements.of(of) if len(of) <= len(to) else statements.to(to)
    if isinstance(way, Qualified):
        found = evaluator.passing(np.sort(found), way.conditions)
    edges = statements.columns(found)
    kept = among(edges.subjects, of) & among(edges.objects, to)
    return (edges.objects if is_backwards else edges.subjects)[kept], found[kept]


def said(evaluator: Evaluator, members: Ints, key: Stated) -> Values:
    """Return what the statements of members say by the qualifier of a key."""
    return _said(evaluator, members, key)[1]


def _said(evaluator: Evaluator, members: Ints, key: Stated) -> tuple[Ints, Values]:
    owners, statements = _statements(evaluator, members, key)
    found = evaluator.graph.adjacency.qualifiers(statements, key.qualifier.id)
    # A date counts by its day as written: only units are kept of what is said of it.
    kept = np.where(evaluator.graph.dimensions[found.details] > 0, found.details, 0)
    return owners[found.owners], Values(found.values, kept)


def _stated_numbers(evaluator: Evaluator, members: Ints, key: Stated) -> tuple[Ints, Reals]:
    """Return what the order by a qualifier goes by: whose number each is, and the number."""
    if key.since is None:
        owners, values = _said(evaluator, members, key)
        owners, starts, _ = _spanned(evaluator, owners, values, -1)
        return owners, starts
    owners, statements = _statements(evaluator, members, key)
    graph = evaluator.graph
    sides = []
    for property_ in (key.since, key.qualifier):
        found = graph.adjacency.qualifiers(statements, property_.id)
        dates = graph.kinds(found.values) == DATE_NODE
        sides.append((found.owners[dates], graph.values(found.values[dates])))
    whose, times = _times(*sides)
    return owners[whose], times


def _times(since: tuple[Places, Reals], until: tuple[Places, Reals]) -> tuple[Places, Reals]:
    """Return the days from each date to each later one of the same owner; owners are in order."""
    firsts, lasts = until[0].searchsorted(since[0]), until[0].searchsorted(since[0], "right")
    rows = spread(firsts, lasts)
    starts = np.repeat(_days(since[1]), lasts - firsts)
    times = _days(until[1])[rows] - starts
    return np.repeat(since[0], lasts - firsts)[times >= 0], times[times >= 0]


def _days(numbers: Reals) -> Reals:
    """Return the days of dates, in months of 31 days."""
    years = np.floor(numbers / 10_000)
    months = np.floor(numbers / 100) - years * 100
    return np.asarray(years * 372 + months * 31 + (numbers - np.floor(numbers / 100) * 100))


def _lapses(evaluator: Evaluator, members: Ints, key: Lapse) -> tuple[Ints, Reals]:
    """Return the days from each date by the first to each later one by the second."""
    sides = []
    for way in (key.since, key.until):
        if isinstance(way, Stated):
            owners, values = _said(evaluator, members, way)
        else:
            owners, values = evaluator.edges_from(members, way)
        dates = evaluator.graph.kinds(values.nodes) == DATE_NODE
        owners, nodes = owners[dates], values.nodes[dates]
        rows = np.argsort(owners, kind="stable")
        sides.append((owners[rows], evaluator.graph.values(nodes[rows])))
    whose, times = _times(*sides)
    return whose.astype(np.int32), times


def _at_turn(evaluator: Evaluator, place: int, members: Ints, key: Stated) -> Ints:
    """Return those with the value at which the turn at a place begins."""
    owners, numbers = _stated_numbers(evaluator, members, key)
    if place < 0:
        numbers = -numbers
    values, ranks = np.unique(numbers, return_inverse=True)
    width = len(values) + 1
    pairs = np.unique(owners.astype(np.int64) * width + ranks)
    owners, ranks = (pairs // width).astype(np.int32), pairs % width
    # Between two values of one member lies one of another, unless they follow each other.
    begins = np.ones(len(pairs), dtype=bool)
    begins[1:] = (owners[1:] != owners[:-1]) | (ranks[1:] - ranks[:-1] > 1)
    turns = np.sort(ranks[begins])
    if abs(place) > len(turns):
        return NOTHING
    return as_set(owners[begins & (ranks == turns[abs(place) - 1])])


def years(start: tuple[float, float], end: tuple[float, float]) -> Decimal:
    """Return the completed years between two dates at the coarser precision, towards zero."""
    coarser = max(start[1] - start[0], end[1] - end[0])
    first, last = (int(one[0] // coarser * coarser) for one in (start, end))
    found = abs(last - first) // 10_000
    return Decimal(found if last >= first else -found)

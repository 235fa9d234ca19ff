"""How far things are from each other: by points, or by latitudes and longitudes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from kgqa_store.adjacency_content import Ints, Reals
from kgqa_store.sorted_sets import as_set

from kgqa.algebra import Near, Property
from kgqa.algebra.units import RADIUS, factor

if TYPE_CHECKING:
    from kgqa.denote.evaluate import Evaluator

Places: TypeAlias = tuple[Ints, Reals, Reals]
"""Whose place each is, and its latitude and longitude in radians."""
_POINT = re.compile(r"\(\s*(-?[\d.]+(?:[eE][-+]?\d+)?)\s+(-?[\d.]+(?:[eE][-+]?\d+)?)\s*\)")


def near(evaluator: Evaluator, query: Near) -> Ints:
    """Return the members of a set that are not farther from any of another than a distance."""
    owners, latitudes, longitudes = _places(evaluator, query, evaluator.things(query.things))
    _, others, also = _places(evaluator, query, evaluator.things(query.center))
    limit = float(query.distance.amount * factor(query.distance.unit.id))
    kept = np.zeros(len(owners), np.bool_)
    for latitude, longitude in zip(others.tolist(), also.tolist(), strict=True):
        kept |= _between(latitudes, longitudes, latitude, longitude) <= limit
    return as_set(owners[kept])


def _between(latitudes: Reals, longitudes: Reals, latitude: float, longitude: float) -> Reals:
    """Return the distances of places from one place, by the haversine of their angles."""
    across = np.sin((latitudes - latitude) / 2) ** 2
    along = np.cos(latitudes) * np.cos(latitude) * np.sin((longitudes - longitude) / 2) ** 2
    return np.asarray(2 * RADIUS * np.arcsin(np.sqrt(np.minimum(1.0, across + along))))


def _places(evaluator: Evaluator, query: Near, members: Ints) -> Places:
    if query.longitude is None:
        return _of_points(evaluator, query.place, members)
    owners, latitudes = _numbers(evaluator, query.place, members)
    others, longitudes = _numbers(evaluator, query.longitude, members)
    pairs = [
        (owner, latitude, longitude)
        for owner, latitude in zip(owners.tolist(), latitudes.tolist(), strict=True)
        for other, longitude in zip(others.tolist(), longitudes.tolist(), strict=True)
        if owner == other
    ]
    return _columns(pairs)


def _numbers(evaluator: Evaluator, property_: Property, members: Ints) -> tuple[Ints, Reals]:
    owners, values = evaluator.edges_from(members, property_)
    numbers = evaluator.graph.values(values.nodes)
    kept = np.isfinite(numbers)
    return owners[kept], numbers[kept]


def _of_points(evaluator: Evaluator, property_: Property, members: Ints) -> Places:
    owners, values = evaluator.edges_from(members, property_)
    found = []
    for owner, node in zip(owners.tolist(), values.nodes.tolist(), strict=True):
        point = _POINT.search(evaluator.graph.text(node))
        if point is not None:
            found.append((owner, float(point[2]), float(point[1])))
    return _columns(found)


def _columns(places: list[tuple[int, float, float]]) -> Places:
    owners = np.array([owner for owner, _, _ in places], np.int32)
    degrees = np.array([place[1:] for place in places], np.float64).reshape(-1, 2)
    radians = np.radians(degrees)
    return owners, radians[:, 0], radians[:, 1]

"""Where things are, and how far from each other, for the reference."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING

from graphs import Node
from reference_values import Measured

from kgqa.algebra import Near
from kgqa.algebra.units import factor

if TYPE_CHECKING:
    from reference import Reference

RADIUS = 6371008.8
_POINT = re.compile(r"Point\((\S+) (\S+)\)")
Place = tuple[float, float]


def near(reference: Reference, query: Near) -> frozenset[Node]:
    """Return the members of a set that are not farther from any of another than a distance."""
    limit = float(query.distance.amount * factor(query.distance.unit.id))
    there = [at for y in reference.things(query.center) for at in places(reference, y, query)]
    return frozenset(
        x
        for x in reference.things(query.things)
        if any(metres(at, other) <= limit for at in places(reference, x, query) for other in there)
    )


def places(reference: Reference, x: Node, query: Near) -> list[Place]:
    """Return the latitudes and longitudes of a thing."""
    first = reference.values_of(x, query.place)
    if query.longitude is None:
        return [at for one in first if (at := point(one.node))]
    return list(itertools.product(degrees(first), degrees(reference.values_of(x, query.longitude))))


def point(node: Node) -> Place | None:
    """Return the latitude and the longitude of a point."""
    found = _POINT.fullmatch(node) if isinstance(node, str) else None
    return (float(found[2]), float(found[1])) if found else None


def degrees(values: Iterable[Measured]) -> list[float]:
    """Return numbers of degrees."""
    return [float(one.node) for one in values if isinstance(one.node, Decimal)]


def metres(one: Place, other: Place) -> float:
    """Return the length of the great circle between two places, by the line through the globe."""
    vectors = [
        (
            math.cos(math.radians(latitude)) * math.cos(math.radians(longitude)),
            math.cos(math.radians(latitude)) * math.sin(math.radians(longitude)),
            math.sin(math.radians(latitude)),
        )
        for latitude, longitude in (one, other)
    ]
    return 2 * RADIUS * math.asin(min(1.0, math.dist(*vectors) / 2))

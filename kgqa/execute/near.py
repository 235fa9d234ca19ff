"""From distances to graph patterns: `near(X, P625, Y, 10 kilometre)`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import sparql_templates as templates
from kgqa.algebra import Near
from kgqa.algebra.units import RADIUS, factor

if TYPE_CHECKING:
    from kgqa_store.results import Node

    from kgqa.answers import Fact
    from kgqa.execute.patterns import Patterns
    from kgqa.execute.prove import Prover

CENTERS = 3
"""Of so many things that members are near to the places are told."""


def near(patterns: Patterns, query: Near, x: str) -> str:
    """Return the pattern whose solutions for `x` are those that are not far from others."""
    angle = float(query.distance.amount * factor(query.distance.unit.id)) / RADIUS
    # 2 sin²(t / 2) is 1 - cos t, without the digits that this loses where t is small.
    limit = 2.0 if angle >= math.pi else 2 * math.sin(angle / 2) ** 2
    parts: dict[str, templates.Part] = {
        "things": partial(patterns.start, query.things),
        "places": partial(_place, patterns, query),
        "center": partial(patterns.apart, query.center),
        "centers": partial(_place, patterns, query),
        "limit": f"{limit:.17e}",
    }
    return patterns.fill("algebra/near", parts, x=x)


def _place(patterns: Patterns, query: Near, x: str, latitude: str, longitude: str) -> str:
    """Return the pattern of the latitude and the longitude of a thing, in degrees."""
    if query.longitude is None:
        point = patterns.fresh("point")
        names = {"point": point, "latitude": latitude, "longitude": longitude}
        return (
            f"{patterns.pairs(query.place, x, point)}\n{patterns.fill('value/point', {}, **names)}"
        )
    lines = []
    for property_, degrees in ((query.place, latitude), (query.longitude, longitude)):
        value = patterns.fresh("value")
        lines.append(patterns.pairs(property_, x, value))
        lines.append(patterns.fill("value/degrees", {}, value=value, degrees=degrees))
    return "\n".join(lines)


def located(prover: Prover, query: Near, members: Sequence[Node]) -> dict[Node, list[Fact]]:
    """Return the places of members, and of some of those that they are near to."""
    ways = [way for way in (query.place, query.longitude) if way is not None]
    centers = prover.some(query.center, CENTERS)
    there = [
        fact
        for way in ways
        for facts in prover.keys(way, centers, listed=0).values()
        for fact in facts
    ]
    found: dict[Node, list[Fact]] = {member: list(there) for member in members}
    for way in ways:
        for member, facts in prover.keys(way, members, listed=0).items():
            found[member] = [*facts, *found[member]]
    return found

"""What is in several sets: around one name in several roles, or around two names or three."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.parse.combining import both
from kgqa.parse.several_roles import are_crossed, in_several_roles
from kgqa.parse.sketches import Sketch, Walker

PAIRED = 12
"""Sets of a name that are intersected with those of another."""
FARTHER = 8
"""Sets of a name that are intersected with those two hops from another."""
MET = 20
"""Intersections of the sets of two names that are kept."""
OF_THREE = 10
"""Intersections of the sets of three names that are kept."""


def meets(
    walker: Walker, ones: Sequence[list[Sketch]], twos: Sequence[list[Sketch]]
) -> list[Sketch]:
    """Return what sets share: `ones` are one hop from each name, `twos` two hops."""
    is_only = len(ones) == 1
    found = [s for group in ones for s in in_several_roles(walker, group, is_only=is_only)]
    for i in range(len(ones)):
        for j in range(i + 1, len(ones)):
            left, right = ones[i][:PAIRED], ones[j][:PAIRED]
            pairs = [(a, b) for a in left for b in right]
            pairs += [(a, b) for a in left[:FARTHER] for b in twos[j][:FARTHER]]
            pairs += [(a, b) for a in twos[i][:FARTHER] for b in right[:FARTHER]]
            pairs = [(a, b) for a, b in pairs if not are_crossed(walker, a, b)]
            shared = [s for a, b in pairs if (s := both(walker, a, b)) is not None]
            found += walker.best(shared, MET)
    if len(ones) == 3:
        more = [
            s
            for a in found[:MET]
            for b in ones[2][:PAIRED]
            if not any(link.places & a.explained for link in b.links) and (s := both(walker, a, b))
        ]
        found += walker.best(more, OF_THREE)
    return found

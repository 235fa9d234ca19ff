"""Ways through nodes, as proofs of chains tell them."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa_store.results import Node


def shortest(
    start: Node, target: Node, steps: Mapping[Node | None, list[Node | None]]
) -> list[Node]:
    """Return the nodes of a shortest way."""
    paths: list[list[Node]] = [[start]]
    seen: set[Node | None] = {start}
    while paths:
        path = paths.pop(0)
        if path[-1] == target:
            return path
        onward = [y for y in steps.get(path[-1], []) if y is not None and y not in seen]
        seen.update(onward)
        paths += [[*path, y] for y in onward]
    return []

"""Sets of nodes as sorted arrays without repetition, and the algebra of such sets.

A small set in a large one is found by bisection, and two that are both large by a mark for every
node: which is cheaper is decided by their sizes.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kgqa_store.adjacency_content import Ints, Places, Truths

NOTHING: Ints = np.empty(0, dtype=np.int32)
NOTHING.flags.writeable = False
BISECTED = 16
"""A set this many times smaller than another is looked up in it one by one."""
SORTED = 1 << 15
"""Up to so many nodes are sorted; of more, each is marked."""


def as_set(nodes: Ints) -> Ints:
    """Return nodes in order, each once."""
    if len(nodes) < 2:
        return nodes
    if len(nodes) > SORTED:
        return np.flatnonzero(_marks(nodes)).astype(np.int32)
    found = np.sort(nodes)
    fresh = np.empty(len(found), dtype=bool)
    fresh[0] = True
    np.not_equal(found[1:], found[:-1], out=fresh[1:])
    return found[fresh]


def _marks(nodes: Ints, size: int = 0) -> Truths:
    marks = np.zeros(max(int(nodes.max(initial=-1)) + 1, size), dtype=bool)
    marks[nodes] = True
    return marks


def among(nodes: Ints, others: Ints) -> Truths:
    """Return of each node, in any order, whether it is in the set `others`."""
    if not len(others) or not len(nodes):
        return np.zeros(len(nodes), dtype=bool)
    if len(others) == 1:
        return np.asarray(nodes == others[0])
    if len(nodes) * BISECTED < len(others) or len(others) < BISECTED:
        places = others.searchsorted(nodes)
        places[places == len(others)] = 0
        return np.asarray(others[places] == nodes)
    return np.asarray(_marks(others, int(nodes.max()) + 1)[nodes])


def intersection(left: Ints, right: Ints) -> Ints:
    """Return what is in both sets."""
    if len(left) > len(right):
        left, right = right, left
    return left[among(left, right)]


def difference(left: Ints, right: Ints) -> Ints:
    """Return what is in the first set and not in the second."""
    return left[~among(left, right)]


def union(*sets: Ints) -> Ints:
    """Return what is in any of the sets."""
    several = [one for one in sets if len(one)]
    if len(several) < 2:
        return several[0] if several else NOTHING
    return as_set(np.concatenate(several))


def rows_of(column: Ints, nodes: Ints) -> Places:
    """Return where a sorted column has any of a set of nodes, in order."""
    if len(nodes) == 1:
        start, end = column.searchsorted(nodes[0]), column.searchsorted(nodes[0], "right")
        return np.arange(start, end)
    if len(nodes) * BISECTED >= len(column):
        return np.flatnonzero(among(column, nodes))
    return spread(column.searchsorted(nodes), column.searchsorted(nodes, "right"))


def spread(starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> Places:
    """Return all numbers of several ranges, one range after the other."""
    lengths = ends - starts
    after = np.cumsum(lengths)
    return np.repeat(starts - after + lengths, lengths) + np.arange(
        int(after[-1]) if len(after) else 0
    )

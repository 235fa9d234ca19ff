"""Which classes are below which: the closure of the subclass relation, computed once."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from kgqa_store.adjacency_content import Ints, Places


@dataclass(frozen=True, slots=True)
class Closure:
    """For each class, itself and all that can be reached from it; both in order."""

    classes: Ints
    starts: Places
    """Where the reached classes of each class begin, and where the last of them ends."""
    reached: Ints


def closure(subjects: Ints, objects: Ints) -> Closure:
    """Return what can be reached along edges, in any number of steps; cycles are no harm."""
    above: defaultdict[int, list[int]] = defaultdict(list)
    for subject, object_ in zip(subjects.tolist(), objects.tolist(), strict=True):
        above[subject].append(object_)
    classes = np.union1d(subjects, objects)
    found = [_reached(above, one) for one in classes.tolist()]
    starts = np.cumsum([0, *map(len, found)])
    everything = [one for reached in found for one in reached]
    return Closure(classes, starts, np.array(everything, dtype=np.int32))


def _reached(above: defaultdict[int, list[int]], start: int) -> list[int]:
    seen, new = {start}, [start]
    while new:
        for one in above.get(new.pop(), ()):
            if one not in seen:
                seen.add(one)
                new.append(one)
    return sorted(seen)


def reverse(up: Closure) -> Closure:
    """Return from where each class can be reached."""
    sources = np.repeat(up.classes, np.diff(up.starts))
    order = np.lexsort((sources, up.reached))
    starts = np.searchsorted(up.reached[order], up.classes)
    return Closure(up.classes, np.append(starts, len(order)), sources[order])

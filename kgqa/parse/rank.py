"""How good the items of a chart look beside each other: trees over their features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

import numpy as np

from kgqa.parse.alignment import Floats
from kgqa.parse.trees import Trees, load

FILE = "rank.npz"


@cache
def shipped() -> Trees:
    """Return the trees that come with kgqa; read once in a process."""
    with resources.as_file(resources.files("kgqa.parse") / "data" / FILE) as path:
        return load(path)


def scores(features: Sequence[Mapping[str, float]], trees: Trees) -> Floats:
    """Return a score for the features of each item, which orders the items of one question."""
    rows = [[one.get(name, 0.0) for name in trees.names] for one in features]
    return trees.totals(np.array(rows, np.float32).reshape(-1, len(trees.names)))

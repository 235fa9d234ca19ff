"""From scores of starts and ends to the best spans of a passage."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgqa.text.readers.shape import LONGEST

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PENALTY = 0.1
"""What each further word piece of a span costs: of two as good the shorter is mostly the answer."""
UNSEEN = -1e4  # small enough to vanish in a softmax, large enough for 16-bit floats


@dataclass(frozen=True, slots=True)
class Scored:
    """A span [start, end), how far it is above "no answer", and the log of its share of all."""

    start: int
    end: int
    margin: float
    share: float


def best_spans(
    scores: NDArray[np.float32],
    passage: slice,
    count: int,
    ties: NDArray[np.float32] | None = None,
) -> list[Scored]:
    """Return the best spans of a row that holds one question; places count from the passage.

    `scores` are those of starts and of ends, (1 + tokens) × 2, and the first is "no answer";
    `ties`, tokens × LONGEST, are those of a span by its start and its length. Many of the best
    overlap each other; eight times as many leave `count` that do not.
    """
    import numpy as np

    starts, ends = scores[1:][passage].T
    none = float(scores[0].sum())
    # Row i has the spans that start at i, by their length.
    beyond = np.append(ends, np.full(LONGEST - 1, -np.inf, ends.dtype))
    joint = starts[:, None] + np.lib.stride_tricks.sliding_window_view(beyond, LONGEST)
    if ties is not None:
        joint += ties[passage]
    joint -= PENALTY * np.arange(LONGEST, dtype=joint.dtype)
    flat = joint.ravel()
    highest = max(none, float(flat.max(initial=none)))
    total = highest + math.log(np.exp(flat - highest).sum() + math.exp(none - highest))
    most = min(8 * count, flat.size)
    best = np.argpartition(-flat, most - 1)[:most] if flat.size else np.arange(0)
    return [
        Scored(start, start + length + 1, value - none, value - total)
        for value, (start, length) in sorted(
            ((float(flat[at]), divmod(int(at), LONGEST)) for at in best),
            key=lambda one: (-one[0], one[1]),
        )
        if value > UNSEEN
    ]

"""From scores of starts and ends to the best spans of a passage."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

LONGEST = 30
"""An answer has at most so many word pieces; 99 % of SQuAD's have fewer."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A span [start, end), how far it is above "no answer", and the log of its share of all."""

    start: int
    end: int
    margin: float
    share: float


def best_spans(scores: Tensor, groups: Tensor, count: int) -> list[list[Scored]]:
    """Return the best spans of each row, which holds one question; places count from the passage.

    `scores` are those of `Encoder.spans`, rows × (1 + tokens) × 2; the last token of a row ends
    it, and is no part of any span.
    """
    passage = groups == 0
    first = passage.long().argmax(dim=1)
    passage[torch.arange(len(groups)), first + passage.sum(dim=1) - 1] = False
    none = scores[:, 0].sum(dim=1)
    starts, ends = scores[:, 1:, 0], scores[:, 1:, 1]
    total = scores.logsumexp(dim=1).sum(dim=1)
    tokens = starts.shape[1]
    place = torch.arange(tokens, device=scores.device)
    apart = place[None, :] - place[:, None]
    allowed = (apart >= 0) & (apart < LONGEST)
    allowed = allowed & passage[:, :, None] & passage[:, None, :]
    joint = starts[:, :, None] + ends[:, None, :]
    flat = joint.masked_fill(~allowed, -torch.inf).flatten(1)
    # Many of the best overlap each other; eight times as many leave enough that do not.
    values, places = flat.topk(min(8 * count, flat.shape[1]), dim=1)
    found = []
    for row in range(len(scores)):
        begin, above, whole = int(first[row]), float(none[row]), float(total[row])
        found.append(
            [
                Scored(at // tokens - begin, at % tokens + 1 - begin, value - above, value - whole)
                for value, at in zip(values[row].tolist(), places[row].tolist(), strict=True)
                if value > -1e4
            ]
        )
    return found

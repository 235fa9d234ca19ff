"""Learns the weights of the clues by which names are linked.

An example is a name of a question: all options of spans that overlap it, some of which are right.
The probability of an option is a softmax of the sum of its weighted clues, and the weights are
those for which the right ones are likeliest, found by Adagrad with a penalty on their squares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from kgqa.parse.analysis import analyse
from kgqa.parse.linking import Linker
from kgqa.parse.linking_features import Option
from kgqa.parse.linking_model import LinkingModel
from kgqa.parse.linking_questions import Example

OPTIONS = 30
"""Options of a name that are learned from."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How it is learned."""

    epochs: int = 8
    batch: int = 64
    rate: float = 0.15
    penalty: float = 1e-3
    least: int = 3
    """Names in which a clue must occur."""
    smallest: float = 0.01
    """Weights below are left out."""
    seed: int = 1


WEIGHTS = {"mintaka, a half": 4.0, "simplequestions": 0.5}
"""What an example of a set counts, where that is not 1."""


@dataclass(frozen=True, slots=True)
class Group:
    """The options of a name: clues by number, their values, where each option's begin."""

    clues: NDArray[np.int32]
    values: NDArray[np.float32]
    rows: NDArray[np.int32]
    """The option to which each clue belongs."""
    right: NDArray[np.bool_]
    weight: float


class Vocabulary:
    """Numbers of clues, and in how many groups each occurs."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.counts: Counter[int] = Counter()

    def group(self, options: Sequence[Option], right: Sequence[bool], weight: float) -> Group:
        """Return options as numbers."""
        clues: list[int] = []
        values: list[float] = []
        rows: list[int] = []
        for row, option in enumerate(options):
            for name, value in option.features.items():
                clues.append(self.numbers.setdefault(name, len(self.numbers)))
                values.append(value)
                rows.append(row)
        self.counts.update(set(clues))
        return Group(
            np.array(clues, np.int32),
            np.array(values, np.float32),
            np.array(rows, np.int32),
            np.array(right, np.bool_),
            weight,
        )


def groups_of(
    examples: Iterable[Example], linker: Linker, vocabulary: Vocabulary
) -> Iterator[Group]:
    """Yield the names of questions with their options; names without a right one are left out."""
    for example in examples:
        if not example.question:
            continue
        found = linker.options(analyse(example.question))
        weight = WEIGHTS.get(example.source, 1.0)
        for options, right in _named(example, found):
            if any(right) and not all(right):
                yield vocabulary.group(options, right, weight)


Labelled = tuple[list[Option], list[bool]]


def _named(example: Example, found: Sequence[Option]) -> Iterator[Labelled]:
    """Yield the options of each name of which it is known what it means."""
    for id_ in sorted(example.gold):
        spans = [(start, end) for gold, start, end in example.spans if gold == id_]
        if not example.spans:
            fits = [one.span.mention for one in found if one.candidate.id == id_]
            longest = max(fits, key=lambda one: (one.end - one.start, -one.start), default=None)
            spans = [(longest.start, longest.end)] if longest else []
        for start, end in spans:
            options = _overlapping(found, start, end)
            right = [one.candidate.id in example.gold for one in options]
            yield _fewer(options, right)


def _overlapping(found: Sequence[Option], start: int, end: int) -> list[Option]:
    return [one for one in found if one.span.mention.start < end and start < one.span.mention.end]


def _fewer(options: list[Option], right: list[bool]) -> Labelled:
    """Return only the likeliest options, and the right ones."""
    order = sorted(range(len(options)), key=lambda i: -options[i].candidate.score)
    kept = [i for rank, i in enumerate(order) if rank < OPTIONS or right[i]]
    return [options[i] for i in kept], [right[i] for i in kept]


# --- Learning -----------------------------------------------------------------------------------


def learn(groups: Sequence[Group], vocabulary: Vocabulary, plan: Plan) -> LinkingModel:
    """Return the model for which the right options of `groups` are likeliest."""
    size = len(vocabulary.numbers)
    is_kept = np.zeros(size, np.bool_)
    for number, count in vocabulary.counts.items():
        is_kept[number] = count >= plan.least
    weights, squares = np.zeros(size), np.full(size, 1e-6)
    random, order = Random(plan.seed), list(range(len(groups)))
    for _ in range(plan.epochs):
        random.shuffle(order)
        for start in range(0, len(order), plan.batch):
            batch = [groups[place] for place in order[start : start + plan.batch]]
            slope = _slope(batch, weights) / plan.batch + plan.penalty * weights
            slope[~is_kept] = 0.0
            squares += slope**2
            weights -= plan.rate * slope / np.sqrt(squares)
    found = {name: float(weights[number]) for name, number in vocabulary.numbers.items()}
    return LinkingModel({name: w for name, w in found.items() if abs(w) >= plan.smallest})


def _slope(batch: Sequence[Group], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where the surprise at the right options grows, for each weight."""
    clues, changes = [], []
    for group in batch:
        terms = weights[group.clues] * group.values
        scores = np.bincount(group.rows, weights=terms, minlength=len(group.right))
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        off = chances.copy()
        off[group.right] -= chances[group.right] / max(chances[group.right].sum(), 1e-12)
        clues.append(group.clues)
        changes.append(group.weight * off[group.rows] * group.values)
    slope = np.zeros(len(weights))
    np.add.at(slope, np.concatenate(clues), np.concatenate(changes))
    return slope

"""Learns the lexicon: a log-linear model of which relation the words of a question mean.

The score of a relation is the sum of what the schema says (eight signs, one weight for each and
each direction), of the weights of the question's n-grams for its kind, and of their weights for
itself. The first two are learned first and alone, so that they carry over to properties that no
question was seen for; the last is then learned as what they leave over.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from kgqa.parse.relations_lexicon import Floats, Lexicon, Relation, from_dense
from kgqa.parse.relations_questions import Example
from kgqa.parse.relations_schema import EVIDENCE, KINDS, SchemaEvidence, weighed
from kgqa.parse.relations_words import grams


@dataclass(frozen=True, slots=True)
class Plan:
    """How the lexicon is learned; the defaults made the file that is shipped."""

    least_questions: int = 4
    """An n-gram must occur in so many questions."""
    least_relation: int = 3
    """A relation must be meant by so many questions to have a column."""
    most_patterns: int = 60
    """Patterns of a relation from which the weights of signs and kinds are learned."""
    epochs: tuple[int, int] = (6, 8)
    batch: int = 256
    rate: float = 0.5
    shrink: float = 0.0002
    """What is taken off each weight that is used, in each step (L1)."""
    smallest: float = 0.03
    """Weights nearer to zero are left out."""
    seed: int = 1


Pattern = tuple[Example, int]
"""A distinct example, and in how many questions it occurs."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    """Distinct examples: n-grams, allowed relations and weight of each."""

    rows: list[NDArray[np.int64]]
    allowed: list[NDArray[np.int64]]
    """Places in the flat array of directions and properties."""
    weights: Floats

    def error(self, logits: Floats, batch: NDArray[np.int64]) -> Floats:
        """Return the slope of the loss of a batch: probability minus target.

        The target is what is allowed, shared as it is likely.
        """
        likely: Floats = np.exp(logits - logits.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        scale = self.weights[batch] / len(batch)
        for row, place in enumerate(batch):
            share = likely[row, self.allowed[place]] + 1e-9
            likely[row, self.allowed[place]] -= share / share.sum()
        likely *= scale[:, None]
        return likely


class _Adagrad:
    """Weights, with the sums of squares that set the step of each."""

    def __init__(self, shape: tuple[int, int], rate: float, shrink: float) -> None:
        self.values = np.zeros(shape, np.float32)
        self._squares = np.full(shape, 1e-2, np.float32)
        self._rate, self._shrink = rate, shrink * rate

    def step(self, rows: NDArray[np.int64], slopes: Floats) -> None:
        """Move the weights of `rows` against `slopes`, then all of them towards zero (L1)."""
        squares = self._squares[rows] + slopes**2
        self._squares[rows] = squares
        moved = self.values[rows] - self._rate * slopes / np.sqrt(squares)
        self.values[rows] = np.sign(moved) * np.maximum(np.abs(moved) - self._shrink, 0)


def train(
    examples: Iterable[Example], schema: SchemaEvidence, common: Collection[str], plan: Plan
) -> Lexicon:
    """Return a lexicon that gives the relations of `examples` high scores.

    Only n-grams of `common` words and marks are learned, so that no name of an entity is.
    """
    places = {name: place for place, name in enumerate(schema.properties)}
    merged, counts = _merged(examples, places)
    relations = sorted(
        relation for relation, count in counts.items() if count >= plan.least_relation
    )
    known, rows = _rows(merged, common, plan)
    patterns = _patterns(merged, rows, counts, places)
    random = Random(plan.seed)
    signs, kinds = _learn_signs(merged, patterns, schema, len(known), plan, random)
    offsets = _offsets(merged, patterns, schema, signs, kinds)
    flat = np.array([_flat(relation, places) for relation in relations])
    learned = _Adagrad((len(known), len(relations)), plan.rate, plan.shrink)
    for _ in range(plan.epochs[1]):
        for batch in _batches(range(len(merged)), plan.batch, random):
            used, inside = _indicator([rows[row] for row in batch])
            logits = offsets[batch].astype(np.float32)
            logits[:, flat] += inside @ learned.values[used]
            learned.step(used, inside.T @ patterns.error(logits, batch)[:, flat])
    weights = np.hstack([kinds, learned.values])
    return from_dense(known, weights, relations, signs, smallest=plan.smallest)


def _learn_signs(
    merged: Sequence[Pattern],
    patterns: _Patterns,
    schema: SchemaEvidence,
    height: int,
    plan: Plan,
    random: Random,
) -> tuple[Floats, Floats]:
    """Return the weights of what the schema says, and those of n-grams for kinds of relations."""
    few = _balanced(merged, plan, random)
    size = 2 * len(schema.properties)
    half = size // 2
    evidence = np.zeros((len(few), size, len(EVIDENCE)), np.float16)
    for place, row in enumerate(few):
        evidence[place] = schema.evidence(merged[row][0].words).reshape(size, -1)
    one_hot = np.eye(len(KINDS), dtype=np.float32)[schema.kinds.reshape(-1)]
    signs = _Adagrad((2, len(EVIDENCE)), plan.rate, 0.0)
    kinds = _Adagrad((height, len(KINDS)), plan.rate, plan.shrink)
    for _ in range(plan.epochs[0]):
        for batch in _batches(range(len(few)), plan.batch, random):
            there = np.array(few)[batch]
            used, inside = _indicator([patterns.rows[row] for row in there])
            seen = evidence[batch].astype(np.float32).reshape(len(batch), 2, half, -1)
            logits = weighed(seen, signs.values).reshape(len(batch), size)
            logits += (inside @ kinds.values[used]) @ one_hot.T
            error = patterns.error(logits, there)
            parts = error.reshape(len(batch), 2, 1, half) @ seen
            signs.step(np.arange(2), parts.sum(axis=(0, 2)))
            kinds.step(used, inside.T @ (error @ one_hot))
    return signs.values, kinds.values


def _offsets(
    merged: Sequence[Pattern],
    patterns: _Patterns,
    schema: SchemaEvidence,
    signs: Floats,
    kinds: Floats,
) -> NDArray[np.float16]:
    """Return what signs and kinds say of each example and relation."""
    found = np.zeros((len(merged), 2 * len(schema.properties)), np.float16)
    flat = schema.kinds.reshape(-1)
    for row, (example, _) in enumerate(merged):
        said = weighed(schema.evidence(example.words), signs)
        found[row] = said.reshape(-1) + kinds[patterns.rows[row]].sum(axis=0)[flat]
    return found


def _merged(
    examples: Iterable[Example], places: dict[str, int]
) -> tuple[list[Pattern], Counter[Relation]]:
    """Return distinct examples with properties of the store, and in how many questions each is."""
    weights: dict[tuple[tuple[str, ...], tuple[Relation, ...]], list[Example]] = defaultdict(list)
    counts: Counter[Relation] = Counter()
    for example in examples:
        usable = tuple(relation for relation in example.relations if relation[0] in places)
        if usable:
            weights[example.words, usable].append(example)
            if len(usable) == 1:
                counts[usable[0]] += 1
    return [
        (
            Example("", "", words, relations, sum(one.weight for one in several)),
            len(several),
        )
        for (words, relations), several in weights.items()
    ], counts


def _rows(
    merged: Sequence[Pattern], common: Collection[str], plan: Plan
) -> tuple[list[str], list[NDArray[np.int64]]]:
    """Return the n-grams that are frequent enough, and those of each example."""
    found = [tuple(dict.fromkeys(grams(example.words, common))) for example, _ in merged]
    counts: Counter[str] = Counter()
    for several, (_, count) in zip(found, merged, strict=True):
        for gram in several:
            counts[gram] += count
    known = [gram for gram, count in counts.items() if count >= plan.least_questions]
    place = {gram: row for row, gram in enumerate(known)}
    rows = [np.array([place[gram] for gram in several if gram in place]) for several in found]
    return known, rows


def _patterns(
    merged: Sequence[Pattern],
    rows: list[NDArray[np.int64]],
    counts: Counter[Relation],
    places: dict[str, int],
) -> _Patterns:
    allowed, weights = [], []
    for example, _ in merged:
        allowed.append(np.array([_flat(relation, places) for relation in example.relations]))
        frequency = max(counts[relation] for relation in example.relations) or 1
        # Square roots, because a set repeats its templates, and asks for few genres too often.
        weights.append(example.weight**0.5 / frequency**0.3)
    found = np.array(weights, np.float32)
    return _Patterns(rows, allowed, found / found.mean())


def _flat(relation: Relation, places: dict[str, int]) -> int:
    return int(relation[1]) * len(places) + places[relation[0]]


def _balanced(merged: Sequence[Pattern], plan: Plan, random: Random) -> list[int]:
    """Return places of examples with one relation, at most so many of each."""
    by_relation: dict[Relation, list[int]] = defaultdict(list)
    for place, (example, _) in enumerate(merged):
        if len(example.relations) == 1:
            by_relation[example.relations[0]].append(place)
    return [
        place
        for found in by_relation.values()
        for place in random.sample(found, min(len(found), plan.most_patterns))
    ]


def _batches(chosen: Sequence[int], size: int, random: Random) -> Iterator[NDArray[np.int64]]:
    order = list(chosen)
    random.shuffle(order)
    for start in range(0, len(order), size):
        yield np.array(order[start : start + size])


def _indicator(rows: Sequence[NDArray[np.int64]]) -> tuple[NDArray[np.int64], Floats]:
    """Return the rows that occur, and which of them each example has."""
    used, places = np.unique(np.concatenate(rows), return_inverse=True)
    inside = np.zeros((len(rows), len(used)), np.float32)
    inside[np.repeat(np.arange(len(rows)), [len(row) for row in rows]), places] = 1
    return used, inside

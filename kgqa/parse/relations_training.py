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
from kgqa.parse.relations_schema import EVIDENCE, KINDS, SchemaEvidence
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
    rate: float = 0.15
    shrink: float = 0.002
    """What is taken off each weight that is used, in each step (L1)."""
    smallest: float = 0.03
    """Weights nearer to zero are left out."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class _Patterns:
    """Distinct questions: n-grams, evidence, allowed relations and weight of each."""

    rows: list[NDArray[np.int64]]
    evidence: NDArray[np.float16]
    allowed: list[NDArray[np.int64]]
    """Places in the flat array of directions and properties."""
    weights: Floats


@dataclass(slots=True)
class _Weights:
    """What is learned, with the sums of squares that set the step of each weight (Adagrad)."""

    evidence: Floats
    evidence_squares: Floats
    grams: Floats
    grams_squares: Floats


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
    patterns = _patterns(merged, rows, counts, schema, places)
    flat = np.array([_flat(relation, places) for relation in relations])
    width = len(KINDS) + len(relations)
    shape = (len(known), width)
    weights = _Weights(
        np.zeros((2, len(EVIDENCE)), np.float32),
        np.full((2, len(EVIDENCE)), 1e-2, np.float32),
        np.zeros(shape, np.float32),
        np.full(shape, 1e-2, np.float32),
    )
    random = Random(plan.seed)
    few = _balanced(merged, plan, random)
    for _ in range(plan.epochs[0]):
        _epoch(patterns, few, weights, schema, flat, plan, random, stage=0)
    everything = list(range(len(merged)))
    for _ in range(plan.epochs[1]):
        _epoch(patterns, everything, weights, schema, flat, plan, random, stage=1)
    return from_dense(known, weights.grams, relations, weights.evidence, smallest=plan.smallest)


def _merged(
    examples: Iterable[Example], places: dict[str, int]
) -> tuple[list[tuple[Example, int]], Counter[Relation]]:
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
    merged: Sequence[tuple[Example, int]], common: Collection[str], plan: Plan
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
    merged: Sequence[tuple[Example, int]],
    rows: list[NDArray[np.int64]],
    counts: Counter[Relation],
    schema: SchemaEvidence,
    places: dict[str, int],
) -> _Patterns:
    size = 2 * len(schema.properties)
    evidence = np.zeros((len(merged), size, len(EVIDENCE)), np.float16)
    allowed, weights = [], []
    for row, (example, _) in enumerate(merged):
        evidence[row] = schema.evidence(example.words).reshape(size, -1)
        allowed.append(np.array([_flat(relation, places) for relation in example.relations]))
        frequency = max(counts[relation] for relation in example.relations) or 1
        # Square roots, because a set repeats its templates, and asks for few genres too often.
        weights.append(example.weight**0.5 / frequency**0.3)
    found = np.array(weights, np.float32)
    return _Patterns(rows, evidence, allowed, found / found.mean())


def _flat(relation: Relation, places: dict[str, int]) -> int:
    return int(relation[1]) * len(places) + places[relation[0]]


def _balanced(merged: Sequence[tuple[Example, int]], plan: Plan, random: Random) -> list[int]:
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


def _epoch(
    patterns: _Patterns,
    chosen: Sequence[int],
    weights: _Weights,
    schema: SchemaEvidence,
    flat: NDArray[np.int64],
    plan: Plan,
    random: Random,
    *,
    stage: int,
) -> None:
    """Look at all chosen patterns once, in random order."""
    kinds = schema.kinds.reshape(-1)
    for batch in _batches(chosen, plan.batch, random):
        used, inside = _indicator([patterns.rows[row] for row in batch])
        scored = inside @ weights.grams[used]
        evidence = patterns.evidence[batch].astype(np.float32)
        logits = scored[:, kinds]
        half = len(kinds) // 2
        logits[:, :half] += evidence[:, :half] @ weights.evidence[0]
        logits[:, half:] += evidence[:, half:] @ weights.evidence[1]
        logits[:, flat] += scored[:, len(KINDS) :]
        error = _error(logits, [patterns.allowed[row] for row in batch])
        error *= patterns.weights[batch][:, None] / len(batch)
        if stage == 0:
            slope = np.stack([
                np.einsum("bpe,bp->e", evidence[:, :half], error[:, :half]),
                np.einsum("bpe,bp->e", evidence[:, half:], error[:, half:]),
            ])  # fmt: skip
            weights.evidence_squares += slope**2
            weights.evidence -= plan.rate * slope / np.sqrt(weights.evidence_squares)
            one_hot = np.eye(len(KINDS), dtype=np.float32)[kinds]
            columns, slopes = slice(0, len(KINDS)), inside.T @ (error @ one_hot)
        else:
            columns, slopes = slice(len(KINDS), None), inside.T @ error[:, flat]
        _step(weights, used, columns, slopes, plan)


def _step(
    weights: _Weights,
    used: NDArray[np.int64],
    columns: slice,
    slopes: Floats,
    plan: Plan,
) -> None:
    squares = weights.grams_squares[used, columns] + slopes**2
    weights.grams_squares[used, columns] = squares
    steps = plan.rate / np.sqrt(squares)
    moved = weights.grams[used, columns] - steps * slopes
    shrunk = np.abs(moved) - plan.shrink * plan.rate
    weights.grams[used, columns] = np.sign(moved) * np.maximum(shrunk, 0)


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


def _error(logits: Floats, allowed: Sequence[NDArray[np.int64]]) -> Floats:
    """Return probability minus target; the target is what is allowed, shared as it is likely."""
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    target = np.zeros_like(likely)
    for row, places in enumerate(allowed):
        share = likely[row, places] + 1e-9
        target[row, places] = share / share.sum()
    return likely - target

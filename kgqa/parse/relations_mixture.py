"""How much the lexicon and the vectors of words count when their scores are added.

The weights are those that make questions likely from which neither was learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from kgqa.parse.relations import RelationRanker
from kgqa.parse.relations_lexicon import Lexicon, Relation
from kgqa.parse.relations_questions import Example
from kgqa.parse.relations_schema import SchemaEvidence
from kgqa.parse.relations_vectors import PropertyVectors, TokenVectors, mixed
from kgqa.parse.relations_vectors_batches import Incident

KEPT = 10
"""One pattern of a question in so many is kept to fit the weights."""
TRIED = tuple(number / 10 for number in range(1, 16))
"""Weights that are tried for each of the two."""
MOST = 300
"""Questions of a set that are looked at."""


def is_kept(example: Example) -> bool:
    """Whether a question is kept; those of EntityQuestions have too few patterns."""
    place = sha256(" ".join(example.words).encode()).digest()[0]
    return place % KEPT == 0 and example.source != "entityquestions"


def fit(
    kept: Sequence[Example],
    evidence: SchemaEvidence,
    lexicon: Lexicon,
    tokens: TokenVectors,
    incident: Incident,
) -> TokenVectors:
    """Return `tokens` with the weights that make `kept` most likely; each set counts the same.

    Likely is meant among all relations, and among those of the entity where these are known.
    """
    places = {name: place for place, name in enumerate(evidence.properties)}
    ranker, vectors = RelationRanker(evidence, lexicon), PropertyVectors.of(evidence, tokens)
    first, second, right, near, weights = [], [], [], [], []
    for source in sorted({example.source for example in kept}):
        chosen = [
            e for e in kept if e.source == source and any(r[0] in places for r in e.relations)
        ]
        distinct = list({example.words: example for example in chosen}.values())[:MOST]
        for example in distinct:
            first.append(ranker.logits(example.words).reshape(-1))
            second.append(vectors.scores(example.words).reshape(-1))
            right.append(_flat(example.relations, places))
            near.append([*right[-1], *_flat(incident(example.entity), places)])
            weights.append(1 / len(distinct))
    if not first:
        return tokens
    one, two = np.array(first, np.float32), np.array(second, np.float32)
    losses = {
        (by_lexicon, by_vectors): _loss(by_lexicon * one + by_vectors * two, right, near, weights)
        for by_lexicon in TRIED
        for by_vectors in TRIED
    }
    best = min(losses, key=lambda pair: losses[pair])
    return mixed(tokens, lexicon=best[0], vectors=best[1])


def _flat(relations: Iterable[Relation], places: dict[str, int]) -> list[int]:
    return [
        int(inverse) * len(places) + places[name] for name, inverse in relations if name in places
    ]


def _loss(
    scores: NDArray[np.float32],
    right: Sequence[Sequence[int]],
    near: Sequence[Sequence[int]],
    weights: Sequence[float],
) -> float:
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    lost = []
    for row, good, around in zip(likely, right, near, strict=True):
        right_of_it = row[good].sum() + 1e-12
        lost.append(2 * np.log(right_of_it) - np.log(row.sum()) - np.log(row[around].sum() + 1e-12))
    return -float(np.dot(weights, lost))

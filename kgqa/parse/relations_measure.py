"""How well relations are ranked on questions whose relations are known, and what adds to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kgqa.parse.relations import RelationRanker
from kgqa.parse.relations_lexicon import Lexicon, Relation
from kgqa.parse.relations_questions import Example
from kgqa.parse.relations_schema import KINDS
from kgqa.parse.relations_vectors import TokenVectors, mixed

Incident = Callable[[str], Collection[Relation]]
"""From an entity to the relations it has in the store."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The places of the right relations: how often first, among the first five, and 1/place."""

    questions: int
    first: float
    five: float
    reciprocal: float


@dataclass(frozen=True, slots=True)
class Measured:
    """One question set: among all relations of the store, and among those of the entity."""

    source: str
    among_all: Figures
    among_incident: Figures
    milliseconds: float


def measure(
    ranker: RelationRanker, examples: Sequence[Example], incident: Incident
) -> Iterator[Measured]:
    """Yield the figures of each question set of `examples`."""
    for source in dict.fromkeys(example.source for example in examples):
        chosen = [example for example in examples if example.source == source]
        start = time.perf_counter()
        for example in chosen:
            ranker.score(example.words, *example.relations[0])
        taken = 1000 * (time.perf_counter() - start) / len(chosen)
        everywhere, near = [], []
        for example in chosen:
            everywhere.append(_place(ranker, example, None))
            around = incident(example.entity) if example.entity else ()
            if any(relation in around for relation in example.relations):
                near.append(_place(ranker, example, around))
        yield Measured(source, _figures(everywhere), _figures(near), taken)


def _place(ranker: RelationRanker, example: Example, among: Collection[Relation] | None) -> int:
    """Return the place of the best of the right relations, and 0 if none is ranked."""
    found = ranker.scores(example.words, example.relations)
    known = [
        score
        for score, relation in zip(found, example.relations, strict=True)
        if relation[0] in ranker and (among is None or relation in among)
    ]
    if not known:
        return 0
    if among is None:
        return 1 + int((ranker.all_scores(example.words) > max(known)).sum())
    return 1 + sum(score > max(known) for score in ranker.scores(example.words, [*among]))


def _figures(places: Sequence[int]) -> Figures:
    found: NDArray[np.float64] = np.array([place or np.inf for place in places], dtype=np.float64)
    if not len(found):
        return Figures(0, 0.0, 0.0, 0.0)
    first, five = float((found <= 1).mean()), float((found <= 5).mean())
    return Figures(len(found), first, five, float((1 / found).mean()))


Variant = tuple[Lexicon, TokenVectors | None]


def ablations(lexicon: Lexicon, vectors: TokenVectors | None) -> dict[str, Variant]:
    """Return lexicons and vectors from which a source of evidence is taken, by what is left."""
    columns = lexicon.columns.astype(np.int64)
    zero = np.float32(0)
    no_relations = replace(lexicon, weights=np.where(columns >= len(KINDS), zero, lexicon.weights))
    names_only = replace(lexicon, weights=np.zeros_like(lexicon.weights))
    found: dict[str, Variant] = {
        "names, kinds and lexicon": (lexicon, None),
        "names and kinds": (no_relations, None),
        "names": (names_only, None),
        "kinds and lexicon": (replace(lexicon, evidence=np.zeros_like(lexicon.evidence)), None),
    }
    if vectors is None:
        return found
    alone = lexicon, mixed(vectors, lexicon=0, vectors=1)
    return {"all": (lexicon, vectors), "vectors": alone, **found}

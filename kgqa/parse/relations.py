"""From the words of a question to properties, each read in one of two directions.

`P57(e)` is read forwards, from objects to subjects (`films directed by e`); `^P57(e)` is its
inverse (`who directed e`). What the schema of the store says of its properties, what a lexicon has
learned of words and how near the vectors of words are to those of properties are added up to a
logarithm of a probability over all relations of the store.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Self

import numpy as np
from kgqa_store.schema import Schema
from numpy.typing import NDArray

from kgqa.parse.relations_lexicon import Lexicon, Relation, shipped
from kgqa.parse.relations_schema import KINDS, SchemaEvidence, read_schema, weighed
from kgqa.parse.relations_vectors import PropertyVectors, TokenVectors
from kgqa.parse.relations_vectors import shipped as shipped_vectors
from kgqa.parse.relations_words import BIAS, grams, normal

KEPT = 256
"""Questions whose scores are kept: a parser asks for one of them hundreds of times."""

UNKNOWN = -30.0
"""The score of a property that the store does not have."""


@dataclass(frozen=True, slots=True)
class RelationCandidate:
    """A relation that words may mean."""

    property: str
    inverse: bool
    """Whether objects are asked for, as in `^P57(e)`."""
    score: float
    """The logarithm of its probability among all relations of the store."""


class RelationRanker:
    """Ranks the relations of a store by the words of questions; may be shared by threads."""

    def __init__(
        self, evidence: SchemaEvidence, lexicon: Lexicon, vectors: TokenVectors | None = None
    ) -> None:
        """Rank the properties of `evidence`; by their names and the lexicon alone if no vectors."""
        self._evidence = evidence
        self._lexicon = lexicon
        self._vectors = None if vectors is None else PropertyVectors.of(evidence, vectors)
        self._places = {name: place for place, name in enumerate(evidence.properties)}
        known = [
            (len(KINDS) + column, int(inverse), self._places[name])
            for column, (name, inverse) in enumerate(lexicon.relations)
            if name in self._places
        ]
        self._known = np.array(known, dtype=np.int64).reshape(-1, 3).T
        self._kept: dict[tuple[str, ...], NDArray[np.float32]] = {}
        self._keeping = Lock()

    @classmethod
    def open(
        cls, schema: Schema, *, lexicon: Lexicon | None = None, vectors: TokenVectors | None = None
    ) -> Self:
        """Return a ranker of the properties of `schema`, which is not needed afterwards.

        The lexicon and the vectors that come with kgqa are used where none are given; a given
        lexicon is used without vectors, unless these are given too.
        """
        if lexicon is None:
            lexicon, vectors = shipped(), vectors or shipped_vectors()
        return cls(read_schema(schema), lexicon, vectors)

    @property
    def properties(self) -> tuple[str, ...]:
        """All properties that are ranked, the most frequent first."""
        return self._evidence.properties

    def __contains__(self, property: object) -> bool:
        return property in self._places

    def rank(
        self,
        words: Sequence[str],
        *,
        limit: int = 10,
        among: Collection[Relation] | None = None,
    ) -> list[RelationCandidate]:
        """Return the relations that `words` mean most likely, best first.

        In `words` the entity is `PLACEHOLDER`, and other mentions are `OTHER`: see `masked`.
        """
        said = normal(words)
        scores = self._scores(said)
        if among is None:
            order = np.argsort(-scores, axis=None, kind="stable")[:limit]
            chosen = [(int(place) // scores.shape[1], int(place) % scores.shape[1])
                      for place in order]  # fmt: skip
        else:
            chosen = [(int(inv), self._places[name]) for name, inv in among if name in self._places]
            chosen = sorted(chosen, key=lambda at: (-scores[at], at))[:limit]
        return [
            RelationCandidate(
                self._evidence.properties[place],
                bool(inverse),
                float(scores[inverse, place]),
            )
            for inverse, place in chosen
        ]

    def score(self, words: Sequence[str], property: str, inverse: bool) -> float:
        """Return the logarithm of the probability that `words` mean that relation."""
        place = self._places.get(property)
        return UNKNOWN if place is None else float(self._scored(words)[int(inverse), place])

    def scores(self, words: Sequence[str], relations: Sequence[Relation]) -> list[float]:
        """Return the scores of several relations; one look-up of the words serves all."""
        found = self._scored(words)
        return [
            UNKNOWN if (place := self._places.get(name)) is None else float(found[int(inv), place])
            for name, inv in relations
        ]

    def all_scores(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Return the scores of all `properties`: forwards in row 0, inverse in row 1."""
        return self._scored(words).copy()

    def _scored(self, words: Sequence[str]) -> NDArray[np.float32]:
        # The words of `masked` are normal: to look them up as they are takes a tenth of the time.
        found = self._kept.get(words) if isinstance(words, tuple) else None
        return self._scores(normal(words)) if found is None else found

    def _scores(self, said: tuple[str, ...]) -> NDArray[np.float32]:
        with self._keeping:
            found = self._kept.get(said)
        if found is not None:
            return found
        found = self.logits(said)
        if found.size:
            found -= found.max()
            found -= np.log(np.exp(found).sum())
        with self._keeping:
            self._kept[said] = found
            if len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        return found

    def logits(self, said: tuple[str, ...]) -> NDArray[np.float32]:
        """Return what the evidence for each direction and property adds up to."""
        lexicon = self._lexicon
        totals = lexicon.totals(grams(said))
        found = weighed(self._evidence.evidence(said), lexicon.evidence)
        found += totals[self._evidence.kinds]
        columns, inverse, places = self._known
        found[inverse, places] += totals[columns]
        if self._vectors is not None:
            by_lexicon, by_vectors = self._vectors.tokens.mixture
            found = by_lexicon * found + by_vectors * self._vectors.scores(said)
        return found

    def why(self, words: Sequence[str], found: RelationCandidate) -> str:
        """Return the name that fits and the n-grams that count most, for people."""
        said, place = normal(words), self._places[found.property]
        reasons = []
        name = self._evidence.best_name(said, place)
        if name:
            reasons.append(f"called {name!r}")
        learned = self._learned(said, int(found.inverse), place)
        if learned:
            reasons.append("learned from " + ", ".join(repr(gram) for gram in learned))
        return "; ".join(reasons) or "likely without words"

    def _learned(self, said: tuple[str, ...], inverse: int, place: int) -> list[str]:
        columns = self._known[0][(self._known[1] == inverse) & (self._known[2] == place)]
        if not len(columns):
            return []
        weights = {
            gram: float(self._lexicon.row(gram)[columns[0]])
            for gram in dict.fromkeys(grams(said))
            if gram != BIAS and gram in self._lexicon.rows
        }
        best = sorted(weights, key=lambda gram: -weights[gram])[:2]
        return [gram for gram in best if weights[gram] > 0.2]

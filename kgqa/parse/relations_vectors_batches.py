"""What the vectors of words are learned from: questions, and the other names of a property.

A name of a property, put into a few patterns, is to find the property by its remaining names; that
is how properties are learned from that no question is about.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from kgqa.parse.relations_lexicon import Relation
from kgqa.parse.relations_pieces import Pieces
from kgqa.parse.relations_questions import Example
from kgqa.parse.relations_schema import SchemaEvidence
from kgqa.parse.relations_vectors import ends, flattened, question_pieces
from kgqa.parse.relations_words import normal

PATTERNS = (
    "{}", "what is the {} of _", "who is the {} of _", "_ s {}", "which {} does _ have", "{} _",
    "what _ {}",
)  # fmt: skip
"""What names of properties are put into."""

SIMPLE = "simplequestions"
"""A set so large that few of its patterns are taken, and its entities are not looked up."""
LONGEST_NAMES = 8
"""Names of a property that are compared while learning, the label first."""

Incident = Callable[[str], Iterable[Relation]]
"""From an entity to the relations it has in the store."""
_Pattern = tuple[tuple[tuple[str, ...], tuple[int, ...]], list[Example]]

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class VectorPlan:
    """How the vectors are learned; the defaults made the file that is shipped."""

    dimensions: int = 128
    epochs: int = 5
    batch: int = 128
    most_patterns: int = 150
    """Patterns of SimpleQuestions of one relation that are learned from."""
    other: int = 300
    """Properties that are told from the right ones in each step, frequent ones more often."""
    names: int = 32
    """Names that are to find their properties in each step."""
    name_weight: float = 0.4
    near: float = 1.0
    """What it counts that the right relation is first among those of the entity."""
    drop: float = 0.1
    """The share of pieces that are left out of questions."""
    hold: float = 0.0002
    """How much vectors are held where they were."""
    rate: float = 0.003
    vector_rate: float = 0.002
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Asked:
    """A question or a name in a pattern: pieces, their zones, what is right, and its weight."""

    pieces: tuple[int, ...]
    zones: tuple[int, ...]
    relations: tuple[int, ...]
    """Places in the flat array of directions and properties."""
    weight: float
    around: tuple[int, ...] = ()
    """Places of what the entity has in the store; empty if that is not known."""
    hidden: int = -1
    """The place of the name that it says, which it may not be compared with."""


@dataclass(frozen=True, slots=True)
class Bags:
    """Bags of pieces with weights, one after the other."""

    pieces: Ints
    weights: Floats
    starts: Ints
    """Where each bag begins, and where the last one ends."""

    @staticmethod
    def of(several: Sequence[Sequence[tuple[str, float]]], pieces: Pieces) -> Bags:
        """Return the bags of texts with weights."""
        ids, weights, owners = flattened(several, pieces)
        return Bags(ids, weights, np.searchsorted(owners, np.arange(len(several) + 1)))

    def chosen(self, places: Ints) -> tuple[Ints, Floats, Ints]:
        """Return pieces, weights and starts of some bags."""
        lengths = self.starts[places + 1] - self.starts[places]
        starts = np.cumsum(lengths) - lengths
        inside = np.arange(lengths.sum()) + np.repeat(self.starts[places] - starts, lengths)
        return self.pieces[inside], self.weights[inside], starts


@dataclass(frozen=True, slots=True)
class Batch:
    """What is learned from in one step: questions, and the properties they are compared with."""

    asked: tuple[Asked, ...]
    properties: Ints


class Batches:
    """The questions and names that are learned from, in steps."""

    def __init__(
        self,
        examples: Sequence[Example],
        evidence: SchemaEvidence,
        pieces: Pieces,
        incident: Incident,
        plan: VectorPlan,
    ) -> None:
        """Read `examples`; what they ask for must be in `evidence`."""
        self.plan, self.size = plan, len(evidence.properties)
        self._incident = incident
        self._places = {name: place for place, name in enumerate(evidence.properties)}
        self.names = Bags.of([((name, 1.0),) for name in evidence.names], pieces)
        self.subjects = Bags.of(ends(evidence.subjects), pieces)
        self.objects = Bags.of(ends(evidence.objects), pieces)
        self.frequent, self.first_names = evidence.frequent, evidence.first_names
        self._random = Random(plan.seed)
        self.questions = self._questions(examples, pieces)
        self._named = self._names(evidence, pieces)
        self._likely = evidence.frequent / evidence.frequent.sum()
        self._numbers = np.random.default_rng(plan.seed)

    @property
    def steps(self) -> int:
        """How many steps there are in all epochs."""
        return self.plan.epochs * (len(self.questions) // self.plan.batch)

    def __iter__(self) -> Iterator[Batch]:
        """Yield the batches of all epochs."""
        size = self.plan.batch
        for _ in range(self.plan.epochs):
            self._random.shuffle(self.questions)
            for start in range(0, len(self.questions) - size + 1, size):
                chosen = self._random.choices(self._named, k=self.plan.names)
                names = [self._random.choice(patterns) for patterns in chosen]
                asked = (*self.questions[start : start + size], *names)
                right = [place % self.size for one in asked for place in one.relations]
                count = min(self.plan.other, self.size)
                others = self._numbers.choice(self.size, count, replace=False, p=self._likely)
                yield Batch(asked, np.unique(np.concatenate([right, others])))

    def _flat(self, relations: Iterable[Relation]) -> tuple[int, ...]:
        return tuple(
            int(inverse) * self.size + self._places[name]
            for name, inverse in relations
            if name in self._places
        )

    def _questions(self, examples: Sequence[Example], pieces: Pieces) -> list[Asked]:
        merged: dict[tuple[tuple[str, ...], tuple[int, ...]], list[Example]] = defaultdict(list)
        for example in examples:
            right = self._flat(example.relations)
            if right:
                merged[example.words, right].append(example)
        kept = self._balanced([*merged.items()])
        counts = Counter(right[0] for (_, right), _ in kept)
        found = []
        for (words, right), several in kept:
            # Square roots, because a set repeats its templates, and asks for few genres too often.
            total = sum(example.weight for example in several)
            weight = min(total, 9.0) ** 0.5 / counts[right[0]] ** 0.3
            entity = several[0].entity
            known = entity and several[0].source != SIMPLE
            around = self._flat(self._incident(entity)) if known else ()
            ids, zones = question_pieces(words, pieces)
            found.append(Asked(tuple(ids), tuple(zones), right, weight, around))
        return found

    def _balanced(self, patterns: list[_Pattern]) -> list[_Pattern]:
        self._random.shuffle(patterns)
        seen: Counter[int] = Counter()
        kept = []
        for pattern in patterns:
            (_, right), several = pattern
            if several[0].source == SIMPLE:
                seen[right[0]] += 1
                if seen[right[0]] > self.plan.most_patterns:
                    continue
            kept.append(pattern)
        return kept

    def _names(self, evidence: SchemaEvidence, pieces: Pieces) -> list[list[Asked]]:
        """Return the names of properties that have several, each in all patterns."""
        found = []
        for place in range(self.size):
            start, end = evidence.first_names[place : place + 2]
            for name in range(start, end if end - start > 1 else start):
                right = (place, self.size + place)
                asked = []
                for pattern in PATTERNS:
                    words = normal(pattern.format(evidence.names[name]).split())
                    ids, zones = question_pieces(words, pieces)
                    weight = self.plan.name_weight
                    asked.append(Asked(tuple(ids), tuple(zones), right, weight, hidden=name))
                found.append(asked)
        return found

"""What the alignment is learned from and measured on: question sets, read with a store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from kgqa_store.adjacency import Adjacency
from kgqa_store.generations import lease
from kgqa_store.names import NameIndex
from kgqa_store.names_opening import open_names
from kgqa_store.opening import refuse_what_is_no_store
from kgqa_store.schema import Schema

from kgqa.align.aligned import SURE, align, chances, meant
from kgqa.align.asked import Span, asked
from kgqa.align.network import Floats, Network
from kgqa.align.properties import Properties
from kgqa.align.property_text import BACKWARDS, FORWARDS, ROLES
from kgqa.parse.property_words import PropertyWords
from kgqa.parse.relations import RelationRanker
from kgqa.parse.relations_questions import Reading, cased_texts, common_words
from kgqa.parse.relations_words import masked
from kgqa.text.readers.wordpieces import WordPieces, shipped_pieces
from kgqa.train.alignment_bank import Bank, bank
from kgqa.train.alignment_lessons import Lesson, lessons
from kgqa.train.alignment_measure import Case, Scored, cases
from kgqa.train.alignment_questions import testing, training

if TYPE_CHECKING:
    from kgqa.align.model import Aligner
    from kgqa.train.alignment_batches import Ints

IDENTIFIERS = "ExternalId"
"""The datatype of what other databases call a thing, which a question may ask for."""
CERTAIN = np.linspace(0.3, 1.3, 11)
"""What is tried for how much scores count."""
TUNED_ON = 5
"""Every fifth of the cases that are held out is what this is chosen by."""


@dataclass(frozen=True)
class Material:
    """Question sets in a folder, with the store that says what entities are called."""

    folder: Path
    names: NameIndex
    schema: Schema
    adjacency: Adjacency
    pieces: WordPieces

    @staticmethod
    @contextmanager
    def open(folder: Path, store: Path) -> Iterator[Material]:
        """Give the question sets in `folder`, read with the store in the folder `store`."""
        refuse_what_is_no_store(store)
        with (
            lease(store) as held,
            open_names(store) as names,
            Schema.open(held.path / "names") as schema,
        ):
            adjacency = Adjacency.open(held.path / "adjacency")
            yield Material(folder, names, schema, adjacency, shipped_pieces())

    def training(self) -> list[Lesson]:
        """Return the questions that are learned from."""
        return list(lessons(training(self.folder), self._reading, self._called, self.pieces))

    def cases(self) -> list[Case]:
        """Return the names of held-out questions with what is meant from them."""
        held = list(lessons(testing(self.folder), self._reading, self._called, self.pieces))
        return list(cases(held, self._way, self.around))

    def bank(self, learned: Sequence[Lesson]) -> Bank:
        """Return the properties of the store, and more that are learned from."""
        said = {one.property for lesson in learned for one in lesson.said}
        return bank(said, self.schema, self.names, self.pieces)

    @cached_property
    def _called(self) -> PropertyWords:
        return PropertyWords(self.schema)

    @cached_property
    def _properties(self) -> list[str]:
        return self.schema.properties()

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self._properties)}

    def _way(self, property_: str, role: int) -> int | None:
        place = self._places.get(property_)
        return None if place is None else place * len(ROLES) + role

    @cached_property
    def _followed(self) -> Ints:
        """For each property of the graph its place, and -1 where no question is about it."""
        found = np.full(len(self.adjacency.properties), -1, np.int64)
        for at, name in enumerate(self.adjacency.properties):
            entry = self.schema.property(name)
            is_identifier = entry is not None and entry.datatype == IDENTIFIERS
            if self._called.called(name).is_relation or is_identifier:
                found[at] = self._places.get(name, -1)
        return found

    @cached_property
    def _around(self) -> dict[str, Ints]:
        return {}

    def around(self, entity: str) -> Ints:
        """Return the ways around an entity, by the places of properties in the schema."""
        found = self._around.get(entity)
        if found is None:
            node = self.adjacency.entity(entity) if entity.startswith("Q") else None
            ways = np.zeros(0, np.int64) if node is None else self.adjacency.ways(node)[0]
            places = self._followed[ways >> 1]
            roles = np.where(ways & 1, BACKWARDS, FORWARDS)
            found = self._around[entity] = (places * len(ROLES) + roles)[places >= 0]
        return found

    @cached_property
    def _reading(self) -> Reading:
        entries = (self.schema.property(name) for name in self._properties)
        texts = [
            " ".join((found.label, *found.aliases, found.description)) for found in entries if found
        ]

        @cache
        def names(entity: str) -> Sequence[str]:
            entry = self.names.describe(entity) if entity.startswith("Q") else None
            return (entry.label, *entry.aliases) if entry else ()

        return Reading(names, common_words([*cased_texts(self.folder), *texts]))

    def among(self, network: Network) -> Properties:
        """Return the properties of the store as a network reads them."""
        return Properties.of(self._properties, self.schema, network, self.pieces)

    def by_network(self, network: Network) -> Scored:
        """Return how a network scores the ways of the store."""
        among = self.among(network)

        def scored(text: str, focus: Sequence[Span], others: Sequence[Span]) -> Floats:
            return align(asked(self.pieces.of(text), focus, others), among, network).likely()

        return scored

    def by_ranker(self) -> Scored:
        """Return how the relation ranker scores them."""
        ranker = RelationRanker.open(self.schema)
        at = {name: place for place, name in enumerate(ranker.properties)}
        known = np.array([at[name] for name in self._properties])

        def scored(text: str, focus: Sequence[Span], others: Sequence[Span]) -> Floats:
            scores = ranker.all_scores(masked(text, focus[0], others))
            found = np.full((len(known), len(ROLES)), -30, np.float32)
            found[:, FORWARDS], found[:, BACKWARDS] = scores[1, known], scores[0, known]
            return found.reshape(-1)

        return scored


def started(base: Path) -> Aligner:
    """Return an aligner with the weights of a BERT checkpoint in the folder `base`."""
    import torch

    from kgqa.align.model import Aligner
    from kgqa.parse.relations_minilm import read_tensors
    from kgqa.text.readers.encoder import from_bert

    found = read_tensors(base / "model.safetensors")
    return Aligner(from_bert({name: torch.from_numpy(one.copy()) for name, one in found.items()}))


def certainty(material: Material, network: Network) -> float:
    """Return how much scores should count, so that ways are meant as often as it is told."""
    among = material.among(network)
    told = []
    for case in material.cases()[::TUNED_ON]:
        read = asked(material.pieces.of(case.text), [case.focus], case.others)
        cosines = among.vectors.times(network.words(read.ids))
        told.append((case, cosines * network.scale + among.priors))

    def surprise(factor: float) -> float:
        total = 0.0
        for case, scores in told:
            likely = meant(chances(scores, factor))[case.among]
            is_right = np.isin(case.among, sorted(case.right))
            total -= likely[is_right].sum() + np.log1p(-np.exp(likely[~is_right]) * SURE).sum()
        return total

    return float(min(CERTAIN, key=surprise))

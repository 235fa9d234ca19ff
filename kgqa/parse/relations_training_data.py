"""What a lexicon is learned from and measured on: question sets, read with the names of a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from kgqa_store.names import NameIndex
from kgqa_store.names_opening import open_names
from kgqa_store.opening import refuse_what_is_no_store
from kgqa_store.schema import Schema

from kgqa.parse.relations_graph import Edges, open_edges
from kgqa.parse.relations_lexicon import Lexicon, Relation
from kgqa.parse.relations_questions import (
    Example,
    Reading,
    cased_texts,
    common_words,
    testing,
    training,
)
from kgqa.parse.relations_schema import SchemaEvidence, read_schema
from kgqa.parse.relations_training import Plan, train
from kgqa.parse.relations_vectors import TokenVectors
from kgqa.parse.relations_weak import mintaka_dev, mintaka_train


@dataclass(frozen=True, slots=True)
class Material:
    """Question sets in a folder, with the store that says what the entities are called."""

    folder: Path
    names: NameIndex
    edges: Edges
    evidence: SchemaEvidence
    common: frozenset[str]
    """Words that are no names; only of these n-grams are made."""

    @staticmethod
    @contextmanager
    def open(folder: Path, store: Path) -> Iterator[Material]:
        """Give the question sets in `folder`, read with the store in the folder `store`."""
        refuse_what_is_no_store(store)
        with open_edges(store) as (edges, generation), open_names(store) as names:
            with Schema.open(generation / "names") as schema:
                evidence = read_schema(schema)
                said = [schema.property(name) for name in evidence.properties]
            texts = [
                " ".join((found.label, *found.aliases, found.description))
                for found in said
                if found
            ]
            common = common_words([*cased_texts(folder), *texts])
            yield Material(folder, names, edges, evidence, common)

    def training(self) -> list[Example]:
        """Return the questions that are learned from."""
        path = self.folder / "mintaka" / "mintaka_train_en.jsonl"
        return [
            *training(self.folder, self._reading()),
            *mintaka_train(path, self.names, self.edges),
        ]

    def testing(self) -> list[Example]:
        """Return the questions that are measured on."""
        path = self.folder / "mintaka" / "mintaka_dev.json"
        return [*testing(self.folder, self._reading()), *mintaka_dev(path, self.edges)]

    def incident(self, entity: str) -> frozenset[Relation]:
        """Return the relations that `entity` has in the store."""
        return self.edges.incident(entity)

    def _reading(self) -> Reading:
        @cache
        def names(entity: str) -> Sequence[str]:
            entry = self.names.describe(entity)
            return (entry.label, *entry.aliases) if entry else ()

        return Reading(names, self.common)


def unseen(example: Example) -> tuple[bool, ...]:
    """Return of each relation whether its property is one of the fifth that may be held back."""
    return tuple(sha256(name.encode()).digest()[0] % 5 == 0 for name, _ in example.relations)


def learn_vectors(
    material: Material,
    examples: Sequence[Example],
    encoder: Path,
    *,
    progress: Callable[[int, int, float], None],
) -> TokenVectors:
    """Return vectors learned from nine tenths of `examples`, with weights fitted on the rest.

    The sentence encoder in the folder `encoder` is what learning starts from; torch is needed.
    """
    from kgqa.parse.relations_minilm import piece_vectors
    from kgqa.parse.relations_mixture import fit, is_kept
    from kgqa.parse.relations_vectors_batches import VectorPlan
    from kgqa.parse.relations_vectors_training import train_vectors

    plan = VectorPlan()
    start = piece_vectors(encoder, plan.dimensions)
    seen = [example for example in examples if not is_kept(example)]
    incident = cache(material.incident)
    tokens = train_vectors(seen, material.evidence, start, incident, plan, progress=progress)
    kept = [example for example in examples if is_kept(example)]
    return fit(kept, material.evidence, learn(material, seen, Plan()), tokens, incident)


def learn(material: Material, examples: Sequence[Example], plan: Plan) -> Lexicon:
    """Return the lexicon of `examples`."""
    return train(examples, material.evidence, material.common, plan)

"""Making a retriever from files, a store and a text index: pairs, training, files."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa.text.question_files import read_questions
from kgqa.text.readers.examples import held_out, qed, squad
from kgqa.text.retrieving.embedder import KIND
from kgqa.text.retrieving.pairs import ByEdges, Pair, of_examples, of_questions, patterns
from kgqa.text.verifying.making import drawn

if TYPE_CHECKING:
    from kgqa_store.adjacency import Adjacency
    from kgqa_store.names import NameIndex

    from kgqa.text.index import TextIndex
    from kgqa.text.readers.encoder import Encoder
    from kgqa.text.readers.training import Progress
    from kgqa.text.retrieving.training import Plan
    from kgqa.text.verifying.alignments import Aligner


@dataclass(frozen=True, slots=True)
class Amounts:
    """How many questions of each kind are drawn, and how many passages are looked at for edges."""

    read: int = 8_000
    asked: int = 14_000
    edges: int = 14_000
    passages: int = 250_000
    aligned: int = 400
    seed: int = 9


@dataclass(frozen=True, slots=True)
class Edges:
    """What is asked by edges: a store, and a file with patterns of questions."""

    graph: Adjacency
    names: NameIndex
    aligner: Aligner
    patterns: Path


def pairs_of(
    index: TextIndex,
    data: Path | None,
    questions: Sequence[Path],
    edges: Edges | None,
    *,
    amounts: Amounts | None = None,
    barred: Sequence[str] = (),
) -> Iterator[Pair]:
    """Yield pairs of a folder with squad*.json and qed, of files with questions, and of edges."""
    some = amounts or Amounts()
    chance = random.Random(some.seed)
    if data is not None:
        own = [one for path in sorted(data.glob("squad*.json")) for one in squad(path)]
        own = [one for one in own if not held_out(one.title)]
        examples = own + (qed(data / "qed") if (data / "qed").is_dir() else [])
        yield from of_examples(chance.sample(examples, min(some.read, len(examples))), index)
    asked = [one for path in questions for one in read_questions(path)]
    if asked:
        few = chance.sample(asked, min(some.asked, len(asked)))
        yield from of_questions(few, index, barred=barred)
    if edges is not None:
        said = patterns(edges.patterns)
        passages = drawn(index, some.passages, chance)
        found = [
            one
            for one in edges.aligner.aligned(passages, most=some.aligned, barred=barred)
            if one.relation in said and one.value_id
        ]
        drawn_edges = chance.sample(found, min(some.edges, len(found)))
        yield from ByEdges(edges.graph, edges.names, index, said, chance).pairs(drawn_edges)


def begun(base: Path) -> Encoder:
    """Return what is taught: a retriever or reader of a folder, or a BERT checkpoint."""
    from safetensors.torch import load_file

    from kgqa.text.readers.encoder import from_bert
    from kgqa.text.readers.weights import MANIFEST, load

    if (base / MANIFEST).is_file():
        return load(base)[0]
    return from_bert(load_file(base / "model.safetensors"))


def trained(
    base: Path, out: Path, pairs: Sequence[Pair], plan: Plan, command: str
) -> Iterator[Progress]:
    """Teach the encoder of a folder by pairs, and write what has learned to another."""
    from kgqa.text.readers.weights import Calibration, save, vocabulary_of
    from kgqa.text.readers.wordpieces import WordPieces
    from kgqa.text.retrieving.training import Trainer

    encoder = begun(base)
    vocabulary = vocabulary_of(base)
    trainer = Trainer(encoder, WordPieces(vocabulary), pairs, plan)
    yield from trainer.steps()
    told = {"kind": KIND, "command": command, "plan": asdict(plan), "pairs": len(pairs)}
    save(out, encoder.eval(), vocabulary.read_bytes(), Calibration(), told)

"""Making a verifier from a store, a text index and files: claims, training, files."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa.text.readers.examples import Example, entailment, held_out, qamr, squad
from kgqa.text.verifying import claims as making
from kgqa.text.verifying.alignments import Aligner, is_held_out
from kgqa.text.verifying.claims import Claim

if TYPE_CHECKING:
    from kgqa.text.index import TextIndex
    from kgqa.text.passages import Passage
    from kgqa.text.readers.training import Progress
    from kgqa.text.verifying.training import Plan


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much is drawn: passages that are looked at, alignments of a property, claims of a kind.

    Claims of held-out relations and articles are never learned from.
    """

    passages: int = 400_000
    aligned: int = 500
    held: int = 30
    edges: int = 84_000
    answers: int = 40_000
    pairs: int = 16_000
    held_answers: int = 1_000
    seed: int = 3


def claims_of(
    aligner: Aligner,
    index: TextIndex,
    data: Path | None,
    *,
    amounts: Amounts | None = None,
    barred: Sequence[str] = (),
) -> list[Claim]:
    """Return claims about the edges of a store and, where there is a folder of data, of that.

    The folder is that of `kgqa train reader`: squad*.json, qamr, and entailment beside it.
    """
    some = amounts or Amounts()
    chance = random.Random(some.seed)
    found = list(
        aligner.aligned(drawn(index, some.passages, chance), most=some.aligned, barred=barred)
    )
    learned = [one for one in found if not is_held_out(one.relation)]
    kept = _few([one for one in found if is_held_out(one.relation)], some.held)
    chance.shuffle(learned)
    edges = list(making.of_edges(learned, aligner.called, chance))
    taught = edges[: some.edges]
    held = list(making.planted(kept, aligner.called, random.Random(some.seed + 1)))
    if data is not None:
        taught += _sample(list(making.of_examples(_learned(data), chance)), some.answers, chance)
        pairs = list(making.of_pairs(entailment(data.parent / "entailment")))
        taught += _sample(pairs, some.pairs, chance)
        asked = making.of_examples(_kept(data), random.Random(some.seed + 1), held=True)
        held += list(asked)[: some.held_answers]
    return taught + held


def drawn(index: TextIndex, most: int, chance: random.Random) -> Iterator[Passage]:
    """Yield passages of an index in random order, so many at most."""
    numbers = list(range(len(index)))
    chance.shuffle(numbers)
    for number in numbers[:most]:
        yield index.passage(number)


def _few(alignments: Sequence[Any], most: int) -> list[Any]:
    """Return so many alignments of each relation at most."""
    taken: dict[str, int] = {}
    few = []
    for one in alignments:
        taken[one.relation] = taken.get(one.relation, 0) + 1
        if taken[one.relation] <= most:
            few.append(one)
    return few


def _learned(data: Path) -> list[Example]:
    own = [one for one in _squad(data) if not held_out(one.title)]
    return own + (qamr(data / "qamr") if (data / "qamr").is_dir() else [])


def _kept(data: Path) -> list[Example]:
    return [one for one in _squad(data) if held_out(one.title)]


def _squad(data: Path) -> list[Example]:
    return [one for path in sorted(data.glob("squad*.json")) for one in squad(path)]


def _sample(claims: list[Claim], count: int, chance: random.Random) -> list[Claim]:
    return chance.sample(claims, min(count, len(claims)))


def trained(
    base: Path, out: Path, claims: Sequence[Claim], plan: Plan, command: str
) -> Iterator[Progress]:
    """Teach the reader of a folder by claims, and write what has learned to another."""
    from kgqa.text.readers.weights import SHIPPED, Calibration, load, save, vocabulary_of
    from kgqa.text.readers.wordpieces import WordPieces
    from kgqa.text.verifying.training import Trainer

    encoder, _ = load(base)
    vocabulary = vocabulary_of(base)
    trainer = Trainer(encoder, WordPieces(vocabulary), claims, plan)
    yield from trainer.steps()
    told = {"command": command, "plan": asdict(plan), "claims": len(claims)}
    content, shares = vocabulary.read_bytes(), base == SHIPPED
    save(out, encoder.eval(), content, Calibration(), told, shares=shares)


def limited(folder: Path, held: Sequence[Claim]) -> float:
    """Write beside a verifier the limit below which a claim counts as false, and return it.

    It is the one that loses the share of true claims that may be lost.
    """
    from dataclasses import replace

    from kgqa.text.readers.extractive import ExtractiveReader
    from kgqa.text.readers.weights import recalibrated
    from kgqa.text.verifying.measuring import scores, told

    edges = [one for one in held if one.relation]
    verifier = ExtractiveReader.load(folder)
    rows = told(edges, scores(verifier, edges))
    limit = rows[0].limit if rows else 0.5
    recalibrated(folder, replace(verifier.calibration, threshold=limit))
    return limit

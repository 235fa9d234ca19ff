"""Making the extractive reader from files: training, saving as it goes, calibrating."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor

from kgqa.text.readers import distant
from kgqa.text.readers.encoder import Encoder, from_bert, tied
from kgqa.text.readers.examples import Example, entailment, held_out, qamr, qed, squad
from kgqa.text.readers.extractive import ExtractiveReader
from kgqa.text.readers.gating import LAYERS, with_gate
from kgqa.text.readers.measuring import figures, fits, fitted, observed
from kgqa.text.readers.training import Material, Plan, Progress, Trainer
from kgqa.text.readers.weights import MANIFEST, VOCABULARY, Calibration, load, save
from kgqa.text.readers.wordpieces import WordPieces

EVERY = 250
AVERAGED = 25
"""After so many steps weights are taken into their mean."""
LATE = 4
"""How much more the later weights count: half of the mean are those of the last eighth."""
GATED = 1_000
"""Questions that the gate is fitted on."""
UNFINISHED = "unfinished.safetensors"


@dataclass(frozen=True, slots=True)
class Making:
    """What a reader is made of: data, a BERT checkpoint, the command; and where it goes."""

    data: Path
    base: Path
    out: Path
    command: str
    minutes: float | None = None


def material(data: Path) -> Material:
    """Return what there is to learn from in a folder, without what is held out."""
    return Material(
        [each for each in _squad(data) if not held_out(each.title)],
        qed(data / "qed"),
        qamr(data / "qamr") if (data / "qamr").is_dir() else [],
        entailment(data.parent / "entailment"),
        [one for path in sorted(data.glob("distant*.jsonl")) for one in distant.read(path)],
    )


def held_out_examples(data: Path, most: int | None = None) -> Sequence[Example]:
    """Return the questions about articles that are held out, or so many of them, at random."""
    examples = [each for each in _squad(data) if held_out(each.title)]
    return random.Random(5).sample(examples, min(most or len(examples), len(examples)))


def _squad(data: Path) -> list[Example]:
    return [example for path in sorted(data.glob("squad*.json")) for example in squad(path)]


def trained(making: Making) -> Iterator[Progress]:
    """Train and save; what was learned so far is saved as it goes, and taken up when run again."""
    plan = replace(Plan(), minutes=making.minutes)
    torch.manual_seed(plan.seed)
    encoder = _begun(making.base)
    vocabulary = making.base / VOCABULARY
    trainer = Trainer(encoder, WordPieces(vocabulary), material(making.data), plan)
    making.out.mkdir(parents=True, exist_ok=True)
    unfinished = making.out / UNFINISHED
    mean = MeanWeights()
    for progress in trainer.steps(_taken_up(unfinished, encoder, mean)):
        if progress.step % AVERAGED == 0:
            mean.add(encoder.state_dict())
        if progress.step % EVERY == 0:
            _keep(unfinished, encoder, mean, progress.step)
        yield progress
    told = {"command": making.command, "plan": asdict(plan)}
    mean.add(encoder.state_dict())
    encoder.load_state_dict(mean.weights)
    encoder = _gated(encoder.eval(), vocabulary, making)
    save(making.out, encoder, vocabulary.read_bytes(), Calibration(), told)
    unfinished.unlink(missing_ok=True)


def gated(making: Making, layers: int) -> None:
    """Fit the gate of a reader anew, after so many layers, and save it elsewhere."""
    encoder, manifest = load(making.base)
    vocabulary = making.base / VOCABULARY
    told = {**manifest.trained, "gate": making.command}
    encoder = _gated(encoder, vocabulary, making, layers)
    save(making.out, encoder, vocabulary.read_bytes(), manifest.calibration, told)


def _gated(encoder: Encoder, vocabulary: Path, making: Making, layers: int = LAYERS) -> Encoder:
    known = material(making.data)
    examples = [*known.squad, *known.qed]
    some = random.Random(4).sample(examples, min(GATED, len(examples)))
    return with_gate(encoder, WordPieces(vocabulary), some, layers=layers)


class MeanWeights:
    """A mean of the weights that a reader had on its way, which reads better than the last.

    The later ones count for more: of n, number i counts about as much as i to the power of LATE
    (Shamir and Zhang, 2013, call this polynomial-decay averaging).
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.weights: dict[str, Tensor] = {}
        self.count = 0

    def add(self, weights: Mapping[str, Tensor]) -> None:
        """Take weights into the mean."""
        self.count += 1
        share = (1 + LATE) / (self.count + LATE)
        for name, value in weights.items():
            before = self.weights.get(name)
            now = value.detach().clone()
            self.weights[name] = now if before is None else before.lerp(now, share)


def _begun(base: Path) -> Encoder:
    """Return what is taught: a reader that is to learn more, or a BERT checkpoint."""
    if (base / MANIFEST).is_file():
        return tied(load(base)[0])
    return tied(from_bert(load_file(base / "model.safetensors")))


MEAN = "mean:"
"""What stands before the names of mean weights in a file of both."""


def _taken_up(unfinished: Path, encoder: Encoder, mean: MeanWeights) -> int:
    """Load what an earlier run had learned, and return how many steps it had done."""
    if not unfinished.is_file():
        return 0
    weights = load_file(unfinished)
    encoder.load_state_dict({n: w for n, w in weights.items() if not n.startswith(MEAN)})
    with safe_open(unfinished, "pt") as file:
        told = file.metadata() or {}
    if count := int(told.get("mean", 0)):
        mean.count = count
        mean.weights = {n.removeprefix(MEAN): w for n, w in weights.items() if n.startswith(MEAN)}
    return int(told.get("step", 0))


def _keep(unfinished: Path, encoder: Encoder, mean: MeanWeights, step: int) -> None:
    beside = unfinished.with_suffix(".part")
    both = {**encoder.state_dict(), **{MEAN + name: w for name, w in mean.weights.items()}}
    save_file(both, beside, {"step": str(step), "mean": str(mean.count)})
    beside.replace(unfinished)


def calibrated(making: Making, questions: int | None = None) -> None:
    """Fit the calibration of a saved reader on half of what is held out, and write the figures."""
    reader = ExtractiveReader.load(making.out)
    seen = list(observed(reader, held_out_examples(making.data, questions)))
    calibration = fitted([each for three in seen for each in three if fits(each.title)])
    encoder, manifest = load(making.out)
    told = {**manifest.trained, "figures": asdict(figures(seen, calibration))}
    vocabulary = (making.out / VOCABULARY).read_bytes()
    save(making.out, encoder, vocabulary, calibration, told)

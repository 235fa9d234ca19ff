"""Learning to read: rounds over the target's questions, mixed with broader sets."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional

from kgqa.text.readers.batches import Asked, Lesson, Pack, RowMaker, bucketed, lesson
from kgqa.text.readers.examples import WORD, Example, Pair, as_question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kgqa.text.readers.encoder import Encoder
    from kgqa.text.readers.rows import Row
    from kgqa.text.readers.wordpieces import WordPieces


TIMES = 2
"""How often a question of a broader set is learned from at most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How the reader is trained.

    `packs` lists the rounds over the target's questions: in each, so many questions of a passage
    share a row; fewer is closer to how the reader is used, more is quicker. Each round has its
    share of the broader sets, so that it may end early. The embeddings and the first `frozen`
    layers stay as they are; of what the others add, `dropped` is left out at random. Where
    `minutes` are given, training ends when they are over, and the learning rate has fallen by then.
    """

    length: int = 160
    tokens: int = 1_600
    rate: float = 1.2e-4
    warm: float = 0.04
    decay: float = 0.01
    dropped: float = 0.1
    frozen: int = 0
    packs: tuple[int, ...] = (2, 2, 2, 2, 1, 1)
    qamr: int = 42_000
    qed: int = 18_000
    distant: int = 7_000
    pairs: int = 12_000
    minutes: float | None = None
    titled: float = 0.3
    seed: int = 7


@dataclass(frozen=True, slots=True)
class Material:
    """What is learned from: the target's questions, broader sets, and pairs of sentences.

    `distant` are questions with passages that were found for them, so some of it is wrong.
    """

    squad: Sequence[Example]
    qed: Sequence[Example]
    qamr: Sequence[Example]
    pairs: Sequence[Pair]
    distant: Sequence[Example] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """Where training is: steps done of all, the running loss, and seconds since it began."""

    step: int
    steps: int
    loss: float
    seconds: float


class Trainer:
    """Trains an encoder by a plan; `steps` yields after every step, so that it can be saved."""

    def __init__(
        self, encoder: Encoder, pieces: WordPieces, material: Material, plan: Plan
    ) -> None:
        self.encoder = encoder
        self.plan = plan
        chance = random.Random(plan.seed)
        rows = RowMaker(pieces, plan.length, chance)
        self.batches = [
            batch
            for packs in rounds(material, plan, chance)
            for batch in bucketed(_rows(packs, rows, plan, chance), plan.tokens, chance)
        ]
        for part in (encoder.word, encoder.place, encoder.part, encoder.normed):
            part.requires_grad_(requires_grad=False)
        for layer in encoder.layers[: plan.frozen]:
            layer.requires_grad_(requires_grad=False)
        encoder.drop(plan.dropped)
        self._optimiser = torch.optim.AdamW(_groups(encoder, plan), lr=plan.rate, fused=True)

    def steps(self, done: int = 0) -> Iterator[Progress]:
        """Train from step `done` to the end of the plan."""
        began, running = time.monotonic(), 0.0
        self.encoder.train()
        for step in range(done, len(self.batches)):
            limit = self.plan.minutes
            spent = (time.monotonic() - began) / (60 * limit) if limit else 0.0
            if spent >= 1:
                return
            loss = self._step(lesson(self.batches[step]), max(spent, step / len(self.batches)))
            running = loss if not running else 0.97 * running + 0.03 * loss
            yield Progress(step + 1, len(self.batches), running, time.monotonic() - began)

    def _step(self, taught: Lesson, done: float) -> float:
        for group in self._optimiser.param_groups:
            group["lr"] = self.plan.rate * self._factor(done)
        loss = loss_of(self.encoder, taught)
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.encoder.parameters(), 1.0)
        self._optimiser.step()
        return float(loss.detach())

    def _factor(self, done: float) -> float:
        """Return the share of the full learning rate: it rises for a while, then falls to 1 %."""
        warm = self.plan.warm
        return min(done / warm + 0.01, (1 - done) / (1 - warm) + 0.01)


def in_16_bits() -> bool:
    """Whether this processor multiplies 16-bit floats itself, which is quicker to learn with."""
    asked = getattr(torch.cpu, "_is_avx512_bf16_supported", bool)  # since torch 2.6
    return bool(asked())


def rounds(material: Material, plan: Plan, chance: random.Random) -> Iterator[list[Pack]]:
    """Yield the packs of each round: the target's questions, and a share of all else."""
    count = len(plan.packs)
    broad = _first(lambda: packed(material.qamr, 8, 1, chance), plan.qamr, chance)
    broad += _first(lambda: packed(material.qed, 1, 1, chance), plan.qed, chance)
    broad += _first(lambda: packed(material.distant, 1, 0, chance), plan.distant, chance)
    broad += paired(material.pairs, plan.pairs, chance)
    chance.shuffle(broad)
    for number, together in enumerate(plan.packs):
        own = packed(material.squad, together, 1 if together > 2 else 0.4, chance)
        yield own + broad[number::count]


def _first(packs: Callable[[], list[Pack]], questions: int, chance: random.Random) -> list[Pack]:
    """Return packs, at random, with about so many questions; all are made anew at most twice."""
    found: list[Pack] = []
    for _ in range(TIMES):
        made = packs()
        chance.shuffle(made)
        found += made
    counted = accumulate(len(pack.asked) for pack in found)
    return [pack for pack, so_far in zip(found, counted, strict=True) if so_far <= questions]


def packed(
    examples: Sequence[Example], together: int, foreign: float, chance: random.Random
) -> list[Pack]:
    """Return examples of one passage packed together, with questions it does not answer.

    `foreign` is how many of these a pack gets, as a mean where it is below one; they are of
    the same article where there is one, and of those the passage shares most words with.
    """
    by_passage: dict[str, list[Example]] = {}
    by_title: dict[str, list[Example]] = {}
    for example in examples:
        by_passage.setdefault(example.passage, []).append(example)
        by_title.setdefault(example.title, []).append(example)
    packs = []
    for passage, own in by_passage.items():
        chance.shuffle(own)
        for begin in range(0, len(own), together):
            asked = [Asked(each.question, each.spans) for each in own[begin : begin + together]]
            for _ in range(int(foreign) + (chance.random() < foreign % 1)):
                pool = by_title[own[0].title] if chance.random() < 0.8 else examples
                if other := _foreign(passage, pool, chance):
                    asked.append(Asked(other.question))
            chance.shuffle(asked)
            packs.append(Pack(passage, tuple(asked), own[0].title))
    return packs


def _foreign(passage: str, pool: Sequence[Example], chance: random.Random) -> Example | None:
    """Return a question that this passage does not answer, though it has words of it."""
    drawn = [chance.choice(pool) for _ in range(6)]
    others = [
        other
        for other in drawn
        if other.passage != passage
        and not any(other.passage[start:end] in passage for start, end in other.spans)
    ]
    words = set(WORD.findall(passage.lower()))
    return max(
        others,
        key=lambda other: len(words & set(WORD.findall(other.question.lower()))),
        default=None,
    )


def paired(pairs: Sequence[Pair], count: int, chance: random.Random) -> list[Pack]:
    """Return premises with their hypotheses; half of those that can be are asked as questions."""
    by_premise: dict[str, list[Pair]] = {}
    for pair in pairs:
        by_premise.setdefault(pair.premise, []).append(pair)
    premises = list(by_premise)
    chance.shuffle(premises)
    packs: list[Pack] = []
    taken = 0
    for premise in premises:
        if taken >= count:
            break
        asked = []
        for pair in by_premise[premise][:6]:
            turned = as_question(pair.hypothesis) if chance.random() < 0.5 else None
            asked.append(Asked(turned or pair.hypothesis, label=pair.label))
        taken += len(asked)
        packs.append(Pack(premise, tuple(asked)))
    return packs


def _rows(packs: Sequence[Pack], rows: RowMaker, plan: Plan, chance: random.Random) -> list[Row]:
    return [
        rows.of(pack, titled=bool(pack.title) and chance.random() < plan.titled) for pack in packs
    ]


def loss_of(encoder: Encoder, taught: Lesson) -> Tensor:
    """Return the cross entropy of what a batch should teach."""
    batch = taught.batch
    with torch.autocast("cpu", torch.bfloat16, enabled=in_16_bits()):
        states = encoder.states(batch.tokens, batch.groups, batch.places)
    states = states.float()
    total = states.new_zeros(())
    if len(taught.reading):
        rows, heads = batch.rows[taught.reading], batch.heads[taught.reading]
        scores = encoder.joint(states, batch.groups, rows, heads)
        total = total - (taught.golds * scores.log_softmax(dim=1)).sum() / 2
    if len(taught.judging):
        rows, heads = batch.rows[taught.judging], batch.heads[taught.judging]
        scores = encoder.entails(states, rows, heads)
        total = total + functional.cross_entropy(scores, taught.labels, reduction="sum")
    return total / len(batch.rows)


def _groups(encoder: Encoder, plan: Plan) -> list[dict[str, object]]:
    learned = [weight for weight in encoder.parameters() if weight.requires_grad]
    return [
        {"params": [each for each in learned if each.dim() >= 2], "weight_decay": plan.decay},
        {"params": [each for each in learned if each.dim() < 2], "weight_decay": 0.0},
    ]

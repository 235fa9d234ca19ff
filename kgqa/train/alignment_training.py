"""Learning to align: questions against all properties of a bank, of which few are read anew.

The vectors of all properties are kept from step to step, and read again now and then; only some
of those that a batch is about are read with it, and learn from it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from kgqa.align.model import NUMBERS, Aligner
from kgqa.align.property_text import ROLES
from kgqa.train.alignment_bank import Bank
from kgqa.train.alignment_batches import (
    FAR,
    PERHAPS,
    SAYS,
    UNKNOWN,
    Around,
    Batch,
    BatchMaker,
    Sizes,
    padded,
)
from kgqa.train.alignment_lessons import Lesson

OFTEN = {
    **{"wikiwebquestions": 4.0, "qald10": 4.0, "qald9plus": 4.0, "rubq": 4.0, "tempqa": 2.0},
    **{"lcquad2": 1.0, "simplequestions": 0.5, "vanilla": 0.3, "examples": 0.7, "mcwq": 1.0},
    **{"patterns": 2.0, "entityquestions": 0.7},
}
"""How often a question of a set is learned from in a round."""
DOUBTED = 0.15
"""What a word counts that is not known to say a property: what is known is not complete."""
SORTED = 20
"""So many batches are drawn at a time, and their questions put in order of length."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How it is trained; after so many `minutes` the learning rate has fallen to nothing."""

    minutes: float = 45.0
    batch: int = 64
    rate: float = 1.2e-4
    head_rate: float = 1e-3
    decay: float = 0.01
    dropped: float = 0.1
    warm: float = 0.03
    frozen: int = 2
    """The embeddings and so many layers stay as they are."""
    refresh: int = 250
    """Steps after which all properties are read anew."""
    around: float = 0.5
    """What it counts to tell what is meant from what else is around a name."""
    cover: float = 0.3
    """What it counts to tell which words say it."""
    seed: int = 7


@dataclass(frozen=True, slots=True)
class Progress:
    """Where training is: steps done, the share of the time that is over, the running loss."""

    steps: int
    spent: float
    loss: float


class Trainer:
    """Trains an aligner by a plan."""

    def __init__(
        self,
        model: Aligner,
        bank: Bank,
        lessons: Sequence[Lesson],
        around: Around,
        plan: Plan,
        sizes: Sizes | None = None,
    ) -> None:
        torch.manual_seed(plan.seed)
        self.model, self.bank, self._lessons, self._plan = model, bank, lessons, plan
        self._chance = random.Random(plan.seed)
        self._batches = BatchMaker(bank.places, bank.known, around, sizes or Sizes(), plan.seed)
        self._edges = torch.from_numpy(bank.edges)
        body = model.body
        still = (body.word, body.place, body.part, body.normed, *body.layers[: plan.frozen])
        for part in still:
            part.requires_grad_(requires_grad=False)
        body.drop(plan.dropped)
        self._optimiser = torch.optim.AdamW(_groups(model, plan), lr=0.0, fused=True)
        self._vectors = torch.zeros(0)

    def steps(self) -> Iterator[Progress]:
        """Train until the time is over; yield after every step."""
        began, done, running = time.monotonic(), 0, 0.0
        while True:
            for part in self._round():
                spent = (time.monotonic() - began) / (60 * self._plan.minutes)
                if spent >= 1:
                    return
                if done % self._plan.refresh == 0:
                    self._vectors = encode_all(self.model, self.bank)
                batch = self._batches.batch(part)
                if batch is not None:
                    loss = self._step(batch, spent)
                    running = loss if not done else 0.98 * running + 0.02 * loss
                    done += 1
                    yield Progress(done, spent, running)

    def _round(self) -> Iterator[list[Lesson]]:
        """Yield batches of questions of about the same length, in any order."""
        chance, size = self._chance, self._plan.batch
        drawn = [
            one
            for one in self._lessons
            for _ in range(int(OFTEN.get(one.source, 1.0) + chance.random()))
        ]
        chance.shuffle(drawn)
        for start in range(0, len(drawn), SORTED * size):
            some = sorted(drawn[start : start + SORTED * size], key=lambda one: len(one.pieces))
            parts = [some[at : at + size] for at in range(0, len(some), size)]
            chance.shuffle(parts)
            yield from parts

    def _step(self, batch: Batch, spent: float) -> float:
        warm = min(1.0, spent / self._plan.warm) * max(0.02, 1 - spent)
        for group in self._optimiser.param_groups:
            group["lr"] = group["top"] * warm
        self.model.train()
        loss = self._loss(batch)
        self._optimiser.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self._optimiser.step()
        return float(loss.detach())

    def _loss(self, batch: Batch) -> Tensor:
        """Return what is lost on what is said, among all ways and among those around the name."""
        cosines = self._cosines(batch)
        scores = self.model.scores(cosines, batch.ids)
        scores = scores + self.model.priors(self._edges[batch.chosen]).reshape(-1)
        right = scores[batch.rows, batch.columns]
        hidden = torch.zeros_like(scores)
        hidden[batch.rows, batch.columns] = FAR
        among_all = torch.logsumexp(scores + hidden, dim=1)[batch.rows]
        among_near = torch.logsumexp(scores + batch.around, dim=1)[batch.rows]
        total = (batch.weights * functional.softplus(among_all - right)).sum()
        near = (batch.is_near * functional.softplus(among_near - right)).sum()
        told = self._told(cosines[batch.rows, :, batch.columns], batch.covered)
        loss: Tensor = total / batch.weights.sum()
        loss = loss + self._plan.around * near / batch.is_near.sum().clamp_min(1)
        return loss + self._plan.cover * told

    def _cosines(self, batch: Batch) -> Tensor:
        rows = [self.bank.row(place, self._chance) for place in batch.fresh.tolist()]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            words = self.model.words(batch.ids)
            fresh = self.model.properties(padded(rows))
        self._vectors[batch.fresh] = fresh.detach()
        places = torch.from_numpy(np.searchsorted(batch.chosen, batch.fresh))
        columns = self._vectors[batch.chosen].index_copy(0, places, fresh)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            cosines = words @ columns.reshape(-1, NUMBERS).T
        return cosines.float()

    def _told(self, cosines: Tensor, covered: Tensor) -> Tensor:
        """Return what is lost on the words that say what is said."""
        logits = self.model.covers[0] * cosines + self.model.covers[1]
        counts = torch.where(covered == PERHAPS, DOUBTED, (covered != UNKNOWN).float())
        target = (covered == SAYS).float()
        each = functional.binary_cross_entropy_with_logits(logits, target, reduction="none")
        found: Tensor = (counts * each).sum() / counts.sum().clamp_min(1)
        return found


def _groups(model: Aligner, plan: Plan) -> list[dict[str, object]]:
    own = [(name, one) for name, one in model.named_parameters() if one.requires_grad]
    return [
        {
            "params": [
                one
                for name, one in own
                if (one.dim() < 2) == is_plain and name.startswith("body.") == is_body
            ],
            "weight_decay": 0.0 if is_plain else plan.decay,
            "top": plan.rate if is_body else plan.head_rate,
        }
        for is_plain, is_body in product((True, False), repeat=2)
    ]


@torch.no_grad()
def encode_all(model: Aligner, bank: Bank, size: int = 256) -> Tensor:
    """Return the vectors of all properties of a bank."""
    model.eval()
    rows = [bank.row(place) for place in range(len(bank.properties))]
    order = sorted(range(len(rows)), key=lambda place: len(rows[place]))
    found = torch.zeros(len(order), len(ROLES), NUMBERS)
    for start in range(0, len(order), size):
        some = order[start : start + size]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            found[some] = model.properties(padded([rows[place] for place in some]))
    return found

"""Learning to verify: a reader's network, whose head for entailment is taught anew."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from kgqa.text.readers.batches import bucketed, stacked
from kgqa.text.readers.clock import Clock
from kgqa.text.readers.encoder import Encoder
from kgqa.text.readers.rows import Row, row_of
from kgqa.text.readers.training import Progress, in_16_bits
from kgqa.text.readers.wordpieces import WordPieces
from kgqa.text.verifying.claims import FALSE, Claim


@dataclass(frozen=True, slots=True)
class Plan:
    """How a verifier is taught.

    Rows have at most `length` pieces of a premise, batches about `tokens` pieces. The embeddings
    stay as they are, so that they can be shared. Training ends after so many `minutes`, or after
    so many `steps` where these are given; the learning rate has fallen by then. The mean of the
    weights since `averaged` of the time is what has learned.
    """

    minutes: float = 40.0
    steps: int | None = None
    rate: float = 1.5e-4
    warm: float = 0.05
    decay: float = 0.01
    dropped: float = 0.1
    length: int = 160
    tokens: int = 2_048
    averaged: float = 0.7
    seed: int = 11


class Trainer:
    """Teaches an encoder by a plan."""

    def __init__(
        self, encoder: Encoder, pieces: WordPieces, claims: Sequence[Claim], plan: Plan
    ) -> None:
        self.encoder, self.plan = encoder, plan
        self._chance = random.Random(plan.seed)
        torch.manual_seed(plan.seed)
        self._rows = [_row(claim, pieces, plan.length) for claim in claims]
        encoder.requires_grad_(requires_grad=False)
        for part in (encoder.layers, encoder.entailment):
            part.requires_grad_(requires_grad=True)
        encoder.drop(plan.dropped)
        self._learned = [weight for weight in encoder.parameters() if weight.requires_grad]
        self._optimiser = torch.optim.AdamW(
            self._learned, lr=plan.rate, weight_decay=plan.decay, fused=True
        )
        self._sum: list[Tensor] = []
        self._count = 0

    def steps(self) -> Iterator[Progress]:
        """Teach until the time is over, round by round, and yield after every step."""
        clock, running, step = Clock(), 0.0, 0
        self.encoder.train()
        while True:
            batches = bucketed(self._rows, self.plan.tokens, self._chance)
            for batch in batches:
                seconds = clock.tick()
                spent = (
                    step / self.plan.steps
                    if self.plan.steps
                    else seconds / (60 * self.plan.minutes)
                )
                if spent >= 1:
                    self._take_the_mean()
                    return
                loss = self._step(batch, spent)
                step += 1
                running = loss if step == 1 else 0.98 * running + 0.02 * loss
                if spent >= self.plan.averaged and step % 5 == 0:
                    self._add_to_the_mean()
                yield Progress(step, len(batches), running, seconds)

    def _step(self, batch: Sequence[Row], spent: float) -> float:
        warm = self.plan.warm
        for group in self._optimiser.param_groups:
            group["lr"] = self.plan.rate * min(spent / warm + 0.01, (1 - spent) / (1 - warm) + 0.01)
        loss = loss_of(self.encoder, batch)
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._learned, 1.0)
        self._optimiser.step()
        return float(loss.detach())

    def _add_to_the_mean(self) -> None:
        now = [weight.detach() for weight in self._learned]
        before = self._sum or [torch.zeros_like(weight) for weight in now]
        self._sum = [one + other for one, other in zip(before, now, strict=True)]
        self._count += 1

    def _take_the_mean(self) -> None:
        with torch.no_grad():
            for weight, total in zip(self._learned, self._sum, strict=bool(self._sum)):
                weight.copy_(total / self._count)


def _row(claim: Claim, pieces: WordPieces, length: int) -> Row:
    row = row_of([pieces.of(claim.statement).ids], pieces.of(claim.premise).ids[:length])
    return Row(row.ids, row.groups, row.places, row.heads, labels=(claim.label,))


def loss_of(encoder: Encoder, rows: Sequence[Row]) -> Tensor:
    """Return how wrong the judgements of a batch are.

    Of a claim that is only known not to hold, what counts is how likely it is to be entailed.
    """
    batch = stacked(rows)
    labels = torch.tensor([row.labels[0] for row in rows])
    with torch.autocast("cpu", torch.bfloat16, enabled=in_16_bits()):
        states = encoder.states(batch.tokens, batch.groups, batch.places)
    told = encoder.entails(states.float(), batch.rows, batch.heads).log_softmax(dim=1)
    not_entailed = told[:, 1:].logsumexp(dim=1, keepdim=True)
    likely = torch.cat([told, not_entailed], dim=1)
    return functional.nll_loss(likely, labels.clamp(max=FALSE))

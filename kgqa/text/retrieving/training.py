"""Learning to retrieve: two towers with the same weights, and a softmax over all of a batch.

A question should be nearer to its own passage than to those of the other questions, and than to
the passages that words find for any of them but that do not answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from kgqa.text.readers.batches import stacked
from kgqa.text.readers.clock import Clock
from kgqa.text.readers.encoder import Encoder
from kgqa.text.readers.training import Progress, in_16_bits
from kgqa.text.readers.wordpieces import WordPieces
from kgqa.text.retrieving.pairs import Pair
from kgqa.text.retrieving.rows import tower_row


@dataclass(frozen=True, slots=True)
class Plan:
    """How a retriever is taught.

    So many `questions` are learned from at once; a product of vectors counts `sharp` times. The
    embeddings stay as they are. Training ends after so many `minutes`, or after so many `steps`
    where these are given.
    """

    minutes: float = 30.0
    steps: int | None = None
    rate: float = 4e-5
    warm: float = 0.05
    decay: float = 0.01
    dropped: float = 0.05
    questions: int = 32
    longest: int = 112
    sharp: float = 20.0
    seed: int = 13


class Trainer:
    """Teaches an encoder by a plan."""

    def __init__(
        self, encoder: Encoder, pieces: WordPieces, pairs: Sequence[Pair], plan: Plan
    ) -> None:
        self.encoder, self.plan = encoder, plan
        self._pieces, self._pairs = pieces, pairs
        self._chance = random.Random(plan.seed)
        torch.manual_seed(plan.seed)
        encoder.requires_grad_(requires_grad=False)
        encoder.layers.requires_grad_(requires_grad=True)
        encoder.drop(plan.dropped)
        self._learned = [weight for weight in encoder.parameters() if weight.requires_grad]
        self._optimiser = torch.optim.AdamW(
            self._learned, lr=plan.rate, weight_decay=plan.decay, fused=True
        )

    def steps(self) -> Iterator[Progress]:
        """Teach until the time is over, round by round, and yield after every step."""
        clock, running, step = Clock(), 0.0, 0
        self.encoder.train()
        while True:
            batches = self._round()
            for batch in batches:
                seconds = clock.tick()
                steps = self.plan.steps
                spent = step / steps if steps else seconds / (60 * self.plan.minutes)
                if spent >= 1:
                    return
                loss = self._step(batch, spent)
                step += 1
                running = loss if step == 1 else 0.98 * running + 0.02 * loss
                yield Progress(step, len(batches), running, seconds)

    def _round(self) -> list[list[Pair]]:
        """Return all pairs in batches, each with questions of one kind: they are harder so."""
        by_kind: dict[str, list[Pair]] = {}
        for pair in self._pairs:
            by_kind.setdefault(pair.kind, []).append(pair)
        size, batches = self.plan.questions, []
        for pairs in by_kind.values():
            self._chance.shuffle(pairs)
            batches += [pairs[at : at + size] for at in range(0, len(pairs) - 1, size)]
        self._chance.shuffle(batches)
        return batches

    def _step(self, batch: Sequence[Pair], spent: float) -> float:
        warm = self.plan.warm
        for group in self._optimiser.param_groups:
            group["lr"] = self.plan.rate * min(spent / warm + 0.01, (1 - spent) / (1 - warm) + 0.01)
        loss = loss_of(self.encoder, self._pieces, batch, self.plan)
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._learned, 1.0)
        self._optimiser.step()
        return float(loss.detach())


def loss_of(encoder: Encoder, pieces: WordPieces, batch: Sequence[Pair], plan: Plan) -> Tensor:
    """Return how far passages that answer are from being the nearest to their questions."""
    own = [pair.passage for pair in batch]
    passages = [*dict.fromkeys([*own, *(pair.other for pair in batch if pair.other)])]
    asked = vectors(encoder, pieces, [pair.question for pair in batch], plan.longest)
    found = vectors(encoder, pieces, passages, plan.longest)
    wanted = torch.tensor([passages.index(passage) for passage in own])
    return functional.cross_entropy(plan.sharp * asked @ found.T, wanted)


def vectors(encoder: Encoder, pieces: WordPieces, texts: Sequence[str], longest: int) -> Tensor:
    """Return a vector of length 1 for each text: the mean of its states."""
    batch = stacked([tower_row(text, pieces, longest) for text in texts])
    with torch.autocast("cpu", torch.bfloat16, enabled=in_16_bits()):
        states = encoder.states(batch.tokens, batch.groups, batch.places)
    real = (batch.groups >= 0).float()[:, :, None]
    means = (states.float() * real).sum(dim=1) / real.sum(dim=1)
    return functional.normalize(means, dim=1)

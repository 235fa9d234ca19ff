"""Learns to take a second look: which readings fit a question, given what they give.

The network is a reader's, so that it understands sentences already; its head for entailment is
taught anew. Of the readings of a question the right ones should come first, and each should be as
sure as it is right.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from kgqa.judge.second_look import PIECES
from kgqa.text.readers.batches import stacked
from kgqa.text.readers.encoder import Encoder
from kgqa.text.readers.rows import Row, row_of
from kgqa.text.readers.training import Progress, in_16_bits
from kgqa.text.readers.wordpieces import WordPieces
from kgqa.train.look_lessons import Lesson, Shown

TINY = 1e-6


@dataclass(frozen=True, slots=True)
class Plan:
    """How a second look is learned.

    Of each question at most `right` readings that are right and `wrong` that are not are seen in
    a round: two thirds of these are the best ones, the others are drawn. Of questions that no
    reading answers `unanswered` are seen, with `few` readings. The embeddings stay as they are.
    `order` is what the order within a question counts beside how sure each reading is.
    The head of a network that `goes_on` is kept as it is: it has learned this before.
    Training ends after so many `minutes`, or after so many `steps` where these are given.
    """

    minutes: float = 46.0
    steps: int | None = None
    rate: float = 1.2e-4
    warm: float = 0.05
    decay: float = 0.01
    dropped: float = 0.1
    rows: int = 48
    right: int = 3
    wrong: int = 8
    few: int = 3
    unanswered: float = 0.65
    order: float = 0.5
    goes_on: bool = False
    seed: int = 5


Item = tuple[Sequence[Row], Sequence[Shown]]
"""The readings of a question that are seen together, as rows."""


class Trainer:
    """Teaches an encoder by a plan."""

    def __init__(
        self, encoder: Encoder, pieces: WordPieces, lessons: Sequence[Lesson], plan: Plan
    ) -> None:
        self.encoder, self.plan = encoder, plan
        self._pieces, self._lessons = pieces, lessons
        self._chance = random.Random(plan.seed)
        torch.manual_seed(plan.seed)
        if not plan.goes_on:
            torch.nn.init.normal_(encoder.entailment.weight, std=0.02)
            torch.nn.init.zeros_(encoder.entailment.bias)
        encoder.requires_grad_(requires_grad=False)
        for part in (encoder.layers, encoder.entailment):
            part.requires_grad_(requires_grad=True)
        encoder.drop(plan.dropped)
        self._learned = [weight for weight in encoder.parameters() if weight.requires_grad]
        self._optimiser = torch.optim.AdamW(
            self._learned, lr=plan.rate, weight_decay=plan.decay, fused=True
        )

    def steps(self) -> Iterator[Progress]:
        """Train until the time is over, round by round, and yield after every step."""
        began, running, step = time.monotonic(), 0.0, 0
        self.encoder.train()
        while True:
            batches = self._round()
            for batch in batches:
                seconds = time.monotonic() - began
                steps = self.plan.steps
                spent = step / steps if steps else seconds / (60 * self.plan.minutes)
                if spent >= 1:
                    return
                loss = self._step(batch, spent)
                step += 1
                running = loss if step == 1 else 0.98 * running + 0.02 * loss
                yield Progress(step, len(batches), running, seconds)

    def _step(self, batch: Sequence[Item], spent: float) -> float:
        warm = self.plan.warm
        for group in self._optimiser.param_groups:
            group["lr"] = self.plan.rate * min(spent / warm + 0.01, (1 - spent) / (1 - warm) + 0.01)
        loss = loss_of(self.encoder, batch, self.plan.order)
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._learned, 1.0)
        self._optimiser.step()
        return float(loss.detach())

    def _round(self) -> list[list[Item]]:
        """Return the batches of a round over all lessons, each of questions of like length."""
        chance = self._chance
        drawn = [(lesson.question, self._drawn(lesson)) for lesson in self._lessons]
        items = [(self._rows(question, shown), shown) for question, shown in drawn if shown]
        items.sort(key=lambda item: max(map(len, item[0])) + 12 * chance.random())
        batches: list[list[Item]] = [[]]
        for item in items:
            if sum(len(rows) for rows, _ in batches[-1]) + len(item[0]) > self.plan.rows:
                batches.append([])
            batches[-1].append(item)
        chance.shuffle(batches)
        return [batch for batch in batches if batch]

    def _drawn(self, lesson: Lesson) -> list[Shown]:
        """Return the readings of a lesson that are seen in this round."""
        plan, chance = self.plan, self._chance
        right = sorted((one for one in lesson.readings if one.worth > 0), key=lambda s: -s.worth)
        wrong = [one for one in lesson.readings if not one.is_right]
        if not right and chance.random() > plan.unanswered:
            return []
        count = plan.wrong if right else plan.few
        best, others = wrong[: max(1, count * 2 // 3)], wrong[max(1, count * 2 // 3) :]
        some = chance.sample(others, max(0, min(len(others), count - len(best))))
        return [*right[: plan.right], *best, *some]

    def _rows(self, question: str, shown: Sequence[Shown]) -> list[Row]:
        asked = self._pieces.of(question).ids
        cut = self._pieces.of_all([one.text for one in shown])
        return [row_of([asked], pieces.ids[:PIECES]) for pieces in cut]


def mean_of(encoders: Sequence[Encoder]) -> Encoder:
    """Return the first of some encoders, each of its weights the mean of theirs.

    What learned from one start in different ways is better together than any one by itself.
    """
    first = encoders[0]
    if any(other.shape != first.shape for other in encoders):
        raise ValueError("the networks are not of one shape")
    states = [other.state_dict() for other in encoders]
    means = {name: torch.stack([state[name] for state in states]).mean(dim=0) for name in states[0]}
    first.load_state_dict(means)
    return first


def loss_of(encoder: Encoder, batch: Sequence[Item], order: float) -> Tensor:
    """Return how wrong the fits of a batch are, each by itself and in the order of a question."""
    fits = fits_of(encoder, [row for rows, _ in batch for row in rows])
    right = torch.tensor([float(one.is_right) for _, shown in batch for one in shown])
    alone = functional.binary_cross_entropy_with_logits(fits, right)
    among, at = [], 0
    for rows, shown in batch:
        worth = torch.tensor([one.worth for one in shown])
        if worth.max() > 0:
            chances = fits[at : at + len(rows)].softmax(dim=0)
            among.append(-torch.log((chances * worth / worth.max()).sum() + TINY))
        at += len(rows)
    return alone + order * torch.stack(among).mean() if among else alone


def fits_of(encoder: Encoder, rows: Sequence[Row]) -> Tensor:
    """Return for each row the logarithm of the odds that the reading fits."""
    batch = stacked(rows)
    with torch.autocast("cpu", torch.bfloat16, enabled=in_16_bits()):
        states = encoder.states(batch.tokens, batch.groups, batch.places)
    scores = encoder.entails(states.float(), batch.rows, batch.heads)
    return scores[:, 0] - scores[:, 1:].logsumexp(dim=1)

"""How well the extractive reader reads questions about articles that it did not learn from."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch.nn import functional

from kgqa.text.readers.examples import Example, held_out
from kgqa.text.readers.extractive import READ_ON, ExtractiveReader, probability, whole_words
from kgqa.text.readers.scores import area, calibration_error, exact, f1
from kgqa.text.readers.spans import Scored
from kgqa.text.readers.weights import Calibration


@dataclass(frozen=True, slots=True)
class Observed:
    """The best spans for one question of one passage, and which of them are right.

    `overlap` is how much of the first is right, as F1; `answerable` is whether the passage
    is the question's own.
    """

    title: str
    answerable: bool
    scored: tuple[Scored, ...]
    right: tuple[bool, ...]
    overlap: float = 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured over questions, each with its own passage and with two that lack it."""

    questions: int
    exact: float
    f1: float
    area_near: float
    """How well its own passage is told from another of the same article, as area under ROC."""
    area_far: float
    """The same, with a passage of another article."""
    error: float
    """The expected calibration error of the best span's score, over all these passages."""


def observed(
    reader: ExtractiveReader, examples: Sequence[Example], *, seed: int = 3
) -> Iterator[tuple[Observed, Observed, Observed]]:
    """Yield what is read in a question's passage, in one near it, and in one of another article."""
    chance = random.Random(seed)
    for example in examples:
        lacking = [other for other in examples if example.answer not in other.passage]
        near = [other for other in lacking if other.title == example.title] or lacking
        far = [other for other in lacking if other.title != example.title] or lacking
        others = [chance.choice(near).passage, chance.choice(far).passage]
        found = reader.scored(example.question, [example.passage, *others], spans=3)
        own, *rest = found
        told = [_text(example.passage, scored) for scored in own]
        right = tuple(bool(exact(text, example.answer)) for text in told)
        overlap = f1(told[0], example.answer) if told else 0.0
        yield (
            Observed(example.title, True, tuple(own), right, overlap),
            *(
                Observed(example.title, False, tuple(scored), (False,) * len(scored))
                for scored in rest
            ),
        )  # type: ignore[misc]  # two passages were asked for, so two are left


def _text(passage: str, scored: Scored) -> str:
    start, end = whole_words(passage, scored.start, scored.end)
    return passage[start:end]


def figures(
    seen: Sequence[tuple[Observed, Observed, Observed]], calibration: Calibration
) -> Figures:
    """Return the figures of what was observed, with a calibration."""
    own, near, far = zip(*seen, strict=True)
    tested = [each for three in seen for each in three if each.scored and not fits(each.title)]
    told = [probability(each.scored[0], calibration) for each in tested]
    return Figures(
        questions=len(own),
        exact=sum(each.right[:1] == (True,) for each in own) / len(own),
        f1=sum(each.overlap for each in own) / len(own),
        area_near=area(_margins(own), _margins(near)),
        area_far=area(_margins(own), _margins(far)),
        error=calibration_error(told, [each.right[0] for each in tested]) if told else 0.0,
    )


@dataclass(frozen=True, slots=True)
class AtTheGate:
    """How well the gate tells a question's passage from others of its article."""

    questions: int
    area: float
    """The area under ROC."""
    kept: float
    """The share of questions whose passage is among the READ_ON most promising of up to 32."""


def at_the_gate(
    reader: ExtractiveReader, examples: Sequence[Example], *, most: int = 60, seed: int = 6
) -> AtTheGate:
    """Return how well the gate tells passages, on some of the questions."""
    chance = random.Random(seed)
    own, others, kept = [], [], 0
    asked = examples[:most]
    for example in asked:
        near = {one.passage for one in examples if one.title == example.title}
        lacking = sorted(passage for passage in near if example.answer not in passage)
        some = chance.sample(lacking, min(31, len(lacking)))
        first, *rest = reader.promising(example.question, [example.passage, *some])
        own.append(first)
        others += rest
        kept += sum(one > first for one in rest) < math.ceil(READ_ON * (1 + len(rest)))
    return AtTheGate(len(asked), area(own, others), kept / max(1, len(asked)))


def fits(title: str) -> bool:
    """Whether the calibration is fitted on a held-out article; its error is told of the others."""
    return held_out(title, 0.1)


def _margins(seen: Sequence[Observed]) -> list[float]:
    return [each.scored[0].margin if each.scored else -100.0 for each in seen]


def fitted(seen: Sequence[Observed]) -> Calibration:
    """Return the calibration under which what was observed is likeliest."""
    spans = [
        (scored.margin, scored.share, right)
        for each in seen
        for scored, right in zip(each.scored, each.right, strict=True)
    ]
    if not spans:
        return Calibration()
    margins, shares, right = (torch.tensor(column) for column in zip(*spans, strict=True))
    weights = torch.zeros(3, requires_grad=True)
    features = torch.stack([torch.ones_like(margins), margins / 10, shares / 10], dim=1)
    search = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        search.zero_grad()
        told = functional.binary_cross_entropy_with_logits(features @ weights, right.float())
        told = told + 1e-4 * weights.square().sum()
        told.backward()  # type: ignore[no-untyped-call]
        return told

    search.step(loss)  # type: ignore[no-untyped-call]
    bias, margin, share = weights.detach().tolist()
    plain = Calibration(bias, margin / 10, share / 10)
    return Calibration(plain.bias, plain.margin, plain.share, _threshold(seen, plain))


def _threshold(seen: Sequence[Observed], calibration: Calibration) -> float:
    """Return the threshold above which the spans, as sets, have the best F1."""
    told = sorted(
        (
            (probability(scored, calibration), right)
            for each in seen
            for scored, right in zip(each.scored, each.right, strict=True)
        ),
        reverse=True,
    )
    wanted = sum(each.answerable for each in seen)
    best, good = (0.0, 0.5), 0
    for kept, (confidence, right) in enumerate(told, start=1):
        good += right
        best = max(best, (2 * good / (kept + wanted), confidence))
    return round(best[1], 4)

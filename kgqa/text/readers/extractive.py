"""The extractive reader: spans of passages that answer a question, and yes or no."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import torch

from kgqa.text.readers.batches import Batch, Row, row_of, stacked
from kgqa.text.readers.devices import device, in_batches, number_kind
from kgqa.text.readers.quantised import quicken
from kgqa.text.readers.reading import Span
from kgqa.text.readers.spans import Scored, best_spans
from kgqa.text.readers.weights import VOCABULARY, Calibration, load
from kgqa.text.readers.wordpieces import Pieces, WordPieces

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from torch import Tensor

    from kgqa.text.readers.encoder import Encoder

Result = TypeVar("Result")

WINDOW = 192
OVERLAP = 64
TOKENS_AT_ONCE = 4_096
ALL_READ = 24
"""So many windows are always read to the end; of more, the most promising."""
READ_ON = 0.35
TELLS = 0.5  # a passage tells yes or no where neither is less likely than one of them


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a passage that is read at once: its row, and where its pieces begin."""

    passage: int
    row: Row
    first: int


@dataclass(frozen=True, slots=True)
class Halfway:
    """A window at the gate: its row, and the states of its tokens."""

    row: Row
    states: Tensor


class ExtractiveReader:
    """Points at spans of passages; its scores are calibrated on questions it did not see."""

    def __init__(
        self, encoder: Encoder, pieces: WordPieces, calibration: Calibration, *, quick: bool = True
    ) -> None:
        self.calibration = calibration
        self._pieces = pieces
        self._device = device()
        self.encoder = encoder.eval().to(self._device, number_kind(self._device))
        self.in_int8 = quick and self._device.type == "cpu" and quicken(self.encoder)

    @classmethod
    def load(cls, folder: Path, *, quick: bool = True) -> ExtractiveReader:
        """Return the reader of a folder; ReaderMissing or ReaderDamaged where that cannot be."""
        encoder, manifest = load(folder)
        return cls(encoder, WordPieces(folder / VOCABULARY), manifest.calibration, quick=quick)

    def read(
        self,
        question: str,
        passages: Sequence[str],
        *,
        threshold: float | None = None,
        spans: int = 5,
    ) -> list[Span]:
        """Return the spans that answer the question with at least the threshold, best first.

        Spans of one passage do not overlap, and there are at most so many of each.
        """
        least = self.calibration.threshold if threshold is None else threshold
        found = [
            span
            for number, scored in enumerate(self.scored(question, passages, spans=spans))
            for each in scored
            if (span := self._span(number, passages[number], each)).score >= least
        ]
        return sorted(found, key=lambda span: (-span.score, span.passage, span.start))

    def scored(
        self, question: str, passages: Sequence[str], *, spans: int = 5
    ) -> list[list[Scored]]:
        """Return the best spans of each passage with what their scores are made of."""
        asked = self._pieces.of(question)
        cut = self._pieces.of_all(list(passages))
        if not asked.ids:
            return [[] for _ in passages]
        windows = [
            window
            for number, pieces in enumerate(cut)
            for window in _windows(asked, number, pieces)
        ]
        windows.sort(key=lambda window: -len(window.row))
        found: list[list[Scored]] = [[] for _ in passages]
        for window, scored in zip(windows, self._spans(windows, spans), strict=True):
            offsets = cut[window.passage].offsets
            found[window.passage] += [_placed(each, window.first, offsets) for each in scored]
        return [_apart(each)[:spans] for each in found]

    def promising(self, question: str, passages: Sequence[str]) -> list[float]:
        """Return how promising the gate finds each passage, by its first window."""
        asked = self._pieces.of(question)
        cut = self._pieces.of_all(list(passages))
        windows = [_windows(asked, number, pieces)[0] for number, pieces in enumerate(cut)]
        return [promise for promise, _ in self._run(windows, self._to_the_gate)]

    def is_true(self, question: str, passages: Sequence[str]) -> float | None:
        """Return the probability that the answer is yes; None where no passage tells."""
        told = [judged for judged in self.judged(question, passages) if 1 - judged[1] >= TELLS]
        if not told:
            return None
        yes, _, no = min(told, key=lambda judged: judged[1])
        return yes / (yes + no)

    def judged(self, statement: str, passages: Sequence[str]) -> list[tuple[float, float, float]]:
        """Return for each passage how likely it entails, leaves open or contradicts a statement."""
        asked = self._pieces.of(statement)
        windows = [
            Window(number, row_of([asked.ids], pieces.ids[: 2 * WINDOW]), 0)
            for number, pieces in enumerate(self._pieces.of_all(list(passages)))
        ]
        order = sorted(range(len(windows)), key=lambda number: -len(windows[number].row))
        found = self._run([windows[number] for number in order], self._judge)
        placed = dict(zip(order, found, strict=True))
        return [placed[number] for number in range(len(windows))]

    def _spans(self, windows: Sequence[Window], spans: int) -> list[list[Scored]]:
        """Return the spans of each window; of many windows, only the promising are read on."""
        halfway = self._run(windows, self._to_the_gate)
        kept = _promising([promise for promise, _ in halfway])
        rest = [Halfway(windows[number].row, halfway[number][1]) for number in kept]

        def read(part: Sequence[Halfway]) -> list[list[Scored]]:
            with torch.inference_mode():
                return self._from_the_gate(part, spans)

        found: list[list[Scored]] = [[] for _ in windows]
        for number, scored in zip(kept, in_batches(rest, read, _at_once(rest)), strict=True):
            found[number] = scored
        return found

    def _to_the_gate(self, batch: Batch) -> list[tuple[float, Tensor]]:
        """Return of each row how promising it is, and its states."""
        states = self.encoder.embedded(batch.tokens, batch.groups, batch.places)
        states = self.encoder.through(states, batch.groups, 0, self.encoder.shape.gate)
        promise = self.encoder.promise(states, batch.groups, batch.rows, batch.heads).tolist()
        lengths = (batch.groups >= 0).sum(dim=1).tolist()
        return [
            (told, row[:length]) for told, row, length in zip(promise, states, lengths, strict=True)
        ]

    def _from_the_gate(self, part: Sequence[Halfway], spans: int) -> list[list[Scored]]:
        batch = stacked([each.row for each in part]).on(self._device)
        states = torch.nn.utils.rnn.pad_sequence([each.states for each in part], batch_first=True)
        shape = self.encoder.shape
        states = self.encoder.through(states, batch.groups, shape.gate, shape.layers)
        scores = self.encoder.spans(states, batch.groups, batch.rows, batch.heads)
        return best_spans(scores.float(), batch.groups, spans)

    def _judge(self, batch: Batch) -> list[tuple[float, float, float]]:
        states = self.encoder.states(batch.tokens, batch.groups, batch.places)
        scores = self.encoder.entails(states, batch.rows, batch.heads).float()
        return [(yes, open_, no) for yes, open_, no in scores.softmax(dim=1).tolist()]

    def _run(self, windows: Sequence[Window], run: Callable[[Batch], list[Result]]) -> list[Result]:
        """Run over windows, the longest first, as many at once as are about so many tokens."""

        def once(part: Sequence[Window]) -> list[Result]:
            with torch.inference_mode():
                return run(stacked([window.row for window in part]).on(self._device))

        if not windows:
            return []
        return in_batches(windows, once, _at_once(windows))

    def _span(self, number: int, passage: str, scored: Scored) -> Span:
        start, end = whole_words(passage, scored.start, scored.end)
        return Span(number, start, end, passage[start:end], probability(scored, self.calibration))


def _at_once(rows: Sequence[Window] | Sequence[Halfway]) -> int:
    longest = max((len(each.row) for each in rows), default=1)
    return max(1, TOKENS_AT_ONCE // longest)


def _promising(promise: Sequence[float]) -> list[int]:
    """Return which windows are read to the end, in their order: all, unless there are many."""
    count = max(ALL_READ, math.ceil(READ_ON * len(promise)))
    order = sorted(range(len(promise)), key=lambda number: -promise[number])
    return sorted(order[:count])


def probability(scored: Scored, calibration: Calibration) -> float:
    """Return the calibrated probability that a span is the answer."""
    told = calibration.bias + calibration.margin * scored.margin + calibration.share * scored.share
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, told))))


def _windows(asked: Pieces, number: int, passage: Pieces) -> list[Window]:
    """Return the stretches in which a passage is read: one, unless it is long."""
    if not passage.ids:
        return []
    begins = range(0, max(1, len(passage) - OVERLAP), WINDOW - OVERLAP)
    return [
        Window(number, row_of([asked.ids], passage.ids[begin : begin + WINDOW]), begin)
        for begin in begins
    ]


def _placed(scored: Scored, first: int, offsets: Sequence[tuple[int, int]]) -> Scored:
    """Return a span of pieces as a span of characters."""
    start, _ = offsets[first + scored.start]
    _, end = offsets[first + scored.end - 1]
    return replace(scored, start=start, end=end)


def _apart(scored: Sequence[Scored]) -> list[Scored]:
    """Return the spans best first, without those that overlap a better one."""
    kept: list[Scored] = []
    for each in sorted(scored, key=lambda each: -each.margin):
        if all(each.end <= other.start or each.start >= other.end for other in kept):
            kept.append(each)
    return kept


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span grown to the borders of words."""
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return start, end

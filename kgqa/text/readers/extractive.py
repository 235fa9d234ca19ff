"""The extractive reader: spans of passages that answer a question, and yes or no."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa.text.readers.reading import Span, runtime
from kgqa.text.readers.rows import Judged, Network, Row, row_of
from kgqa.text.readers.spans import Scored
from kgqa.text.readers.weights import Calibration, vocabulary_of
from kgqa.text.readers.wordpieces import Pieces, WordPieces

if TYPE_CHECKING:
    from collections.abc import Sequence

WINDOW = 192
OVERLAP = 64
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


class ExtractiveReader:
    """Points at spans of passages; its scores are calibrated on questions it did not see."""

    def __init__(self, network: Network, pieces: WordPieces, calibration: Calibration) -> None:
        self.calibration = calibration
        self.network = network
        self._pieces = pieces

    @classmethod
    def load(cls, folder: Path, *, by: str | None = None) -> ExtractiveReader:
        """Return the reader of a folder; ReaderMissing or ReaderDamaged where that cannot be.

        It is run by onnxruntime or by torch, or by what suits this machine.
        """
        network, calibration = _network(folder, by or runtime())
        return cls(network, WordPieces(vocabulary_of(folder)), calibration)

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
        rows = [_windows(asked, number, pieces)[0].row for number, pieces in enumerate(cut)]
        return [each.promise for each in self.network.to_the_gate(rows)]

    def is_true(self, question: str, passages: Sequence[str]) -> float | None:
        """Return the probability that the answer is yes; None where no passage tells."""
        told = [judged for judged in self.judged(question, passages) if 1 - judged[1] >= TELLS]
        if not told:
            return None
        yes, _, no = min(told, key=lambda judged: judged[1])
        return yes / (yes + no)

    def judged(
        self, statement: str, passages: Sequence[str], *, pieces: int = 2 * WINDOW
    ) -> list[Judged]:
        """Return for each passage how likely it entails, leaves open or contradicts a statement.

        Of each passage so many pieces are read.
        """
        asked = self._pieces.of(statement)
        cut = self._pieces.of_all(list(passages))
        rows = [row_of([asked.ids], one.ids[:pieces]) for one in cut]
        order = sorted(range(len(rows)), key=lambda number: -len(rows[number]))
        found = self.network.judged([rows[number] for number in order])
        placed = dict(zip(order, found, strict=True))
        return [placed[number] for number in range(len(rows))]

    def _spans(self, windows: Sequence[Window], spans: int) -> list[list[Scored]]:
        """Return the spans of each window; of many windows, only the promising are read on."""
        halfway = self.network.to_the_gate([window.row for window in windows])
        kept = _promising([each.promise for each in halfway])
        read = self.network.from_the_gate([halfway[number] for number in kept], spans)
        found: list[list[Scored]] = [[] for _ in windows]
        for number, scored in zip(kept, read, strict=True):
            found[number] = scored
        return found

    def _span(self, number: int, passage: str, scored: Scored) -> Span:
        start, end = whole_words(passage, scored.start, scored.end)
        return Span(number, start, end, passage[start:end], probability(scored, self.calibration))


def _network(folder: Path, by: str) -> tuple[Network, Calibration]:
    if by == "torch":
        from kgqa.text.readers.torch_network import TorchNetwork
        from kgqa.text.readers.weights import load

        encoder, manifest = load(folder)
        return TorchNetwork(encoder), manifest.calibration
    from kgqa.text.readers.onnx_network import OnnxNetwork
    from kgqa.text.readers.weights import read

    weights, shape, manifest = read(folder)
    return OnnxNetwork(weights, shape, folder), manifest.calibration


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

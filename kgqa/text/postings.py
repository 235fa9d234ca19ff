"""The words of all passages, and how much each says about a passage: BM25, worked out beforehand.

    vocabulary.txt            the words in order of their bytes, one a line
    vocabulary_offsets.npy    where each begins in it, and the end
    word_starts.npy           where the passages of each word begin in the next two, and the end
    word_passages.npy         numbers of passages, ascending for each word
    word_weights.npy          the share of a passage's score that is due to the word

The weight of a word in a passage depends on nothing that is asked, so a query only adds up
weights. All files are mapped into memory, so that opening costs the same for any size.
"""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

MOST_WORDS = 200
"""Words of a query that are looked up; of a longer one the rarest count."""

Numbers: TypeAlias = npt.NDArray[np.uint32]
Weights: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Postings:
    """Words with their passages and weights, open for reading by any number of threads."""

    passages: int
    _vocabulary: mmap.mmap | bytes
    _offsets: npt.NDArray[np.uint64]
    _starts: npt.NDArray[np.uint64]
    _numbers: Numbers
    _weights: Weights

    @property
    def words(self) -> int:
        """How many different words there are."""
        return len(self._offsets) - 1

    def number(self, word: str) -> int | None:
        """Return the number of a word, if any passage has it."""
        wanted = word.encode()
        low, high = 0, self.words
        while low < high:
            middle = (low + high) // 2
            if self._word(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < self.words and self._word(low) == wanted else None

    def _word(self, number: int) -> bytes:
        start, end = self._offsets[number], self._offsets[number + 1]
        return self._vocabulary[start : end - 1]

    def scores(self, words: Sequence[str]) -> Weights:
        """Return the score of every passage for a query of these words, each counted once."""
        scores = np.zeros(self.passages, np.float32)
        spans = [
            self._span(number) for number in map(self.number, set(words)) if number is not None
        ]
        spans.sort(key=lambda span: (span[1] - span[0], span[0]))
        for start, end in spans[:MOST_WORDS]:
            scores[self._numbers[start:end]] += self._weights[start:end]
        return scores

    def _span(self, number: int) -> tuple[int, int]:
        return int(self._starts[number]), int(self._starts[number + 1])


def best(scores: Weights, k: int) -> list[tuple[int, float]]:
    """Return numbers and scores of the `k` best passages above 0, best first, ties by number."""
    chosen = np.flatnonzero(scores > 0)
    values = scores[chosen]
    if k < len(chosen):
        least = np.partition(values, len(values) - k)[len(values) - k]
        kept = np.flatnonzero(values >= least)
        chosen, values = chosen[kept], values[kept]
    order = np.lexsort((chosen, -values))[:k]
    return list(zip(chosen[order].tolist(), values[order].tolist(), strict=True))


def open_postings(folder: Path, passages: int) -> Postings:
    """Return the words of the generation in `folder`, which has so many passages."""
    vocabulary: mmap.mmap | bytes = b""
    with (folder / "vocabulary.txt").open("rb") as file:
        if file.read(1):  # nothing cannot be mapped
            vocabulary = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return Postings(
        passages,
        vocabulary,
        mapped(folder / "vocabulary_offsets.npy"),
        mapped(folder / "word_starts.npy"),
        mapped(folder / "word_passages.npy"),
        mapped(folder / "word_weights.npy"),
    )


def mapped(path: Path) -> npt.NDArray[Any]:
    """Return the array in a file, mapped into memory, without what makes a memmap slow to cut."""
    found: npt.NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    return found.view(np.ndarray)

"""From passages to `postings`: count words block by block, then put each count in its place.

Memory holds the vocabulary and one block; all else goes through files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from kgqa.text.passages import Passage
from kgqa.text.words import word_of, words_in

SATURATION = 0.9
"""k1 of BM25: how soon a word that is repeated stops to count."""
LENGTH = 0.4
"""b of BM25: how much longer passages are held back."""
TITLE = 1.0
"""How often a word of the title counts as one of the text.

Chosen by the share of questions whose answer is in the first passages, over 120 k passages:
with k1 1.5, b 0.75 and no title 0.59 of PopQA's and 0.61 of SQuAD's answers are in the very first,
with these three 0.67 and 0.72; docs/text.md has the table.
"""
RANKING = {"k1": SATURATION, "b": LENGTH, "title": TITLE}

BLOCK = 20_000
"""Passages that are counted at once."""
PIECE = 2_000_000
"""Counts that are put in their places at once."""


class Numbering(dict[str, int]):
    """The number of each word as it is written, given out when it is first met; -1 for none.

    Words that are indexed as the same have the same number.
    """

    def __init__(self) -> None:
        self.indexed: dict[str, int] = {}

    def __missing__(self, written: str) -> int:
        word = word_of(written)
        number = self.indexed.setdefault(word, len(self.indexed)) if word else -1
        self[written] = number
        return number


@dataclass(slots=True)
class Counting:
    """What is known once words have been counted for a while."""

    folder: Path
    numbers: Numbering = field(default_factory=Numbering)
    lengths: list[npt.NDArray[np.float32]] = field(default_factory=list)
    pairs: int = 0


def build_postings(passages: Iterable[Passage], folder: Path) -> dict[str, int]:
    """Write the files of `postings` for `passages` into `folder`; return what was counted."""
    counting = Counting(folder)
    names = [folder / f"counting.{part}" for part in ("passage", "word", "times")]
    try:
        with (
            names[0].open("wb") as rows,
            names[1].open("wb") as words,
            names[2].open("wb") as times,
        ):
            for first, block in _blocks(passages):
                _count(counting, first, block, (rows, words, times))
        _place(counting, names)
    finally:
        for name in names:
            name.unlink(missing_ok=True)
    return {"words": len(counting.numbers.indexed), "postings": counting.pairs}


def _blocks(passages: Iterable[Passage]) -> Iterator[tuple[int, list[Passage]]]:
    first, block = 0, list[Passage]()
    for passage in passages:
        block.append(passage)
        if len(block) == BLOCK:
            yield first, block
            first, block = first + len(block), []
    if block:
        yield first, block


def _count(
    counting: Counting, first: int, block: list[Passage], files: tuple[IO[bytes], ...]
) -> None:
    """Write which words the passages of a block have how often, and remember their lengths."""
    number = counting.numbers.__getitem__
    found: list[int] = []
    ends: list[int] = []
    for passage in block:
        found.extend(map(number, words_in(passage.text)))
        ends.append(len(found))
        found.extend(map(number, words_in(passage.title)))
        ends.append(len(found))
    words = np.array(found, np.int64)
    place = np.repeat(np.arange(len(ends)), np.diff(np.array([0, *ends])))[words >= 0]
    rows, weight = place // 2, np.where(place % 2, TITLE, 1.0)
    words = words[words >= 0].astype(np.uint64)
    keys, where = np.unique(rows.astype(np.uint64) << np.uint64(32) | words, return_inverse=True)
    times = np.bincount(where, weight, len(keys)).astype(np.float32)
    ((keys >> np.uint64(32)) + np.uint64(first)).astype(np.uint32).tofile(files[0])
    (keys & np.uint64(0xFFFFFFFF)).astype(np.uint32).tofile(files[1])
    times.tofile(files[2])
    counting.lengths.append(np.bincount(rows, weight, len(block)).astype(np.float32))
    counting.pairs += len(keys)


def _place(counting: Counting, names: list[Path]) -> None:
    """Write vocabulary, passages and weights from the counts in the files `names`."""
    folder, order = counting.folder, sorted(counting.numbers.indexed, key=str.encode)
    _write_vocabulary(folder, order)
    rank = np.empty(len(order), np.uint32)
    rank[[counting.numbers.indexed[word] for word in order]] = np.arange(len(order))
    spread = np.zeros(len(order), np.int64)
    for piece in _pieces(names[1], np.uint32):
        spread += np.bincount(rank[piece], minlength=len(order))
    starts = np.concatenate(([0], np.cumsum(spread))).astype(np.uint64)
    np.save(folder / "word_starts.npy", starts)
    lengths = np.concatenate(counting.lengths) if counting.lengths else np.zeros(1, np.float32)
    rarity = np.log(1 + (len(lengths) - spread + 0.5) / (spread + 0.5))
    norms = SATURATION * (1 - LENGTH + LENGTH * lengths / max(float(lengths.mean()), 1.0))
    shape = (counting.pairs,)
    rows_out = np.lib.format.open_memmap(folder / "word_passages.npy", "w+", np.uint32, shape)
    weights_out = np.lib.format.open_memmap(folder / "word_weights.npy", "w+", np.float32, shape)
    for target, rows, ranks, times in _targets(names, rank, starts[:-1].astype(np.int64)):
        rows_out[target] = rows
        weights_out[target] = rarity[ranks] * times * (SATURATION + 1) / (times + norms[rows])
    rows_out.flush()
    weights_out.flush()


def _targets(
    names: list[Path], rank: npt.NDArray[np.uint32], cursor: npt.NDArray[np.int64]
) -> Iterator[tuple[npt.NDArray[Any], ...]]:
    """Yield counts piece by piece: their places among all, passages, words in order, times.

    `cursor` says where the next passage of each word goes.
    """
    kinds: tuple[type[Any], ...] = (np.uint32, np.uint32, np.float32)
    files = [_pieces(name, kind) for name, kind in zip(names, kinds, strict=True)]
    for rows, words, times in zip(*files, strict=True):
        ranks = rank[words]
        order = np.argsort(ranks, kind="stable")
        ranks = ranks[order]
        counts = np.bincount(ranks, minlength=len(cursor))
        before = np.cumsum(counts) - counts
        yield (
            cursor[ranks] + np.arange(len(ranks)) - before[ranks],
            rows[order],
            ranks,
            times[order],
        )
        cursor += counts


def _pieces(name: Path, kind: type[Any]) -> Iterator[npt.NDArray[Any]]:
    with name.open("rb") as file:
        while len(piece := np.fromfile(file, kind, PIECE)):
            yield piece


def _write_vocabulary(folder: Path, words: list[str]) -> None:
    lines = [word.encode() + b"\n" for word in words]
    with (folder / "vocabulary.txt").open("wb") as file:
        file.writelines(lines)
    sizes = np.array([0, *map(len, lines)], np.uint64)
    np.save(folder / "vocabulary_offsets.npy", np.cumsum(sizes, dtype=np.uint64))

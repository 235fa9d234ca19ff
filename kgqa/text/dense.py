"""Passages found by what they mean: vectors made by an embedder, compared exactly.

Every vector is compared with the question's, which up to some 100 k passages takes a few hundredths
of a second. A vector is 8-bit numbers (`vectors.npy`) and what they count (`vector_scales.npy`);
both files are mapped into memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from kgqa_store.progress import Advanced, Progress, silent

from kgqa.text.manifest import write_json
from kgqa.text.passages import Passage
from kgqa.text.postings import best

BATCH = 16
"""Passages that are embedded at once."""
EVERY = 1_024
"""Passages between two checkpoints."""
DONE = "vectors.spool"
FILE, SCALES = "vectors.npy", "vector_scales.npy"
BLOCK = 8_192
"""Vectors that are turned into floats at a time, to be compared."""

Vectors = npt.NDArray[np.float32]
Codes = npt.NDArray[np.int8]


class Embedder(Protocol):
    """What makes vectors of texts, such that similar texts have a large inner product."""

    @property
    def name(self) -> str:
        """What tells it from others; vectors of two embedders cannot be compared."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row of length 1 for each text."""


def build_vectors(
    passages: Iterable[Passage],
    count: int,
    folder: Path,
    embedder: Embedder,
    *,
    progress: Progress = silent,
) -> None:
    """Write the vectors of `count` passages into `folder`, from where an earlier build stopped."""
    done = _done(folder, count, embedder)
    remaining = islice(passages, done, None)
    while block := list(islice(remaining, EVERY)):
        codes, scales = packed(_rows(block, embedder))
        vectors = _opened(folder / FILE, np.int8, (count, codes.shape[1]), is_new=done == 0)
        counts = _opened(folder / SCALES, np.float32, (count,), is_new=done == 0)
        vectors[done : done + len(block)], counts[done : done + len(block)] = codes, scales
        vectors.flush()
        counts.flush()
        done += len(block)
        write_json(
            folder / DONE, {"done": done, "embedder": embedder.name, "shape": list(vectors.shape)}
        )
        progress(Advanced("vectors", done))


def _rows(block: list[Passage], embedder: Embedder) -> Vectors:
    """Return the vectors of passages, embedded with others of about their length."""
    texts = [f"{one.title}. {one.text}" for one in block]
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    batches = [order[first : first + BATCH] for first in range(0, len(order), BATCH)]
    found = [embedder.embed([texts[place] for place in batch]) for batch in batches]
    rows = np.concatenate(found)
    rows[order] = rows.copy()
    return unit_rows(rows)


def unit_rows(rows: Vectors) -> Vectors:
    """Return the rows with length 1; a row without direction stays as it is."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1.0), np.float32)


def packed(rows: Vectors) -> tuple[Codes, Vectors]:
    """Return rows as 8-bit numbers, the largest of each being 127, and what 1 of them counts."""
    scales = np.abs(rows).max(axis=1) / 127
    codes = np.rint(rows / np.where(scales > 0, scales, 1.0)[:, None])
    return codes.astype(np.int8), scales.astype(np.float32)


def _opened(path: Path, kind: Any, shape: tuple[int, ...], *, is_new: bool) -> Any:  # noqa: ANN401 - a memmap
    if is_new:
        return np.lib.format.open_memmap(path, "w+", kind, shape)
    return np.lib.format.open_memmap(path, "r+")


def _done(folder: Path, count: int, embedder: Embedder) -> int:
    """Return how many vectors of this embedder are in `folder` already."""
    import orjson

    try:
        state = orjson.loads((folder / DONE).read_bytes())
        vectors = np.load(folder / FILE, mmap_mode="r", allow_pickle=False)
        is_same = state["embedder"] == embedder.name and list(vectors.shape) == state["shape"]
        is_same = is_same and vectors.dtype == np.int8 and (folder / SCALES).is_file()
        return int(state["done"]) if is_same and len(vectors) == count else 0
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def nearest(
    vectors: Vectors | Codes, question: Vectors, k: int, scales: Vectors | None = None
) -> list[tuple[int, float]]:
    """Return the numbers of the `k` vectors most like a question's, and how alike they are.

    Vectors of 8-bit numbers have scales.
    """
    if scales is None:
        return best(np.asarray(vectors @ question, np.float32), k)
    scores = np.empty(len(vectors), np.float32)
    for at in range(0, len(vectors), BLOCK):
        scores[at : at + BLOCK] = vectors[at : at + BLOCK].astype(np.float32) @ question
    return best(scores * scales, k)

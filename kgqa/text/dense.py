"""Passages found by what they mean: vectors made by an embedder, compared exactly.

Every vector is compared with the question's, which up to some 100 k passages takes a few hundredths
of a second; the vectors are mapped into memory, and lie in one file, `vectors.npy`.
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
FILE = "vectors.npy"

Vectors = npt.NDArray[np.float32]


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
        rows = _rows(block, embedder)
        vectors = _opened(folder, count, rows.shape[1], is_new=done == 0)
        vectors[done : done + len(block)] = rows
        vectors.flush()
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


def _opened(folder: Path, count: int, size: int, *, is_new: bool) -> Any:  # noqa: ANN401 - a memmap
    mode, shape = ("w+", (count, size)) if is_new else ("r+", None)
    return np.lib.format.open_memmap(folder / FILE, mode, np.float32, shape)


def _done(folder: Path, count: int, embedder: Embedder) -> int:
    """Return how many vectors of this embedder are in `folder` already."""
    import orjson

    try:
        state = orjson.loads((folder / DONE).read_bytes())
        vectors = np.load(folder / FILE, mmap_mode="r", allow_pickle=False)
        is_same = state["embedder"] == embedder.name and list(vectors.shape) == state["shape"]
        return int(state["done"]) if is_same and len(vectors) == count else 0
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def nearest(vectors: Vectors, question: Vectors, k: int) -> list[tuple[int, float]]:
    """Return the numbers of the `k` vectors most like a question's, and how alike they are."""
    scores = np.asarray(vectors @ question, np.float32)
    return best(scores, k)

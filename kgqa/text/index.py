"""A text index, open for searching: passages by their words, their meaning, their entity."""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from kgqa.errors import EmbedderMissing, TextIndexDamaged
from kgqa.text.fusion import fuse
from kgqa.text.manifest import TextManifest, build_hint, damage_in, mending, read_manifest
from kgqa.text.passages import PASSAGES, Passage, parse_passage
from kgqa.text.postings import Postings, best, mapped, open_postings
from kgqa.text.words import query_words

if TYPE_CHECKING:
    from kgqa.text.dense import Embedder

SAMPLE = "sample"
"""The embedded sample. A folder of that name is written ./sample."""
POOL = 100
"""How many passages of each ranking are fused, or ranked again."""
BOOST = 0.3
"""How much of the best score a passage gets for being about an entity of the question.

With the gold entities of questions, an answer of Mintaka's dev part is among 20 passages for 0.549
instead of 0.540 of the questions, one of PopQA in the first passage for 0.696 instead of 0.665.
"""
ATTEMPTS = 5
"""How often an index is opened again when a newer one takes its place meanwhile."""

Mode: TypeAlias = Literal["words", "dense", "fused"]
"""How passages are found: by their words, by their vectors, or by both."""
Reranker: TypeAlias = Callable[[str, Sequence[Passage]], Sequence[float]]
"""Whoever scores passages for a question anew; higher is better."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found, its score, and its place in each ranking that has it, from 1."""

    passage: Passage
    score: float
    ranks: Mapping[str, int] = field(default_factory=dict)


class TextIndex:
    """Passages that can be searched, by any number of threads at once."""

    def __init__(
        self,
        directory: Path,
        *,
        embedder: Embedder | None = None,
        reranker: Reranker | None = None,
        mode: Mode = "fused",
    ) -> None:
        """Open the index in `directory`; vectors are used if it has any and `embedder` is given."""
        self.mode: Mode = mode
        self.directory = directory
        self.reranker = reranker
        self.manifest, parts = _opened(directory)
        self.embedder = embedder
        if embedder is not None and parts.vectors is None:
            raise EmbedderMissing(
                f"The text index {directory} has no vectors.",
                hint=f"{build_hint(directory)} --embedder FOLDER",
            )
        if embedder is not None and embedder.name != self.manifest.embedder:
            raise EmbedderMissing(
                f"The vectors of {directory} are those of {self.manifest.embedder}, "
                f"not of {embedder.name}.",
                hint="Give the embedder that the index was built with.",
            )
        self._parts: _Parts | None = parts

    def __len__(self) -> int:
        """Return how many passages there are."""
        return len(self._open.offsets) - 1

    def search(self, query: str, *, k: int = 20, qids: Collection[str] = ()) -> list[Hit]:
        """Return the `k` passages that say most about `query`, best first.

        Passages about one of the entities `qids` come before others that share as many words.
        """
        if k <= 0:
            return []
        with self._reading():
            pool = max(k, POOL)
            rankings = self._rankings(query, pool, qids)
            found = next(iter(rankings.values()))
            if len(rankings) > 1:
                found = fuse({name: [n for n, _ in ranks] for name, ranks in rankings.items()})
            if self.reranker is not None:
                found = self._reranked(query, found[:pool])
            places = {
                name: {number: place for place, (number, _) in enumerate(ranking, 1)}
                for name, ranking in rankings.items()
            }
            return [
                Hit(
                    self._passage(number),
                    score,
                    {name: of[number] for name, of in places.items() if number in of},
                )
                for number, score in found[:k]
            ]

    def of_entity(self, qid: str) -> list[Passage]:
        """Return the passages about an entity, in the order of the sources."""
        with self._reading():
            return [self._passage(int(number)) for number in self._about(qid)]

    def passage(self, number: int) -> Passage:
        """Return a passage by its number, in the order of the sources, from 0."""
        with self._reading():
            return self._passage(number)

    def passages(self) -> Iterator[Passage]:
        """Yield all passages, in the order of the sources."""
        for number in range(len(self)):
            yield self.passage(number)

    def close(self) -> None:
        """Give back the files; nothing can be searched any more."""
        self._parts = None

    def __enter__(self) -> TextIndex:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- Inside ------------------------------------------------------------------------------

    @property
    def _open(self) -> _Parts:
        if self._parts is None:
            raise ValueError("the text index is closed")
        return self._parts

    def _rankings(
        self, query: str, pool: int, qids: Collection[str]
    ) -> dict[str, list[tuple[int, float]]]:
        parts = self._open
        rankings: dict[str, list[tuple[int, float]]] = {}
        is_dense = self.embedder is not None and parts.vectors is not None
        if self.mode != "dense" or not is_dense:
            scores = parts.postings.scores(query_words(query))
            about = [self._about(qid) for qid in qids]
            if about:
                # A passage about two of them is raised once, as an array is added to.
                scores[np.concatenate(about)] += BOOST * max(float(scores.max(initial=0.0)), 1.0)
            rankings["words"] = best(scores, pool)
        if self.mode != "words" and self.embedder is not None and parts.vectors is not None:
            from kgqa.text.dense import nearest

            question = self.embedder.embed([query])[0]
            rankings["meaning"] = nearest(parts.vectors, question, pool, parts.scales)
        return rankings

    def _reranked(self, query: str, found: list[tuple[int, float]]) -> list[tuple[int, float]]:
        assert self.reranker is not None  # noqa: S101 - for the type checker
        passages = [self._passage(number) for number, _ in found]
        scores = self.reranker(query, passages)
        again = [(number, float(s)) for (number, _), s in zip(found, scores, strict=True)]
        return sorted(again, key=lambda item: -item[1])

    def _passage(self, number: int) -> Passage:
        parts = self._open
        start, end = int(parts.offsets[number]), int(parts.offsets[number + 1])
        return parse_passage(parts.text[start:end])

    def _about(self, qid: str) -> npt.NDArray[np.uint32]:
        parts = self._open
        if not (qid[:1] == "Q" and qid[1:].isascii() and qid[1:].isdigit() and len(qid) < 18):
            return np.zeros(0, np.uint32)
        first, last = np.searchsorted(parts.entities, [int(qid[1:]), int(qid[1:]) + 1])
        return parts.entity_passages[first:last]

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Say of content that cannot be what was built that the index is damaged."""
        self._open  # noqa: B018 - a closed index is the caller's mistake, not damage
        try:
            yield
        except (IndexError, ValueError, TypeError, OverflowError) as error:
            raise TextIndexDamaged(
                f"The text index {self.directory} is damaged: {error}.",
                hint=mending(self.directory, self.manifest),
            ) from error


def open_index(
    location: str | Path,
    *,
    embedder: Embedder | None = None,
    reranker: Reranker | None = None,
    mode: Mode = "fused",
    folder: Path | None = None,
) -> TextIndex:
    """Return the text index at `location`: a folder, `sample`, or an address of OpenSearch.

    The sample is built by the first who opens it, in `folder` or where kgqa keeps its data.
    """
    if str(location).lower().startswith(("http://", "https://")):
        from kgqa.text.remote import RemoteIndex

        return RemoteIndex(str(location), embedder=embedder, reranker=reranker, mode=mode)
    if str(location) == SAMPLE:
        from kgqa.settings import home
        from kgqa.text.sample_index import ensure_sample_index

        location = ensure_sample_index(folder or home(os.environ, sys.platform))
    where = Path(location).expanduser()
    return TextIndex(where, embedder=embedder, reranker=reranker, mode=mode)


@dataclass(frozen=True, slots=True)
class _Parts:
    """The files of a generation, mapped into memory."""

    postings: Postings
    text: mmap.mmap
    offsets: npt.NDArray[np.uint64]
    entities: npt.NDArray[np.uint64]
    entity_passages: npt.NDArray[np.uint32]
    vectors: npt.NDArray[np.float32] | None
    scales: npt.NDArray[np.float32] | None
    """What a number of each vector counts; None where vectors are floats, as they once were."""


def _opened(directory: Path) -> tuple[TextManifest, _Parts]:
    for _ in range(ATTEMPTS):
        manifest = read_manifest(directory)
        try:
            return manifest, _mapped(directory, manifest)
        except (OSError, ValueError, EOFError) as error:
            if read_manifest(directory).generation == manifest.generation:
                raise TextIndexDamaged(
                    f"The text index {directory} cannot be read: {error}.",
                    hint=mending(directory, manifest),
                ) from error
    raise TextIndexDamaged(f"The text index {directory} changes all the time.")


def _mapped(directory: Path, manifest: TextManifest) -> _Parts:
    """Map the files of a generation, which must be those of the manifest."""
    folder = directory / manifest.generation
    if what := damage_in(directory, manifest):
        raise ValueError(what)
    with (folder / PASSAGES).open("rb") as file:
        text = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    offsets: Any = mapped(folder / "passage_offsets.npy")
    vectors, scales = (
        mapped(folder / name) if name in manifest.files else None
        for name in ("vectors.npy", "vector_scales.npy")
    )
    entities: Any = mapped(folder / "entities.npy")
    about: Any = mapped(folder / "entity_passages.npy")
    postings = open_postings(folder, len(offsets) - 1)
    return _Parts(postings, text, offsets, entities, about, vectors, scales)

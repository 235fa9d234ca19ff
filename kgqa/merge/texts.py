"""The texts of an engine: an index and a reader, opened when something is first read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa.errors import KgqaError, TextIndexDamaged

if TYPE_CHECKING:
    from kgqa.text.index import TextIndex
    from kgqa.text.passages import Passage
    from kgqa.text.readers.reading import Reader, Span


@dataclass(slots=True)
class Texts:
    """Passages and who reads them. What cannot be opened is said in `problem`, and nothing read."""

    location: str | Path
    """The text index: a folder, or `sample`."""
    reader_name: str = "default"
    problem: str = ""
    """What keeps texts from being read, and what to do about it; empty where nothing does."""
    _index: TextIndex | None = None
    _reader: Reader | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def of(cls, index: TextIndex, reader: Reader) -> Texts:
        """Return texts that are open already."""
        return cls(index.directory, _index=index, _reader=reader)

    def has_passages(self) -> bool:
        """Whether there are passages; the first call opens their index."""
        return self._opened(self._open_index)

    def is_readable(self) -> bool:
        """Whether there are passages and a reader; the first call opens them."""
        return self.has_passages() and self._opened(self._open_reader)

    def _opened(self, open_: Callable[[], None]) -> bool:
        with self._lock:
            if self.problem:
                return False
            try:
                open_()
            except TextIndexDamaged:
                raise  # what is lost is not passed over as what was never there
            except (KgqaError, OSError, ImportError, MemoryError) as error:
                self.fail(error)
        return not self.problem

    def fail(self, error: Exception) -> None:
        """Keep an error as the reason why nothing is read from now on."""
        hint = error.hint if isinstance(error, KgqaError) else ""
        said = str(error) or f"there is not enough memory ({type(error).__name__})"
        self.problem = f"{said} {hint}".strip().rstrip(".")

    def _open_index(self) -> None:
        if self._index is None:
            from kgqa.text.index import open_index

            self._index = open_index(self.location)
            if self._index.manifest.model:
                from kgqa.text.embedders import embedder_of

                self._index.embedder = embedder_of(self._index.manifest)

    def _open_reader(self) -> None:
        if self._reader is None:
            from kgqa.text.readers.reading import open_reader

            self._reader = open_reader(self.reader_name)

    @property
    def index(self) -> TextIndex:
        """The passages."""
        assert self._index is not None  # noqa: S101 - who asks has asked whether it is readable
        return self._index

    def search(self, query: str, k: int, qids: Collection[str] = ()) -> list[Passage]:
        """Return the passages that say most about `query`, those about `qids` before others."""
        return [hit.passage for hit in self.index.search(query, k=k, qids=qids)]

    def read(self, question: str, passages: Sequence[str]) -> list[Span]:
        """Return the spans of passages that answer a question, best first."""
        assert self._reader is not None  # noqa: S101
        return self._reader.read(question, passages)

    def is_true(self, question: str, passages: Sequence[str]) -> float | None:
        """Return the probability that the answer is yes; None where no passage tells."""
        assert self._reader is not None  # noqa: S101
        return self._reader.is_true(question, passages)

    def support(self, question: str, passage: str, answer: str) -> float:
        """Return how likely a passage gives this answer to a question."""
        from kgqa.text.readers.verify import supports

        assert self._reader is not None  # noqa: S101
        return supports(self._reader, question, passage, answer)

    def close(self) -> None:
        """Give the files back."""
        if self._index is not None:
            self._index.close()
            self._index = None

"""What the index of names says of entities and words, for any number of threads."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager

from kgqa_store.names import NameIndex

from kgqa.algebra import Entity
from kgqa.answers import Result

SHORTEST = 4
"""Letters of the shortest beginning that tells of a word like `Canadian` that it is known."""


class KnownNames:
    """Reads an index of names under the lock of all who read it."""

    def __init__(self, names: NameIndex, lock: AbstractContextManager[object]) -> None:
        """Read `names`, which serves one thread at a time, whenever `lock` is free."""
        self._names, self._lock = names, lock

    def has_word(self, word: str) -> bool:
        """Whether a name has this word in it, or begins like it, as `Canada` does `Canadian`."""
        with self._lock:
            names = self._names
            if names.exact(word, limit=1) or names.parts(word, limit=1):
                return True
            start = word[: max(SHORTEST, len(word) - 4)]
            return len(word) > SHORTEST and bool(names.prefix(start, limit=1))

    def descriptions(self, ids: Iterable[str], language: str) -> dict[str, str]:
        """Return what entities are, where the index says it."""
        with self._lock:
            entries = {id_: self._names.describe(id_, language) for id_ in ids}
        return {id_: entry.description for id_, entry in entries.items() if entry}

    def popularity(self, result: Result) -> dict[str, float]:
        """Return how well known the answers of a result are, those that are entities."""
        values = [answer.value for answer in result.answers]
        with self._lock:
            return {v.id: self._names.popularity(v.id) for v in values if isinstance(v, Entity)}

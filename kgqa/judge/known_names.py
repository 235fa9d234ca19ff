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

    def called(self, name: str) -> str | None:
        """Return the best known entity of a name; None where there is none."""
        with self._lock:
            found = self._names.exact(name, limit=1)
        return found[0].id if found else None

    def descriptions(self, ids: Iterable[str], language: str) -> dict[str, str]:
        """Return what entities are: their description, or else the class they belong to."""
        with self._lock:
            return {id_: about for id_ in ids if (about := self._description(id_, language))}

    def _description(self, id_: str, language: str) -> str:
        entry = self._names.describe(id_, language)
        if entry is None:
            return ""
        classes = self._names.labels(entry.types[:1], language)
        return entry.description or next(iter(classes.values()), "")

    def fame(self, id_: str) -> float:
        """Return how well known an entity is: 0 to 1, logarithmic."""
        with self._lock:
            return self._names.popularity(id_)

    def popularity(self, result: Result) -> dict[str, float]:
        """Return how well known the answers of a result are, those that are entities."""
        values = [answer.value for answer in result.answers]
        with self._lock:
            return {v.id: self._names.popularity(v.id) for v in values if isinstance(v, Entity)}

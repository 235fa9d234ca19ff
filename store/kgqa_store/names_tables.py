"""The tables of a name index, read: entries of entities, postings of names, chunks of typos."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from kgqa_store.entity_ids import open_ids
from kgqa_store.errors import StoreDamaged, StoreVersion
from kgqa_store.names_layers import LayeredCursor, give_back, open_for_reading
from kgqa_store.names_layout import (
    FORMAT,
    HEADER,
    MOST,
    POSTING,
    REBUILD,
    UNKNOWN_LANGUAGES,
    Posting,
    entity_key,
)

LONGEST_KEY = 511
"""Bytes of the longest key LMDB takes."""

FALLBACKS = ("en", "mul")
"""Where a label is looked for when the wanted language has none."""


class NameTables:
    """A name index as it lies on disk, mapped into memory and shared with all other readers."""

    def __init__(self, path: Path) -> None:
        """Open the index in the folder `path`."""
        self._path = path
        self._layers = open_for_reading(path)
        self._reads = [(one.environment.begin(buffers=True), one.tables) for one in self._layers]
        (upper, self._tables), *self._below = self._reads
        self._get, self._entities = upper.get, self._tables["entities"]
        try:
            self.meta: dict[str, Any] = self._meta()
        except BaseException:
            self.close()
            raise
        self.sets = [frozenset(languages) for languages in self.meta["sets"]]
        self.ids = open_ids(path)

    def _meta(self) -> dict[str, Any]:
        try:
            meta: dict[str, Any] = orjson.loads(self.get("meta", b"meta") or b"")
        except orjson.JSONDecodeError as error:
            message = f"the name index at {self._path} is not finished"
            raise StoreDamaged(message, hint=REBUILD) from error
        if meta["format"] != FORMAT:
            message = f"the name index at {self._path} has format {meta['format']}, not {FORMAT}"
            raise StoreVersion(message, hint=REBUILD)
        return meta

    def close(self) -> None:
        """Give the mapping back."""
        for transaction, _ in self._reads:
            transaction.abort()
        for layer in self._layers:
            give_back(layer)
        self._reads, self._layers = [], ()

    def get(self, table: str, key: bytes) -> memoryview | None:
        """Return what lies under `key`; valid until the index is closed."""
        if not 0 < len(key) <= LONGEST_KEY:
            return None
        found: memoryview | None = self._get(key, db=self._tables[table])
        for transaction, tables in self._below:
            if found is None:
                found = transaction.get(key, db=tables[table])
            elif not found:
                return None  # what is empty is gone
        return found

    def cursor(self, table: str) -> Any:  # noqa: ANN401  lmdb has no types
        """Return a cursor over a table: one of lmdb, or one that does the same."""
        cursors = [transaction.cursor(db=tables[table]) for transaction, tables in self._reads]
        return cursors[0] if len(cursors) == 1 else LayeredCursor(cursors)

    def postings(self, table: str, key: bytes, most: int) -> Iterator[Posting]:
        """Yield the first postings of a key: the most popular entities."""
        found = self.get(table, key)
        return unpack(found, most) if found is not None else iter(())

    def header(self, number: int) -> tuple[float, tuple[int, ...]]:
        """Return popularity and types of an entity."""
        found = self.get("entities", entity_key(number))
        if found is None:
            return 0.0, ()
        types = array("Q", found[HEADER.size :].tobytes())
        return HEADER.unpack_from(found)[0] / MOST, tuple(types)

    def entry(self, number: int, language: str) -> list[str] | None:
        """Return label, description and aliases of an entity in one language."""
        found = self.get("entities", entity_key(number, language)) if language else None
        try:
            return None if found is None else orjson.loads(found)
        except orjson.JSONDecodeError as error:
            raise unreadable(error) from error

    def label(self, number: int, language: str) -> str | None:
        """Return the label of an entity in `language`, or else in another one."""
        key = entity_key(number, language)
        value = self.get("entities", key) if self._below else self._get(key, db=self._entities)
        if language and value is not None:
            try:
                label: str = orjson.loads(value)[0]
            except orjson.JSONDecodeError as error:
                raise unreadable(error) from error
            if label:
                return label
        for choice in (*FALLBACKS, *self.languages(number)):
            found = self.entry(number, choice)
            if found and found[0]:
                return found[0]
        return None

    def languages(self, number: int) -> list[str]:
        """Return the languages in which something is said of an entity."""
        start = entity_key(number)
        found: list[str] = []
        with self.cursor("entities") as cursor:
            more = cursor.set_range(start)
            while more and bytes(cursor.key()[: len(start)]) == start:
                found.append(bytes(cursor.key()[len(start) :]).decode())
                more = cursor.next()
        return [language for language in found if language]

    def has_language(self, posting: Posting, language: str) -> bool:
        """Return whether the name of a posting is one in `language`."""
        if posting.languages == UNKNOWN_LANGUAGES:
            return self.entry(posting.number, language) is not None
        return language in self.sets[posting.languages]

    def language_of(self, posting: Posting, wanted: str) -> str:
        """Return the language of the name of a posting, `wanted` if it is one of several."""
        if posting.languages == UNKNOWN_LANGUAGES:
            return wanted
        languages = self.sets[posting.languages]
        if wanted in languages:
            return wanted
        return next((choice for choice in FALLBACKS if choice in languages), min(languages))


def decoded(found: memoryview) -> Any:  # noqa: ANN401 - whatever the table holds
    """Return what a value of a table spells out."""
    try:
        return orjson.loads(found)
    except orjson.JSONDecodeError as error:
        raise unreadable(error) from error


def unreadable(error: Exception) -> StoreDamaged:
    """Return the error of an entry that cannot be read."""
    return StoreDamaged(f"the name index has an entry that cannot be read: {error}", hint=REBUILD)


def unpack(found: memoryview, most: int) -> Iterator[Posting]:
    """Yield the first postings of a value."""
    try:
        return map(Posting._make, POSTING.iter_unpack(found[: most * POSTING.size]))
    except struct.error as error:
        raise StoreDamaged("the name index has postings of a wrong size", hint=REBUILD) from error

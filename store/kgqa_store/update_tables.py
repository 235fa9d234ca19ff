"""Writing changes on top of a name index, in one transaction."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from kgqa_store.names_build import MOST_PARTS_POSTINGS, entry, header, postings_of
from kgqa_store.names_layers import (
    CHANGES,
    GONE,
    INDEX,
    LayeredCursor,
    give_back,
    open_layer,
    read_layer,
)
from kgqa_store.names_layout import (
    HEADER,
    POSTING,
    UNKNOWN_LANGUAGES,
    entity_key,
)
from kgqa_store.names_prefixes import KEPT, LONGEST, MANY
from kgqa_store.names_records import languages_of
from kgqa_store.names_tables import NameTables
from kgqa_store.names_text import key_of
from kgqa_store.names_typos import (
    LONGEST_NAME,
    LONGEST_WORD,
    SHORTEST_WORD,
    hashes,
    matches,
)
from kgqa_store.spool import PROPERTY
from kgqa_store.update_names import Named

ROOM = 1 << 30
"""How much larger than before a changed index may become; address space, not disk."""


class TableEditor:
    """Changes the tables of a name index; all at once, when `commit` is called."""

    def __init__(self, path: Path, old: NameTables) -> None:
        """Open the index in the folder `path`, which nobody else reads yet, and was `old`.

        Changes go into a file of their own, above the index as it was built.
        """
        size = (path / INDEX).stat().st_size
        self._old = old
        self._upper = open_layer(path / CHANGES, map_size=2 * size + ROOM)
        self._lower = read_layer(path / INDEX)
        self._transaction = self._upper.environment.begin(write=True)
        self._below = self._lower.environment.begin()
        self._meta: dict[str, Any] = orjson.loads(self.get("meta", b"meta") or b"")
        self._sets = {frozenset(one): place for place, one in enumerate(self._meta["sets"])}
        self._leave: defaultdict[tuple[str, bytes], set[int]] = defaultdict(set)
        self._enter: defaultdict[tuple[str, bytes], list[bytes]] = defaultdict(list)
        self._chunks: defaultdict[tuple[str, bytes], set[int]] = defaultdict(set)
        self._words: set[str] = set()

    def close(self) -> None:
        """Forget what was not committed."""
        self._below.abort()
        give_back(self._lower)
        self._upper.environment.close()

    def get(self, table: str, key: bytes) -> bytes | None:
        """Return what lies under a key."""
        found: bytes | None = self._transaction.get(key, db=self._upper.tables[table])
        if found is None:
            found = self._below.get(key, db=self._lower.tables[table])
        return found or None

    def was(self, table: str, key: bytes) -> bytes | None:
        """Return what lay under a key before any change."""
        found = self._old.get(table, key)
        return None if found is None else bytes(found)

    def put(self, table: str, key: bytes, value: bytes | None) -> None:
        """Put a value under a key; without one, remove the key."""
        if value is None and self._below.get(key, db=self._lower.tables[table]) is None:
            self._transaction.delete(key, db=self._upper.tables[table])
        else:
            self._transaction.put(key, value or GONE, db=self._upper.tables[table])

    def cursor(self, table: str) -> LayeredCursor:
        """Return a cursor over a table."""
        return LayeredCursor(
            [
                self._transaction.cursor(db=self._upper.tables[table]),
                self._below.cursor(db=self._lower.tables[table]),
            ]
        )

    def replace(self, before: Named, after: Named) -> None:
        """Put an entity in the place of what it was."""
        number = after.number
        if before == after:
            return
        for language in before.said.keys() - after.said.keys():
            self.put("entities", entity_key(number, language), None)
        for language, said in after.said.items():
            if before.said.get(language) != said:
                self.put("entities", entity_key(number, language), entry(said))
        new_header = header(after.rank, after.types) if after.is_kept else None
        self.put("entities", entity_key(number), new_header)
        old, new = before.found(), after.found()
        for table, key, _ in postings_of(number, before.rank, old, self._set):
            self._leave[table, key].add(number)
        for table, key, posting in postings_of(number, after.rank, new, self._set):
            self._enter[table, key].append(posting)
        self._meta["entities"] += bool(after.said) - bool(before.said)
        if number < PROPERTY:
            self._meta["names"] += len(new.names) - len(old.names)

    def commit(self) -> None:
        """Write everything."""
        changed = {
            key.decode()
            for table, key in self._leave.keys() | self._enter.keys()
            if self._change_postings(table, key) and table == "names"
        }
        self._write_chunks()
        _Prefixes(self).mend(changed)
        self._meta["sets"] = [sorted(languages) for languages in self._sets]
        self._meta["languages"] = languages_of(self._sets)
        self.put("meta", b"meta", orjson.dumps(self._meta))
        self._transaction.commit()
        self._upper.environment.sync(True)

    def _set(self, languages: frozenset[str]) -> int:
        if languages not in self._sets and len(self._sets) < UNKNOWN_LANGUAGES:
            self._sets[languages] = len(self._sets)
        return self._sets.get(languages, UNKNOWN_LANGUAGES)

    def _change_postings(self, table: str, key: bytes) -> bool:
        """Change who has a name; return whether anything is different."""
        found = self.get(table, key) or b""
        gone = self._leave.get((table, key), set())
        before = [found[at : at + POSTING.size] for at in range(0, len(found), POSTING.size)]
        after = [one for one in before if POSTING.unpack(one)[3] not in gone]
        after = sorted({*after, *self._enter.get((table, key), ())})
        if table == "parts":
            after = after[:MOST_PARTS_POSTINGS]
        if after == before:
            return False
        self.put(table, key, b"".join(after) or None)
        if table == "names" and bool(before) != bool(after):
            self._change_form(key.decode(), is_new=bool(after))
        return True

    # --- Typing mistakes ----------------------------------------------------------------------

    def _change_form(self, normal: str, *, is_new: bool) -> None:
        self._meta["forms"] += 1 if is_new else -1
        if not SHORTEST_WORD <= len(normal) <= LONGEST_NAME:
            if is_new:
                self._number("forms", normal)
        elif is_new:
            self._learn("typos", "forms", normal, 1)
        else:
            # What leads to a number without a form is passed over by whoever reads it.
            for number in self._known("typos", "forms", normal):
                self.put("forms", number, None)
        for word in normal.split(" ") if is_new else ():
            if SHORTEST_WORD <= len(word) <= LONGEST_WORD and word not in self._words:
                self._words.add(word)
                if not self._known("word-typos", "words", word):
                    self._learn("word-typos", "words", word, 2)

    def _number(self, forms: str, text: str) -> int:
        """Return a new number for a text."""
        number = 0
        for transaction, layer in ((self._transaction, self._upper), (self._below, self._lower)):
            with transaction.cursor(db=layer.tables[forms]) as cursor:
                if cursor.last():
                    number = max(number, int.from_bytes(cursor.key(), "big") + 1)
        self.put(forms, number.to_bytes(4, "big"), key_of(text))
        return number

    def _learn(self, table: str, forms: str, text: str, left_out: int) -> None:
        number = self._number(forms, text)
        for value in hashes(text, left_out):
            self._chunks[table, self._chunk(table, value)].add(value << 32 | number)

    def _chunk(self, table: str, value: int) -> bytes:
        return (value >> (32 - int(self._meta["bits"][table]))).to_bytes(4, "big")

    def _known(self, table: str, forms: str, text: str) -> list[bytes]:
        """Return the numbers that a text has."""

        def chunk_of(number: int) -> memoryview | None:
            found = self.get(table, number.to_bytes(4, "big"))
            return None if found is None else memoryview(found).cast("Q")

        numbers = matches(hashes(text, 0), chunk_of, self._meta["bits"][table])
        keys = [number.to_bytes(4, "big") for number in numbers]
        return [key for key in keys if self.get(forms, key) == key_of(text)]

    def _write_chunks(self) -> None:
        for (table, key), more in self._chunks.items():
            held = array("Q", self.get(table, key) or b"")
            self.put(table, key, array("Q", sorted({*held, *more})).tobytes())


class _Prefixes:
    """Keeps the best names of common beginnings in step."""

    def __init__(self, editor: TableEditor) -> None:
        self._editor = editor

    def mend(self, changed: set[str]) -> None:
        """Find the best names of all common beginnings of `changed` again."""
        touched: defaultdict[str, set[bytes]] = defaultdict(set)
        for normal in changed:
            for length in range(1, min(LONGEST, len(normal)) + 1):
                touched[normal[:length]].add(key_of(normal))
        rare = ""
        for prefix in sorted(touched):
            if rare and prefix.startswith(rare):
                continue
            best = self._best(key_of(prefix), touched[prefix])
            rare = "" if best else prefix
            if best:
                self._editor.put("prefixes", key_of(prefix), b"\0".join(best))

    def _best(self, prefix: bytes, changed: set[bytes]) -> list[bytes] | None:
        """Return the best names of a beginning, and nothing if it is not common."""
        kept = self._editor.get("prefixes", prefix)
        if kept is None:
            names = self._under(prefix, MANY)
            return self._top(self._under(prefix)) if len(names) >= MANY else None
        known = set(kept.split(b"\0"))
        worst = max(_ranked(known, self._editor.was), default=None)
        best = sorted(_ranked(known | changed, self._editor.get))[:KEPT]
        # Names that did not change and were not among the best are at most as good as the worst.
        if len(best) == len(known) and (worst is None or best[-1] <= worst):
            return [name for _, name in best]
        return self._top(self._under(prefix))

    def _under(self, prefix: bytes, most: int | None = None) -> list[bytes]:
        found: list[bytes] = []
        with self._editor.cursor("names") as cursor:
            more = cursor.set_range(prefix)
            while more and cursor.key().startswith(prefix) and len(found) != most:
                found.append(cursor.key())
                more = cursor.next()
        return found

    def _top(self, names: Iterable[bytes]) -> list[bytes]:
        return [name for _, name in sorted(_ranked(names, self._editor.get))[:KEPT]]


def _ranked(
    names: Iterable[bytes], get: Callable[[str, bytes], bytes | None]
) -> Iterator[tuple[bytes, bytes]]:
    """Give the names that somebody has, each after what sorts it by its best-known bearer."""
    for name in names:
        postings = get("names", name)
        if postings is not None:
            yield postings[: HEADER.size], name

"""Writing a name index, in passes that each hold a bounded part of it in memory."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import TypeAlias

import orjson

from kgqa_store.collect_lines import NAME_BUCKETS
from kgqa_store.names_layers import INDEX, open_layer
from kgqa_store.names_layout import (
    FORMAT,
    HEADER,
    LABEL,
    MOST,
    POSTING,
    UNKNOWN_LANGUAGES,
    entity_key,
)
from kgqa_store.names_prefixes import CommonPrefixes
from kgqa_store.names_records import Found, Spoken, found_by, languages_of, read_bucket
from kgqa_store.names_text import key_of
from kgqa_store.names_typos_build import TypoWriter
from kgqa_store.schema_words import stems
from kgqa_store.sorting import Sorter
from kgqa_store.spool import PROPERTY

MOST_ALIASES = 200
"""Aliases of an entity and language that are kept to be shown; all are found."""

POSTED = ("names", "parts", "property-names", "property-words")
"""The tables that lead from keys to entities."""

MOST_PARTS_POSTINGS = 64
"""Entities that a part of a name leads to."""

BATCH = 100_000
"""Records written in one transaction: LMDB keeps their pages in memory until it ends."""

RECENT_WORDS = 200_000
"""Words that are remembered while names are written, so that few are sorted twice."""

Record: TypeAlias = tuple[str, bytes, bytes]
"""A table, a key and a value."""

Told: TypeAlias = Callable[[str, int], None]

Names: TypeAlias = Callable[[int], Iterable[bytes]]
"""For a bucket, what is said of its entities."""

Popularity: TypeAlias = Callable[[int], Mapping[int, float]]
"""For a bucket, the popularity (0 to 1) of its entities, by number."""

Types: TypeAlias = Callable[[int], Mapping[int, tuple[int, ...]]]
"""For a bucket, the types of its entities, by number."""


class NameWriter:
    """Writes the name index of entities, whose names come in buckets."""

    def __init__(self, out: Path, scratch: Path, *, map_size: int, escaped: int = 0) -> None:
        """Write into the folder `out`, with scratch files in the folder `scratch`.

        `escaped` texts have escapes that are undone here.
        """
        out.mkdir(parents=True, exist_ok=True)
        layer = open_layer(out / INDEX, map_size=map_size)
        self._environment, self._tables = layer.environment, layer.tables
        self._scratch = scratch
        self._sorters = {table: Sorter(scratch, table) for table in POSTED}
        self._sets: dict[frozenset[str], int] = {}
        self._counts = {"entities": 0, "names": 0, "forms": 0, "escaped": escaped}

    def write(
        self,
        names: Names,
        popularity: Popularity,
        types: Types,
        schema: Iterator[Record],
        progress: Told,
    ) -> dict[str, int]:
        """Write names and `schema`; return how many entities, names and normal forms there are."""
        try:
            self._append(self._entities(names, popularity, types, progress))
            for table in ("parts", "property-names", "property-words"):
                self._append(self._postings(table))
            self._append(schema)
            progress("names found", self._counts["names"])
            self._write_names()
            progress("names written", self._counts["forms"])
            self._environment.sync(True)
        finally:
            self._environment.close()
        return self._counts

    def _append(self, records: Iterator[Record]) -> None:
        """Write records of tables; those of one table come in the order of their keys."""
        transaction = self._environment.begin(write=True)
        for place, (table, key, value) in enumerate(records, 1):
            transaction.put(key, value, db=self._tables[table], append=True)
            if place % BATCH == 0:
                transaction.commit()
                transaction = self._environment.begin(write=True)
        transaction.commit()

    def _entities(
        self, names: Names, popularity: Popularity, types: Types, progress: Told
    ) -> Iterator[Record]:
        for bucket in range(NAME_BUCKETS):
            spoken = read_bucket(names(bucket))
            popular, typed = popularity(bucket), types(bucket)
            for number in sorted(spoken.keys() | typed.keys()):
                rank = round(popular.get(number, 0.0) * MOST)
                kinds = typed.get(number, ())
                said = spoken.get(number, {})
                yield "entities", entity_key(number), header(rank, kinds)
                for language in sorted(said):
                    yield "entities", entity_key(number, language), entry(said[language])
                self._find(number, rank, found_by(said, kinds))
            self._counts["entities"] += len(spoken)
            progress("entities named", self._counts["entities"])

    def _find(self, number: int, rank: int, found: Found) -> None:
        for table, key, posting in postings_of(number, rank, found, self._set):
            self._sorters[table].add(key + b"\0" + posting)
        if number < PROPERTY:
            self._counts["names"] += len(found.names)

    def _set(self, languages: frozenset[str]) -> int:
        """Return the number of a set of languages."""
        place = self._sets.get(languages)
        if place is None:
            place = len(self._sets)
            if place >= UNKNOWN_LANGUAGES:
                return UNKNOWN_LANGUAGES
            self._sets[languages] = place
        return place

    def _postings(self, table: str) -> Iterator[Record]:
        """Yield each key of a table with its postings."""
        end = -POSTING.size - 1
        most = MOST_PARTS_POSTINGS if table == "parts" else None
        records_in_order = self._sorters[table].sorted()
        for key, records in groupby(records_in_order, key=lambda record: record[:end]):
            yield table, key, b"".join([record[end + 1 :] for record in islice(records, most)])

    def _name_records(self, forms: TypoWriter, words: Sorter) -> Iterator[Record]:
        """Yield names, their numbers, and the prefixes that very many of them have."""
        prefixes = CommonPrefixes()
        recent: set[bytes] = set()
        for table, key, postings in self._postings("names"):
            yield table, key, postings
            normal = key.decode()
            yield "forms", forms.add(normal), key
            prefixes.add(normal, MOST - HEADER.unpack_from(postings)[0])
            for word in key.split(b" "):
                if word not in recent:
                    recent.add(word)
                    words.add(word)
            if len(recent) > RECENT_WORDS:
                recent.clear()
        yield from prefixes.records()

    def _write_names(self) -> None:
        forms = TypoWriter(self._scratch, "names", edits=1)
        words = TypoWriter(self._scratch, "words", edits=2)
        vocabulary = Sorter(self._scratch, "word")
        self._append(self._name_records(forms, vocabulary))
        self._append(
            ("words", words.add(word.decode()), word) for word, _ in groupby(vocabulary.sorted())
        )
        self._append(("typos", *chunk) for chunk in forms.chunks())
        self._append(("word-typos", *chunk) for chunk in words.chunks())
        self._counts["forms"] = forms.count
        bits = {"typos": forms.bits(), "word-typos": words.bits()}
        self._append(iter([("meta", b"meta", self._meta(bits))]))

    def _meta(self, bits: dict[str, int]) -> bytes:
        sets = [sorted(languages) for languages in self._sets]
        languages = languages_of(self._sets)
        meta = {"format": FORMAT, "bits": bits, "sets": sets, "languages": languages}
        return orjson.dumps(meta | self._counts)


def postings_of(
    number: int, rank: int, found: Found, set_of: Callable[[frozenset[str]], int]
) -> Iterator[Record]:
    """Yield table, key and posting of everything an entity is found by."""
    if number >= PROPERTY:
        words = frozenset(stem for normal in found.names for stem in stems(normal))
        posting = POSTING.pack(MOST - rank, LABEL, UNKNOWN_LANGUAGES, number)
        for table, keys in (("property-names", found.names), ("property-words", words)):
            for normal in keys:
                yield table, key_of(normal), posting
        return
    for table, names in (("names", found.names), ("parts", found.parts)):
        for normal, (kind, languages) in names.items():
            posting = POSTING.pack(MOST - rank, kind, set_of(languages), number)
            yield table, key_of(normal), posting


def header(rank: int, types: Sequence[int]) -> bytes:
    """Return what lies under the key of an entity."""
    return HEADER.pack(rank) + array("Q", types).tobytes()


def entry(said: Spoken) -> bytes:
    """Return what lies under the key of an entity and a language."""
    aliases = list(dict.fromkeys(said.aliases))[:MOST_ALIASES]
    return orjson.dumps([said.label, said.description, *aliases])

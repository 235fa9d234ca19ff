"""How a name index lies on disk: one LMDB environment, and the tables in it.

entities   entity → popularity and types; entity and language → label, description, aliases
names      normal form → postings, the most popular entity first
parts      word of a name → postings, the most popular entity first, bounded
prefixes   beginning of very many normal forms → the normal forms of the most popular entities
forms      number → normal form, and `words` the same for single words
typos      part of a hash → hashes of normal forms with letters left out, and their numbers
meta       format, languages, sizes
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, NamedTuple

from kgqa_store.collect_lines import NAME_BUCKETS
from kgqa_store.errors import StoreDamaged, StoreMissing

FORMAT = 1

TABLES = ("entities", "names", "parts", "prefixes", "forms", "words", "typos", "word-typos", "meta")

LABEL, TITLE, ALIAS, SHORT_TITLE, LAST_WORD, FIRST_WORD, WORD = range(7)
KINDS = ("label", "title", "alias", "title", "last word", "first word", "word")
"""What the name of a posting is to its entity."""

POSTING = struct.Struct(">HBHQ")
"""65535 - popularity, kind, number of a set of languages, number of an entity: sorts by rank."""

HEADER = struct.Struct(">H")
"""Popularity of an entity; the numbers of its types follow."""

UNKNOWN_LANGUAGES = 0xFFFF
"""In the place of a set of languages when there are too many different ones."""

MOST = 0xFFFF
"""The popularity of the most popular entity."""


class Posting(NamedTuple):
    """An entity that has a name. Tuples, because millions are made."""

    unpopularity: int
    kind: int
    languages: int
    number: int


def entity_key(number: int, language: str = "") -> bytes:
    """Return the key of an entity, or of its names in a language. Keys sort by bucket first."""
    return b"%c%b%b" % (number % NAME_BUCKETS, number.to_bytes(8, "big"), language.encode())


def open_environment(path: Path, *, map_size: int | None = None) -> tuple[Any, dict[str, Any]]:
    """Open the LMDB environment at `path`, for writing if a size is given; return its tables."""
    import lmdb

    writing = map_size is not None
    if not writing and not (path / "data.mdb").exists():
        raise StoreMissing(
            f"there is no name index at {path}",
            hint="build the store again: kgqa store build SOURCE --out DIR",
        )
    try:
        environment = lmdb.open(
            str(path),
            map_size=map_size or 0,
            max_dbs=len(TABLES),
            readonly=not writing,
            create=writing,
            # A finished index never changes, so its readers need no lock file.
            lock=writing,
            sync=False,
            readahead=False,
            max_readers=512,
        )
        tables = {name: environment.open_db(name.encode(), create=writing) for name in TABLES}
    except lmdb.Error as error:
        raise StoreDamaged(
            f"the name index at {path} cannot be opened: {error}",
            hint="build the store again: kgqa store build SOURCE --out DIR",
        ) from error
    return environment, tables

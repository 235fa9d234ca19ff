"""How a name index lies on disk: one LMDB environment, and the tables in it.

```
entities   entity → popularity and types; entity and language → label, description, aliases
names      normal form → postings, the most popular entity first
parts      word of a name → postings, the most popular entity first, bounded
prefixes   beginning of very many normal forms → the normal forms of the most popular entities
forms      number → normal form, and `words` the same for single words
typos      part of a hash → hashes of normal forms with letters left out, and their numbers
properties, classes               the schema, one record each
property-names, property-words    the same as `names` for properties, by names and by stems
meta       format, languages, sizes
```
"""

from __future__ import annotations

import struct
import threading
from pathlib import Path
from typing import Any, NamedTuple

from kgqa_store.collect_lines import NAME_BUCKETS
from kgqa_store.errors import StoreDamaged, StoreMissing

FORMAT = 1

REBUILD = "build the store again: kgqa store build SOURCE --out DIR"

TABLES = (
    *("entities", "names", "parts", "prefixes", "forms", "words", "typos", "word-typos", "meta"),
    *("properties", "classes", "property-names", "property-words"),
)

LABEL, TITLE, ALIAS, SHORT_TITLE, LAST_WORD, FIRST_WORD, WORD = range(7)
KINDS = ("label", "title", "alias", "title", "last word", "first word", "word")
"""What the name of a posting is to its entity."""

POSTING = struct.Struct(">HBHQ")
"""65535 - popularity, kind, number of a set of languages, number of an entity: sorts by rank."""

_ENTITY = struct.Struct(">BQ")

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
    return _ENTITY.pack(number % NAME_BUCKETS, number) + language.encode("utf-8", "replace")[:99]


_SHARED: dict[Path, tuple[Any, dict[str, Any], int]] = {}
"""Environments that are open for reading, and by how many: LMDB opens each once in a process."""

_SHARING = threading.Lock()


def open_for_reading(path: Path) -> tuple[Any, dict[str, Any]]:
    """Return the LMDB environment at `path` and its tables; to be given back."""
    place = path.resolve()
    with _SHARING:
        environment, tables, readers = _SHARED.get(place) or (*_open(place, 0), 0)
        _SHARED[place] = environment, tables, readers + 1
    return environment, tables


def give_back(path: Path) -> None:
    """Close the environment at `path` if nobody else in this process reads it."""
    place = path.resolve()
    with _SHARING:
        environment, tables, readers = _SHARED.pop(place)
        if readers > 1:
            _SHARED[place] = environment, tables, readers - 1
        else:
            environment.close()


def open_for_writing(path: Path, *, map_size: int) -> tuple[Any, dict[str, Any]]:
    """Return a new LMDB environment at `path` and its tables."""
    return _open(path, map_size)


def _open(path: Path, map_size: int) -> tuple[Any, dict[str, Any]]:
    import lmdb

    writing = map_size > 0
    if not writing and not (path / "data.mdb").exists():
        raise StoreMissing(f"there is no name index at {path}", hint=REBUILD)
    try:
        environment = lmdb.open(
            str(path),
            map_size=map_size,
            max_dbs=len(TABLES),
            readonly=not writing,
            create=writing,
            lock=False,  # one process writes, and nobody reads before it is finished
            sync=False,
            readahead=False,
        )
        tables = {name: environment.open_db(name.encode(), create=writing) for name in TABLES}
    except lmdb.Error as error:
        message = f"the name index at {path} cannot be opened: {error}"
        raise StoreDamaged(message, hint=REBUILD) from error
    return environment, tables

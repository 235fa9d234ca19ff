"""How a name index lies on disk: the tables in its LMDB environments.

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
from typing import NamedTuple

from kgqa_store.collect_lines import NAME_BUCKETS

FORMAT = 1
"""Raised whenever an index that was built before would be misread."""

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

"""Normal forms that a mistyped name may stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

from kgqa_store.names_tables import NameTables
from kgqa_store.names_text import key_of
from kgqa_store.names_typos import (
    LONGEST_NAME,
    LONGEST_WORD,
    SHORTEST_WORD,
    edits_between,
    hashes,
    matches,
)

MOST_WORDS = 12
"""Names of more words are not corrected."""

MOST_CORRECTIONS = 40
"""Corrections of a word that are tried, those with fewer edits first."""

MOST_IN_PAIRS = 30
"""Corrections of each of two words that are tried together."""

TWO_EDITS = 7
"""In words with fewer letters only one edit is tried: two would fit hundreds of words."""


def similar(tables: NameTables, normal: str, max_edits: int) -> dict[str, int]:
    """Return normal forms of the index at most `max_edits` away from `normal`, and how far.

    All those one edit away are found. Two edits are found when each is inside a word; they are
    looked for only when nothing is nearer.
    """
    found: dict[str, int] = {}
    if SHORTEST_WORD - 1 <= len(normal) <= LONGEST_NAME + 1:
        found.update(_near(tables, "typos", "forms", normal, 1, max_edits))
    if not any(edits <= 1 for edits in found.values()) and max_edits > 0:
        for form, edits in _by_words(tables, normal, max_edits):
            found[form] = min(edits, found.get(form, edits))
    return found


def _near(
    tables: NameTables, table: str, forms: str, text: str, left_out: int, limit: int
) -> Iterator[tuple[str, int]]:
    """Yield texts at most `limit` edits away that agree with `text` without so many letters."""
    chunk_of = _chunks(tables, table)
    for number in set(matches(hashes(text, left_out), chunk_of, tables.meta["bits"][table])):
        key = tables.get(forms, number.to_bytes(4, "big"))
        if key is None:
            continue
        form = str(key, "utf-8")
        edits = edits_between(text, form, limit)
        if edits is not None:
            yield form, edits


def _chunks(tables: NameTables, table: str) -> Callable[[int], memoryview | None]:
    def chunk_of(number: int) -> memoryview | None:
        found = tables.get(table, number.to_bytes(4, "big"))
        return None if found is None else found.cast("Q")

    return chunk_of


def _by_words(tables: NameTables, normal: str, max_edits: int) -> Iterator[tuple[str, int]]:
    """Yield names that become `normal` by edits inside at most two of its words.

    Words that the index knows are taken to be right, unless that leads nowhere.
    """
    words = normal.split(" ")
    if len(words) > MOST_WORDS:
        return
    unknown = [place for place, word in enumerate(words) if not _is_known(tables, word)]
    found = False
    for match in _corrected(tables, words, unknown, max_edits):
        found = True
        yield match
    if not found and len(unknown) < len(words):
        yield from _corrected(tables, words, list(range(len(words))), max_edits)


def _is_known(tables: NameTables, word: str) -> bool:
    return len(word) < SHORTEST_WORD or any(_near(tables, "word-typos", "words", word, 0, 0))


def _corrected(
    tables: NameTables, words: list[str], places: list[int], max_edits: int
) -> Iterator[tuple[str, int]]:
    """Yield names that differ from `words` in one or two of `places`."""
    choices = {place: _corrections(tables, words[place], max_edits) for place in places}
    for place, corrections in choices.items():
        for word, edits in corrections:
            yield from _existing(tables, words, {place: word}, edits)
    if max_edits < 2:
        return
    near = {
        place: [word for word, edits in found[:MOST_IN_PAIRS] if edits == 1]
        for place, found in choices.items()
    }
    for one, other in combinations(places, 2):
        for first, second in product(near[one], near[other]):
            yield from _existing(tables, words, {one: first, other: second}, 2)


def _existing(
    tables: NameTables, words: list[str], changes: dict[int, str], edits: int
) -> Iterator[tuple[str, int]]:
    form = " ".join(changes.get(place, word) for place, word in enumerate(words))
    if tables.get("names", key_of(form)) is not None:
        yield form, edits


def _corrections(tables: NameTables, word: str, max_edits: int) -> list[tuple[str, int]]:
    """Return other words of the index that `word` may stand for, nearer ones first."""
    if not SHORTEST_WORD <= len(word) <= LONGEST_WORD:
        return []
    limit = min(max_edits, 1 if len(word) < TWO_EDITS else 2)
    near = _near(tables, "word-typos", "words", word, limit, limit)
    found = sorted((edits, other[:1] != word[:1], other) for other, edits in near if edits)
    return [(other, edits) for edits, _, other in found[:MOST_CORRECTIONS]]

"""The name index: from what people write to entities, and from entities to what people read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self, TypeAlias

from kgqa_store.names_fuzzy import similar
from kgqa_store.names_layout import HEADER, MOST, Posting
from kgqa_store.names_mentions import Mention, spans
from kgqa_store.names_prefixes import MANY
from kgqa_store.names_rank import (
    ARTICLE,
    AS_IS,
    NO_ARTICLE,
    PLURAL,
    POSSESSIVE,
    PREFIX,
    TYPOS,
    Candidate,
    explain,
    worth,
)
from kgqa_store.names_tables import FALLBACKS, NameTables
from kgqa_store.names_text import join, key_of, normalise, singulars, tokens, without_article

LOOKED_AT = 24
"""Postings of one name that are ranked: the most popular ones."""

SHORTEST_PREFIX = 3
"""In a search, shorter texts are not completed."""


Match: TypeAlias = tuple[float, Posting, str, str]
"""A score, a posting, the normal form it was found by, and the manner."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of an entity in one language."""

    id: str
    label: str
    description: str
    aliases: tuple[str, ...]
    types: tuple[str, ...]
    popularity: float


class NameIndex:
    """Looks up names. Any number of processes share one copy in memory."""

    def __init__(self, path: Path) -> None:
        """Open the name index in the folder `path`."""
        self._tables = NameTables(path)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Return the name index in the folder `path`."""
        return cls(path)

    def close(self) -> None:
        """Give the files back."""
        self._tables.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which there are names."""
        return tuple(self._tables.meta["languages"])

    @property
    def counts(self) -> dict[str, int]:
        """How many entities, names (per entity), normal forms, and texts with escapes there are."""
        meta = self._tables.meta
        return {name: meta.get(name, 0) for name in ("entities", "names", "forms", "escaped")}

    # --- From entities to names ---------------------------------------------------------------

    def labels(self, ids: Iterable[str], language: str = "en") -> dict[str, str]:
        """Return the label of each of `ids` that has one, in `language` or else in another."""
        found: dict[str, str] = {}
        for identifier in ids:
            number = self._tables.ids.number(identifier)
            label = None if number is None else self._tables.label(number, language)
            if label is not None:
                found[identifier] = label
        return found

    def labels_of(self, identifier: str) -> list[str]:
        """Return the labels of an entity in all languages."""
        number = self._tables.ids.number(identifier)
        if number is None:
            return []
        entries = (self._tables.entry(number, one) for one in self._tables.languages(number))
        return [entry[0] for entry in entries if entry and entry[0]]

    def describe(self, identifier: str, language: str = "en") -> Entry | None:
        """Return what is known of an entity, and None if the index does not have it."""
        number = self._tables.ids.number(identifier)
        if number is None:
            return None
        popularity, types = self._tables.header(number)
        label = self._tables.label(number, language)
        if label is None and not types:
            return None
        said = [self._tables.entry(number, choice) or ["", ""] for choice in (language, *FALLBACKS)]
        return Entry(
            id=identifier,
            label=label or identifier,
            description=next((entry[1] for entry in said if entry[1]), ""),
            aliases=tuple(said[0][2:]),
            types=tuple(name for name in map(self._tables.ids.id, types) if name),
            popularity=popularity,
        )

    def types(self, identifier: str) -> tuple[str, ...]:
        """Return the classes that an entity is declared an instance of."""
        number = self._tables.ids.number(identifier)
        types = () if number is None else self._tables.header(number)[1]
        return tuple(name for name in map(self._tables.ids.id, types) if name)

    def popularity(self, identifier: str) -> float:
        """Return how well known an entity is: 0 to 1, logarithmic."""
        number = self._tables.ids.number(identifier)
        return 0.0 if number is None else self._tables.header(number)[0]

    # --- From names to entities ---------------------------------------------------------------

    def exact(self, name: str, language: str | None = None, *, limit: int = 10) -> list[Candidate]:
        """Return the entities whose label, alias or title has the normal form of `name`."""
        normal = normalise(name)
        return self._ranked(self._found(normal, AS_IS, language=language), limit, language)

    def prefix(self, text: str, limit: int = 20) -> list[Candidate]:
        """Return well-known entities with a name that begins with `text`."""
        found = (
            match
            for normal in self._beginning(normalise(text), limit)
            for match in self._found(normal, PREFIX, most=4)
        )
        return self._ranked(found, limit)

    def fuzzy(self, name: str, limit: int = 20, max_edits: int = 2) -> list[Candidate]:
        """Return the entities with a name at most `max_edits` (0 to 2) edits from `name`."""
        near = similar(self._tables, normalise(name), min(max_edits, 2))
        found = (match for form, edits in near.items() for match in self._found(form, TYPOS[edits]))
        return self._ranked(found, limit)

    def parts(self, word: str, limit: int = 20) -> list[Candidate]:
        """Return well-known entities that have `word` as one of several words of a name."""
        return self._ranked(self._found(normalise(word), AS_IS, table="parts"), limit)

    def search(self, text: str, limit: int = 10, language: str | None = None) -> list[Candidate]:
        """Return the best candidates of all kinds of look-up, best first.

        Names with mistakes are looked for only when no entity has the name as it stands.
        """
        normal = normalise(text)
        found = [
            match
            for form, how in self._forms(text, normal)
            for match in self._found(form, how, language=language)
        ]
        if not found:
            near = similar(self._tables, normal, 2)
            found = [match for form, n in near.items() for match in self._found(form, TYPOS[n])]
        found += self._found(normal, AS_IS, table="parts", language=language)
        if len(normal) >= SHORTEST_PREFIX:
            for form in self._beginning(normal, limit):
                found += self._found(form, PREFIX, most=4, language=language)
        return self._ranked(found, limit, language)

    def mentions(self, text: str, *, limit: int = 10, language: str | None = None) -> list[Mention]:
        """Return every span of words of `text` that is a name, in the order of their starts."""
        found: list[Mention] = []
        for span in spans(self._tables, text):
            matches = [
                match
                for table, form, how in span.forms
                for match in self._found(form, how, table=table, language=language, most=limit)
            ]
            if candidates := self._ranked(matches, limit, language):
                found.append(Mention(span.start, span.end, text[span.start : span.end], candidates))
        return found

    def _forms(self, text: str, normal: str) -> Iterator[tuple[str, tuple[str, float]]]:
        """Yield normal forms that `text` may be a form of."""
        yield normal, AS_IS
        base = join([token.base for token in tokens(text)])
        if base != normal:
            yield base, POSSESSIVE
        bare = without_article(normal)
        yield (f"the {normal}", ARTICLE) if bare is None else (bare, NO_ARTICLE)
        for single in singulars(bare or normal):
            yield single, PLURAL

    def _beginning(self, normal: str, limit: int) -> list[str]:
        """Return the normal forms of best-known entities that begin with `normal`."""
        start = key_of(normal)
        common = self._tables.get("prefixes", start)
        if common is not None:
            return [key.decode() for key in bytes(common).split(b"\0")[:limit]]
        names: list[tuple[bytes, bytes]] = []
        with self._tables.cursor("names") as cursor:
            if start and cursor.set_range(start):
                for key, postings in islice(cursor.iternext(), MANY):
                    if key[: len(start)] != start:
                        break
                    names.append((bytes(postings[: HEADER.size]), bytes(key)))
        return [key.decode() for _, key in nsmallest(limit, names)]

    def _found(
        self,
        normal: str,
        how: tuple[str, float],
        *,
        table: str = "names",
        language: str | None = None,
        most: int = LOOKED_AT,
    ) -> list[Match]:
        """Return the best-known entities that have a name, in no order that matters."""
        manner, factor = how
        postings = self._tables.postings(table, key_of(normal), most)
        if language is not None:
            postings = filter(lambda one: self._tables.has_language(one, language), postings)
        return [(worth(posting, factor), posting, normal, manner) for posting in postings]

    def _ranked(
        self, found: Iterable[Match], limit: int, language: str | None = None
    ) -> list[Candidate]:
        """Return the best match of each entity, best first."""
        if isinstance(found, list) and len(found) < 2:  # most names have one bearer
            return [self._candidate(match, language or "en") for match in found[:limit]]
        best: dict[int, Match] = {}
        for match in found:
            number = match[1].number
            if number not in best or best[number][0] < match[0]:
                best[number] = match
        ranked = sorted(best.values(), key=_rank)[:limit]
        return [self._candidate(match, language or "en") for match in ranked]

    def _candidate(self, match: Match, language: str) -> Candidate:
        score, posting, normal, manner = match
        tables, number = self._tables, posting.number
        identifier = tables.ids.id(number) or ""
        return Candidate(
            identifier,
            tables.label(number, language) or identifier,
            normal,
            explain(posting, manner),
            tables.language_of(posting, language),
            (MOST - posting.unpopularity) / MOST,
            score,
        )


def _rank(match: Match) -> tuple[float, int]:
    return -match[0], match[1].number

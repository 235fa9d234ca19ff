"""From the notation with names to an expression over one store: `director("Christopher Nolan")`.

A name means the item or property that has it as its label or as another name. It is clear if it
can mean one only, or one that is far better known than all others; else the user is asked.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from types import TracebackType
from typing import NoReturn, Self

from kgqa_store.item_names import find_items
from kgqa_store.names import Entry, NameIndex
from kgqa_store.names_text import normalise
from kgqa_store.popularity import edges_of
from kgqa_store.property_names import find_properties
from kgqa_store.schema import Schema
from kgqa_store.store import Store

from kgqa.algebra import Property, Query, parse_expression
from kgqa.algebra.errors import Meaning, UnclearName, UnknownName
from kgqa.algebra.ids import is_item
from kgqa.algebra.names import Name
from kgqa.answers import LinkedName

FAR = 10.0
"""A meaning is clear if it is so many times better known than any other of the name."""
OTHER_NAME = 0.1
"""What has a name beside its label counts so much of how well known it is."""
SHOWN = 5
"""So many candidates are shown of a name that is not clear."""
COMPARED = 2000
"""So many properties are compared with a name that none has."""
LONGEST_SHOWN = 200
"""So many characters of a name or an expression are shown in an error."""
_ITEM_DATATYPES = frozenset({"WikibaseItem", "wikibase-item"})


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression, and what the names in it were taken for."""

    query: Query
    links: tuple[LinkedName, ...] = ()


def read_expression(text: str, store: Store, *, language: str = "en") -> Expression:
    """Return the expression that `text` denotes over `store`, in which names may stand for ids.

    What is no expression raises `NotationError`, a name that means nothing `UnknownName`, and one
    that can mean several things `UnclearName`, each with its place in the text.
    """
    with StoreNames(store, language) as names:
        return Expression(parse_expression(text, names), names.links)


class StoreNames:
    """What names mean in one store. It is for one text, and for one thread."""

    def __init__(self, store: Store, language: str = "en") -> None:
        """Look into the indexes of `store` as soon as there is a name."""
        self._store, self._language = store, language
        self._open = ExitStack()
        self._links: dict[tuple[str, str], LinkedName] = {}

    @property
    def links(self) -> tuple[LinkedName, ...]:
        """What names were taken for, each once, in the order of the text."""
        return tuple(self._links.values())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    @cached_property
    def _index(self) -> NameIndex | None:
        # The store's own is for the thread that happens to read labels; to open one takes 0.2 ms.
        path = getattr(self._store, "path", None)
        if path is None or getattr(self._store, "names", None) is None:
            return None
        return self._open.enter_context(NameIndex(path / "names"))

    @cached_property
    def _schema(self) -> Schema | None:
        if self._index is None:
            return None
        return self._open.enter_context(Schema(self._store.path / "names"))  # type: ignore[attr-defined]  # it has an index

    # --- What the notation asks ---

    def thing(self, text: str) -> str:
        """Return the item that a whole text is the id or the name of."""
        words = text.strip()
        if is_item(words):
            return words
        return self.item(Name(words, words, 0, len(words)))

    def item(self, name: Name) -> str:
        """Return the id of the item that a name means."""
        return self._clear_item(name, lambda id_: True)

    def class_(self, name: Name) -> str:
        """Return the id of the class that a name means: of items, those that have instances."""
        schema = self._schema

        def has_instances(id_: str) -> bool:
            found = schema.class_(id_) if schema else None
            return found is not None and found.total > 0

        return self._clear_item(name, has_instances)

    def property(self, name: Name) -> str:
        """Return the id of the property that a name means; no two have the same label."""
        if self._schema is None:
            self._refuse(name)
        named = self._schema.named(name.words)
        labels = self._schema.labels(named, self._language)
        labelled = [id_ for id_ in named if normalise(labels[id_]) == normalise(name.words)]
        known = {id_: self._edges(id_) + 1.0 for id_ in labelled or named}
        best = _clear(known)
        if best is None:
            self._ask(name, "property", known, self._nearly_properties(name.words, known))
        return self._linked(name, best)

    def is_property(self, words: str) -> bool:
        """Return whether words are the label or another name of a property."""
        return self._schema is not None and bool(self._schema.named(words))

    def has_items(self, property_: Property) -> bool:
        """Return whether values of a property are items: as declared, else as most of them are."""
        statistics = self._store.statistics
        if statistics is None or self._index is None:
            return False
        declared = statistics.datatypes.get(property_.id)
        if declared:
            return declared in _ITEM_DATATYPES
        counted: Counter[str] = Counter()
        for used in (statistics.edges, statistics.qualifiers):
            counted.update(used[property_.id].kinds if property_.id in used else {})
        return counted["entity"] * 2 > counted.total() - counted["unknown"]

    # --- Which one is meant ---

    def _clear_item(self, name: Name, fits: Callable[[str], bool]) -> str:
        if self._index is None:
            self._refuse(name)
        found = [one for one in self._index.exact(name.words, limit=100) if is_item(one.id)]
        fitting = [one for one in found if fits(one.id)] or found
        known = {
            one.id: (edges_of(one.popularity) + 1.0) * (1.0 if one.how == "label" else OTHER_NAME)
            for one in fitting
        }
        best = _clear(known)
        if best is None:
            self._ask(name, "item", known, self._nearly(name.words, known))
        return self._linked(name, best)

    def _nearly(self, words: str, known: Mapping[str, float]) -> list[Meaning]:
        """Return the best known items of a name; where there is none, those called nearly so."""
        if self._index is None:
            return []
        ids = sorted(known, key=lambda id_: -known[id_])[:SHOWN]
        if not ids:
            found = find_items(self._index, words, limit=SHOWN, language=self._language)
            ids = [one.id for one in found]
        entries = [self._index.describe(id_, self._language) for id_ in ids]
        return [self._meaning(one, self._index) for one in entries if one]

    def _meaning(self, entry: Entry, index: NameIndex) -> Meaning:
        """Return what tells an item from others: its description, else what it is."""
        kinds = index.labels(entry.types, self._language)
        return Meaning(entry.id, entry.label, entry.description or ", ".join(kinds.values()))

    def _nearly_properties(self, words: str, known: Mapping[str, float]) -> list[Meaning]:
        """Return the most frequent properties of a name, else those that are called nearly so."""
        schema = self._schema
        if schema is None:
            return []
        ids: Sequence[str] = sorted(known, key=lambda id_: -known[id_])
        if not ids:
            found = find_properties(schema, words, limit=SHOWN, language=self._language)
            ids = [one.id for one in found] or self._misspelt(words, schema)
        entries = [schema.property(id_, self._language) for id_ in ids[:SHOWN]]
        return [Meaning(one.id, one.label, one.description) for one in entries if one]

    def _misspelt(self, words: str, schema: Schema) -> list[str]:
        """Return the properties whose labels are nearest to `words`, of the most frequent ones."""
        labels = schema.labels(schema.properties()[:COMPARED], self._language)
        ids = {normalise(label): id_ for id_, label in labels.items()}
        return [ids[near] for near in get_close_matches(normalise(words), ids, n=SHOWN)]

    def _edges(self, property_: str) -> float:
        """Return how often a property is used."""
        statistics = self._store.statistics
        used = (statistics.edges, statistics.qualifiers) if statistics else ()
        return float(sum(one[property_].edges for one in used if property_ in one))

    def _linked(self, name: Name, id_: str) -> str:
        label = self._index.labels([id_], self._language).get(id_, id_) if self._index else id_
        self._links.setdefault((name.words, id_), LinkedName(name.words, id_, label))
        return id_

    # --- What is not clear ---

    def _ask(
        self, name: Name, sort: str, known: Mapping[str, float], meanings: Sequence[Meaning]
    ) -> NoReturn:
        """Say that a name means nothing, or more than one thing, and show what it may mean."""
        if known:
            many = f"{len(known)} {'properties' if sort == 'property' else 'items'}"
            hint = f"write the id of the one that is meant: {_with(name, meanings[0].id)}"
            problem = f"'{_short(name.words)}' can mean {many}"
            raise _error(UnclearName, problem, name, hint, meanings)
        option = "--properties " if sort == "property" else ""
        hint = f"look for it: kgqa link {option}{shlex.quote(_short(name.words))}"
        if meanings:
            hint = f"write the id of one of these, if it was meant: {_with(name, meanings[0].id)}"
        problem = f"no {sort} of the store is called '{_short(name.words)}'"
        raise _error(UnknownName, problem, name, hint, meanings)

    def _refuse(self, name: Name) -> NoReturn:
        problem = f"names need an index, and {self._store.location} has none"
        hint = (
            "write ids, such as Q42 and P31, or build an index: "
            "kgqa store build DUMP --index-only --endpoint URL --out DIR"
        )
        raise _error(UnknownName, problem, name, hint)


def _error(
    kind: type[UnknownName],
    problem: str,
    name: Name,
    hint: str,
    meanings: Sequence[Meaning] = (),
) -> UnknownName:
    return kind(
        problem, text=name.text, start=name.start, end=name.end, hint=hint, candidates=meanings
    )


def _clear(known: Mapping[str, float]) -> str | None:
    """Return the one that is meant, by how well known each is; nothing where it is not clear."""
    ranked = sorted(known, key=lambda id_: -known[id_])
    if not ranked or (len(ranked) > 1 and known[ranked[0]] < FAR * known[ranked[1]]):
        return None
    return ranked[0]


def _with(name: Name, id_: str) -> str:
    """Return the expression with an id in the place of a name; of a long one, the id alone."""
    text = f"{name.text[: name.start]}{id_}{name.text[name.end :]}"
    return text if len(text) <= LONGEST_SHOWN else id_


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_SHOWN else f"{words[:LONGEST_SHOWN]}…"

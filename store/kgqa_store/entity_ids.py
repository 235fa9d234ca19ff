"""From the numbers that indexes have for things to their ids, and back.

Wikidata's ids are numbers. The things of other graphs are numbered when their indexes are made:
`ids.txt` beside the names has the number of items, then one id a line: items, then properties.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Protocol

from kgqa_store.spool import OTHER, PROPERTY, entity_id, entity_number

FILE = "ids.txt"
FIRST = 1_000_001
"""The number of the first item: above those whose smallness tells that they are well known."""
FIRST_PROPERTY = 1_001
INSTANCE_OF, SUBCLASS_OF = 31, 279
"""The numbers of the properties that tell classes, as in Wikidata."""


class EntityIds(Protocol):
    """Knows the ids of things by number."""

    def id(self, number: int) -> str | None:
        """Return the id of an entity; None for the number of anything else."""

    def number(self, identifier: str) -> int | None:
        """Return the number of an entity; None if there is none with this id."""


class WikidataIds:
    """The ids of Wikidata, which are numbers."""

    def id(self, number: int) -> str | None:
        """Return the id of an entity."""
        return entity_id(number)

    def number(self, identifier: str) -> int | None:
        """Return the number of an entity."""
        return entity_number(identifier) if identifier else None


WIKIDATA_IDS = WikidataIds()


class ListedIds:
    """Ids that were given numbers one after the other."""

    def __init__(self, items: Iterable[str] = (), properties: Iterable[str] = ()) -> None:
        """Give the ids numbers in this order; the first two properties tell classes."""
        self._items, self._properties = list(items), list(properties)

    @cached_property
    def _item_numbers(self) -> dict[str, int]:
        return {id_: number for number, id_ in enumerate(self._items, FIRST)}

    @cached_property
    def _property_numbers(self) -> dict[str, int]:
        return {
            id_: PROPERTY + _property_number(place) for place, id_ in enumerate(self._properties)
        }

    def add(self, identifier: str) -> int:
        """Return the number of an item, which may be new."""
        found = self._item_numbers.get(identifier)
        if found is None:
            found = self._item_numbers[identifier] = FIRST + len(self._items)
            self._items.append(identifier)
        return found

    def id(self, number: int) -> str | None:
        """Return the id of an entity."""
        if number >= OTHER:
            return None
        if number < PROPERTY:
            place = number - FIRST
            return self._items[place] if 0 <= place < len(self._items) else None
        place = _property_place(number - PROPERTY)
        return self._properties[place] if 0 <= place < len(self._properties) else None

    def number(self, identifier: str) -> int | None:
        """Return the number of an entity."""
        found = self._property_numbers.get(identifier)
        return self._item_numbers.get(identifier) if found is None else found

    def save(self, folder: Path) -> None:
        """Write the ids beside the names in `folder`."""
        lines = [str(len(self._items)), *self._items, *self._properties]
        (folder / FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _property_number(place: int) -> int:
    return (INSTANCE_OF, SUBCLASS_OF)[place] if place < 2 else FIRST_PROPERTY + place - 2


def _property_place(number: int) -> int:
    if number in (INSTANCE_OF, SUBCLASS_OF):
        return (INSTANCE_OF, SUBCLASS_OF).index(number)
    return number - FIRST_PROPERTY + 2 if number >= FIRST_PROPERTY else -1


def open_ids(folder: Path) -> EntityIds:
    """Return the ids of the names in `folder`."""
    path = folder / FILE
    if not path.exists():
        return WIKIDATA_IDS
    size, *ids = path.read_text(encoding="utf-8").splitlines()
    return ListedIds(ids[: int(size)], ids[int(size) :])

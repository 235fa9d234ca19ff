"""What a slice keeps: found by one reading of the sources and as many steps over its tables.

Sets of items have a bit each; statements and value nodes are sorted numbers of eight bytes.
"""

from __future__ import annotations

import shutil
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kgqa_store.entity_set import EntitySet
from kgqa_store.errors import SourceError
from kgqa_store.slicing import Slice
from kgqa_store.sources import Source
from kgqa_store.survey import Rows, Survey

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kgqa_store.survey import Table

    Numbers: TypeAlias = npt.NDArray[np.uint64]
    Mask: TypeAlias = npt.NDArray[np.bool_]

INSTANCE_OF, SUBCLASS_OF = 31, 279


@dataclass(slots=True)
class Kept:
    """What a slice keeps, once the sources have been read for it."""

    chosen: EntitySet | None = None
    """The items it chooses; nothing for all."""
    labelled: EntitySet | None = None
    """The items with a label in its languages; nothing where that does not matter."""
    named: EntitySet | None = None
    """Items that what is kept leads to: of them the names and the classes above are kept."""
    identifiers: frozenset[str] = frozenset()
    """Properties whose values identify something elsewhere, as the sources declare them."""
    statements: array[int] | None = None
    """Hashes of statements, in order; nothing where every line tells for itself."""
    values: array[int] | None = None
    """The same for value nodes."""

    def has(self, name: str) -> bool:
        """Whether the entity called `name` is kept; properties always are."""
        if name[:1] != "Q":
            return name[:1] == "P" or self.chosen is None
        return self.has_item(int(name[1:]))

    def has_item(self, number: int) -> bool:
        """Whether the item with that number is kept."""
        return (self.chosen is None or number in self.chosen) and (
            self.labelled is None or number in self.labelled
        )

    def names(self, name: str) -> bool:
        """Whether of the item called `name` the names are kept."""
        return name[:1] == "Q" and self.names_item(int(name[1:]))

    def names_item(self, number: int) -> bool:
        """Whether of the item with that number the names are kept."""
        return self.named is not None and number in self.named

    def is_labelled(self, number: int) -> bool:
        """Whether an item may be pointed at."""
        return self.labelled is None or number in self.labelled

    def save(self, place: Path) -> None:
        """Write it into the folder `place`, which exists."""
        for name in ("chosen", "labelled", "named"):
            found = getattr(self, name)
            if found is not None:
                found.save(place / name)
        for name in ("statements", "values"):
            numbers = getattr(self, name)
            if numbers is not None:
                (place / name).write_bytes(numbers.tobytes())
        (place / "identifiers").write_text("\n".join(sorted(self.identifiers)))

    @staticmethod
    def read(place: Path) -> Kept:
        """Return what was saved in `place`."""
        chosen, labelled, named = (
            EntitySet.read(place / name) if (place / name).exists() else None
            for name in ("chosen", "labelled", "named")
        )
        statements, values = (
            array("Q", (place / name).read_bytes()) if (place / name).exists() else None
            for name in ("statements", "values")
        )
        identifiers = frozenset((place / "identifiers").read_text().split())
        return Kept(chosen, labelled, named, identifiers, statements, values)


def is_among(number: int, numbers: array[int]) -> bool:
    """Whether a number is one of `numbers`, which are in order."""
    place = bisect_left(numbers, number)
    return place < len(numbers) and numbers[place] == number


def select(
    sources: Sequence[Source],
    wanted: Slice,
    scratch: Path,
    *,
    tell: Callable[[int], None] = lambda _: None,
) -> Kept:
    """Return what `wanted` keeps of `sources`, which are read once, or not at all.

    The folder `scratch` is made for the tables and removed.
    """
    from_stdin = any(source.is_stdin for source in sources)
    if from_stdin and wanted.reads_twice:
        raise SourceError(
            "A slice that chooses entities reads its sources twice, "
            "and standard input can be read only once.",
            hint="Save it to a file first, and name the file.",
        )
    if from_stdin or not (wanted.reads_twice or wanted.chooses_properties):
        return Kept()
    scratch.mkdir()
    try:
        survey = Survey(scratch, wanted.plan)
        survey.read(sources, tell)
        return _Selection(survey, wanted).kept()
    finally:
        shutil.rmtree(scratch)


class _Selection:
    """Finds what a slice keeps among what a survey has found."""

    def __init__(self, survey: Survey, wanted: Slice) -> None:
        self._survey = survey
        self._wanted = wanted
        external = frozenset() if wanted.plan.external_ids else frozenset(survey.identifiers)
        self._identifiers = external
        self._forbidden = _numbers(wanted.plan.without | external)
        only = wanted.plan.properties
        self._only = None if only is None else _numbers(only)
        self._labelled = survey.labelled if wanted.only_labelled else None
        self._chosen: EntitySet | None = None

    def kept(self) -> Kept:
        """Return what the slice keeps."""
        if self._wanted.chooses_entities:
            self._chosen = self._choose()
        statements = self._statements()
        values = self._leading(self._survey.nodes, statements)
        named = None if self._chosen is None else self._named(statements, values)
        return Kept(
            self._chosen,
            self._labelled,
            named,
            self._identifiers,
            array("Q", statements.tobytes()),
            array("Q", values.tobytes()),
        )

    def _choose(self) -> EntitySet:
        """Return the members of the classes, the entities that are named, and those near them."""
        chosen = self._classes()
        classes = chosen.copy()
        for name in self._wanted.entities:
            chosen.add(int(name[1:]))
        for part in self._survey.edges.parts():
            part = part[part[:, 0] == INSTANCE_OF]
            chosen.add_all(part[classes.has_all(part[:, 2]), 1])
        for _ in range(self._wanted.depth):
            inner = chosen.copy()
            for part in self._claimed(self._survey.edges):
                chosen.add_all(part[inner.has_all(part[:, 1]), 2])
        return chosen

    def _classes(self) -> EntitySet:
        """Return the classes of the slice and all classes below them."""
        found = EntitySet()
        for name in self._wanted.classes:
            found.add(int(name[1:]))
        return self._closed(found, start=2, end=1)

    def _closed(self, found: EntitySet, *, start: int, end: int) -> EntitySet:
        """Return `found` and what subclass edges lead to, from their column `start` to `end`."""
        import numpy as np

        edges = self._survey.edges.parts()
        table = np.concatenate(
            [
                np.empty((0, 3), dtype=np.uint64),
                *(part[part[:, 0] == SUBCLASS_OF] for part in edges),
            ]
        )
        while True:
            known = found.has_all(table[:, end])
            fresh = found.has_all(table[:, start]) & ~known
            if not fresh.any():
                return found
            found.add_all(table[fresh, end])
            table = table[~known & ~fresh]

    def _claimed(self, rows: Rows) -> Iterator[Table]:
        """Give the parts of a table whose properties the slice keeps for statements."""
        import numpy as np

        for part in self._allowed(rows):
            yield part if self._only is None else part[np.isin(part[:, 0], self._only)]

    def _allowed(self, rows: Rows) -> Iterator[Table]:
        """Give the parts of a table whose properties the slice does not leave out."""
        import numpy as np

        for part in rows.parts():
            yield part[~np.isin(part[:, 0], self._forbidden)] if len(self._forbidden) else part

    def _has(self, items: Numbers) -> Mask:
        """Return for each of `items` whether the slice keeps what is said of it."""
        import numpy as np

        found = np.ones(len(items), dtype=bool)
        for some in (self._chosen, self._labelled):
            if some is not None:
                found &= some.has_all(items)
        return found

    def _statements(self) -> Numbers:
        found = [part[self._has(part[:, 1]), 2] for part in self._claimed(self._survey.claims)]
        return _sorted(found)

    def _leading(self, rows: Rows, starts: Numbers) -> Numbers:
        """Return what `rows` lead to from `starts`, in order."""
        import numpy as np

        return _sorted([part[np.isin(part[:, 1], starts), 2] for part in self._allowed(rows)])

    def _named(self, statements: Numbers, values: Numbers) -> EntitySet:
        """Return the items that what is kept leads to, and all classes above them."""
        import numpy as np

        found = EntitySet()
        for rows in (self._survey.edges, self._survey.mentions):
            for part in self._claimed(rows):
                found.add_all(part[self._has(part[:, 1]), 2])
        found.add_all(self._leading(self._survey.details, np.concatenate([statements, values])))
        return self._closed(found, start=1, end=2)


def _numbers(names: frozenset[str]) -> Numbers:
    import numpy as np

    return np.array(sorted(int(name[1:]) for name in names), dtype=np.uint64)


def _sorted(parts: list[Numbers]) -> Numbers:
    import numpy as np

    return np.unique(np.concatenate([np.empty(0, dtype=np.uint64), *parts]))

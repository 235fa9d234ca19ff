"""Which entities a slice keeps, found by reading the sources as often as it takes.

Classes are few, so their edges are held in memory; everything else is a set with a bit an entity.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgqa_store.entity_set import EntitySet
from kgqa_store.errors import SourceError
from kgqa_store.json_source import entities
from kgqa_store.rdf_source import turtle_lines
from kgqa_store.slicing import Slice
from kgqa_store.sources import Decoded, Source, whole_lines
from kgqa_store.tally import Tally
from kgqa_store.vocabulary import RDFS, WD, WDT, WIKIBASE

_Q = rf"^<{re.escape(WD)}Q(\d+)> "
_OBJECT = rf" <{re.escape(WD)}Q(\d+)> \."
EDGE = re.compile(rf"{_Q}<{re.escape(WDT)}P\d+>{_OBJECT}".encode(), re.M)
SUBCLASS = re.compile(rf"{_Q}<{re.escape(WDT)}P279>{_OBJECT}".encode(), re.M)
INSTANCE = re.compile(rf"{_Q}<{re.escape(WDT)}P31>{_OBJECT}".encode(), re.M)
LABEL = re.compile(rf'{_Q}<{re.escape(RDFS)}label> "[^\n]*"@([A-Za-z0-9-]+) \.'.encode(), re.M)
EXTERNAL = re.compile(
    rf"^<{re.escape(WD)}(P\d+)> <{re.escape(WIKIBASE)}propertyType> "
    rf"<{re.escape(WIKIBASE)}ExternalId> \.".encode(),
    re.M,
)
UNREADABLE = 1 << 60
"""While a slice is cut broken lines are passed over; the pass that loads them counts them."""


@dataclass(slots=True)
class Kept:
    """What a slice keeps, once the sources have been read for it."""

    chosen: EntitySet | None = None
    """The items it chooses; nothing for all."""
    labelled: EntitySet | None = None
    """The items with a label in its languages; nothing where that does not matter."""
    identifiers: frozenset[str] = frozenset()
    """Properties whose values identify something elsewhere, as the sources declare them."""

    def has(self, name: str) -> bool:
        """Whether the entity called `name` is kept; properties always are."""
        if name[:1] != "Q":
            return name[:1] == "P" or self.chosen is None
        number = int(name[1:])
        return (self.chosen is None or number in self.chosen) and self.is_labelled(number)

    def is_labelled(self, number: int) -> bool:
        """Whether an item may be pointed at."""
        return self.labelled is None or number in self.labelled

    def save(self, place: Path) -> None:
        """Write it into the folder `place`, which exists."""
        for name, found in (("chosen", self.chosen), ("labelled", self.labelled)):
            if found is not None:
                found.save(place / name)
        (place / "identifiers").write_text("\n".join(sorted(self.identifiers)))

    @staticmethod
    def read(place: Path) -> Kept:
        """Return what was saved in `place`."""
        chosen, labelled = (
            EntitySet.read(place / name) if (place / name).exists() else None
            for name in ("chosen", "labelled")
        )
        return Kept(chosen, labelled, frozenset((place / "identifiers").read_text().split()))


def select(
    sources: Sequence[Source], wanted: Slice, *, tell: Callable[[str], None] = lambda _: None
) -> Kept:
    """Return what `wanted` keeps of `sources`, which are read two to six times."""
    for source in sources:
        if source.is_stdin and wanted.reads_twice:
            raise SourceError(
                "A slice that chooses entities reads its sources several times, "
                "and standard input can be read only once.",
                hint="Save it to a file first, and name the file.",
            )
    if not wanted.reads_twice:
        return Kept()
    tell("labels and classes")
    survey = _Survey(wanted)
    for page in _pages(sources):
        survey.read(page)
    chosen = _chosen(sources, wanted, survey, tell) if wanted.chooses_entities else None
    labelled = survey.labelled if wanted.only_labelled else None
    identifiers = frozenset() if wanted.plan.external_ids else frozenset(survey.identifiers)
    return Kept(chosen, labelled, identifiers)


def _chosen(
    sources: Sequence[Source], wanted: Slice, survey: _Survey, tell: Callable[[str], None]
) -> EntitySet:
    classes = _below({int(name[1:]) for name in wanted.classes}, survey.subclasses)
    chosen = EntitySet()
    for name in wanted.entities:
        chosen.add(int(name[1:]))
    for number in classes:
        chosen.add(number)
    if classes:
        tell("members of the classes")
        for page in _pages(sources):
            for subject, found in page.edges(INSTANCE):
                if found in classes:
                    chosen.add(subject)
    for step in range(wanted.depth):
        tell(f"neighbours, step {step + 1}")
        inner = chosen.copy()
        for page in _pages(sources):
            for subject, found in page.edges(EDGE):
                if subject in inner:
                    chosen.add(found)
    return chosen


def _below(roots: set[int], subclasses: dict[int, list[int]]) -> set[int]:
    found, open_ = set(roots), list(roots)
    while open_:
        for below in subclasses.get(open_.pop(), ()):
            if below not in found:
                found.add(below)
                open_.append(below)
    return found


@dataclass(slots=True)
class _Survey:
    """What the first reading finds."""

    wanted: Slice
    subclasses: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    labelled: EntitySet = field(default_factory=EntitySet)
    identifiers: set[str] = field(default_factory=set)

    def read(self, page: _Page) -> None:
        if self.wanted.classes:
            for below, above in page.edges(SUBCLASS):
                self.subclasses[above].append(below)
        if self.wanted.only_labelled:
            for number, language in page.labels():
                if self.wanted.plan.says(language):
                    self.labelled.add(number)
        self.identifiers.update(page.identifiers())


# --- Pages: a bit of a source, of whatever kind -------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Lines:
    """Some lines of N-Triples."""

    block: bytes

    def edges(self, pattern: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
        return ((int(found[1]), int(found[2])) for found in pattern.finditer(self.block))

    def labels(self) -> Iterator[tuple[int, str]]:
        return ((int(found[1]), found[2].decode()) for found in LABEL.finditer(self.block))

    def identifiers(self) -> Iterable[str]:
        return (found[1].decode() for found in EXTERNAL.finditer(self.block))


@dataclass(frozen=True, slots=True)
class _Entity:
    """One entity of JSON."""

    fields: dict[str, Any]

    def edges(self, pattern: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
        only = {SUBCLASS: "P279", INSTANCE: "P31"}.get(pattern)
        name, claims = str(self.fields.get("id")), self.fields.get("claims")
        if not name.startswith("Q") or not isinstance(claims, dict):
            return
        for property_name, group in claims.items():
            if only is None or property_name == only:
                for claim in group:
                    target = _target(claim)
                    if target:
                        yield int(name[1:]), target

    def labels(self) -> Iterator[tuple[int, str]]:
        name, labels = str(self.fields.get("id")), self.fields.get("labels")
        if name.startswith("Q") and isinstance(labels, dict):
            yield from ((int(name[1:]), language) for language in labels)

    def identifiers(self) -> Iterable[str]:
        return ()


_Page = _Lines | _Entity


def _target(claim: dict[str, Any]) -> int:
    try:
        if claim.get("rank") == "deprecated":
            return 0
        name = claim["mainsnak"]["datavalue"]["value"]["id"]
        return int(name[1:]) if name.startswith("Q") else 0
    except (KeyError, TypeError, ValueError, AttributeError):
        return 0


def _pages(sources: Iterable[Source]) -> Iterator[_Page]:
    for source in sources:
        tally = Tally(max_errors=UNREADABLE)
        stream = Decoded(source)
        match source.kind:
            case "json":
                for _, entity in entities(whole_lines(stream), source.name, tally):
                    yield _Entity(entity)
            case "ttl":
                yield from map(_Lines, turtle_lines(stream, source.name, tally))
            case _:
                yield from map(_Lines, whole_lines(stream))

"""How well names are linked: whether what they mean is first, and among the first five."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa.parse.analysis import analyse
from kgqa.parse.linking import Linked, Linker, link_question
from kgqa.parse.linking_model import LinkingModel
from kgqa.parse.linking_questions import Example

FIVE = 5


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of the questions of one set."""

    source: str
    questions: int
    names: int
    """Names of entities that the store has."""
    first: float
    five: float
    milliseconds: float
    """For each question, of processor time."""


def measure(
    examples: Iterable[Example], linker: Linker, model: LinkingModel | None = None
) -> Iterator[Measured]:
    """Yield the figures of each set, in the order of their first examples."""
    by_source: dict[str, list[Example]] = {}
    for example in examples:
        by_source.setdefault(example.source, []).append(example)
    for source, group in by_source.items():
        yield _measured(source, group, linker, model)


def _measured(
    source: str, examples: list[Example], linker: Linker, model: LinkingModel | None
) -> Measured:
    places: list[int | None] = []
    start = time.process_time()
    for example in examples:
        linked = link_question(
            analyse(example.question),
            linker.names,
            linker.kinds,
            lookups=linker.lookups,
            model=model,
        )
        places += _places(example, linked, linker)
    took = (time.process_time() - start) * 1000 / max(1, len(examples))
    return Measured(
        source,
        len(examples),
        len(places),
        sum(place == 0 for place in places) / max(1, len(places)),
        sum(place is not None and place < FIVE for place in places) / max(1, len(places)),
        took,
    )


def _places(example: Example, linked: Linked, linker: Linker) -> list[int | None]:
    """Return the place of each gold entity that the store has among the links of its name."""
    spans = example.spans or tuple((id_, 0, len(example.question)) for id_ in example.gold)
    return [
        place_of(linked, id_, start, end)
        for id_, start, end in spans
        if linker.names.describe(id_) is not None
    ]


def place_of(linked: Linked, id_: str, start: int, end: int) -> int | None:
    """Return the place of an entity among the links of a name that overlaps the span."""
    for name in linked.names:
        if name and name[0].start < end and start < name[0].end:
            ids = [link.id for link in name]
            if id_ in ids:
                return ids.index(id_)
    return None

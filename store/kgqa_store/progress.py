"""What a long work on a store tells while it goes on, as values; others show them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Started:
    """A stage of the work begins, such as `load` or `names`."""

    stage: str
    total: int | None = None
    """How much there is to do, in `unit`; nothing where that is not known."""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Advanced:
    """A stage has come so far; `done` never falls within a stage."""

    stage: str
    done: int
    triples: int | None = None
    """How many triples have been read so far, where the stage knows it."""
    entities: int | None = None
    """How many entities have been read so far, where the stage knows it."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A stage is done."""

    stage: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something a person should know, and the work goes on."""

    message: str


Event: TypeAlias = Started | Advanced | Finished | Noticed
Progress: TypeAlias = Callable[[Event], None]
"""Somebody who is told."""


def silent(event: Event) -> None:
    """Tell nobody."""


@contextmanager
def timed(
    stage: str, progress: Progress, *, total: int | None = None, unit: str = ""
) -> Iterator[None]:
    """Tell that a stage begins, and when what is done inside `with` has ended well."""
    progress(Started(stage, total, unit))
    began = time.monotonic()
    yield
    progress(Finished(stage, time.monotonic() - began))

"""From what a user names to an open store: a folder, `sample`, or a URL."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa.errors import WrongArgument
from kgqa.settings import current, home

if TYPE_CHECKING:
    from kgqa_store.store import Store

SAMPLE = "sample"
"""The embedded sample. A folder of that name is written ./sample."""


def open_store(location: str | Path = SAMPLE, *, workers: int | None = None) -> Store:
    """Return the store at `location`: a folder, `sample`, or the URL of a SPARQL 1.1 endpoint.

    At most `workers` queries run at once in a local store; None leaves the number to the machine.
    The sample is built where it is missing.
    """
    from kgqa_store.opening import open_store

    if workers is not None and (isinstance(workers, bool) or not workers > 0):
        raise WrongArgument(f"{workers!r} is no number of workers.", hint="give 1 or more")
    return open_store(folder_of(location), workers=workers)


def folder_of(location: str | Path) -> str | Path:
    """Return the folder or URL that `location` means; the sample is built where it is missing."""
    if not isinstance(location, str | Path) or not str(location):
        raise WrongArgument(
            f"{location!r} is no place of a store.",
            hint='give a folder, "sample", or the URL of a SPARQL endpoint',
        )
    if location != SAMPLE:
        return location
    from kgqa_store.sample import ensure_sample_store

    return ensure_sample_store(home(os.environ, sys.platform))


@contextmanager
def using(store: Store | str | Path | None) -> Iterator[Store]:
    """Give an open store: the one that is given, or else the one that is named, opened for this.

    None is the store of the settings.
    """
    if store is not None and not isinstance(store, str | Path):
        yield checked(store)
        return
    with open_store(location_of(store)) as opened:
        yield opened


def location_of(store: Store | str | Path | None) -> str | Path:
    """Return where a store is; None is the store of the settings."""
    if store is None:
        return current().settings.store
    return store if isinstance(store, str | Path) else checked(store).location


def checked(store: Store) -> Store:
    """Return a store, if it is one."""
    if not callable(getattr(store, "run", None)):
        raise WrongArgument(
            f"{type(store).__name__} is no store.",
            hint='give a folder, "sample", a URL, or what kgqa.open_store returned',
        )
    return store

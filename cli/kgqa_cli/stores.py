"""From what a user writes after `--store` to a store: a folder, `sample`, or a URL."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kgqa_cli.environment import home
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from kgqa_store.store import Store

SAMPLE = "sample"
"""The embedded sample. A folder of that name is written ./sample."""


def place(location: str) -> str:
    """Return the folder or URL that `location` means; the sample is built where it is missing."""
    if location != SAMPLE:
        return location
    from kgqa_store.sample import ensure_sample_store, sample_version

    kept = home()
    if sys.stderr.isatty() and not (kept / f"sample-{sample_version()}").exists():
        echo(f"Building the sample in {kept}, once; this takes some seconds.", err=True)
    return str(ensure_sample_store(kept))


def opened(location: str) -> Store:
    """Return the store at `location`, ready to be asked."""
    from kgqa_store.opening import open_store

    return open_store(place(location))

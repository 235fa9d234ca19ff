"""The verifier that comes with kgqa, and others by their folders."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa.text.readers.extractive import ExtractiveReader

SHIPPED = Path(__file__).parent / "data"


@cache
def opened(folder: Path | None = None) -> ExtractiveReader:
    """Return the verifier of a folder, or the one that is shipped; read once in a process.

    `judged` tells how likely premises entail a statement. ReaderMissing or ReaderDamaged is raised
    where it cannot be read.
    """
    from kgqa.text.readers.extractive import ExtractiveReader

    return ExtractiveReader.load(folder or SHIPPED)

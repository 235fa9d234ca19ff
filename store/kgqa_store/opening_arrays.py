"""The adjacency arrays of a generation, opened without importing NumPy where there are none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa_store.adjacency import Adjacency


def adjacency_in(generation: Path) -> Adjacency | None:
    """Return the arrays of a generation; None where it was built without them."""
    folder = generation / "adjacency"
    if not folder.is_dir():
        return None
    from kgqa_store.adjacency import Adjacency

    return Adjacency.open(folder)

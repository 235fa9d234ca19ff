"""The tiny world as a store, built once in a run of the tests."""

from __future__ import annotations

from pathlib import Path

from kgqa_store.build import Options, build

WORLD = Path(__file__).parent / "world" / "tiny.ttl"


def build_world(directory: Path) -> Path:
    """Build the tiny world into `directory` as `kgqa store build` does."""
    build([WORLD], directory, options=Options(max_errors=0, check_room=False))
    return directory

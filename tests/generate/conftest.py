"""The embedded sample as questions are made from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_store.opening import open_store

from kgqa.generate.grammar import shipped
from kgqa.generate.relations import Relations
from kgqa.generate.sayer import Sayer
from kgqa.generate.world import World


@pytest.fixture(scope="session")
def world(sample_store: Path) -> Iterator[World]:
    """Open the sample."""
    with open_store(sample_store) as store:
        yield World(store, Relations())


@pytest.fixture(scope="session")
def sayer(world: World) -> Sayer:
    """Ask about the sample in English."""
    return Sayer(world, shipped())

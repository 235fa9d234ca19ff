"""The embedded sample as questions are made from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_store.opening import open_store
from kgqa_store.sample import ensure_sample_store

from kgqa.generate.grammar import shipped
from kgqa.generate.relations import Relations
from kgqa.generate.sayer import Sayer
from kgqa.generate.world import World


@pytest.fixture(scope="session")
def sample_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sample."""
    return ensure_sample_store(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def world(sample_folder: Path) -> Iterator[World]:
    """Open the sample."""
    with open_store(sample_folder) as store:
        yield World(store, Relations())


@pytest.fixture(scope="session")
def sayer(world: World) -> Sayer:
    """Ask about the sample in English."""
    return Sayer(world, shipped())

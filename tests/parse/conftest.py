from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_store.sample import ensure_sample_store

from kgqa.engine import Engine


@pytest.fixture(scope="session")
def sample_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ensure_sample_store(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def engine(sample_store: Path) -> Iterator[Engine]:
    with Engine(sample_store) as engine:
        yield engine

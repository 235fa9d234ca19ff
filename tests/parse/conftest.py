from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa.engine import Engine


@pytest.fixture(scope="session")
def engine(sample_store: Path) -> Iterator[Engine]:
    with Engine(sample_store) as engine:
        yield engine

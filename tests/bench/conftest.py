"""The embedded sample, built once for all tests of the harness."""

from __future__ import annotations

import pytest
from kgqa_store.sample import ensure_sample_store


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the folder of the sample."""
    return str(ensure_sample_store(tmp_path_factory.mktemp("home")))

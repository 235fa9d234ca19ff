"""The embedded sample as the harness is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def sample(sample_store: Path) -> str:
    """Return the folder of the sample."""
    return str(sample_store)

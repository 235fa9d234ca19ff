"""The server that most tests of this folder ask: one on the sample, started once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from served import Served, serving


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """Return a server on the sample."""
    with serving("--workers", "1", "--timeout", "60") as found:
        yield found

"""The graphs of benchmarks/own_graphs, built once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_store.build import build
from kgqa_store.local import LocalStore

GRAPHS = Path(__file__).parents[2] / "benchmarks" / "own_graphs"


@pytest.fixture(scope="session")
def company_turtle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph of a company as Turtle."""
    path = tmp_path_factory.mktemp("company") / "company.ttl"
    script = [sys.executable, str(GRAPHS / "company.py")]
    path.write_bytes(subprocess.run(script, check=True, capture_output=True).stdout)
    return path


@pytest.fixture(scope="session")
def company(company_turtle: Path) -> Iterator[LocalStore]:
    """The store of a company."""
    build([company_turtle], company_turtle.parent / "store")
    with LocalStore(company_turtle.parent / "store") as store:
        yield store

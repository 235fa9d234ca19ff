"""Files stay small enough to be read in one sitting."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
FOLDERS = ("kgqa", "sparql_templates", "store", "cli", "tests", "benchmarks")
FILES = sorted(path for folder in FOLDERS for path in (PROJECT / folder).rglob("*.py"))
VAGUE = {"utils", "util", "helpers", "helper", "core", "base", "common", "misc", "manager"}
MOST_LINES = 400


def name_of(path: Path) -> str:
    return str(path.relative_to(PROJECT))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert text.count("\n") <= MOST_LINES
    if "tests" not in path.parts:
        assert not text.strip() or ast.get_docstring(ast.parse(text)), "no module docstring"


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert not [name_of(path) for path in FILES if path.stem in VAGUE]

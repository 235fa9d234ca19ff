"""The list of tests that fail for now is honest: what passes is told, and nothing slips onto it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = f"""
import sys
from pathlib import Path

sys.path.insert(0, {str(Path(__file__).parent)!r})
from expected_failures import ExpectedFailures

def pytest_addoption(parser):
    parser.addoption("--accept", action="store_true")
    parser.addoption("--accept-failures", action="store_true")

def pytest_configure(config):
    config.pluginmanager.register(ExpectedFailures(Path(__file__).with_name("list.txt")))
"""
TESTS = """
def test_listed_and_fails(): assert False
def test_listed_and_passes(): assert True
def test_not_listed_and_fails(): assert False
"""
FAILS, PASSES, NEW, GONE = (
    f"test_it.py::test_{name}"
    for name in ("listed_and_fails", "listed_and_passes", "not_listed_and_fails", "of_yesterday")
)
LOST = "test_of_yesterday.py::test_it"
ELSEWHERE = "test_that.py::test_is_not_run_here"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "test_that.py").write_text("def test_is_not_run_here(): assert False", "utf-8")
    (tmp_path / "list.txt").write_text(f"{FAILS}\n{PASSES}\n{GONE}\n{ELSEWHERE}\n{LOST}\n", "utf-8")
    return tmp_path


def run(folder: Path, *options: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def listed(folder: Path) -> list[str]:
    return (folder / "list.txt").read_text(encoding="utf-8").splitlines()


def test_what_passes_and_what_is_gone_is_told_and_the_list_is_not_touched(folder: Path) -> None:
    before = listed(folder)
    status, out = run(folder, "test_it.py", "--deselect", NEW)

    assert status == 0
    assert f"1 x passes; pytest --accept takes it off the list ==\n{PASSES}" in _narrow(out)
    assert f"2 x is listed, and there is no such test ==\n{GONE}\n{LOST}" in _narrow(out)
    assert listed(folder) == before


def test_accept_takes_off_what_passes_and_adds_nothing(folder: Path) -> None:
    status, _ = run(folder, "test_it.py", "--accept")

    assert status == 1
    assert listed(folder) == [FAILS, ELSEWHERE]


def test_a_part_that_is_run_changes_nothing_of_the_rest(folder: Path) -> None:
    run(folder, "--accept", FAILS)

    assert listed(folder) == sorted([FAILS, PASSES, GONE, ELSEWHERE])


def test_failures_are_listed_only_where_that_is_asked_for(folder: Path) -> None:
    status, _ = run(folder, "--accept-failures")

    assert status == 1
    assert listed(folder) == sorted([FAILS, PASSES, GONE, ELSEWHERE, LOST, NEW])
    assert run(folder)[0] == 0


def _narrow(text: str) -> str:
    """Return a text without the rules that fill its lines."""
    return "\n".join(
        f"{line.strip('= ')} ==" if line.startswith("==") else line for line in text.splitlines()
    )

"""Asking is a matter between the user and this machine: no socket, no file but our own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
ASKED = ("Who directed Inception?", "Who directed Whiplash?")
"""The graph of the sample answers the first; the second only a passage of it does."""
TELLS = re.compile(r"^(?:\d+ +)?(?:socket\(AF_INET|connect\(\d+, \{sa_family=AF_INET)", re.M)
IMPORTS = re.compile(r"^\s*(?:import onnxruntime|from onnxruntime)", re.M)


@pytest.fixture
def fresh(tmp_path: Path) -> dict[str, str]:
    """An environment with an empty home; what kgqa keeps is elsewhere."""
    from kgqa_cli.environment import home

    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    for name in ("ORT_DISABLE_TELEMETRY", "CI", "GITHUB_ACTIONS", "TF_BUILD"):
        kept.pop(name, None)  # with any of them the library is quiet by itself
    (tmp_path / "home").mkdir()
    return {**kept, "HOME": str(tmp_path / "home"), "KGQA_HOME": str(home())}


def asked(environment: dict[str, str], *before: str) -> None:
    """Ask both questions in one process, under the command `before`."""
    done = subprocess.run(
        [*before, sys.executable, "-m", "kgqa_cli", "ask", "--json"],
        input="\n".join(ASKED),
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert '"source": "text"' in done.stdout or '"source":"text"' in done.stdout, done.stdout


def test_asking_leaves_no_file_in_the_home_folder(fresh: dict[str, str]) -> None:
    asked(fresh)

    assert list(Path(fresh["HOME"]).rglob("*")) == []


def test_asking_opens_no_socket_of_the_internet(fresh: dict[str, str], tmp_path: Path) -> None:
    strace = ["strace", "-f", "-e", "trace=socket,connect,sendto", "-o", str(tmp_path / "calls")]
    if not shutil.which("strace") or subprocess.run([*strace, "true"], check=False).returncode:
        pytest.skip("strace is not installed, or may not trace here")

    asked(fresh, *strace)

    calls = (tmp_path / "calls").read_text(errors="replace")
    assert "exited with" in calls  # it did trace
    assert TELLS.findall(calls) == []


def test_onnxruntime_is_imported_in_one_place_only() -> None:
    folders = ("kgqa", "cli", "store", "sparql_templates", "benchmarks")
    importing = [
        path.relative_to(PROJECT).as_posix()
        for folder in folders
        for path in (PROJECT / folder).rglob("*.py")
        if IMPORTS.search(path.read_text(encoding="utf-8"))
    ]

    assert importing == ["kgqa/text/quiet_onnxruntime.py"]

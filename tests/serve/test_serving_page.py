"""The examples of docs/serving.md work."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from served import Served

TEXT = (Path(__file__).parents[2] / "docs" / "serving.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8765/"
CURL = re.findall(r"^curl .*$", TEXT, re.MULTILINE)
PYTHON = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("command", CURL)
def test_a_command_of_the_page_gets_an_answer(server: Served, command: str) -> None:
    parts = shlex.split(command.replace(ADDRESS, server.url))
    done = subprocess.run([*parts, "--silent", "--fail-with-body"], capture_output=True, text=True)

    assert done.returncode == 0 and done.stdout.strip(), done.stdout + done.stderr


@pytest.mark.parametrize("code", PYTHON, ids=range(len(PYTHON)))
def test_the_python_of_the_page_runs(server: Served, code: str) -> None:
    exec(compile(code.replace(ADDRESS, server.url), "serving.md", "exec"), {})

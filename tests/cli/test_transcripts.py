"""Every file in `transcripts/` is a session: commands, and what they print and how they end.

The sessions run in a folder with the tiny world, as `tiny.ttl` and as the store `world`.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli import main
from transcripts import WORLD, Step, run, steps
from world_store import build_world

FILES = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("session")
    shutil.copy(WORLD, folder)
    build_world(folder / "world")
    return folder


def printed(step: Step, folder: Path) -> str:
    """Return what a command prints; only those with a pipe need a shell."""
    name, *arguments = shlex.split(step.command)
    if name != "kgqa" or "|" in arguments:
        return run(step, folder)
    done = CliRunner(env={"NO_COLOR": "1"}).invoke(main, arguments)
    return done.output + (f"[exit {done.exit_code}]\n" if done.exit_code else "")


def is_as_told(told: str, found: str) -> bool:
    """Whether `found` is what was told, where `...` stands for the rest of a line or for lines."""
    pattern = (
        re.escape(told)
        .replace(
            r"\ \ \.\.\.\
",
            r"(?:.*\n)*?",
        )
        .replace(r"\.\.\.", ".*")
    )
    return re.fullmatch(pattern, found) is not None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_session_goes_as_it_is_told(
    file: Path, folder: Path, accept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    parts = []
    told = file.read_text(encoding="utf-8")
    for step in steps(told):
        found = printed(step, folder)
        output = step.output if step.output and is_as_told(step.output, found) else found
        parts.append(f"$ {step.command}\n{output}")
    if accept:
        file.write_text("".join(parts), encoding="utf-8")

    assert "".join(parts) == told or accept

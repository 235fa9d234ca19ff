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


def steady(output: str) -> str:
    """Return the output without what depends on the clock, or is told by the golden SPARQL."""
    output = re.sub(r"^SPARQL:\n(  .*\n)+?  }\n", "SPARQL:\n  ...\n", output, flags=re.MULTILINE)
    return re.sub(r"[\d.,]+ ms\b", "... ms", output)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_session_goes_as_it_is_told(
    file: Path, folder: Path, accept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    told = file.read_text(encoding="utf-8")
    found = "".join(f"$ {step.command}\n{steady(printed(step, folder))}" for step in steps(told))
    if accept:
        file.write_text(found, encoding="utf-8")

    assert found == told or accept

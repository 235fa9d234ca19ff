"""Transcripts in the docs: blocks of `console`, whose commands are run and compared.

In a block, a line that starts with `$ ` is a command of the shell; what follows is what it prints.
The commands of one page share a folder, in which tests/world/tiny.ttl lies. `...` in the output
stands for what differs from run to run, and alone on its line for any lines. Where a command fails,
`[exit 3]` ends its output.

The commands of the README are started as a user starts them. Of other pages a plain `kgqa ...` runs
inside this process, which need not import and load everything once more for each.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from click.testing import CliRunner
from kgqa_cli import main

PROJECT = Path(__file__).parents[1]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
WORLD = PROJECT / "tests" / "world" / "tiny.ttl"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^\$ (.+)\n", re.MULTILINE)
_SETTING = re.compile(r"KGQA_\w+=")
_OURS = re.compile(r"(KGQA_\w+=\S+ )*kgqa ")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_OF_THE_SHELL = re.compile(r"[;&<>()$`*\\]")
LOOK = {"COLUMNS": "100", "NO_COLOR": "1"}


@dataclass(frozen=True)
class Step:
    command: str
    output: str


Runner = Callable[[Step, Path], str]
"""What runs the command of a step in a folder, and returns its output."""


def steps(block: str) -> list[Step]:
    _, *parts = _COMMAND.split(block)
    return [Step(*pair) for pair in zip(parts[::2], parts[1::2], strict=True)]


def blocks(page: str) -> list[str]:
    return _BLOCK.findall(page)


def run(step: Step, folder: Path) -> str:
    """Return what the command prints, on both streams, and how it ended.

    Of a single command both come in their order. In a pipe nothing orders what one command says
    and what another prints, so that what is said comes first.
    """
    is_piped = " | " in step.command
    done = _shell(step.command, folder, stderr=subprocess.PIPE if is_piped else subprocess.STDOUT)
    return (done.stderr or b"").decode() + done.stdout.decode() + _end(done.returncode)


def run_here(step: Step, folder: Path) -> str:
    """Return the same, where a command that is `kgqa` alone runs inside this process."""
    command, _, then = step.command.partition(" | ")
    if not _OURS.match(command) or _OF_THE_SHELL.search(_QUOTED.sub("", command)):
        return run(step, folder)
    words = shlex.split(command)
    settings = dict(word.split("=", 1) for word in takewhile(_SETTING.match, words))
    arguments = words[len(settings) + 1 :]
    others = {k: None for k in os.environ if k.startswith("KGQA_") and k != "KGQA_HOME"}
    with chdir(folder):
        done = CliRunner().invoke(main, arguments, env={**others, **LOOK, **settings})
    if not then:
        return done.output + _end(done.exit_code)
    piped = _shell(then, folder, stderr=subprocess.STDOUT, given=done.stdout_bytes)
    return done.stderr + piped.stdout.decode() + _end(piped.returncode)


def _shell(
    command: str, folder: Path, *, stderr: int, given: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    kept = {k: v for k, v in os.environ.items() if not k.startswith("KGQA_") or k == "KGQA_HOME"}
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**kept, "PATH": path, **LOOK},
        input=given,
        stdout=subprocess.PIPE,
        stderr=stderr,
        timeout=120,
        check=False,
    )


def _end(status: int) -> str:
    return f"[exit {status}]\n" if status else ""


def is_as_told(told: str, found: str) -> bool:
    """Whether the output is what the page says, where `...` stands for anything."""
    lines = []
    for line in told.splitlines(keepends=True):
        anything = "(.*\n)*" if line.strip() == "..." else ""
        lines.append(anything or ".*".join(re.escape(part) for part in line.split("...")))
    return re.fullmatch("".join(lines), found) is not None


def _with_dots(told: str, found: str) -> str:
    """Return what was found, but the lines that were told with dots as they were told."""
    lines = told.splitlines(keepends=True)
    dotted = [line for line in lines if "..." in line and line.strip() != "..."]
    kept = []
    for line in found.splitlines(keepends=True):
        kept.append(next((one for one in dotted if is_as_told(one, line)), line))
    return "".join(kept)


def rerun(block: str, folder: Path, run: Runner = run) -> str:
    """Return the block with what its commands print now; output that is as told stays."""
    parts = []
    for step in steps(block):
        found = run(step, folder)
        output = step.output if is_as_told(step.output, found) else _with_dots(step.output, found)
        parts.append(f"$ {step.command}\n{output}")
    return "".join(parts)


def rerun_page(text: str, folder: Path, run: Runner = run) -> str:
    """Return the page with all its transcripts made anew."""
    folder.mkdir(exist_ok=True)
    shutil.copy(WORLD, folder / WORLD.name)
    return _BLOCK.sub(lambda found: f"```console\n{rerun(found[1], folder, run)}```", text)

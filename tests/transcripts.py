"""Transcripts in the docs: blocks of `console`, whose commands are run and compared.

In a block, a line that starts with `$ ` is a command of the shell; what follows is what it prints.
The commands of one page share a folder, in which tests/world/tiny.ttl lies. `...` in the output
stands for what differs from run to run, and alone on its line for any lines. Where a command fails,
`[exit 3]` ends its output.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[1]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
WORLD = PROJECT / "tests" / "world" / "tiny.ttl"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^\$ (.+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Step:
    command: str
    output: str


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
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    kept = {k: v for k, v in os.environ.items() if not k.startswith("KGQA_") or k == "KGQA_HOME"}
    is_piped = " | " in step.command
    done = subprocess.run(
        step.command,
        shell=True,
        cwd=folder,
        env={**kept, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if is_piped else subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    end = f"[exit {done.returncode}]\n" if done.returncode else ""
    return (done.stderr or b"").decode() + done.stdout.decode() + end


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


def rerun(block: str, folder: Path) -> str:
    """Return the block with what its commands print now; output that is as told stays."""
    parts = []
    for step in steps(block):
        found = run(step, folder)
        output = step.output if is_as_told(step.output, found) else _with_dots(step.output, found)
        parts.append(f"$ {step.command}\n{output}")
    return "".join(parts)


def rerun_page(text: str, folder: Path) -> str:
    """Return the page with all its transcripts made anew."""
    folder.mkdir(exist_ok=True)
    shutil.copy(WORLD, folder / WORLD.name)
    return _BLOCK.sub(lambda found: f"```console\n{rerun(found[1], folder)}```", text)

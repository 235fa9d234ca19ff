"""The generated parts of the docs; `python tests/doc_pages.py` writes them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import click
from click.testing import CliRunner
from kgqa_cli import main

import kgqa.settings
from kgqa.settings import DEFAULTS, PREFIX, Settings

DOCS = Path(__file__).parents[1] / "docs"
WIDTH = 80


# --- Commands --------------------------------------------------------------------------------


def commands() -> dict[str, click.Command]:
    """Return every command by its full name, such as ``kgqa store build``."""
    return dict(_walk("kgqa", main))


def _walk(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for child in command.list_commands(context):
            found = command.get_command(context, child)
            if found is not None and not found.hidden:
                yield from _walk(f"{name} {child}", found)


def help_of(name: str) -> str:
    """Return the help of a command as a terminal of 80 columns shows it."""
    arguments = [*name.split()[1:], "--help"]
    done = CliRunner().invoke(main, arguments, prog_name="kgqa", terminal_width=WIDTH)
    return "\n".join(line.rstrip() for line in done.stdout.rstrip().split("\n"))


def command_sections() -> str:
    sections = []
    for name in commands():
        depth = "##" if name.count(" ") < 2 else "###"
        sections.append(f"{depth} {name}\n\n```text\n{help_of(name)}\n```\n")
    return "\n".join(sections).rstrip("\n")


# --- Settings --------------------------------------------------------------------------------


def setting_table() -> str:
    meanings = field_docstrings(Path(kgqa.settings.__file__), "Settings")
    rows = ["| setting | variable | default | what it is |", "| --- | --- | --- | --- |"]
    for field in fields(Settings):
        default = getattr(DEFAULTS, field.name)
        variable = f"{PREFIX}{field.name.upper()}"
        rows.append(f"| `{field.name}` | `{variable}` | `{default}` | {meanings[field.name]} |")
    return "\n".join(rows)


def field_docstrings(path: Path, class_name: str) -> dict[str, str]:
    """Return the text that stands below each field of a class."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    (found,) = (n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == class_name)
    texts: dict[str, str] = {}
    for field, below in zip(found.body, found.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                texts[name] = " ".join(text.split())
    return texts


# --- Pages -----------------------------------------------------------------------------------

PARTS: dict[str, dict[str, Callable[[], str]]] = {
    "commands.md": {"commands": command_sections},
    "settings.md": {"settings": setting_table},
}
"""For each page its generated parts, which stand between marks of their names."""


def generated(page: str, text: str) -> str:
    """Return the text of a page with its generated parts made anew."""
    for name, make in PARTS[page].items():
        start, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
        before, _, rest = text.partition(start)
        _, _, after = rest.partition(end)
        text = before + start + make() + end + after
    return text


if __name__ == "__main__":
    for page in PARTS:
        path = DOCS / page
        path.write_text(generated(page, path.read_text(encoding="utf-8")), encoding="utf-8")

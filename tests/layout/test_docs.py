"""What there is, is documented: commands, settings, errors; and pages do not lead nowhere."""

from __future__ import annotations

import importlib
import re
from dataclasses import fields
from pathlib import Path

import pytest
from doc_pages import DOCS, PARTS, commands, generated, help_of
from transcripts import PAGES

from kgqa.settings import Settings

PROJECT = DOCS.parent
COMMANDS = commands()
ERROR_MODULES = ("kgqa.errors", "kgqa.algebra.errors", "kgqa_store.errors")
ERRORS = {
    name: kind
    for module in ERROR_MODULES
    for name, kind in vars(importlib.import_module(module)).items()
    if isinstance(kind, type) and issubclass(kind, Exception) and kind.__module__ == module
}
OTHER_PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "tests/README.md", "tests/world/README.md")
ALL_PAGES = [*PAGES, *(PROJECT / name for name in OTHER_PAGES)]


@pytest.mark.parametrize("page", PARTS)
def test_the_generated_parts_of_a_page_are_up_to_date(page: str, accept: bool) -> None:
    told = (DOCS / page).read_text(encoding="utf-8")
    found = generated(page, told)
    if accept:
        (DOCS / page).write_text(found, encoding="utf-8")

    assert found == told or accept, "run: make docs"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_shows_an_example(name: str) -> None:
    text = help_of(name)

    assert text.startswith(f"Usage: {name}")
    if not hasattr(COMMANDS[name], "commands") or name == "kgqa":
        assert re.search(rf"Examples:\n(.*\n)*? +(\S+.*\| )?{name} ", text)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_a_terminal_and_has_nothing_in_it_that_it_would_obey(name: str) -> None:
    lines = help_of(name).split("\n")

    assert not [line for line in lines if not line.isprintable()]
    assert not [line for line in lines if len(line) > 100]


@pytest.mark.parametrize("field", [field.name for field in fields(Settings)])
def test_a_setting_has_its_line(field: str) -> None:
    assert f"| `{field}` |" in (DOCS / "settings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_has_its_line_with_its_exit_status(name: str) -> None:
    text = (DOCS / "errors.md").read_text(encoding="utf-8")

    assert f"| `{name}` | {ERRORS[name].exit_code} |" in text  # type: ignore[attr-defined]


def test_the_page_of_errors_lists_no_error_that_does_not_exist() -> None:
    text = (DOCS / "errors.md").read_text(encoding="utf-8")

    assert set(re.findall(r"^\| `(\w+)` \| \d", text, re.MULTILINE)) == set(ERRORS)


@pytest.mark.parametrize("page", ALL_PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_that_exist(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", text)

    assert not [target for target in targets if not (page.parent / target).exists()]


def test_the_index_leads_to_every_page() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")

    assert not [path.name for path in DOCS.glob("*.md") if path.name not in f"index.md{index}"]


def test_every_target_of_the_makefile_is_explained() -> None:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    text = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")

    assert phony
    assert not [name for name in phony[1].split() if f"make {name}" not in text]

"""What can be imported from `kgqa` is one short list, and all of it works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import kgqa

PROJECT = Path(__file__).parents[2]
PACKAGES = ("kgqa", "sparql_templates", "store/kgqa_store", "cli/kgqa_cli")


@pytest.mark.parametrize("name", kgqa.__all__)
def test_a_public_name_is_there_and_says_what_it_is(name: str) -> None:
    assert getattr(kgqa, name).__doc__


def test_the_list_is_short_and_in_order() -> None:
    assert list(kgqa.__all__) == sorted(kgqa.__all__)
    assert len(kgqa.__all__) <= 20


def test_every_public_name_is_on_the_page_for_python() -> None:
    page = (PROJECT / "docs" / "python-api.md").read_text(encoding="utf-8")

    assert not [name for name in kgqa.__all__ if name not in page]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_ships_its_types(package: str) -> None:
    assert (PROJECT / package / "py.typed").exists()


def test_importing_kgqa_imports_nothing_heavy() -> None:
    code = "import sys, kgqa; print(*sorted(sys.modules))"
    modules = subprocess.check_output([sys.executable, "-c", code], text=True).split()

    assert not {"pyoxigraph", "numpy", "rich", "SPARQLWrapper", "networkx"} & set(modules)

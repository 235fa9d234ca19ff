"""`import kgqa`: few names, a light import, and a page whose examples run."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest
from world_store import build_world

import kgqa

PAGE = Path(__file__).parents[1] / "docs" / "python-api.md"
HEAVY = ("pyoxigraph", "click", "rich", "orjson", "numpy", "lmdb", "SPARQLWrapper")


def test_the_names_are_few_sorted_and_all_there() -> None:
    assert kgqa.__all__ == sorted(kgqa.__all__)
    assert len(kgqa.__all__) <= 20
    assert all(getattr(kgqa, name).__doc__ for name in kgqa.__all__)
    assert set(kgqa.__all__) <= set(dir(kgqa))


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'ask_me'"):
        kgqa.ask_me  # type: ignore[attr-defined]  # noqa: B018 - reading it is the test


def test_every_name_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert not [name for name in kgqa.__all__ if name not in page]


def test_the_import_is_light() -> None:
    code = f"import sys, kgqa; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_world(tmp_path / "world")
    monkeypatch.chdir(tmp_path)

    options = {"module_relative": False, "encoding": "utf-8", "optionflags": doctest.ELLIPSIS}
    failed, tried = doctest.testfile(str(PAGE), **options)  # type: ignore[arg-type]

    assert (failed, tried > 5) == (0, True)


def test_a_query_takes_an_expression_and_a_store_in_any_form(tmp_path: Path) -> None:
    world = build_world(tmp_path / "world")
    expression = kgqa.parse_expression("^P57(Q131)")
    with kgqa.open_store(world) as store:
        results = [kgqa.query(expression, store), kgqa.query("^P57(Q131)", str(world))]

    assert results[0].answers == results[1].answers == kgqa.query(expression, world).answers

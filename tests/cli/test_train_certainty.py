"""`kgqa train certainty` from questions to a file of trees."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli import main
from kgqa_store.sample import SOURCES, ensure_sample_store

from kgqa.merge.certainty import NAMES
from kgqa.merge.trees import load


def test_trees_are_learned_from_questions_and_measured(tmp_path: Path) -> None:
    store, out = ensure_sample_store(tmp_path / "home"), tmp_path / "trees.npz"
    tour = str(SOURCES / "tour.toml")

    done = CliRunner().invoke(
        main, ["train", "certainty", tour, "--limit", "8", "--store", str(store), "--out", str(out)]
    )

    assert done.exit_code == 0, done.output
    assert "tour.toml, these: 8 questions" in done.stdout
    assert load(out).names == NAMES


def test_who_lacks_what_grows_trees_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)

    done = CliRunner().invoke(main, ["train", "certainty", str(SOURCES / "tour.toml")])

    assert done.exit_code == 2
    assert "kgqa[train]" in done.stderr

"""`kgqa train certainty` from questions to a file of trees."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli import main
from kgqa_store.sample import SOURCES

from kgqa.judge.certainty import NAMES
from kgqa.parse.trees import load


def test_trees_are_learned_from_questions_and_measured(tmp_path: Path, sample_store: Path) -> None:
    out = tmp_path / "trees.npz"
    store, tour = str(sample_store), str(SOURCES / "tour.toml")

    done = CliRunner().invoke(
        main,
        [
            "train",
            "certainty",
            tour,
            "--limit",
            "8",
            "--store",
            store,
            "--out",
            str(out),
        ],
    )

    assert done.exit_code == 0, done.output
    assert "tour.toml, as it is: 8 questions" in done.stdout
    assert load(out).names == NAMES


def test_who_lacks_what_grows_trees_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)

    done = CliRunner().invoke(main, ["train", "certainty", str(SOURCES / "tour.toml")])

    assert done.exit_code == 2
    assert "kgqa[train]" in done.stderr


def test_a_plan_says_what_is_learned_from(tmp_path: Path, sample_store: Path) -> None:
    store = str(sample_store)
    (tmp_path / "few.toml").write_text((SOURCES / "tour.toml").read_text())
    plan = tmp_path / "plan.toml"
    plan.write_text('[[set]]\nfile = "few.toml"\nskip = 2\nlimit = 6\ntimes = 3\n')
    found = CliRunner().invoke(
        main,
        [
            "train",
            "certainty",
            "--plan",
            str(plan),
            "--data",
            str(tmp_path),
            "--store",
            store,
        ],
    )

    assert found.exit_code == 0, found.output
    assert "few.toml, as it is: 6 questions" in found.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing", "is no plan"),
        ('[[set]]\nfile = "lost.toml"\n', "'lost.toml', which is not there"),
        ("[[set]]\ntour = true\nweight = 2\n", "['weight']"),
        ('set = "tour"\n', "tables called [[set]]"),
        ('[[set]]\ntour = true\nover = "wikidata"\n', "knows only sample"),
        ('[[set]]\ntour = true\ntimes = "two"\n', "which is no count"),
    ],
)
def test_a_plan_that_cannot_be_followed_is_told(tmp_path: Path, text: str, said: str) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(text)

    found = CliRunner().invoke(main, ["train", "certainty", "--plan", str(plan)])

    assert found.exit_code == 2
    assert said in " ".join(found.output.split())

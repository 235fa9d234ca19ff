"""`kgqa train readings` keeps how questions are read; rank, look and certainty learn from that."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from kgqa_cli import main
from kgqa_store.sample import SOURCES
from small_reader import small_folder

from kgqa.judge.certainty import NAMES
from kgqa.parse.features import FEATURES
from kgqa.parse.trees import load
from kgqa.train.ranking import half_of, is_told, without
from kgqa.train.readings import Read, kept

PLAN = """
[[set]]
tour = true
name = "tour"

[[set]]
file = "few.toml"
name = "few"
skip = 2
limit = 4
times = 3
teaches = ["rank"]

[[set]]
file = "lost.toml"
teaches = ["look"]
"""


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["train", *map(str, args)])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, sample_store: Path) -> Path:
    """A folder with what was read of the tour, and of a few of its questions."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "few.toml").write_text((SOURCES / "tour.toml").read_text())
    plan = folder / "plan.toml"
    plan.write_text(PLAN)
    out = folder / "readings"
    done = run(
        *("readings", "--plan", plan, "--data", folder, "--store", sample_store, "--out", out),
        *("--for", "rank"),
    )
    assert done.exit_code == 0, done.output
    return out


def reads_of(folder: Path, learner: str) -> dict[str, list[Read]]:
    return dict(kept(folder, learner))


def test_each_set_is_kept_for_what_it_teaches(made: Path) -> None:
    assert sorted(path.name for path in made.iterdir()) == ["few.npz", "tour.npz"]
    assert set(reads_of(made, "rank")) == {"few", "tour"}
    assert set(reads_of(made, "certainty")) == {"tour"}
    assert all(one.times == 3 for one in reads_of(made, "rank")["few"])


def test_each_reading_has_what_speaks_for_it_and_its_worth(made: Path) -> None:
    for one in reads_of(made, "rank")["tour"]:
        count = len(one.f1)
        assert one.features.shape == (count, len(FEATURES))
        assert len(one.groups) == count and one.own.shape == (count, 2)
        assert len(one.told) == len(one.texts) and max(one.told) < count
        assert one.is_known
    right = [one.f1.max() for one in reads_of(made, "rank")["tour"] if not one.is_hidden]
    assert np.mean(right) > 0.9


def test_a_reading_that_is_told_says_what_it_gives(made: Path) -> None:
    one = next(
        one for one in reads_of(made, "rank")["tour"] if one.question == "Who directed Inception?"
    )

    best = int(one.f1[one.told].argmax())
    assert one.texts[best].startswith("the director of Inception: Christopher Nolan")


def test_what_is_hidden_has_no_right_reading(made: Path) -> None:
    hidden = [one for one in reads_of(made, "rank")["tour"] if one.is_hidden]

    assert hidden
    assert all(not one.f1.any() and not is_told(one) for one in hidden)


def test_what_is_kept_is_not_made_again(made: Path) -> None:
    before = (made / "tour.npz").stat().st_mtime_ns
    plan = made.parent / "only_tour.toml"
    plan.write_text('[[set]]\ntour = true\nname = "tour"\n')

    done = run("readings", "--plan", plan, "--out", made)

    assert done.exit_code == 0, done.output
    assert (made / "tour.npz").stat().st_mtime_ns == before


def test_rank_and_certainty_learn_from_what_is_kept(made: Path, tmp_path: Path) -> None:
    ranks, trees = tmp_path / "rank.npz", tmp_path / "certainty.npz"

    ranked = run("rank", "--readings", made, "--out", ranks)
    told = run("certainty", "--readings", made, "--ranks", ranks, "--out", trees)

    assert ranked.exit_code == 0, ranked.output
    assert "tour, taught by the other half: F1 of the first item" in ranked.stdout
    assert load(ranks).names == FEATURES
    assert all(load(without(ranks, half)).names == FEATURES for half in (0, 1))
    assert told.exit_code == 0, told.output
    assert "tour, as it is:" in told.stdout and "tour, where a property is hidden:" in told.stdout
    assert load(trees).names == NAMES


def test_a_look_is_taught_measured_and_mixed(made: Path, tmp_path: Path) -> None:
    base, out, better = small_folder(tmp_path / "base"), tmp_path / "look", tmp_path / "better"
    read = ["look", "--readings", made]

    taught = run(*read, "--base", base, "--out", out, "--minutes", "0.05")
    measured = run(*read, "--measure", out)
    gone_on = run(*read, "--base", out, "--go-on", "--out", better, "--minutes", "0.05")
    both = ["--mean", out, "--mean", better, "--out", tmp_path / "mean"]
    mixed = run(*read, *both, "--measure", tmp_path / "mean")

    assert taught.exit_code == 0, taught.output
    assert "questions with readings: the first is right by features" in measured.stdout
    assert gone_on.exit_code == 0, gone_on.output
    assert mixed.exit_code == 0, mixed.output


def test_a_look_learns_nothing_without_a_base(made: Path, tmp_path: Path) -> None:
    done = run("look", "--readings", made, "--out", tmp_path / "look")

    assert done.exit_code == 2
    assert "say what is taught" in done.stderr


def test_the_halves_of_questions_are_both_there(made: Path) -> None:
    assert {half_of(one.question) for one in reads_of(made, "rank")["tour"]} == {0, 1}


def test_who_lacks_what_grows_trees_is_told_how_to_get_it(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)

    done = run("rank", "--readings", made, "--out", tmp_path / "rank.npz")

    assert done.exit_code == 2
    assert "kgqa[train]" in done.stderr


@pytest.mark.parametrize(("learner", "options"), [("rank", ()), ("look", ("--base", "a reader"))])
def test_a_folder_with_nothing_to_learn_from_is_told(
    tmp_path: Path, learner: str, options: tuple[str, ...]
) -> None:
    done = run(learner, "--readings", tmp_path, "--out", tmp_path / "out", *options)

    assert done.exit_code == 2
    assert f"has nothing to learn {learner} from" in " ".join(done.stderr.split())


def test_a_file_that_holds_something_else_is_named(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", names=np.array(["links"]), teaches=np.array([], np.str_))

    done = run("rank", "--readings", tmp_path, "--out", tmp_path / "rank.npz")

    assert done.exit_code == 2
    assert "other.npz" in done.stderr and "it is made again" in " ".join(done.stderr.split())


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

    found = run("readings", "--plan", plan, "--out", tmp_path / "readings")

    assert found.exit_code == 2
    assert said in " ".join(found.output.split())

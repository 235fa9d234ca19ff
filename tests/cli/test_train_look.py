"""`kgqa train look` from questions to a network, and what it says where it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from click.testing import CliRunner
from kgqa_cli import main
from small_reader import NAMES, VERBS, small_encoder, small_folder, small_pieces

from kgqa.train.look_lessons import Lesson, Shown, read, write
from kgqa.train.look_training import Plan, Trainer, fits_of, mean_of

PLAN = "[[set]]\ntour = true\n"


def lessons() -> list[Lesson]:
    """Return questions whose right reading is the one with a song in it."""
    return [
        Lesson(
            f"what did {name} then ?",
            tuple(
                Shown(f"the {thing} {name} {verb}", thing == "song", float(thing == "song"))
                for thing in ("letter", "song")
                for verb in VERBS
            ),
        )
        for name in NAMES
    ]


def test_what_is_right_comes_to_fit(tmp_path: Path) -> None:
    pieces = small_pieces(tmp_path)
    plan = Plan(steps=30, rate=1e-2, dropped=0.0)
    trainer = Trainer(small_encoder(), pieces, lessons(), plan)

    losses = [progress.loss for progress in trainer.steps()]

    assert len(losses) == 30 and losses[-1] < losses[0]
    trainer.encoder.eval()
    found = fits_of(trainer.encoder, trainer._rows("what did ann then ?", lessons()[0].readings))
    right = [one.is_right for one in lessons()[0].readings]
    assert right[int(found.argmax())] and not right[int(found.argmin())]


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_network_that_goes_on_keeps_its_head(tmp_path: Path, *, goes_on: bool) -> None:
    encoder = small_encoder()
    learned = encoder.entailment.weight.detach().clone()

    Trainer(encoder, small_pieces(tmp_path), lessons(), Plan(goes_on=goes_on))

    assert encoder.entailment.weight.equal(learned) == goes_on


def test_a_mean_is_between_those_it_is_of() -> None:
    one, other = small_encoder(), small_encoder()
    with torch.no_grad():
        one.entailment.bias.fill_(1.0)
        other.entailment.bias.fill_(3.0)

    assert mean_of([one, other]).entailment.bias.eq(2.0).all()


def test_lessons_are_made_once_and_taught(tmp_path: Path, sample_store: Path) -> None:
    plan, kept, out = (tmp_path / name for name in ("plan.toml", "lessons.jsonl", "look"))
    plan.write_text(PLAN)
    base = small_folder(tmp_path / "base")
    args = [
        "train",
        "look",
        "--plan",
        str(plan),
        "--store",
        str(sample_store),
        "--lessons",
        str(kept),
    ]

    done = CliRunner().invoke(
        main, [*args, "--base", str(base), "--out", str(out), "--minutes", "0.05"]
    )

    assert done.exit_code == 0, done.output
    made = list(read(kept))
    assert len(made) > 40 and any(one.is_right for lesson in made for one in lesson.readings)
    write(made[:3], kept)
    again = CliRunner().invoke(main, [*args, "--measure", str(out)])
    assert again.exit_code == 0, again.output
    assert again.stdout.startswith("3 questions with readings")
    better = ["--base", str(out), "--go-on", "--out", str(tmp_path / "better"), "--minutes", "0.05"]
    gone_on = CliRunner().invoke(main, [*args, *better])
    assert gone_on.exit_code == 0, gone_on.output
    both = ["--mean", str(out), "--mean", str(tmp_path / "better"), "--out", str(tmp_path / "mean")]
    mixed = CliRunner().invoke(main, [*args, *both, "--measure", str(tmp_path / "mean")])
    assert mixed.exit_code == 0, mixed.output
    unread = ["train", "look", "--lessons", str(tmp_path / "none"), *both]
    assert CliRunner().invoke(main, unread).exit_code == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--out", "look"], "say what is taught"),
        ([], "say what to learn from with --plan"),
    ],
)
def test_what_is_missing_is_said(tmp_path: Path, args: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["train", "look", "--lessons", str(tmp_path / "no"), *args])

    assert done.exit_code == 2
    assert said in done.stderr


def test_a_broken_file_of_lessons_is_named(tmp_path: Path) -> None:
    kept = tmp_path / "lessons.jsonl"
    kept.write_text("nothing\n")

    done = CliRunner().invoke(main, ["train", "look", "--lessons", str(kept)])

    assert done.exit_code == 2
    assert "line 1 of" in done.stderr and "it is made again" in done.stderr

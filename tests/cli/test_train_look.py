"""A second look learns which readings fit."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from small_reader import NAMES, VERBS, small_encoder, small_pieces

from kgqa.train.look_lessons import Lesson, Shown
from kgqa.train.look_training import Plan, Trainer, fits_of, mean_of


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

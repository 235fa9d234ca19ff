from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kgqa.parse.readings_training import Judged, fit_confidence, fit_readings, measure_readings
from kgqa.parse.scoring import load, save

NAMES = ("said", "noise")


def judged(count: int, seed: int) -> list[Judged]:
    """Return questions in which the reading that is said best is right, nine times of ten."""
    random = np.random.default_rng(seed)
    found = []
    for number in range(count):
        features = random.random((6, 2)).astype(np.float32)
        right = np.zeros(6, np.float32)
        right[int(features[:, 0].argmax()) if number % 10 else 0] = 1.0
        ones = np.ones(6, np.float32)
        found.append(Judged(str(number), features, right, ones, ones))
    return found


def test_a_model_learns_which_feature_tells_the_right_reading() -> None:
    model = fit_readings(NAMES, judged(300, 1))

    assert measure_readings(model, judged(200, 2)).first > 0.85


def test_confidence_is_as_high_as_the_share_that_is_right() -> None:
    model = fit_confidence(fit_readings(NAMES, judged(300, 1)), judged(300, 3))

    assert measure_readings(model, judged(300, 4)).error < 0.1


def test_a_reading_alone_among_many_is_surer_than_one_of_two_equals() -> None:
    model = fit_confidence(fit_readings(NAMES, judged(300, 1)), judged(300, 3))

    assert model.confidence({"said": 0.9}, 3.0) > model.confidence({"said": 0.9}, 0.0)


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    model = fit_confidence(fit_readings(NAMES, judged(50, 1)), judged(50, 3))
    save(model, tmp_path / "readings.npz")

    loaded = load(tmp_path / "readings.npz")

    features = {"said": 0.4, "noise": 0.2}
    assert loaded.score(features) == pytest.approx(model.score(features))
    assert loaded.confidence(features, 1.0) == pytest.approx(model.confidence(features, 1.0))

"""The confidence of answers with text: what is fitted, what is reported."""

from __future__ import annotations

import json
import random
from pathlib import Path

from click.testing import CliRunner
from kgqa_cli.text import text

from kgqa.merge.calibration import (
    Observation,
    Proposed,
    best_limits,
    chosen,
    fitted,
    halves,
    report,
)
from kgqa.merge.text_confidence import chance_of, weights

START = {
    "limits": {"answer": 0.3, "through": 0.3, "overrule": 0.5, "closed": 0.6, "enough": 0.7},
    "whole": {"bias": 2.0, "score": 0.2, "margin": 1.0, "linked": 0.5},
}


def observed(number: int, *, honest: bool = True) -> list[Observation]:
    """Return questions for which a score of 0.8 means right in 8 of 10 cases, or always wrong."""
    draw = random.Random(4)
    seen = []
    for one in range(number):
        score = draw.uniform(-3, 3)
        is_right = honest and draw.random() < 1 / (1 + 2.718 ** (-score))
        proposed = Proposed("whole", {"score": score, "margin": 0.2, "linked": 1.0}, is_right)
        graph, graph_right = (0.5, draw.random() < 0.5) if one % 2 else (None, False)
        seen.append(Observation(str(one), graph, graph_right, (proposed,)))
    return seen


def test_fitted_weights_are_calibrated_on_questions_that_were_not_fitted_on() -> None:
    first, second = halves(observed(4000))
    assert abs(len(first) - len(second)) < 400
    before, after = report(second, START), report(second, fitted(first, START))
    assert after.error < 0.05 < before.error
    assert after.precision >= after.graph_precision - 0.02
    assert after.hits > after.graph_hits


def test_what_is_never_right_is_not_answered() -> None:
    seen = observed(400, honest=False)
    found = fitted(seen, START)
    assert report(seen, found).from_text == 0
    assert best_limits(seen, found)["answer"] >= 0.3


def test_what_speaks_for_an_answer_never_comes_to_speak_against_it() -> None:
    draw = random.Random(5)
    seen = []
    for one in range(600):
        is_right = draw.random() < 0.5
        noise = {"score": draw.gauss(0, 1), "margin": 0.3 - 0.2 * is_right, "linked": is_right}
        seen.append(Observation(str(one), None, False, (Proposed("whole", noise, is_right),)))
    found = fitted(seen, START)["whole"]
    assert found["margin"] == 0.0
    assert found["linked"] > 1


def test_the_surest_is_chosen_and_a_sure_graph_is_not_overruled() -> None:
    strong = Proposed("agreed", {"score": 5.0, "reading": 2.0, "margin": 1.0}, True)
    weak = Proposed("whole", {"score": -2.0}, False)
    silent = chosen(Observation("1", None, False, (weak, strong)), weights())
    assert silent is not None and silent.is_right and silent.from_text
    sure = chosen(Observation("1", 0.999, False, (weak, strong)), weights())
    assert sure is not None and not sure.from_text


def test_every_way_to_an_answer_has_a_model() -> None:
    for kind in ("completed", "step", "agreed", "whole", "choice", "truth"):
        assert 0 < chance_of(kind, {"score": 0.0}) < 1


QUESTIONS = [
    {"question": "Who directed Inception?", "answerText": "Christopher Nolan"},
    {"question": "Where was C. S. Lewis born?", "answerText": "Belfast"},
    {"question": "Who directed Enemy?", "answerText": "Nobody at all"},
]


def test_questions_with_texts_as_answers_are_asked_once_and_kept(tmp_path: Path) -> None:
    data = tmp_path / "few.jsonl"
    data.write_text("".join(json.dumps(one) + "\n" for one in QUESTIONS), encoding="utf-8")
    keep = tmp_path / "kept"
    command = ["calibrate", str(data), "--fit", str(data), "--keep", str(keep)]
    command += ["--store", "sample", "--plot", str(tmp_path / "plot.svg")]

    first = CliRunner().invoke(text, command)
    kept = (keep / "few.jsonl").read_text(encoding="utf-8")
    second = CliRunner().invoke(text, command)

    assert first.exit_code == second.exit_code == 0, first.output
    assert len(kept.splitlines()) == 3
    assert (keep / "few.jsonl").read_text(encoding="utf-8") == kept
    assert "graph alone 0.667" in first.output
    assert "expected calibration error" in (tmp_path / "plot.svg").read_text(encoding="utf-8")

"""How well the confidence of answers with text holds: what `kgqa text calibrate` does and shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgqa_cli.visible import echo, echo_json

if TYPE_CHECKING:
    from kgqa.engine import Engine
    from kgqa.merge.calibration import Observation, Report

SIDE = 360
"""Pixels of the plot."""


def calibrated(data: Path, **given: Any) -> None:  # noqa: ANN401 - as click has it
    """Ask the questions of a file, fit weights on others or on one half, and report on the rest."""
    import orjson

    from kgqa.merge.calibration import fitted, halves, report
    from kgqa.merge.text_confidence import weights

    seen = _observed(data, **given)
    ours, held = (_observed(given["fit"], **given), seen) if given["fit"] else halves(seen)
    found = fitted(ours)
    before, after = report(held, weights()), report(held, found)
    if given["weights"]:
        given["weights"].write_text(as_toml(found), encoding="utf-8")
    if given["plot"]:
        given["plot"].write_text(plot(after), encoding="utf-8")
    if given["as_json"]:
        told = {"before": asdict(before), "after": asdict(after), "weights": found}
        echo_json(orjson.dumps(told, option=orjson.OPT_INDENT_2))
        return
    for title, one in (("With the weights that are there", before), ("Fitted", after)):
        echo(f"{title}, on {one.questions} questions that nothing was fitted on:")
        echo(table(one))


def _observed(data: Path, **given: Any) -> list[Observation]:  # noqa: ANN401
    """Return what comes of the questions of a file, drawn by the seed.

    Where a folder is given to keep it in, what is there is not asked for again.
    """
    from kgqa.engine import Engine
    from kgqa.merge.calibration import Observation, Proposed
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    chosen = settings(store=given["location"], text=given["text"], reader=given["reader"])
    file = given["keep"] / f"{data.stem}.jsonl" if given["keep"] else None
    seen = {one.id: one for one in _kept(file)}
    with opened(chosen.store) as store, Engine(store, text=chosen.text, settings=chosen) as engine:
        questions = _with_ids(data) or _with_texts(data, engine)
        random.Random(given["seed"]).shuffle(questions)
        questions = questions[: given["limit"]]
        for number, (id_, text, right) in enumerate(questions, 1):
            if id_ in seen:
                continue
            reply, proposals = engine.proposed(text)
            proposed = tuple(
                Proposed(one.kind, dict(one.features), right(one.answers)) for one in proposals
            )
            graph = reply.answers[0].confidence if reply.answers else None
            is_right = bool(reply.answers) and right(reply.answers)
            seen[id_] = Observation(id_, graph, is_right, proposed)
            _keep(file, seen[id_])
            if number % 25 == 0:
                echo(f"{number} of {len(questions)} questions", err=True)
            if engine.texts is not None and engine.texts.problem:
                raise click.ClickException(engine.texts.problem)
    return [seen[id_] for id_, _, _ in questions]


Right = Callable[[Sequence[Any]], bool]
"""Whether answers are those of a question."""


def _with_ids(data: Path) -> list[tuple[str, str, Right]]:
    """Return the questions of a file of Mintaka with the ids of its answers."""
    if data.suffix == ".jsonl":
        return []
    from functools import partial

    from kgqa.bench.benchmarks import BENCHMARKS
    from kgqa.bench.metrics import mintaka
    from kgqa.bench.systems.ours import text_of

    def right(question: Any, answers: Sequence[Any]) -> bool:  # noqa: ANN401
        return mintaka.judge(question, [text_of(one) for one in answers]).hit > 0

    questions = BENCHMARKS["mintaka"].read(data)
    return [(one.id, one.text, partial(right, one)) for one in questions]


def _with_texts(data: Path, engine: Engine) -> list[tuple[str, str, Right]]:
    """Return the questions of a file that has the answers as texts."""
    from functools import partial

    from kgqa.merge.gold_texts import is_meant
    from kgqa.text.question_files import read_questions

    def called(name: str) -> frozenset[str]:
        return frozenset(one.id for one in engine.parser.names.exact(name, limit=20))

    def right(names: Sequence[str], answers: Sequence[Any]) -> bool:
        return any(is_meant(answers[0].value, name, called) for name in names)

    found = read_questions(data)
    return [
        (str(place), one.text, partial(right, [name for names in one.answers for name in names]))
        for place, one in enumerate(found)
    ]


def _kept(file: Path | None) -> list[Observation]:
    """Return what a file holds of an earlier run."""
    import orjson

    from kgqa.merge.calibration import Observation, Proposed

    if file is None or not file.is_file():
        return []
    records = [orjson.loads(line) for line in file.read_bytes().splitlines()]
    return [
        Observation(**{**one, "proposed": tuple(Proposed(**each) for each in one["proposed"])})
        for one in records
    ]


def _keep(file: Path | None, one: Observation) -> None:
    import orjson

    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab") as lines:
            lines.write(orjson.dumps(asdict(one), option=orjson.OPT_APPEND_NEWLINE))


def table(one: Report) -> str:
    """Return a report as lines."""
    lines = [
        f"  hits@1     graph alone {one.graph_hits:.3f}, with text {one.hits:.3f}",
        f"  precision  graph alone {one.graph_precision:.3f}, with text {one.precision:.3f}",
        f"  answers from text {one.from_text}, expected calibration error {one.error:.3f}",
        "  confidence  right  answers",
    ]
    for sure, share, number in one.bins:
        lines.append(f"  {sure:10.2f}  {share:5.2f}  {number:7d}  {'█' * round(20 * share)}")
    return "\n".join(lines)


def as_toml(found: Mapping[str, Mapping[str, float]]) -> str:
    """Return weights as the file that kgqa reads them from."""
    head = (
        "# How likely an answer from text is right: weights of logistic models over what speaks "
        "for it.\n# `kgqa text calibrate` wrote them; docs/text-fallback.md explains the names.\n"
    )
    parts = [
        "\n".join([f"[{kind}]", *(f"{name} = {value}" for name, value in model.items())])
        for kind, model in found.items()
    ]
    return head + "\n" + "\n\n".join(parts) + "\n"


def plot(one: Report) -> str:
    """Return a reliability plot as SVG: confidence to the right, share of right ones upwards."""
    dots = "".join(
        f'<circle cx="{SIDE * sure:.0f}" cy="{SIDE * (1 - share):.0f}" '
        f'r="{3 + min(12.0, number**0.5):.1f}"><title>{number} answers</title></circle>'
        for sure, share, number in one.bins
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-40 -20 {SIDE + 60} {SIDE + 60}" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#888"/>'
        f'<path d="M0 {SIDE}L{SIDE} 0" stroke="#888" stroke-dasharray="4"/>'
        f'<g fill="#2563eb" fill-opacity="0.7">{dots}</g>'
        f'<text x="{SIDE / 2:.0f}" y="{SIDE + 30}" text-anchor="middle">confidence</text>'
        f'<text transform="translate(-20 {SIDE / 2:.0f}) rotate(-90)" text-anchor="middle">'
        f'share right</text><text x="6" y="-6">expected calibration error {one.error:.3f}, '
        f"{one.questions} questions</text></svg>\n"
    )

"""How well the confidence of answers with text holds: what `kgqa text calibrate` does and shows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from kgqa.merge.calibration import Observation, Report

SIDE = 360
"""Pixels of the plot."""


def calibrated(data: Path, **given: Any) -> None:  # noqa: ANN401 - as click has it
    """Ask the questions of a file, fit weights on one half, and report on the other."""
    import orjson

    from kgqa.merge.calibration import fitted, halves, report
    from kgqa.merge.text_confidence import weights

    seen = _observed(data, **given)
    ours, held = halves(seen)
    found = fitted(ours)
    before, after = report(held, weights()), report(held, found)
    if given["weights"]:
        given["weights"].write_text(as_toml(found), encoding="utf-8")
    if given["plot"]:
        given["plot"].write_text(plot(after), encoding="utf-8")
    if given["as_json"]:
        told = {"before": asdict(before), "after": asdict(after), "weights": found}
        click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2))
        return
    for title, one in (("With the weights that are there", before), ("Fitted", after)):
        click.echo(f"{title}, on {one.questions} questions that nothing was fitted on:")
        click.echo(table(one))


def _observed(data: Path, **given: Any) -> list[Observation]:  # noqa: ANN401
    """Return what comes of the questions, drawn by the seed."""
    from kgqa.bench.benchmarks import BENCHMARKS
    from kgqa.bench.metrics import mintaka
    from kgqa.bench.systems.ours import text_of
    from kgqa.engine import Engine
    from kgqa.merge.calibration import Observation, Proposed
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    chosen = settings(store=given["location"], text=given["text"], reader=given["reader"])
    questions = BENCHMARKS["mintaka"].read(data)
    random.Random(given["seed"]).shuffle(questions)
    questions = questions[: given["limit"]]

    def right(question: Any, answers: Sequence[Any]) -> bool:  # noqa: ANN401
        return mintaka.judge(question, [text_of(one) for one in answers]).hit > 0

    seen: list[Observation] = []
    with opened(chosen.store) as store, Engine(store, text=chosen.text, settings=chosen) as engine:
        for number, question in enumerate(questions, 1):
            reply, proposals = engine.proposed(question.text)
            proposed = tuple(
                Proposed(one.kind, dict(one.features), right(question, one.answers))
                for one in proposals
            )
            graph = reply.answers[0].confidence if reply.answers else None
            is_right = bool(reply.answers) and right(question, reply.answers)
            seen.append(Observation(question.id, graph, is_right, proposed))
            if number % 25 == 0:
                click.echo(f"{number} of {len(questions)} questions", err=True)
            if engine.texts is not None and engine.texts.problem:
                raise click.ClickException(engine.texts.problem)
    return seen


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

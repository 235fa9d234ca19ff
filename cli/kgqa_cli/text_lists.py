"""How good lists over graph and text are: what `kgqa text lists` does and shows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING, Any

import click

from kgqa_cli.visible import echo, echo_json

if TYPE_CHECKING:
    from kgqa.answers import Answer, Reply
    from kgqa.bench.question import Question
    from kgqa.engine import Engine
    from kgqa.merge.calibration import Proposed


@dataclass(frozen=True, slots=True)
class Part:
    """The answers of one source: how many there are, how many are right, how sure they are."""

    source: str
    said: int
    right: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Lists:
    """How good lists are over some questions."""

    questions: int
    graph_f1: float
    f1: float
    graph_answered: int
    answered: int
    better: int
    """Questions with a better F1 by text."""
    worse: int
    lost: int
    """Right answers of the graph that are no answers with text."""
    seconds: float
    """The median of a question with text."""
    parts: tuple[Part, ...]


def measured_lists(data: Path, **given: Any) -> None:  # noqa: ANN401 - as click has it
    """Ask the questions of a file; fit weights on one half where asked to, report on the other."""
    import orjson

    from kgqa.bench.datasets.qampari import read_qampari
    from kgqa.bench.running import chosen as drawn
    from kgqa.engine import Engine
    from kgqa.merge.calibration import is_fitted_on
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    chosen = settings(store=given["location"], text=given["text"], reader=given["reader"])
    questions = drawn(read_qampari(data), given["limit"], given["seed"])
    ours = [one for one in questions if is_fitted_on(one.id)]
    held = [one for one in questions if not is_fitted_on(one.id)]
    with opened(chosen.store) as store, Engine(store, text=chosen.text, settings=chosen) as engine:
        if given["weights"]:
            _fit(engine, ours, given["weights"])
            return
        found = lists_of(engine, held)
    if given["as_json"]:
        echo_json(orjson.dumps(asdict(found), option=orjson.OPT_INDENT_2))
    else:
        echo(table(found))


def _fit(engine: Engine, questions: Sequence[Question], file: Path) -> None:
    """Write the weights under which members that are right are likely."""
    from kgqa.merge.calibration import LEAST, fitted_model
    from kgqa.merge.text_confidence import weights
    from kgqa_cli.text_calibrating import as_toml

    rows = [row for question in questions for row in observed(engine, question)]
    if len(rows) < LEAST:
        raise click.UsageError(f"Passages tell only {len(rows)} values, and {LEAST} are needed.")
    found = {kind: dict(model) for kind, model in weights().items()}
    found["member"] = fitted_model(rows, found["member"])
    file.write_text(as_toml(found), encoding="utf-8")
    right = sum(row.is_right for row in rows)
    echo(f"{len(rows)} values were read for {len(questions)} questions, {right} of them right.")


def observed(engine: Engine, question: Question) -> list[Proposed]:
    """Return what passages tell for a question, and whether it is right."""
    from kgqa.merge.calibration import Proposed

    return [
        Proposed("member", features, is_right(question, answer))
        for answer, features in engine.members(question.text)
    ]


def is_right(question: Question, answer: Answer) -> bool:
    """Whether an answer is a gold answer by its label."""
    from kgqa.bench.metrics.words import normal

    label = normal(answer.label)
    return any(label == normal(name) for names in question.gold for name in names)


def lists_of(engine: Engine, questions: Sequence[Question]) -> Lists:
    """Return how good the lists are that graph alone and graph and text give."""
    alone, both, spent = [], [], []
    for number, question in enumerate(questions, 1):
        alone.append(engine.ask(question.text, read="never"))
        start = time.monotonic()
        both.append(engine.ask(question.text))
        spent.append(time.monotonic() - start)
        if number % 20 == 0:
            click.echo(f"{number} of {len(questions)} questions", err=True)
    before = [f1(*one) for one in zip(questions, alone, strict=True)]
    after = [f1(*one) for one in zip(questions, both, strict=True)]
    pairs = list(zip(before, after, strict=True))
    return Lists(
        len(questions),
        round(mean(before), 4) if before else 0.0,
        round(mean(after), 4) if after else 0.0,
        sum(bool(one.answers) for one in alone),
        sum(bool(one.answers) for one in both),
        sum(b > a for a, b in pairs),
        sum(b < a for a, b in pairs),
        sum(_lost(*one) for one in zip(questions, alone, both, strict=True)),
        round(median(spent), 2) if spent else 0.0,
        tuple(_parts(questions, both)),
    )


def f1(question: Question, reply: Reply) -> float:
    """Return F1 of a reply, as QAMPARI counts it."""
    from kgqa.bench.metrics.qampari import judge
    from kgqa.bench.question import Given

    return judge(question, [Given(one.label) for one in reply.answers]).f1


def _lost(question: Question, alone: Reply, both: Reply) -> int:
    kept = {one.value for one in both.answers}
    return sum(one.value not in kept and is_right(question, one) for one in alone.answers)


def _parts(questions: Sequence[Question], replies: Sequence[Reply]) -> list[Part]:
    pairs = [
        (one, is_right(question, one))
        for question, reply in zip(questions, replies, strict=True)
        for one in reply.answers
    ]
    found = []
    for source in dict.fromkeys(one.source for one, _ in pairs):
        here = [(one, right) for one, right in pairs if one.source == source]
        sure = mean(one.confidence for one, _ in here)
        found.append(Part(source, len(here), sum(right for _, right in here), round(sure, 3)))
    return found


def table(found: Lists) -> str:
    """Return what was measured as lines."""
    lines = [
        f"{found.questions} questions that nothing was fitted on:",
        f"  F1        graph alone {found.graph_f1:.3f}, with text {found.f1:.3f}",
        f"  answered  graph alone {found.graph_answered}, with text {found.answered}",
        f"  {found.better} better by text, {found.worse} worse; right answers lost: {found.lost}",
        f"  median {found.seconds:.2f} s",
        "  source  right  answers  confidence",
    ]
    for one in found.parts:
        lines.append(f"  {one.source:6}  {one.right:5d}  {one.said:7d}  {one.confidence:10.2f}")
    return "\n".join(lines)

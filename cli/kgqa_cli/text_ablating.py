"""What texts bring back of answers whose edges are masked: `kgqa text ablate`."""

from __future__ import annotations

import random
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import click

from kgqa_cli.visible import echo, echo_json


def ablated(**given: Any) -> None:  # noqa: ANN401 - as click has it
    """Mask edges in a copy of a store, ask again, and print what texts bring back."""
    from dataclasses import asdict

    import orjson
    from kgqa_store.opening import open_store

    from kgqa.ablation import drawn, known, masked_copy, measured
    from kgqa.engine import Engine
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    chosen = settings(store=given["location"], text=given["text"], reader=given["reader"])
    questions = _questions(given["questions"])
    random.Random(given["seed"]).shuffle(questions)
    with tempfile.TemporaryDirectory(dir=given["scratch"]) as scratch:
        with opened(chosen.store) as store, Engine(store, settings=chosen) as engine:
            seen = list(known(engine, questions[: given["limit"]]))
            masked = drawn(seen, given["share"], given["seed"])
            echo(f"{len(masked)} edges are taken out of a copy of {store.location}", err=True)
            place = masked_copy(store, Path(scratch) / "masked", masked)
        with (
            open_store(place) as store,
            Engine(store, text=chosen.text, settings=chosen) as engine,
        ):
            found = measured(engine, seen, masked)
            if engine.texts is not None and engine.texts.problem:
                raise click.ClickException(engine.texts.problem)
    if given["as_json"]:
        rates = {"recall": found.recall, "precision": found.precision}
        echo_json(orjson.dumps({**asdict(found), **rates}, option=orjson.OPT_INDENT_2))
        return
    for line in (
        f"{found.questions} questions answered by the graph, resting on {found.edges} edges",
        f"{found.masked} edges masked, which {found.touched} questions rest on",
        f"{found.lost} answers lost, of which texts bring back {found.regained} "
        f"({found.recall:.0%})",
        f"{found.from_text} answers rest on passages, of which {found.right} "
        f"({found.precision:.0%}) are those of the whole graph",
    ):
        echo(line)


def _questions(file: Path | None) -> list[str]:
    """Return the questions of a file, or those of the sample's tours."""
    if file is not None:
        from kgqa.text.question_files import read_questions

        return [one.text for one in read_questions(file)]
    from kgqa_store.sample import SOURCES

    tours = sorted(SOURCES.glob("tour*.toml"))
    records = [tomllib.loads(tour.read_text(encoding="utf-8")) for tour in tours]
    found = [one for record in records for group in record.values() for one in group]
    return list(dict.fromkeys(one["question"] for one in found if "question" in one))

"""How well a text index finds the answers of a question set."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from kgqa.text.passages import Passage
    from kgqa.text.retrieval_measure import GoldQuestion, Measured


def ranks(text: str) -> list[int]:
    """Return the numbers in a list such as `1,5,20`."""
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        found = []
    if not found or min(found) < 1 or max(found) > 1000:
        raise click.UsageError(f"--at takes numbers from 1 to 1000, such as 1,5,20, not {text!r}.")
    return found


def measured(
    file: Path,
    directory: str | Path,
    at: Sequence[int],
    **given: Any,  # noqa: ANN401
) -> list[Measured]:
    """Return what `kgqa text measure` prints."""
    from kgqa.text.index import open_index
    from kgqa.text.question_files import read_questions
    from kgqa.text.retrieval_measure import measure

    questions = read_questions(file)
    if given["limit"] and given["limit"] < len(questions):
        questions = random.Random(given["seed"]).sample(questions, given["limit"])
    from kgqa_cli.text import embedder_for

    mode = given["mode"]
    embedder = embedder_for(directory, given["embedder"], needed=mode == "dense")
    with open_index(directory, embedder=embedder, mode=mode) as index:

        def search(question: GoldQuestion, k: int) -> Sequence[Passage]:
            qids = question.qids if given["linked"] else ()
            return [hit.passage for hit in index.search(question.text, k=k, qids=qids)]

        return measure(questions, search, at=at)

"""How many questions of the tour of the sample are answered right."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from answered import answered, spelled
from kgqa_store.sample import SOURCES

from kgqa.engine import Engine

LEAST = 55
"""So many of the questions of the tour are answered right; raise it when more are."""


def questions() -> Iterator[dict[str, Any]]:
    for path in sorted(SOURCES.glob("tour*.toml")):
        yield from tomllib.loads(path.read_text(encoding="utf-8"))["question"]


def test_most_questions_of_the_tour_are_answered_right(engine: Engine) -> None:
    right = [
        one["question"]
        for one in questions()
        if answered(engine, one["question"]) == spelled(one["answers"])
    ]

    assert len(right) >= LEAST

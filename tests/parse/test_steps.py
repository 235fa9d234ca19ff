"""A step beside a name that the store lacks, and others in its place."""

from __future__ import annotations

import pytest

from kgqa.engine import Engine
from kgqa.judge.lacking import what_is_lacking


@pytest.mark.parametrize(
    "question",
    [
        "Who directed the film written by Hans Zimmer?",
        "Where was the director of the film written by Hans Zimmer born?",
    ],
)
def test_what_one_wrote_is_nothing_else_that_he_did(engine: Engine, question: str) -> None:
    lacking = what_is_lacking(engine.parser.parse(question), engine.parser)

    assert lacking is not None
    assert lacking.property_id in {"P50", "P58"}
    assert not engine.ask(question).answers

from __future__ import annotations

from pathlib import Path

import pytest

from kgqa.algebra import Entity
from kgqa.engine import Engine
from kgqa.settings import Settings

MAPLES, MELANIA = "Q2597050", "Q432473"


@pytest.mark.parametrize(
    ("question", "today", "wanted"),
    [
        ("Who is the wife of the 45th American president?", "2021-11-01", {MELANIA}),
        ("Who is Donald Trump's wife?", "2021-11-01", {MELANIA}),
        ("Who is Donald Trump's wife?", "1995-01-01", {MAPLES}),
        ("Who was the wife of the 45th American president?", "2021-11-01", {MAPLES, MELANIA}),
    ],
)
def test_one_is_married_to_those_of_whom_neither_side_tells_an_end(
    sample_store: Path, question: str, today: str, wanted: set[str]
) -> None:
    with Engine(sample_store, settings=Settings(today=today)) as engine:
        found = [one.value for one in engine.ask(question).answers]

    assert {one.id for one in found if isinstance(one, Entity)} == wanted

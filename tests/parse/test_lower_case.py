"""Names that are written without capitals."""

from __future__ import annotations

import pytest

from kgqa.algebra import to_text
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("where did einstein die", "^P20(Q937)"),
        ("when did lincoln die", "^P570(Q91)"),
        ("who founded apple", "^P112(Q312)"),
        ("who sang shake it off", "^P175(Q17544624)"),
        ("what is the capital of spain", "^P36(Q29)"),
        ("who directed incepton", "^P57(Q25188)"),
    ],
)
def test_a_part_of_a_name_is_enough(engine: Engine, question: str, reading: str) -> None:
    assert to_text(engine.ask(question).readings[0].query) == reading


@pytest.mark.parametrize(
    "question", ["when does the sun rise", "how old is the universe", "why is the sky blue"]
)
def test_common_words_are_no_titles(engine: Engine, question: str) -> None:
    assert not engine.parser.parse(question).linked.names

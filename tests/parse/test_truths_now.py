"""What was so and is over is not so now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa.algebra import to_text
from kgqa.engine import Engine
from kgqa.settings import Settings


@pytest.fixture(scope="module")
def later(sample_store: Path) -> Iterator[Engine]:
    with Engine(sample_store, settings=Settings(today="2021-11-01")) as engine:
        yield engine


@pytest.mark.parametrize(
    ("question", "reading", "holds"),
    [
        ("Is Brad Pitt married to Angelina Jolie?",
         "Q35332 in ^P26(Q13909) - ^P26{P582 >= 1}(Q13909)", False),
        ("Was Brad Pitt married to Angelina Jolie?", "Q35332 in ^P26(Q13909)", True),
        ("Is Barack Obama the president of the United States?",
         "Q76 in P39(Q11696) - P39{P582 >= 1}(Q11696)", False),
        ("Was Barack Obama the president of the United States?", "Q76 in P39(Q11696)", True),
        ("Is Joe Biden the president of the United States?", "Q6279 in P39(Q11696)", True),
    ],
)  # fmt: skip
def test_what_is_over_is_denied_where_now_is_asked_about(
    later: Engine, question: str, reading: str, holds: bool
) -> None:
    reply = later.ask(question)

    assert to_text(reply.readings[0].query) == reading
    assert [answer.value for answer in reply.answers] == [holds]

"""Questions over the sample, by phenomenon: each is answered as it is meant.

The questions stand in the files beside, in `questions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from answered import Asked, assert_answered_as_meant, denoted, groups, spelled

from kgqa.engine import Engine
from kgqa.settings import Settings

GROUPS = groups()
ALL = [asked for group in GROUPS.values() for asked in group]

EngineOn = Callable[[str], Engine]


@pytest.fixture(scope="module")
def engine_on(engine: Engine, sample_store: Path) -> Iterator[EngineOn]:
    """An engine that is asked on some day; one is kept for each day."""
    made = {"": engine}

    def on(today: str) -> Engine:
        if today not in made:
            made[today] = Engine(sample_store, settings=Settings(today=today))
        return made[today]

    yield on
    for day, one in made.items():
        if day:
            one.close()


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.name)
def test_a_question_is_answered_as_it_is_meant(engine_on: EngineOn, asked: Asked) -> None:
    assert_answered_as_meant(engine_on(asked.today), asked)


@pytest.mark.parametrize("group", GROUPS)
def test_what_is_meant_has_answers_and_they_are_those_noted(engine: Engine, group: str) -> None:
    for asked in GROUPS[group]:
        meant = denoted(engine, asked.algebra) if asked.algebra else spelled(asked.answers)

        assert meant or not asked.algebra, asked.name
        assert not asked.answers or meant == spelled(asked.answers), asked.name
        assert all(denoted(engine, other) == meant for other in asked.also), asked.name
        assert all(denoted(engine, other) not in (meant, frozenset()) for other in asked.never), (
            asked.name
        )


def test_no_question_stands_twice() -> None:
    assert len({(asked.question, asked.today) for asked in ALL}) == len(ALL)

"""The generators of the agreement tests are themselves held to something: they are not hollow."""

from __future__ import annotations

from collections import Counter

import pytest
from graphs import Graph
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from reference import Reference
from strategies import scenes
from strategies_of_turns import turns

from kgqa.algebra import Query


@pytest.mark.parametrize("strategy", [scenes(), turns()], ids=["scenes", "turns"])
def test_a_good_share_of_scenes_has_an_answer(
    strategy: st.SearchStrategy[tuple[Graph, Query]],
) -> None:
    seen: Counter[bool] = Counter()

    @given(strategy)
    @settings(
        max_examples=300,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def look(scene: tuple[Graph, Query]) -> None:
        graph, query = scene
        found = Reference(graph).denote(query)
        if not isinstance(found, bool):
            seen[bool(found)] += 1

    look()

    assert seen[True] >= 0.4 * seen.total(), seen

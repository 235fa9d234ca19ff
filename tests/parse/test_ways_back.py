"""Steps that only undo the last one."""

from __future__ import annotations

import pytest

from kgqa.algebra import parse_expression
from kgqa.parse.analysis import analyse
from kgqa.parse.ways_back import goes_back


@pytest.mark.parametrize(
    ("question", "query", "property_", "inverse", "back"),
    [
        ("Where did she die?", "^P20(Q91)", "P20", False, True),
        ("Who died where she died, too?", "^P20(Q91)", "P20", False, False),
        ("Where did she die?", "P20(Q91)", "P20", True, True),
        ("Where did she die?", "^P20(Q91)", "P20", True, False),
        ("Where did she die?", "^P20(Q91)", "P19", False, False),
        ("Where did she die?", "Q91", "P20", False, False),
    ],
)
def test_a_step_goes_back_only_where_things_are_shared(
    question: str, query: str, property_: str, inverse: bool, back: bool
) -> None:
    found = goes_back(analyse(question), parse_expression(query), property_, inverse=inverse)

    assert found is back

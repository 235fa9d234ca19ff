"""Keys that stand where no set is ordered."""

from __future__ import annotations

import pytest

from kgqa.algebra import NotationError, parse_expression


def test_a_time_between_two_is_no_expression_by_itself() -> None:
    with pytest.raises(NotationError) as found:
        parse_expression("lapse(P569, P570)")

    assert "argmin(X, lapse(P569, P570))" in found.value.hint

"""The time that is spent on learning."""

from __future__ import annotations

import pytest

from kgqa.text.readers import clock
from kgqa.text.readers.clock import Clock


def test_a_pause_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 2.0, 5.0, 500.0, 501.0])
    monkeypatch.setattr(clock.time, "monotonic", lambda: next(times))
    one = Clock()

    assert [one.tick() for _ in range(4)] == [2.0, 5.0, 5.0, 6.0]

from __future__ import annotations

from threading import Event

import pytest

from kgqa.parse.beside import Beside


def test_it_is_done_while_other_things_are_done() -> None:
    other_is_done = Event()
    found = Beside(lambda: other_is_done.wait(10))
    other_is_done.set()

    assert found.result() is True
    assert found.result() is True


def test_what_it_raises_is_raised_where_the_result_is_asked_for() -> None:
    def fails() -> int:
        raise ValueError("no")

    found = Beside(fails)
    with pytest.raises(ValueError, match="no"):
        found.result()

"""Words that say a property clearly."""

from __future__ import annotations

from candidate_readings import readings

from kgqa.engine import Engine


def test_what_passes_over_a_clear_word_is_something_else(engine: Engine) -> None:
    asked = readings(engine, "Where did an employee of Microsoft go to school?")

    assert "^P159(Q2283)" not in asked
    assert "^P159(Q2283)" in readings(engine, "Where is Microsoft?")

"""The day on which a question is asked is a setting."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from kgqa.engine import Engine
from kgqa.errors import SettingsError
from kgqa.settings import Settings, read_settings


def test_a_setting_that_is_no_day_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="today to 'soon', which is no day"):
        read_settings(tmp_path, {"KGQA_TODAY": "soon"}, {})


def test_a_day_may_come_from_the_environment(tmp_path: Path) -> None:
    found = read_settings(tmp_path, {"KGQA_TODAY": "2021-10-31"}, {}).settings

    assert found.day is not None and found.day.isoformat() == "2021-10-31"


def test_a_setting_that_is_no_day_is_told_to_programmers_too(sample_store: Path) -> None:
    with pytest.raises(SettingsError, match="Settings sets today to 'soon'"):
        Engine(sample_store, settings=Settings(today="soon"))


def test_a_question_is_asked_on_that_day(sample_store: Path) -> None:
    with Engine(sample_store, settings=Settings(today="1999-01-01")) as engine:
        assert engine.parser.asked_on == datetime.date(1999, 1, 1)

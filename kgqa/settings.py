"""Every setting, its default, and where its value came from: `kgqa.toml` <- `KGQA_*` <- flags."""

from __future__ import annotations

import datetime
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from kgqa.errors import SettingsError

FILE = "kgqa.toml"
PREFIX = "KGQA_"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user can set. Every field has its line in ``docs/settings.md``."""

    store: str = "sample"
    """The store to ask: a folder, `sample`, or the URL of a SPARQL endpoint."""
    text: str = "sample"
    """The text index to read: a folder, `sample`, or an address as `http://host:9200/index`."""
    read: str = "auto"
    """Whether texts are read: `auto` where the graph is silent or unsure, `always`, or `never`."""
    reader: str = "default"
    """Who reads: `default`, a folder that `kgqa train reader` wrote, or `closed:CHECKPOINT`."""
    language: str = "en"
    """The language of labels."""
    today: str = ""
    """The day that `now` is, such as 2021-10-31; empty for the day on which a question is asked."""
    synonyms: str = ""
    """A TOML file of what people say for properties and classes; empty for none."""
    min_confidence: float = 0.0
    """How sure an answer must be to be given, from 0 to 1; 0 for what kgqa itself finds enough."""
    timeout: float = 30.0
    """Seconds until a query is stopped."""
    memory: int = 2048
    """Megabytes that a query may use."""
    facts: int = 50
    """How many facts the proof of one answer lists."""
    proofs: int = 2000
    """How many answers get their facts; all others still get the expression and its SPARQL."""
    top: int = 20
    """How many answers are shown on a terminal."""

    def __post_init__(self) -> None:
        for each in fields(self):
            object.__setattr__(self, each.name, _typed(each.name, getattr(self, each.name)))

    @property
    def day(self) -> datetime.date | None:
        """The day that `now` is; None for the day on which a question is asked."""
        return _day(self.today, "Settings") if self.today else None


_DEFAULTS: Mapping[str, Any] = {each.name: each.default for each in fields(Settings)}
_KINDS: Mapping[type, str] = {str: "text", int: "whole number", float: "number"}
_CHOICES: Mapping[str, tuple[str, ...]] = {"read": ("auto", "always", "never")}
_MOST: Mapping[str, float] = {"timeout": 1e6, "memory": 1 << 30, "min_confidence": 1}
"""What no setting exceeds: eleven days, a petabyte, certainty."""
_COUNT = 10**9
"""More than a machine can show."""
_NONE = ("facts", "proofs")
"""Of what a program may want none; a user who sets it to 0 is mistaken."""


@dataclass(frozen=True, slots=True)
class Sourced:
    """Settings, and for each field where its value came from."""

    settings: Settings
    sources: Mapping[str, str]

    @property
    def text(self) -> str | None:
        """The text index to read: the one that was named, or the sample's for the sample."""
        chosen = self.settings
        if chosen.read == "never":
            return None
        is_named = self.sources["text"] != "default"
        return chosen.text if is_named or chosen.store == "sample" else None


def current(**flags: object) -> Sourced:
    """Return the settings here and now: of this folder and environment, and what is given."""
    return read_settings(Path.cwd(), os.environ, flags)


def read_settings(
    directory: Path, environment: Mapping[str, str], flags: Mapping[str, object]
) -> Sourced:
    """Return the settings for commands that run in `directory`; flags that are None are not set."""
    values: dict[str, object] = {}
    sources = {field.name: "default" for field in fields(Settings)}
    for where, found in (
        (FILE, _from_file(directory / FILE)),
        ("environment", _from_environment(environment)),
        ("flag", {name: value for name, value in flags.items() if value is not None}),
    ):
        for name, value in found.items():
            origin = f"{PREFIX}{name.upper()}" if where == "environment" else where
            values[name] = _typed(name, value, origin)
            sources[name] = origin
    return Sourced(replace(DEFAULTS, **values), sources)  # type: ignore[arg-type]


def _from_file(path: Path) -> dict[str, object]:
    if path.exists() and not path.is_file():  # a named pipe would be waited for
        raise SettingsError(f"{path} is no plain file", hint="remove it, or give it another name")
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}") from error
    try:
        return dict(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(
            f"{path} is no TOML: {error}", hint="correct it or remove it"
        ) from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, object]:
    known = {f"{PREFIX}{field.name.upper()}": field.name for field in fields(Settings)}
    return {known[name]: value for name, value in environment.items() if name in known}


def _typed(name: str, value: object, where: str = "Settings") -> object:
    """Return what a setting is set to, if it can be."""
    if name not in _DEFAULTS:
        raise SettingsError(
            f"{where} sets {name!r}, which is no setting",
            hint=f"the settings are {', '.join(_DEFAULTS)}",
        )
    default = _DEFAULTS[name]
    refused = f"{where} sets {name} to {_shown(value)}, which"
    example = f"the default is {default if default != '' else 'empty'}"
    try:
        typed = _converted(type(default), value)
    except (TypeError, ValueError, OverflowError) as error:
        raise SettingsError(f"{refused} is no {_KINDS[type(default)]}", hint=example) from error
    match typed:
        case str():
            _check_text(name, typed, where)
        case 0 if name == "min_confidence" or (name in _NONE and where == "Settings"):
            pass
        case _ if not typed > 0:  # which nan is not, either
            raise SettingsError(f"{refused} must be more than 0", hint=example)
        case _ if typed > (most := _MOST.get(name, _COUNT)):
            raise SettingsError(f"{refused} must be at most {most:,}", hint=example)
    return typed


def _converted(kind: type, value: object) -> str | int | float:
    """Return a value as one of a kind; what would lose something is none."""
    if kind is str:
        if not isinstance(value, str | Path | datetime.date):
            raise TypeError
        return str(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise TypeError
    if isinstance(value, float) and kind is int and not value.is_integer():
        raise ValueError
    return int(value) if kind is int else float(value)


def _check_text(name: str, value: str, where: str) -> None:
    """Refuse a text that a setting cannot be."""
    if name == "today" and value:
        _day(value, where)
    choices = _CHOICES.get(name)
    if choices and value not in choices:
        raise SettingsError(
            f"{where} sets {name} to {_shown(value)}, which is none of {', '.join(choices)}",
            hint=f"the default is {_DEFAULTS[name]}",
        )
    if "\0" in value:
        raise SettingsError(
            f"{where} sets {name} to {_shown(value)}, which no file is called",
            hint=f"the default is {_DEFAULTS[name]}",
        )


def _shown(value: object) -> str:
    """Return what somebody wrote, in quotes and not too long."""
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:79]}…"


def _day(value: object, where: str) -> datetime.date:
    """Return the day that a setting names."""
    try:
        return datetime.date.fromisoformat(str(value))
    except ValueError as error:
        raise SettingsError(
            f"{where} sets today to {value!r}, which is no day", hint="write it as 2021-10-31"
        ) from error


DEFAULTS = Settings()


def home(environment: Mapping[str, str], platform: str) -> Path:
    """Return the folder for what kgqa keeps: KGQA_HOME, or the platform's place for data."""
    chosen = environment.get("KGQA_HOME")
    if chosen:
        return Path(chosen).expanduser().absolute()
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kgqa"
    # The XDG specification says that a relative path is to be ignored.
    data = Path(environment.get("XDG_DATA_HOME", ""))
    return (data if data.is_absolute() else Path.home() / ".local" / "share") / "kgqa"

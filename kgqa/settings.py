"""Every setting, its default, and where its value came from: `kgqa.toml` <- `KGQA_*` <- flags."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from kgqa.errors import SettingsError

FILE = "kgqa.toml"
PREFIX = "KGQA_"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user can set. Every field has its line in ``docs/settings.md``."""

    store: str = "sample"
    """The store to ask: a folder, `sample`, or the URL of a SPARQL endpoint."""
    text: str = "sample"
    """The text index to read: a folder, or `sample`."""
    read: str = "auto"
    """Whether texts are read: `auto` where the graph is silent or unsure, `always`, or `never`."""
    reader: str = "default"
    """Who reads: `default`, or a folder that `kgqa train reader` wrote."""
    language: str = "en"
    """The language of labels."""
    today: str = ""
    """The day that `now` is, such as 2021-10-31; empty for the day on which a question is asked."""
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

    @property
    def day(self) -> datetime.date | None:
        """The day that `now` is; None for the day on which a question is asked."""
        return _day(self.today, "Settings") if self.today else None


DEFAULTS = Settings()
MOST = {"timeout": 1e6, "memory": 1 << 30, "facts": 10**9, "proofs": 10**9, "top": 10**9}
"""What no setting exceeds: eleven days, a petabyte, and more than a machine can show."""
READ = ("auto", "always", "never")
_KINDS: Mapping[type, str] = {str: "text", int: "whole number", float: "number"}


@dataclass(frozen=True, slots=True)
class Sourced:
    """Settings, and for each field where its value came from."""

    settings: Settings
    sources: Mapping[str, str]


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


def _typed(name: str, value: object, where: str) -> object:
    defaults: dict[str, object] = {f.name: getattr(DEFAULTS, f.name) for f in fields(Settings)}
    if name not in defaults:
        raise SettingsError(
            f"{where} sets {name!r}, which is no setting",
            hint=f"the settings are {', '.join(defaults)}",
        )
    kind = type(defaults[name])
    example = f"the default is {defaults[name] or 'empty'}"
    try:
        if isinstance(value, bool | list | dict):
            raise TypeError
        typed = kind(value)  # type: ignore[call-arg]  # str, int or float
    except (TypeError, ValueError, OverflowError) as error:
        raise SettingsError(
            f"{where} sets {name} to {_short(value)}, which is no {_KINDS[kind]}", hint=example
        ) from error
    wrong = _beyond(name, typed)
    if wrong:
        raise SettingsError(f"{where} sets {name} to {_short(value)}, which {wrong}", hint=example)
    if name == "today" and typed:
        _day(typed, where)
    return typed


def _beyond(name: str, value: object) -> str:
    """Return what is wrong with the value of a setting, though it is of the right kind."""
    if isinstance(value, int | float):
        if not value > 0:  # which nan is not, either
            return "must be more than 0"
        return "" if value <= MOST[name] else f"must be at most {MOST[name]:,}"
    is_fine = name != "read" or value in READ
    return "" if is_fine else f"is none of {', '.join(READ)}"


def _short(value: object) -> str:
    return text if len(text := repr(value)) <= 60 else f"{text[:57]}..."


def _day(value: object, where: str) -> datetime.date:
    """Return the day that a setting names."""
    try:
        return datetime.date.fromisoformat(str(value))
    except ValueError as error:
        raise SettingsError(
            f"{where} sets today to {value!r}, which is no day", hint="write it as 2021-10-31"
        ) from error


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

"""What a graph's vocabulary is used to do, as data: `world.toml` tells it of Wikidata."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class World:
    """The habits of a vocabulary."""

    classes: frozenset[str]
    """The properties that lead to the class of a thing, and to what is above a class."""
    begin: str
    """The qualifier that tells since when a statement holds."""
    end: str
    """The qualifier that tells until when."""


@cache
def world() -> World:
    """Return the habits of Wikidata."""
    text = (resources.files("kgqa.parse") / "world.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    return World(frozenset(found["classes"]), found["begin"], found["end"])

"""What a graph's vocabulary is used to do, as data: `world.toml` tells it of Wikidata."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class World:
    """The habits of a vocabulary."""

    classes: frozenset[str]
    """The properties that lead to the class of a thing, and to what is above a class."""
    instance: str
    """The property that leads to the class of a thing."""
    roles: tuple[str, ...]
    """The properties that say what somebody or something is, without being an instance of it."""
    held: str
    """The property that leads to an office that somebody held."""
    belongs: tuple[str, ...]
    """The properties that lead to what an office is the office of."""
    begin: str
    """The qualifier that tells since when a statement holds."""
    end: str
    """The qualifier that tells until when."""
    moment: str
    """The qualifier that tells when it was."""
    number: str
    """The qualifier that tells its number in a series."""
    where: tuple[str, ...]
    """The properties that lead to the place where something is, or was."""
    inside: tuple[tuple[str, ...], ...]
    """Rows of properties that lead to what lies within a place, and within that."""
    lives: tuple[tuple[str, str], ...]
    """The properties by which something begins to be, and ends."""
    year: str
    """The unit in which ages are told."""
    longest_life: int
    """Nobody lives longer than so many years."""
    same: tuple[frozenset[str], ...]
    """Relations that say the same, stated from either side; `^` leads to objects."""
    traits: Mapping[str, tuple[str, str]]
    """By the name of a trait the property and the value that state it."""


@cache
def world() -> World:
    """Return the habits of Wikidata."""
    text = (resources.files("kgqa.parse") / "world.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    return World(
        frozenset(found["classes"]),
        found["instance"],
        tuple(found["roles"]),
        found["held"],
        tuple(found["belongs"]),
        found["begin"],
        found["end"],
        found["moment"],
        found["number"],
        tuple(found["where"]),
        tuple(map(tuple, found["inside"])),
        tuple((begin, end) for begin, end in found["lives"]),
        found["year"],
        found["longest_life"],
        tuple(map(frozenset, found["same"])),
        {name: (property_, value) for name, (property_, value) in found["traits"].items()},
    )

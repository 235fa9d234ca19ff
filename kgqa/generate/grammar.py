"""The grammar of a language: its ways to ask, as a file has them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from kgqa.generate.errors import GrammarError

FEWEST = 5
"""Ways that a grammar has for each operator."""
OPERATORS = (
    *("apply", "intersection", "difference", "superlative", "superlative_time", "ordinal"),
    *("ordinal_time", "count", "choice", "choice_time", "comparison", "comparison_time"),
    *("membership", "table", "table_value", "table_composed"),
    *("fact", "fact_time", "fact_amount", "filter", "filter_count", "filter_time"),
    *("filter_time_count", "membership_best", "truth", "truth_time", "excess"),
    *("time", "when", "age", "age_when"),
)
WORDS = ("who", "relative", "names", "places", "comparatives", "bounds", "pronouns")
_DATED = re.compile(r"\d{4}(?:[-–]\d+)? [A-Z]")
"""The name of an event that begins with its year."""
_HOLE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Way:
    """A question with holes."""

    text: str
    holes: frozenset[str]

    def filled(self, slots: Mapping[str, str]) -> str:
        """Return the question with its holes filled, beginning with a capital letter."""
        said = _HOLE.sub(lambda hole: slots[hole[1]], self.text)
        return said[:1].upper() + said[1:].replace("..", ".")


@dataclass(frozen=True, slots=True)
class Grammar:
    """The ways of a language to ask for each operator, and its small words."""

    language: str
    ways: Mapping[str, tuple[Way, ...]]
    words: Mapping[str, Mapping[str, Any]]

    @property
    def text(self) -> str:
        """Everything that it says whatever is asked for, holes aside."""
        said = [_HOLE.sub(" ", way.text) for ways in self.ways.values() for way in ways]
        return " ".join(
            [*said, *(repr(words) for name, words in self.words.items() if name != "names")]
        )

    def fitting(self, operator: str, slots: Mapping[str, str]) -> list[Way]:
        """Return the ways whose holes can all be filled."""
        return [way for way in self.ways[operator] if way.holes <= slots.keys()]

    def needs_the(self, name: str) -> bool:
        """Whether an article stands before a name."""
        names = self.words["names"]
        if not name[:1].isupper() or name.startswith("The "):
            return bool(_DATED.match(name))
        if name.startswith(tuple(names["the_starts"])):
            return True
        if any(one in name for one in names["never_the"]):
            return False
        return name.endswith(tuple(names["the_ends"])) or any(
            one in name for one in names["the_inside"]
        )


@cache
def shipped(language: str = "en") -> Grammar:
    """Return the grammar of a language that comes with the program."""
    place = files("kgqa.generate") / "grammar" / f"{language}.toml"
    if not place.is_file():
        known = sorted(one.name.removesuffix(".toml") for one in _folder_of_grammars())
        raise GrammarError(
            f"There is no grammar of {language!r}.",
            hint=f"there are {', '.join(known)}; write another and name it with --grammar",
        )
    return _read(place.read_text(encoding="utf-8"), language, place.name)


def _folder_of_grammars() -> list[Any]:
    return list((files("kgqa.generate") / "grammar").iterdir())


def read_grammar(path: Path, language: str = "en") -> Grammar:
    """Return the grammar in a file of one's own."""
    try:
        return _read(path.read_text(encoding="utf-8"), language, path.name)
    except OSError as error:
        raise GrammarError(f"{path} cannot be read: {error.strerror or error}.") from error


def _read(text: str, language: str, name: str) -> Grammar:
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GrammarError(f"{name} is no TOML: {error}.") from error
    ways = {operator: _ways(given, operator, name) for operator in OPERATORS}
    missing = [table for table in WORDS if table not in given]
    if missing:
        raise GrammarError(f"{name} lacks the table [{missing[0]}].", hint="see grammar/en.toml")
    return Grammar(language, ways, {table: given[table] for table in WORDS})


def _ways(given: Mapping[str, Any], operator: str, name: str) -> tuple[Way, ...]:
    said = given.get(operator, {}).get("ways", ())
    if len(set(said)) < FEWEST:
        raise GrammarError(
            f"{name} has {len(set(said))} ways to ask for {operator!r}, and {FEWEST} are wanted.",
            hint=f"add to `ways` of [{operator}]",
        )
    return tuple(Way(one, frozenset(_HOLE.findall(one))) for one in said)

"""What a property is called in English: words of our own in `english.toml`, else its label."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import cast

_PREPOSITION = re.compile(r".*\b(of|at|by|in|with|to|for|on|from|after|under|within)$")
_NO_HOLES = str.maketrans("{}[]|", "()()/")  # signs that mean something in a wording
_TIME = re.compile(r"\b(date|time|year|inception|period \((start|end)\))\b")


@dataclass(frozen=True, slots=True)
class Wording:
    """How a property is spoken of; the fields are explained in `english.toml`."""

    noun: str
    subject: str
    object: str
    of: str
    event: str
    most: str
    least: str
    age: str
    lacking: str
    within: str
    is_number: bool
    """Whether the values of the property are known to be numbers."""

    @property
    def is_time(self) -> bool:
        """Whether the values of the property are dates."""
        return self.most == "latest"


def wording(id_: str, label: str | None) -> Wording:
    """Return how to speak of the property, whose label is given where it is known."""
    name = label or id_
    own = _table().get(id_, {})
    unlisted = _from_label(name)
    words = {field: own.get(field, default) for field, default in unlisted.items()}
    if "object" in own and "subject" not in own:
        words["subject"] = f"whose {own['object']} is {{}}"
    if "object" in own and "of" not in own:
        words["of"] = "of {}"
    numbers = own.get("most", "latest") != "latest"
    return Wording(**words, is_number=numbers)


def _from_label(name: str) -> dict[str, str]:
    """Return the wording that the label of a property suggests."""
    name = name.translate(_NO_HOLES)
    time = bool(_TIME.search(name))
    words = {
        "noun": "thing",
        "object": name,
        "subject": f"whose {name} is {{}}",
        "of": "of {}",
        "event": "",
        "most": "latest" if time else "greatest",
        "least": "earliest" if time else "smallest",
        "age": "",
        "lacking": "",
        "within": "",
    }
    if name.startswith("has ") and len(name) > len("has "):
        return words | {
            "object": name.removeprefix("has "),
            "subject": f"whose {name.removeprefix('has ')} is {{}}",
        }
    if _PREPOSITION.fullmatch(name):
        of = f"that {{}} is {name}"
        return words | {"object": "thing", "subject": f"that [are|is] {name} {{}}", "of": of}
    return words


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    text = (files("kgqa.algebra") / "english.toml").read_text(encoding="utf-8")
    return cast(dict[str, dict[str, str]], tomllib.loads(text))

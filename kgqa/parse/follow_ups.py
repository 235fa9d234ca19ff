"""Questions that go on from the one before: `Where was he born?` takes who was spoken of last."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "data" / "follow_ups.toml"
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Something that was spoken of."""

    id: str
    label: str
    is_person: bool


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question in which what was spoken of stands for the word that referred to it."""

    question: str
    word: str
    meant: Mentioned


@dataclass(frozen=True, slots=True)
class Referring:
    """Words that refer to what was spoken of."""

    stands_for: Mapping[str, str]
    owning: frozenset[str]
    not_before: frozenset[str]
    idle: tuple[str, ...]


@cache
def shipped() -> Referring:
    """Return what comes with kgqa; read once in a process."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    owning = found["owning"]
    return Referring(
        found["stands_for"],
        frozenset(owning["words"].split()),
        frozenset(owning["not_before"].split()),
        tuple(found["idle"]["phrases"]),
    )


def followed(question: str, mentioned: Sequence[Mentioned]) -> FollowUp | None:
    """Return a question without its pronoun; None where none refers to what was mentioned.

    `mentioned` has what was spoken of last first. A pronoun behind a name in the same question
    refers to that.
    """
    known = shipped()
    words = list(_WORD.finditer(question))
    for place, word in enumerate(words):
        if place and word[0][0].isupper() and word[0] != "I":
            return None
        kind = known.stands_for.get(word[0].lower())
        if kind is None or _is_idle(question[word.start() :], known):
            continue
        meant = next((one for one in mentioned if _fits(one, kind)), None)
        if meant is None:
            return None
        ending = "'s" if _owns(words, place, known) else ""
        changed = f"{question[: word.start()]}{meant.label}{ending}{question[word.end() :]}"
        return FollowUp(changed, word[0], meant)
    return None


def _is_idle(rest: str, known: Referring) -> bool:
    return rest.lower().startswith(known.idle)


def _fits(one: Mentioned, kind: str) -> bool:
    return kind == "any" or one.is_person == (kind == "person")


def _owns(words: Sequence[re.Match[str]], place: int, known: Referring) -> bool:
    """Whether what follows is had by what a pronoun stands for."""
    if words[place][0].lower() not in known.owning or place + 1 == len(words):
        return False
    return words[place + 1][0].lower() not in known.not_before

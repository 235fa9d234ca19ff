"""How relations are said: by the files in `relations/`, else by what a property is called.

`english.toml` of the algebra says how a property is spoken of in noun phrases; the files here add
what is said of either side in a sentence, and nothing is said twice.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from kgqa.algebra.inflection import plural, with_article
from kgqa.algebra.lexicon import Wording, wording
from kgqa.generate.errors import RelationsError
from kgqa.generate.predicates import HOLE, filled, inflected

THING = "thing"
LISTS = ("subjects", "objects", "then", "extremes", "compared", "largest", "amounts", "asks")
TEXTS = ("values", "role", "asked", "happened", "to", "began", "ended")
HOLED = ("subjects", "objects", "then", "amounts", "asks")
_CLAUSE = re.compile(r"(?:that|whose|in which|from which) ")
_WITH_PREPOSITION = re.compile(r"([a-z]+) (of|at|by|in|with|to|for|on|from|under)")
_ENDS_IN_PREPOSITION = re.compile(r" (?:of|at|by|in|with|to|for|on|from|under|after)$")
_WHOSE = re.compile(r"whose (.+) (?:is|was) \{\}$")


@dataclass(frozen=True, slots=True)
class Relation:
    """A property in words; the fields are explained in the files."""

    id: str
    label: str
    wording: Wording
    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    values: str = THING
    role: str = ""
    asked: str = ""
    happened: str = ""
    to: str = ""
    extremes: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    largest: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    began: str = ""
    ended: str = ""
    is_written: bool = False
    """Whether a file says it, and not only the labels of the property."""

    def hypothesis(self, subject: str, object_: str, *, the: bool = False) -> str:
        """Return the sentence that a text must entail for the edge to be proved by it."""
        said = inflected(self.subjects[0], many=False)
        return f"{subject} {filled(said, object_, the=the)}."

    def asked_for_object(self, subject: str) -> str:
        """Return a question that the other side of an edge answers."""
        said = inflected(self.objects[0], many=False)
        return f"{'Who' if self.values == 'person' else 'What'} {filled(said, subject)}?"


Entries = Mapping[str, Mapping[str, Any]]


def is_singular(label: str) -> bool:
    """Whether a label is no plural, such as `member states of the European Union`."""
    head = label.split(" of ")[0]
    return not head.endswith("s") or head.endswith(("ss", "us", "is", "series", "species"))


@dataclass(frozen=True, slots=True)
class Kinds:
    """The nouns of things by their classes, and what is not asked for by name."""

    nouns: Mapping[str, tuple[str, ...]]
    unsaid_classes: frozenset[str]
    unsaid_starts: tuple[str, ...]
    called: Mapping[str, str]
    unsaid_relations: frozenset[str]
    unsaid_words: frozenset[str]
    unsaid_signs: tuple[str, ...]
    counted: frozenset[str]
    """Properties of which a thing may have the most."""

    def is_noun(self, label: str) -> bool:
        """Whether the label of a property reads as a noun of its values, or as a verb."""
        if from_label(label):
            return True
        words = self.unsaid_words & set(label.casefold().split())
        return (
            is_singular(label)
            and not _ENDS_IN_PREPOSITION.search(label)
            and not words
            and not any(sign in label for sign in self.unsaid_signs)
        )


@cache
def shipped_kinds() -> Kinds:
    """Return what `kinds.toml` says."""
    text = (files("kgqa.generate") / "relations" / "kinds.toml").read_text(encoding="utf-8")
    given = tomllib.loads(text)
    return Kinds(
        {noun: tuple(ids) for noun, ids in given["nouns"].items()},
        frozenset(given["classes"]["unsaid"]),
        tuple(given["classes"]["unsaid_starts"]),
        given["classes"]["called"],
        frozenset(given["relations"]["unsaid"]),
        frozenset(given["relations"]["unsaid_words"]),
        tuple(given["relations"]["unsaid_signs"]),
        frozenset(given["relations"]["counted"]),
    )


@cache
def shipped() -> Entries:
    """Return what the files that come with the program say, by property."""
    found: dict[str, Mapping[str, Any]] = {}
    folder = files("kgqa.generate") / "relations"
    for path in sorted(folder.iterdir(), key=lambda one: one.name):
        if path.name.endswith(".toml") and path.name != "kinds.toml":
            found |= checked(tomllib.loads(path.read_text(encoding="utf-8")), path.name, {})
    return found


def read_relations(path: Path) -> dict[str, Mapping[str, Any]]:
    """Return what a file of one's own says, by property."""
    try:
        text = path.read_text(encoding="utf-8")
        given = tomllib.loads(text)
    except OSError as error:
        raise RelationsError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RelationsError(f"{path} is no TOML: {error}.") from error
    return checked(given, path.name, lines_of(text))


def lines_of(text: str) -> dict[str, int]:
    """Return the line on which each entry of a file begins."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if key := re.match(r"\s*\[?\s*[\"']?([^\s\"'=\]]+)[\"']?\s*[=\]]", line):
            found.setdefault(key[1], number)
    return found


def checked(given: Mapping[str, Any], name: str, lines: Mapping[str, int]) -> dict[str, Any]:
    """Return the entries of a file, if each says what it may say."""
    for id_, entry in given.items():
        where = f"{name}, line {lines[id_]}" if id_ in lines else name
        if not isinstance(entry, dict):
            raise RelationsError(f"{where}: {id_} should be a table, as in {{ subjects = [...] }}.")
        for field, value in entry.items():
            is_list = field in LISTS and isinstance(value, list)
            if not (is_list or (field in TEXTS and isinstance(value, str))):
                known = ", ".join((*LISTS, *TEXTS))
                raise RelationsError(f"{where}: {id_} has {field!r}.", hint=f"it can have {known}")
        lists = [one for field in HOLED for one in entry.get(field, ())]
        for said in (*lists, *(entry[field] for field in ("began", "ended") if field in entry)):
            if not isinstance(said, str) or len(HOLE.findall(said)) != 1:
                hint = "write {} where the name belongs"
                raise RelationsError(f"{where}: {id_} says {said!r}, without one hole.", hint=hint)
    return dict(given)


class Relations:
    """All that is known of how to say properties."""

    def __init__(self, more: Sequence[Entries] = ()) -> None:
        """Know what the shipped files say, and what `more` says instead."""
        self._entries = dict(shipped())
        for one in more:
            self._entries |= one
        self._known: dict[str, Relation] = {}

    def of(self, id_: str, label: str) -> Relation:
        """Return a property in words."""
        if id_ not in self._known:
            self._known[id_] = self._made(id_, label)
        return self._known[id_]

    def _made(self, id_: str, label: str) -> Relation:
        entry, words = self._entries.get(id_, {}), wording(id_, label)
        if id_ not in self._entries:
            entry = from_label(label)
        return Relation(
            id=id_,
            label=label,
            wording=words,
            subjects=tuple(entry.get("subjects") or _said_of_subjects(words)),
            objects=tuple(entry.get("objects") or _said_of_objects(words)),
            values=cast(str, entry.get("values", THING)),
            asked=cast(str, entry.get("asked", "")),
            role=cast(str, entry.get("role", words.object)),
            happened=cast(str, entry.get("happened", "")),
            to=cast(str, entry.get("to", "")),
            extremes=tuple(entry.get("extremes", ())),
            compared=tuple(entry.get("compared", ())),
            largest=tuple(entry.get("largest", ())),
            amounts=tuple(entry.get("amounts", ())),
            asks=tuple(entry.get("asks", ())),
            then=tuple(entry.get("then", ())),
            began=cast(str, entry.get("began", "")),
            ended=cast(str, entry.get("ended", "")),
            is_written=id_ in self._entries,
        )


def from_label(label: str) -> dict[str, Any]:
    """Return what the label of a property says where it is no noun: `reports to`, `member of`."""
    found = _WITH_PREPOSITION.fullmatch(label)
    if found is None:
        return {}
    first, rest = found.groups()
    if first.endswith("s") and not first.endswith("ss"):
        return {"subjects": [f"[{first[:-1]}|{first}] {rest} {{}}"]}
    if rest == "of" and not first.endswith("ed") and first != "part":
        said = f"[are|is] [{plural(first)}|{with_article(first)}] of {{}}"
        return {"subjects": [said], "asked": "subjects"}
    return {"subjects": [f"[are|is] {label} {{}}"], "asked": "subjects"}


def _said_of_subjects(words: Wording) -> list[str]:
    """Return predicates by how a property is spoken of: `whose father is {}` and so on."""
    said = words.subject
    if found := _WHOSE.match(said):
        return [f"[have|has] {{}} as [their|{with_article(found[1]).split()[0]}] {found[1]}"]
    if said.startswith("that "):
        return [said.removeprefix("that ")]
    if said.startswith("with "):
        return [f"[have|has] {said.removeprefix('with ')}"]
    if _CLAUSE.match(said):
        noun = words.object
        return [f"[have|has] {{}} as [their|{with_article(noun).split()[0]}] {noun}"]
    return [f"[are|is] {said}"]


def _said_of_objects(words: Wording) -> list[str]:
    """Return predicates of the values: `[are|is] [directors|a director] of {}`."""
    noun = words.object
    return [f"[are|is] [{plural(noun)}|{with_article(noun)}] {words.of}"]

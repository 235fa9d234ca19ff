"""Slices: what to keep of Wikidata, said in a small TOML file.

title = "Films and the people who make them"
languages = ["en", "de"]            # of labels, aliases, descriptions, Wikipedias
properties = ["P31", "P279", "P57"] # whose statements; left out: all
without_properties = ["P373"]       # not these
external_identifiers = false        # no identifiers of other catalogues
only_labelled = true                # only entities with a label in these languages
statements = "needed"               # statement nodes of JSON dumps: needed, all, none

[keep]                              # which entities; left out: all
classes = ["Q11424"]                # instances of these, and of their subclasses
entities = ["Q25191"]               # and these
depth = 1                           # and what they lead to, so many steps
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from kgqa_store.errors import SourceError
from kgqa_store.wikidata_entity import EVERYTHING, Plan
from kgqa_store.wikidata_values import ENTITY_ID, LANGUAGE

DEEPEST = 4
"""Few steps lead from anywhere to nearly everywhere."""


@dataclass(frozen=True, slots=True)
class Slice:
    """What to keep of the sources."""

    title: str = ""
    plan: Plan = EVERYTHING
    only_labelled: bool = False
    classes: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    depth: int = 0

    @property
    def chooses_entities(self) -> bool:
        """Whether some entities are in it and others are not, whatever their labels."""
        return bool(self.classes or self.entities)

    @property
    def chooses_properties(self) -> bool:
        """Whether statements of some properties are in it and those of others are not."""
        return self.plan.properties is not None or bool(self.plan.without)

    @property
    def reads_twice(self) -> bool:
        """Whether it can only be cut after the sources have been read once."""
        return self.chooses_entities or self.only_labelled or not self.plan.external_ids


WHOLE = Slice()


def slice_from_fields(fields: dict[str, Any]) -> Slice:
    """Return the slice whose `asdict` is `fields`, as it comes out of JSON."""
    plan = dict(fields["plan"])
    for name in ("languages", "properties", "without"):
        plan[name] = None if plan[name] is None else frozenset(plan[name])
    lists = {name: tuple(fields[name]) for name in ("classes", "entities")}
    return Slice(**{**fields, **lists, "plan": Plan(**plan)})


def built_in_slices() -> list[str]:
    """Return the names of the slices that come with the program."""
    folder = resources.files("kgqa_store") / "slices"
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir())


def read_slice(name: str) -> Slice:
    """Return the slice in the file `name`, or the one of that name that comes with the program."""
    path = Path(name)
    if path.is_file():
        content = path.read_text("utf-8", "replace")
    elif name.removesuffix(".toml") in built_in_slices():
        folder = resources.files("kgqa_store") / "slices"
        content = (folder / f"{name.removesuffix('.toml')}.toml").read_text("utf-8")
    else:
        raise SourceError(
            f"There is no slice {name}.",
            hint=f"Name a TOML file, or one of: {', '.join(built_in_slices())}",
        )
    try:
        return _Reader(name).slice(tomllib.loads(content))
    except tomllib.TOMLDecodeError as error:
        raise SourceError(f"The slice {name} is no TOML: {error}.") from error


@dataclass(slots=True)
class _Reader:
    """Takes the fields out of a slice file, and refuses what it does not know."""

    name: str
    taken: set[str] = field(default_factory=set)

    def slice(self, fields: dict[str, Any]) -> Slice:
        keep = self.take(fields, "keep", {}, dict)
        languages = self.names(fields, "languages", LANGUAGE.fullmatch)
        properties = self.names(fields, "properties", _is_property)
        plan = Plan(
            languages=frozenset(languages) or None,
            properties=frozenset(properties) or None,
            without=frozenset(self.names(fields, "without_properties", _is_property)),
            external_ids=self.take(fields, "external_identifiers", True, bool),
            statements=self.take(fields, "statements", "needed", str),
        )
        if plan.statements not in ("needed", "all", "none"):
            raise self.wrong("statements", "one of needed, all, none")
        depth = self.take(keep, "depth", 0, int)
        if not 0 <= depth <= DEEPEST:
            raise self.wrong("depth", f"a number from 0 to {DEEPEST}")
        found = Slice(
            title=self.take(fields, "title", "", str),
            plan=plan,
            only_labelled=self.take(fields, "only_labelled", False, bool),
            classes=self.names(keep, "classes", _is_item),
            entities=self.names(keep, "entities", _is_item),
            depth=depth,
        )
        for unknown in (fields.keys() | keep.keys()) - self.taken:
            raise SourceError(
                f"The slice {self.name} has an unknown field {unknown!r}.",
                hint=f"Known are: {', '.join(sorted(self.taken))}",
            )
        return found

    def take(self, fields: dict[str, Any], key: str, default: Any, kind: type) -> Any:  # noqa: ANN401  TOML
        self.taken.add(key)
        value = fields.get(key, default)
        if not isinstance(value, kind):
            raise self.wrong(key, f"a {kind.__name__}")
        return value

    def names(
        self, fields: dict[str, Any], key: str, good: Callable[[str], object]
    ) -> tuple[str, ...]:
        values = self.take(fields, key, [], list)
        for value in values:
            if not isinstance(value, str) or not good(value):
                raise SourceError(f"The slice {self.name} has {value!r} among its {key}.")
        return tuple(values)

    def wrong(self, key: str, expected: str) -> SourceError:
        return SourceError(f"The slice {self.name}: {key} is not {expected}.")


def _is_property(name: str) -> bool:
    return name.startswith("P") and ENTITY_ID.fullmatch(name) is not None


def _is_item(name: str) -> bool:
    return name.startswith("Q") and ENTITY_ID.fullmatch(name) is not None

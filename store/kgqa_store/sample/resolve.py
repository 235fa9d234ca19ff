"""Names to ids: the claims of the sources as statements, with their inverses added."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import TypeAlias

from kgqa_store.sample.source import Claim, Entity, Mistake, Place, Property, Sources, ValueText
from kgqa_store.sample.values import (
    Item,
    NotAValue,
    Quantity,
    Value,
    read_amount,
    read_date,
    read_point,
    read_text,
)

Reader: TypeAlias = Callable[[str, str], tuple[str, Value]]
"""From a property's name and a text to the property's id and the value."""

_WITH_ID = re.compile(r"(?:(.+) )?\((Q[1-9]\d*)\)|(Q[1-9]\d*)")


@dataclass(frozen=True, slots=True)
class Statement:
    """One edge of the graph with what qualifies it."""

    subject: str
    property: str
    value: Value
    qualifiers: tuple[tuple[str, Value], ...]
    preferred: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Resolved:
    """The statements that could be understood, and what is wrong with the others."""

    statements: tuple[Statement, ...]
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """Who is called what: entities by Wikipedia title or label, properties by label."""

    entities: Mapping[str, Entity]
    by_title: Mapping[str, str]
    by_label: Mapping[str, frozenset[str]]
    properties: Mapping[str, Property]

    @classmethod
    def of(cls, sources: Sources, mistakes: list[Mistake]) -> Names:
        """Return the names declared in the sources; what is declared twice is a mistake."""
        entities: dict[str, Entity] = {}
        by_title: dict[str, str] = {}
        by_label: dict[str, set[str]] = defaultdict(set)
        for entity in sources.entities:
            if entity.is_addition:
                continue
            if first := entities.get(entity.name):
                what = f"{entity.name} is already declared in {first.place} as {first.label!r}"
                mistakes.append(Mistake(entity.place, what))
                continue
            entities[entity.name] = entity
            by_label[entity.label].add(entity.name)
            owner = by_title.setdefault(entity.title, entity.name)
            if owner != entity.name and entity.title != "-":
                what = f"the page {entity.title!r} is {owner}'s; write `title:` with its own"
                mistakes.append(Mistake(entity.place, what))
        properties: dict[str, Property] = {}
        for property in sources.properties:
            if property.label in properties or property.id in {p.id for p in properties.values()}:
                what = f"{property.id} {property.label!r} is declared twice"
                mistakes.append(Mistake(property.place, what))
            properties[property.label] = property
        by_title.pop("-", None)
        frozen = {name: frozenset(ids) for name, ids in by_label.items()}
        return cls(entities, by_title, frozen, properties)

    def entity(self, text: str) -> str:
        """Return the id of what a page's title, a label only one has, `Name (Q1)` or `Q1` means."""
        if text in self.by_title:
            return self.by_title[text]
        ids = self.by_label.get(text, frozenset())
        if len(ids) == 1:
            return next(iter(ids))
        if found := _WITH_ID.fullmatch(text):
            id = found[2] or found[3]
            if id not in self.entities:
                raise NotAValue(f"{id} is not in the sample")
            entity = self.entities[id]
            if found[1] and found[1] not in (entity.label, entity.title, *entity.aliases):
                raise NotAValue(f"{id} is called {entity.label!r}, not {found[1]!r}")
            return id
        if ids:
            choices = ", ".join(f"{text} ({id})" for id in sorted(ids))
            raise NotAValue(f"{text!r} is ambiguous; write one of {choices}")
        raise NotAValue(f"nothing is called {text!r}{_nearest(text, self.by_label)}")

    def property(self, text: str) -> Property:
        """Return the property of that label."""
        if text in self.properties:
            return self.properties[text]
        raise NotAValue(f"there is no property {text!r}{_nearest(text, self.properties)}")

    def value(self, property: Property, text: str) -> Value:
        """Return the value that `text` means where the property wants its datatype."""
        try:
            match property.datatype:
                case "item":
                    return Item(self.entity(text))
                case "date":
                    return read_date(text)
                case "quantity":
                    amount, unit = read_amount(text)
                    return Quantity(amount, self.entity(unit) if unit else "")
                case "coordinate":
                    return read_point(text)
                case datatype:
                    return read_text(text, in_a_language=datatype == "text")
        except NotAValue as error:
            raise NotAValue(f"{property.label}: {error}") from None


def resolve(sources: Sources, names: Names) -> Resolved:
    """Return the statements of the sources, each once, with the inverses they imply."""
    mistakes: list[Mistake] = []

    @cache  # most values occur many times: `instance of: human` alone some thousand times
    def read(property: str, text: str) -> tuple[str, Value]:
        found = names.property(property)
        return found.id, names.value(found, text)

    seen: dict[tuple[str, str, Value, tuple[tuple[str, Value], ...]], Place] = {}
    statements: list[Statement] = []
    for entity in sources.entities:
        try:
            subject = names.entity(entity.name)
        except NotAValue as error:
            mistakes.append(Mistake(entity.place, str(error)))
            continue
        for statement in _statements(subject, entity, read, mistakes):
            key = (subject, statement.property, statement.value, statement.qualifiers)
            if first := seen.get(key):
                mistakes.append(Mistake(statement.place, f"{first} says the same"))
            else:
                seen[key] = statement.place
                statements.append(statement)
    statements += _inverses(statements, sources, names, mistakes)
    return Resolved(tuple(statements), tuple(mistakes))


def _statements(
    subject: str, entity: Entity, read: Reader, mistakes: list[Mistake]
) -> Iterator[Statement]:
    for claim in entity.claims:
        for value in claim.values:
            try:
                yield _statement(subject, value, claim, read)
            except NotAValue as error:
                mistakes.append(Mistake(claim.place, str(error)))


def _statement(subject: str, value: ValueText, claim: Claim, read: Reader) -> Statement:
    property, main = read(claim.property, value.text)
    if main == Item(subject):
        raise NotAValue(f"{claim.property}: an entity is not its own value")
    qualifiers = tuple(read(*qualifier) for qualifier in value.qualifiers)
    return Statement(subject, property, main, qualifiers, value.preferred, claim.place)


def _inverses(
    statements: list[Statement], sources: Sources, names: Names, mistakes: list[Mistake]
) -> Iterator[Statement]:
    """Yield what the inverse properties imply and nobody has written down."""
    inverse: dict[str, str] = {}
    for property in sources.properties:
        if not property.inverse:
            continue
        try:
            inverse[property.id] = names.property(property.inverse).id
        except NotAValue as error:
            mistakes.append(Mistake(property.place, str(error)))
    known = {(s.subject, s.property, s.value) for s in statements if s.property in inverse.values()}
    for statement in statements:
        back = inverse.get(statement.property)
        if back is None or not isinstance(statement.value, Item):
            continue
        edge = (statement.value.id, back, Item(statement.subject))
        if edge not in known:
            known.add(edge)
            yield Statement(*edge, statement.qualifiers, preferred=False, place=statement.place)


def _nearest(text: str, known: Mapping[str, object]) -> str:
    near = get_close_matches(text, known, n=1, cutoff=0.8)
    return f"; did you mean {near[0]!r}?" if near else ""

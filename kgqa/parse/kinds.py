"""Of what kind things are: the classes of entities with all that is above them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa_store.names import NameIndex
from kgqa_store.names_text import normalise
from kgqa_store.schema import Schema
from kgqa_store.schema_words import stem

from kgqa.parse.members import Member

LOOKED_AT = 20
"""Members of a set whose kinds are looked at."""
KEPT = 50_000
"""Entities whose classes are kept."""
MOST_TYPES = 4
"""Classes of an entity that its profile tells."""
NARROW = 40
"""So many classes above one are followed: what is further up fits everything."""

ROLES = frozenset(("Q12737077", "Q28640", "Q4164871", "Q4220920", "Q66715801"))
"""Occupations, professions, positions."""
PEOPLE = frozenset(("Q5", "Q95074", "Q15632617"))
"""Humans and those of fiction."""


_OF = re.compile(r" (?:of|in|on|at|for|with|from|by|to) ")
"""What stands behind the head of a noun."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What an entity is, as far as its name, classes and description say."""

    types: tuple[str, ...]
    called: frozenset[str]
    """The stems of the words in the labels of its classes."""
    described: frozenset[str]
    """The stems of the words of its description."""
    is_class: bool


class Kinds:
    """The classes of entities, and whether they are what a noun says."""

    def __init__(self, names: NameIndex, schema: Schema) -> None:
        """Look classes up in the indexes of one store."""
        self.names, self.schema = names, schema
        self._above: dict[str, frozenset[str]] = {}
        self._stems: dict[str, frozenset[str]] = {}
        self._heads: dict[str, str] = {}
        self._of: dict[str, frozenset[str]] = {}
        self._profiles: dict[str, Profile] = {}

    def above(self, class_: str) -> frozenset[str]:
        """Return a class with those above it."""
        found = self._above.get(class_)
        if found is None:
            found = frozenset({class_, *self.schema.superclasses(class_, most=NARROW)})
            self._above[class_] = found
        return found

    def of(self, entity: str) -> frozenset[str]:
        """Return all classes that an entity is an instance of."""
        found = self._of.get(entity)
        if found is None:
            found = frozenset().union(*(self.above(class_) for class_ in self.names.types(entity)))
            if len(self._of) > KEPT:
                self._of.clear()
            self._of[entity] = found
        return found

    def is_class(self, entity: str) -> bool:
        """Whether an entity has instances, or is a role that people have."""
        record = self.schema.class_(entity)
        return (record is not None and record.total > 0) or self.is_role(entity)

    def is_role(self, entity: str) -> bool:
        """Whether an entity is an occupation or an office: people have it, none is one."""
        return bool(self.of(entity) & ROLES)

    def is_any(self, member: Member, classes: frozenset[str]) -> bool:
        """Whether a member is an instance of one of `classes`."""
        return isinstance(member, str) and bool(self.of(member) & classes)

    def named(self, entity: str, noun: str) -> bool:
        """Whether a class of an entity is called a `noun`, as a U.S. state is a state."""
        return any(self.is_called(class_, noun) for class_ in self.names.types(entity))

    def is_called(self, class_: str, noun: str) -> bool:
        """Whether the head of the label of a class is `noun`: of no city in the United States."""
        found = self._heads.get(class_)
        if found is None:
            entry = self.names.describe(class_)
            head = _OF.split(normalise(entry.label) if entry else "", maxsplit=1)[0]
            found = stem(head.split()[-1]) if head.split() else ""
            self._heads[class_] = found
        return noun == found

    def profile(self, entity: str) -> Profile:
        """Return what an entity is."""
        found = self._profiles.get(entity)
        if found is None:
            entry = self.names.describe(entity)
            types = entry.types[:MOST_TYPES] if entry else ()
            said = normalise(entry.description) if entry else ""
            found = Profile(
                types,
                frozenset().union(*(self._words(class_) for class_ in types)),
                frozenset(stem(word) for word in said.split()),
                self.is_class(entity),
            )
            if len(self._profiles) > KEPT:
                self._profiles.clear()
            self._profiles[entity] = found
        return found

    def _words(self, class_: str) -> frozenset[str]:
        found = self._stems.get(class_)
        if found is None:
            entry = self.names.describe(class_)
            label = entry.label if entry else ""
            found = frozenset(stem(word) for word in normalise(label).split())
            self._stems[class_] = found
        return found

    def share(self, members: Sequence[Member], classes: frozenset[str], noun: str = "") -> float:
        """Return the share of members that are of the classes, or of a class with that name.

        What has no class at all is left out; where that is all, nobody knows: a half.
        """
        some = [m for m in members[:LOOKED_AT] if not isinstance(m, str) or self.of(m)]
        if not some:
            return 0.5 if members else 0.0
        fits = [
            m
            for m in some
            if self.is_any(m, classes) or (noun and isinstance(m, str) and self.named(m, noun))
        ]
        return len(fits) / len(some)

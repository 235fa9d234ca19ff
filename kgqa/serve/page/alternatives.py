"""What a name or a relation of a reading could be instead, each as an address of the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar
from urllib.parse import urlencode

from kgqa.algebra import AlgebraError, Entity, Property, Query, parse_expression, to_text
from kgqa.serve.desk import Desk
from kgqa.serve.lookups import entities

MOST = 10
"""So many alternatives are offered."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a part could be."""

    id: str
    label: str
    about: str
    address: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A name or a relation of a reading, and what it could be instead."""

    kind: str
    id: str
    label: str
    about: str
    said: str
    """The words of the question that say it, where they are known."""
    number: int
    choices: tuple[Choice, ...]


def address(**given: object) -> str:
    """Return the address of the page for what is given; None is left out."""
    return "/?" + urlencode({name: value for name, value in given.items() if value is not None})


def names(
    desk: Desk, query: Query, reading: Mapping[str, Any], question: str | None, lang: str
) -> Iterator[Part]:
    """Yield the names of a reading with the other entities that are called so.

    Those that the question was linked to are exchanged by asking it again, and others, such as all
    names of an expression that was written by hand, in the expression.
    """
    linked = {link["id"]: link["mention"] for link in reading["links"]}
    written = [one.id for one in parts_of(query, Entity) if one.id not in linked]
    for number, id_ in enumerate((*linked, *dict.fromkeys(written))):
        entry = desk.names.describe(id_, lang)
        label, about = (entry.label, entry.description) if entry else (id_, "")
        said = linked.get(id_) or _mentioned(
            question or "", (label, *(entry.aliases if entry else ()))
        )
        first = Choice(id_, label, about, "", is_chosen=True)
        others = (
            Choice(one["id"], one["label"], one["description"], there)
            for one in entities(desk, said or label, MOST, lang)
            if one["id"] != id_ and (there := _with_name(query, question, linked, id_, one["id"]))
        )
        yield Part("name", id_, label, about, said, number, (first, *others))


def _mentioned(question: str, called: Iterable[str]) -> str:
    """Return the words of a question that are a name; the longest, or nothing."""
    found = (
        re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question, re.I) for name in called if name
    )
    return max((one.group() for one in found if one), key=len, default="")


def _with_name(
    query: Query, question: str | None, linked: Mapping[str, str], old: str, new: str
) -> str:
    """Return where one entity is asked about in the place of another; nothing where none can be."""
    if question and old in linked:
        return address(question=question, pick=new)
    algebra = _written(query, Entity(old), Entity(new))
    return algebra and address(algebra=algebra, about=question)


def _written(query: Query, old: object, new: object) -> str:
    """Return an expression with one part in the place of another; nothing where that is none."""
    try:
        algebra = to_text(exchanged(query, old, new))
        parse_expression(algebra)
    except AlgebraError:
        return ""
    return algebra


def relations(desk: Desk, query: Query, question: str | None, lang: str) -> Iterator[Part]:
    """Yield the relations of an expression with others that fit what it names."""
    wanted = list(dict.fromkeys(parts_of(query, Property)))
    fitting = list(_fitting(desk, query))
    for number, one in enumerate(wanted):
        known = desk.schema.property(one.id, lang)
        label, about = (known.label, known.description) if known else (one.id, "")
        first = Choice(one.id, label, about, "", is_chosen=True)
        others = (
            choice
            for id_ in _likest_first(desk, one, fitting)
            if id_ not in {other.id for other in wanted}
            and (choice := _exchanged(desk, query, one, id_, question, lang))
        )
        choices = (first, *_first(others, MOST))
        yield Part("relation", one.id, label, about, "", number, choices)


def _exchanged(
    desk: Desk, query: Query, old: Property, id_: str, question: str | None, lang: str
) -> Choice | None:
    known = desk.schema.property(id_, lang)
    if known is None or not known.label or known.label == id_:
        return None
    algebra = _written(query, old, Property(id_))
    if not algebra:
        return None
    return Choice(id_, known.label, known.description, address(algebra=algebra, about=question))


def _fitting(desk: Desk, query: Query) -> Iterator[str]:
    """Yield the properties of things like those of an expression, the most frequent first."""
    counts: dict[str, int] = {}
    for entity in dict.fromkeys(parts_of(query, Entity)):
        for kind in desk.names.types(entity.id)[:3]:
            uses = (*desk.schema.properties_of(kind), *desk.schema.properties_to(kind))
            for use in uses[:60]:
                counts[use.property] = counts.get(use.property, 0) + use.edges
    yield from sorted(counts, key=lambda id_: -counts[id_])


def _likest_first(desk: Desk, old: Property, fitting: Iterable[str]) -> list[str]:
    """Return properties in their order, but those that lead to things of the same class first."""
    known = desk.schema.property(old.id)
    wanted = {share.id for share in known.object_classes[:3]} if known else set()

    def is_other(id_: str) -> bool:
        found = desk.schema.property(id_)
        return not found or wanted.isdisjoint(share.id for share in found.object_classes[:3])

    return sorted(fitting, key=is_other)  # it is stable


def parts_of(node: object, kind: type[T]) -> Iterator[T]:
    """Yield the parts of an expression that are of a kind, in the order of its text."""
    if isinstance(node, kind):
        yield node
    elif isinstance(node, tuple):
        for one in node:
            yield from parts_of(one, kind)
    elif is_dataclass(node):
        for each in fields(node):
            yield from parts_of(getattr(node, each.name), kind)


def exchanged(node: T, old: object, new: object) -> T:
    """Return an expression with one part in the place of another, wherever it stands."""
    if node == old:
        return new  # type: ignore[return-value]  # a part of the same kind
    if isinstance(node, tuple):
        return tuple(exchanged(one, old, new) for one in node)  # type: ignore[return-value]
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed = {each.name: exchanged(getattr(node, each.name), old, new) for each in fields(node)}
    return replace(node, **changed)


def _first(found: Iterable[Choice], most: int) -> list[Choice]:
    some: list[Choice] = []
    for one in found:
        some.append(one)
        if len(some) == most:
            break
    return some

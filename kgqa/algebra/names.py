"""Names in the places of ids: what the notation asks somebody who knows a graph.

The algebra knows none, so `parse_expression` is given a `Names`. Without it, ids alone are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, assert_never

from kgqa.algebra import operators as op
from kgqa.algebra.literals import read_text
from kgqa.algebra.reader import Reader
from kgqa.algebra.terms import Date, Entity, Number, Property, Quantity, Text


@dataclass(frozen=True, slots=True)
class Name:
    """Words that name something, and their place in an expression: ``text[start:end]``."""

    words: str
    text: str
    start: int
    end: int


class Names(Protocol):
    """Knows what names mean. What is unknown or not clear is raised, with its place."""

    def item(self, name: Name) -> str:
        """Return the id of the item."""

    def class_(self, name: Name) -> str:
        """Return the id of the item where a class is due."""

    def property(self, name: Name) -> str:
        """Return the id of the property."""

    def is_property(self, words: str) -> bool:
        """Return whether the words are a name of a property."""

    def has_items(self, property_: Property) -> bool:
        """Return whether values of the property are items, so that a text there names one."""


# --- What a text stands for, by its place ----------------------------------------------------


def leads_to_items(names: Names, relation: op.Relation) -> bool:
    """Return whether what something has as `relation` are items."""
    match relation:
        case Property():
            return names.has_items(relation)
        case op.Qualified(property_, _):
            return names.has_items(property_)
        case op.Typed(inner, _):
            return leads_to_items(names, inner)
        case op.Inverse(op.Inverse(inner)):
            return leads_to_items(names, inner)
        case op.Inverse():
            return True
        case _:
            assert_never(relation)


def holds_items(names: Names, query: op.Query) -> bool:
    """Return whether the members of a set are items."""
    match query:
        case Entity() | op.Type() | op.Superlative() | op.Ordinal() | op.Filter() | op.Named():
            return True
        case op.Having() | op.Near():
            return True
        case op.Apply(op.Inverse(way), _):
            return leads_to_items(names, way)
        case op.Apply():
            return True
        case op.Intersection(operands) | op.Union(operands):
            return any(holds_items(names, one) for one in operands)
        case op.Difference(left, _):
            return holds_items(names, left)
        case op.Told(_, key, _):
            return names.has_items(key.qualifier)
        case (
            Text()
            | Date()
            | Number()
            | Quantity()
            | op.Count()
            | op.Aggregate()
            | op.Years()
            | op.Subtraction()
        ):
            return False
        case op.Comparison() | op.Membership() | op.Existence():
            return False
        case _:
            assert_never(query)


# --- Words that stand side by side -----------------------------------------------------------


class NameReader(Reader):
    """Reads names. What a text or an `in` is depends on the part that is read: see `reading`."""

    in_compares = True
    """Whether an `in` can be the comparison here, and not a word of a name."""
    text_names = False
    """Whether a text is the name of an item here, and not a value."""

    def __init__(self, text: str, names: Names | None) -> None:
        super().__init__(text)
        self.names = names

    @contextmanager
    def reading(
        self, *, text_names: bool | None = None, in_compares: bool | None = None
    ) -> Iterator[None]:
        """Read a part, in which a text or an `in` is what it is said to be."""
        before = self.text_names, self.in_compares
        self.text_names = self.text_names if text_names is None else text_names
        self.in_compares = self.in_compares if in_compares is None else in_compares
        yield
        self.text_names, self.in_compares = before

    def name(self) -> Name | None:
        """Return the name that starts here, and move behind it; nothing where none does."""
        if self.names is None:
            return None
        end = self.name_end()
        if end == self.place:
            return None
        start, stop = self.next.start, self.tokens[end - 1].end
        words = read_text(self.next) if self.next.kind == "text" else self.text[start:stop]
        self.place = end
        return Name(words, self.text, start, stop)

    def name_end(self) -> int:
        """Return the token behind the name that starts here; the next one where none does.

        A name is a text in quotes, or words, behind which numbers may stand: `Apollo 11`. Where
        `in` compares, it ends a name, unless the words with it name a property.
        """
        first = self.place
        if self.next.kind == "text":
            return first + 1
        if self.names is None or self.next.kind != "word" or _is_small_id(self.next.text):
            return first
        whole = _run_end(self, first, stops=())
        if not self.in_compares:
            return whole
        plain = _run_end(self, first, stops=("in",))
        if plain < whole and self.names.is_property(self.text_between(first, whole)):
            return whole
        return plain

    def holds_items(self, things: op.Operand) -> bool:
        """Return whether the members of a set are known to be items."""
        return self.names is not None and holds_items(self.names, things)


def _run_end(words: Reader, first: int, stops: tuple[str, ...]) -> int:
    end = first
    while words.tokens[end].kind == "word" or (end > first and words.tokens[end].kind == "number"):
        if words.tokens[end].text in stops:
            break
        end += 1
    return end


def _is_small_id(word: str) -> bool:
    """Return whether a word is an id in small letters, which has an error of its own."""
    return word[0] in "qp" and word[1:].isdigit()


def is_applied(words: Reader, end: int) -> bool:
    """Return whether what ends before token `end` is a relation: brackets follow that show it."""
    sign = words.tokens[end].text
    if sign != "[":
        return sign in ("(", "{")
    depth = 0
    for place in range(end, len(words.tokens) - 1):
        text = words.tokens[place].text if words.tokens[place].kind == "sign" else ""
        depth += (text == "[") - (text == "]")
        if depth == 0:
            return words.tokens[place + 1].text == "("
    return False

"""From text to an expression: `P57(Q25191)[P577 >= 2010]`. The inverse is `printer.to_text`.

    query      = sum ( COMPARATOR sum | "in" sum )?
    sum        = meet ( "|" meet )*                 what follows binds tighter
    meet       = rest ( "&" rest )*
    rest       = part ( "-" part )*                 from the left
    part       = primary ( "[" test ("," test)* "]" | "[" "name" SIGN "text" "]" )*
    primary    = "(" query ")" | ITEM | value | "type(" ITEM ")" | relation "(" sum ")"
               | ("argmax" | "argmin") "(" sum "," key ")" | "nth(" NUMBER "," sum "," key ")"
               | "near(" sum "," PROPERTY ( "&" PROPERTY )? "," sum "," value ")"
               | "told(" sum "," key ( "," NUMBER )? ")"
               | ("count" | "exists") "(" sum ")" | "years(" sum "," sum ")"
               | ("sum" | "average" | "min" | "max") "(" sum "," way ")"
    relation   = "^"* PROPERTY ( "{" test ("," test)* "}" )? ( "[" ITEM "]" )?
    key        = way | "count(" way ( "&" sum )? ")"
               | way "(" sum ")" "@" PROPERTY ( "-" PROPERTY )?
    test       = way COMPARATOR sum
    value      = "text" | 1999-12-31 | 1999-12 | 8849 | 8849 metre | 8849 Q11573

A `-` between numbers is a subtraction, between sets a difference. With `Names`, an ITEM or a
PROPERTY may be its name, in quotes or without: `director("Christopher Nolan")`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import TypeVar, cast

from kgqa.algebra import mistakes
from kgqa.algebra import operators as op
from kgqa.algebra.errors import UnknownName
from kgqa.algebra.literals import read_text, read_value, read_whole_number
from kgqa.algebra.names import NameReader, Names, is_applied, leads_to_items
from kgqa.algebra.terms import Entity, Number, Property, Quantity, Text

DEEPEST = 60
"""Expressions nested deeper than this are refused, so that none can exhaust the stack."""

_SIGNS = ("~", "^=", "=")
_COMPARATORS = ("=", "!=", "<", "<=", ">", ">=")
_NUMERIC = (Number, Quantity, op.Count, op.Aggregate, op.Years, op.Subtraction)
_C = TypeVar("_C", op.Union, op.Intersection)


def parse_expression(text: str, names: Names | None = None) -> op.Query:
    """Return the expression that `text` denotes, or raise `NotationError`.

    With `names`, items and properties may be named; without, they stand there by their ids.
    """
    parser = _Parser(text, names)
    query = parser.query()
    if parser.next.kind != "end":
        mistakes.fail_after(parser)
    if _depth(query) > DEEPEST:
        mistakes.fail_deep(parser, 0, DEEPEST)
    return query


class _Parser(NameReader):
    """A descent over the tokens, one method for each rule of the grammar."""

    depth = 0

    # --- Expressions, from the loosest to the tightest ---

    def query(self) -> op.Query:
        first = self.place
        with self.reading(in_compares=True):
            left = self.sum()
        if not self.sees("in", *_COMPARATORS):
            return left
        sign = self.take().text
        with self.reading(text_names=self.holds_items(left)):
            right = self.sum()
        left = self.renamed(first, left, right)
        if sign == "in":
            return self.build(first, op.Membership, left, right)
        return self.build(first, op.Comparison, left, sign, right)

    def sum(self) -> op.Operand:
        return self.chain("|", self.meet, op.Union)

    def meet(self) -> op.Operand:
        return self.chain("&", self.rest, op.Intersection)

    def chain(self, sign: str, operand: Callable[[], op.Operand], kind: type[_C]) -> op.Operand:
        first, operands = self.place, [operand()]
        while self.takes(sign):
            with self.reading(text_names=self.text_names or self.holds_items(operands[0])):
                operands.append(operand())
        return operands[0] if len(operands) == 1 else self.build(first, kind, tuple(operands))

    def rest(self) -> op.Operand:
        first, left = self.place, self.part()
        while self.takes("-"):
            with self.reading(text_names=self.text_names or self.holds_items(left)):
                right = self.part()
            if isinstance(left, _NUMERIC) or isinstance(right, _NUMERIC):
                left = self.build(first, op.Subtraction, left, right)
            else:
                left = self.build(first, op.Difference, left, right)
        return left

    def part(self) -> op.Operand:
        first = self.place
        self.descend()
        things = self.primary()
        while self.takes("["):
            if (named := self.name_test()) is not None:
                things = self.build(first, op.Named, things, *named)
                self.skip("]", "the test of a name")
            elif (counted := self.count_test()) is not None:
                things = self.build(first, op.Having, things, *counted)
                self.skip("]", "the test of a count")
            else:
                things = self.build(first, op.Filter, things, self.tests("]"))
        self.depth -= 1
        return things

    def primary(self) -> op.Operand:
        if self.next.is_of_a_graph() and is_applied(self, self.place + 1):
            return self.apply()
        if self.next.is_item():
            return self.build(self.place, Entity, self.take().text)
        if self.next.is_property() or self.sees("^"):
            return self.apply()
        named = self.named()
        if named is not None:
            return named
        if self.next.kind in ("text", "date", "number") or self.sees("-"):
            return read_value(self)
        if self.next.kind == "word":
            return self.function()
        if not self.takes("("):
            mistakes.fail_at_start(self)
        inner = self.query()
        self.skip(")", "the expression in brackets")
        return cast(op.Operand, inner)  # a truth among sets is refused by the node around it

    # --- Relations, tests, keys ---

    def apply(self) -> op.Operand:
        first = self.place
        relation: op.Relation = self.way()
        if self.takes("["):
            relation = self.build(first, op.Typed, relation, self.item("a type"))
            self.skip("]", "the type")
        if not self.takes("("):
            mistakes.fail_unapplied(self, first)
        things = self.values_of(relation)
        self.skip(")", "what the relation is applied to")
        return self.build(first, op.Apply, relation, things)

    def way(self) -> op.Way:
        first = self.place
        if self.takes("^"):
            self.descend()
            inner = self.way()
            self.depth -= 1
            return self.build(first, op.Inverse, inner)
        property_ = self.property()
        if not self.takes("{"):
            return property_
        return self.build(first, op.Qualified, property_, self.tests("}"))

    def tests(self, closing: str) -> tuple[op.Condition, ...]:
        with self.reading(in_compares=False):
            tests = [self.test()]
            while self.takes(","):
                tests.append(self.test())
        self.skip(closing, "the test")
        return tuple(tests)

    def test(self) -> op.Condition:
        first, way = self.place, self.way()
        if not self.sees(*_COMPARATORS):
            mistakes.fail_without_comparison(self, first)
        comparator = self.take().text
        return self.build(first, op.Condition, way, comparator, self.values_of(way))

    def name_test(self) -> tuple[str, Text] | None:
        """Return how the names of members are tested, if that is what comes next."""
        after = self.after_next
        if not (self.sees("name") and after.kind == "sign" and after.text in _SIGNS):
            return None
        self.take()
        sign = self.take().text
        if self.next.kind != "text":
            mistakes.fail_without_text(self)
        return sign, self.build(self.place, Text, read_text(self.take()))

    def count_test(self) -> tuple[op.Tally, str, Number] | None:
        """Return how many values members must have, if that is what comes next."""
        first = self.place
        if not self.takes_function("count"):
            return None
        with self.reading(in_compares=False):
            tally = self.tally(first)
            if not self.sees(*_COMPARATORS):
                mistakes.fail_without_comparison(self, first)
            comparator = self.take().text
            if self.next.kind != "number" and not self.sees("-"):
                mistakes.fail_without_number(self)
            number = read_value(self)
        return tally, comparator, cast(Number, number)

    def key(self) -> op.Key:
        self.skip(",", "the set: a key must follow")
        first = self.place
        if self.takes_function("lapse"):
            return self.lapse(first)
        if not self.takes_function("count"):
            return self.qualifier(first, self.way())
        return self.tally(first)

    def tally(self, first: int) -> op.Tally:
        self.skip("(", "count")
        way = self.way()
        within = self.values_of(way) if self.takes("&") else None
        self.skip(")", "what is counted")
        return self.build(first, op.Tally, way, within)

    def lapse(self, first: int) -> op.Key:
        self.skip("(", "lapse")
        since = self.property()
        self.skip(",", "the property of the time from which it lapses")
        start = self.place
        until = self.qualifier(start, self.way())
        self.skip(")", "the time until which it lapses")
        return self.build(first, op.Lapse, since, until)

    def qualifier(self, first: int, way: op.Way) -> op.Key:
        if not self.takes("("):
            return way
        things = self.values_of(way)
        self.skip(")", "what the relation is applied to")
        if not self.takes("@"):
            mistakes.fail_without_qualifier(self, first)
        qualifier = self.property()
        since = self.property() if self.takes("-") else None
        return self.build(first, op.Stated, way, things, qualifier, since)

    def property(self) -> Property:
        if self.next.is_property():
            return self.build(self.place, Property, self.take().text)
        name = self.name()
        if self.names is None or name is None:
            mistakes.fail_without_property(self)
        try:
            return Property(self.names.property(name))
        except UnknownName as error:
            mistakes.fail_misread(self, name, error)

    def item(self, what: str) -> Entity:
        if self.next.is_item():
            return self.build(self.place, Entity, self.take().text)
        name = self.name()
        if self.names is None or name is None:
            mistakes.fail_without_item(self, what)
        return Entity(self.names.class_(name))

    # --- Names ---

    def named(self) -> op.Operand | None:
        """Return what starts with a name here, and nothing where a value or a function does."""
        if self.names is None:
            return None
        end = self.name_end()
        is_function = end == self.place + 1 and self.next.text in mistakes.FUNCTIONS
        if end == self.place or (is_function and self.tokens[end].text == "("):
            return None
        if is_applied(self, end):
            return self.apply()
        if self.next.kind == "text" and not self.text_names and self.tokens[end].text != "[":
            return None
        name = self.name()
        assert name is not None  # noqa: S101 - one starts here
        try:
            return Entity(self.names.item(name))
        except UnknownName as error:
            mistakes.fail_misread(self, name, error)

    def renamed(self, first: int, left: op.Operand, right: op.Operand) -> op.Operand:
        """Return the left side of a comparison: a lone text names an item if the right has such."""
        is_lone = isinstance(left, Text) and self.tokens[first].kind == "text"
        if self.names is None or not is_lone or not self.holds_items(right):
            return left
        place, self.place = self.place, first
        name = self.name()
        self.place = place
        return left if name is None else Entity(self.names.item(name))

    def values_of(self, relation: op.Relation) -> op.Operand:
        """Return the set that follows, whose members are values of a relation."""
        is_named = self.names is not None and leads_to_items(self.names, relation)
        with self.reading(text_names=is_named, in_compares=False):
            return self.sum()

    def members(self) -> op.Operand:
        """Return the set that follows, whose members have properties, so that they are items."""
        with self.reading(text_names=True, in_compares=False):
            return self.sum()

    def operand(self) -> op.Operand:
        """Return the set or number that follows, in which a text is a text."""
        with self.reading(text_names=False, in_compares=False):
            return self.sum()

    # --- Functions ---

    def function(self) -> op.Operand:
        first, name = self.place, self.take().text
        if name not in mistakes.FUNCTIONS:
            mistakes.fail_unknown(self, first)
        self.skip("(", name)
        mistakes.check_order(self, name)
        kind, parts = self.operands(name)
        self.skip(")", f"the operands of {name}")
        return self.build(first, kind, *parts)

    def operands(self, name: str) -> tuple[Callable[..., op.Operand], tuple[object, ...]]:
        match name:
            case "type":
                return op.Type, (self.item("a class"),)
            case "argmax" | "argmin":
                return op.Superlative, (name[3:], self.members(), self.key())
            case "nth":
                place = read_whole_number(self)
                self.skip(",", "the place")
                return op.Ordinal, (place, self.members(), self.key())
            case "told":
                things, behind = self.members(), self.place + 1
                key = self.key()
                if not isinstance(key, op.Stated) or key.since is not None:
                    mistakes.fail_untold(self, behind)
                at = self.place_of_date() if self.takes(",") else None
                return op.Told, (things, key, at)
            case "near":
                return op.Near, self.near()
            case "years":
                start = self.operand()
                self.skip(",", "the first date")
                return op.Years, (start, self.operand())
            case "sum" | "average" | "min" | "max":
                things = self.sum()
                self.skip(",", "the set: a property must follow")
                return op.Aggregate, (name, things, self.way())
            case "count":
                return op.Count, (self.operand(),)
            case _:  # a truth among sets is refused by the node around it
                return cast(Callable[..., op.Operand], op.Existence), (self.operand(),)

    def near(self) -> tuple[object, ...]:
        things = self.members()
        self.skip(",", "the set: where its members are must follow")
        place = self.property()
        longitude = self.property() if self.takes("&") else None
        self.skip(",", "the property: what they are near to must follow")
        center = self.members()
        self.skip(",", "what they are near to: the distance must follow")
        return things, place, longitude, center, read_value(self)

    def place_of_date(self) -> int:
        if self.next.kind != "number" and not self.sees("-"):
            mistakes.fail_without_place(self)
        return read_whole_number(self)

    # --- Limits and signs ---

    def takes_function(self, name: str) -> bool:
        """Move past the name of a function; as a word of another name it has no bracket."""
        return (self.names is None or self.after_next.text == "(") and self.takes(name)

    def descend(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            mistakes.fail_deep(self, self.place, DEEPEST)

    def skip(self, sign: str, after: str) -> None:
        if not self.takes(sign):
            mistakes.fail_without_sign(self, sign, after)


def _depth(query: op.Query) -> int:
    """Return how many operators lie on the longest way into `query`."""
    deepest, waiting = 0, [(1, cast(object, query))]
    while waiting:
        depth, node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend((depth, part) for part in node)
        elif is_dataclass(node):
            deepest = max(deepest, depth)
            waiting.extend((depth + 1, getattr(node, field.name)) for field in fields(node))
    return deepest

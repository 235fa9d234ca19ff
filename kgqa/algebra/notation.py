"""From text to an expression: `P57(Q25191)[P577 >= 2010]`. The inverse is `printer.to_text`.

    query      = sum ( COMPARATOR sum | "in" sum )?
    sum        = meet ( "|" meet )*                 what follows binds tighter
    meet       = rest ( "&" rest )*
    rest       = part ( "-" part )*                 from the left
    part       = primary ( "[" test ("," test)* "]" )*
    primary    = "(" query ")" | ITEM | value | "type(" ITEM ")" | relation "(" sum ")"
               | ("argmax" | "argmin") "(" sum "," key ")" | "nth(" NUMBER "," sum "," key ")"
               | "told(" sum "," key ( "," NUMBER )? ")"
               | ("count" | "exists") "(" sum ")" | "years(" sum "," sum ")"
    relation   = "^"* PROPERTY ( "{" test ("," test)* "}" )? ( "[" ITEM "]" )?
    key        = way | "count(" way ( "&" sum )? ")"
               | way "(" sum ")" "@" PROPERTY ( "-" PROPERTY )?
    test       = way COMPARATOR sum
    value      = "text" | 1999-12-31 | 1999-12 | 8849 | 8849 metre | 8849 Q11573

A `-` between numbers is a subtraction, between sets a difference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import TypeVar, cast

from kgqa.algebra import mistakes
from kgqa.algebra import operators as op
from kgqa.algebra.literals import read_value, read_whole_number
from kgqa.algebra.reader import Reader
from kgqa.algebra.terms import Entity, Number, Property, Quantity

DEEPEST = 60
"""Expressions nested deeper than this are refused, so that none can exhaust the stack."""

_COMPARATORS = ("=", "!=", "<", "<=", ">", ">=")
_NUMERIC = (Number, Quantity, op.Count, op.Years, op.Subtraction)
_C = TypeVar("_C", op.Union, op.Intersection)


def parse_expression(text: str) -> op.Query:
    """Return the expression that `text` denotes, or raise `NotationError`."""
    parser = _Parser(text)
    query = parser.query()
    if parser.next.kind != "end":
        mistakes.fail_after(parser)
    if _depth(query) > DEEPEST:
        mistakes.fail_deep(parser, 0, DEEPEST)
    return query


class _Parser(Reader):
    """A descent over the tokens, one method for each rule of the grammar."""

    depth = 0

    # --- Expressions, from the loosest to the tightest ---

    def query(self) -> op.Query:
        first, left = self.place, self.sum()
        if self.takes("in"):
            return self.build(first, op.Membership, left, self.sum())
        if self.sees(*_COMPARATORS):
            comparator = self.take().text
            return self.build(first, op.Comparison, left, comparator, self.sum())
        return left

    def sum(self) -> op.Operand:
        return self.chain("|", self.meet, op.Union)

    def meet(self) -> op.Operand:
        return self.chain("&", self.rest, op.Intersection)

    def chain(self, sign: str, operand: Callable[[], op.Operand], kind: type[_C]) -> op.Operand:
        first, operands = self.place, [operand()]
        while self.takes(sign):
            operands.append(operand())
        return operands[0] if len(operands) == 1 else self.build(first, kind, tuple(operands))

    def rest(self) -> op.Operand:
        first, left = self.place, self.part()
        while self.takes("-"):
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
            things = self.build(first, op.Filter, things, self.tests("]"))
        self.depth -= 1
        return things

    def primary(self) -> op.Operand:
        if self.next.is_item():
            return self.build(self.place, Entity, self.take().text)
        if self.next.is_property() or self.sees("^"):
            return self.apply()
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
        things = self.sum()
        self.skip(")", "what the relation is applied to")
        return self.build(first, op.Apply, relation, things)

    def way(self) -> op.Way:
        first = self.place
        if self.takes("^"):
            self.descend()
            inner = self.way()
            self.depth -= 1
            return self.build(first, op.Inverse, inner)
        if not self.next.is_property():
            mistakes.fail_without_property(self)
        property_ = self.build(first, Property, self.take().text)
        if not self.takes("{"):
            return property_
        return self.build(first, op.Qualified, property_, self.tests("}"))

    def tests(self, closing: str) -> tuple[op.Condition, ...]:
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
        return self.build(first, op.Condition, way, comparator, self.sum())

    def key(self) -> op.Key:
        self.skip(",", "the set: a key must follow")
        first = self.place
        if self.takes("lapse"):
            return self.lapse(first)
        if not self.takes("count"):
            return self.qualifier(first, self.way())
        self.skip("(", "count")
        way = self.way()
        within = self.sum() if self.takes("&") else None
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
        things = self.sum()
        self.skip(")", "what the relation is applied to")
        if not self.takes("@"):
            mistakes.fail_without_qualifier(self, first)
        qualifier = self.property()
        since = self.property() if self.takes("-") else None
        return self.build(first, op.Stated, way, things, qualifier, since)

    def property(self) -> Property:
        if not self.next.is_property():
            mistakes.fail_without_property(self)
        return self.build(self.place, Property, self.take().text)

    def item(self, what: str) -> Entity:
        if not self.next.is_item():
            mistakes.fail_without_item(self, what)
        return self.build(self.place, Entity, self.take().text)

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
                return op.Superlative, (name[3:], self.sum(), self.key())
            case "nth":
                place = read_whole_number(self)
                self.skip(",", "the place")
                return op.Ordinal, (place, self.sum(), self.key())
            case "told":
                things, behind = self.sum(), self.place + 1
                key = self.key()
                if not isinstance(key, op.Stated) or key.since is not None:
                    mistakes.fail_untold(self, behind)
                at = self.place_of_date() if self.takes(",") else None
                return op.Told, (things, key, at)
            case "years":
                start = self.sum()
                self.skip(",", "the first date")
                return op.Years, (start, self.sum())
            case "count":
                return op.Count, (self.sum(),)
            case _:  # a truth among sets is refused by the node around it
                return cast(Callable[..., op.Operand], op.Existence), (self.sum(),)

    def place_of_date(self) -> int:
        if self.next.kind != "number" and not self.sees("-"):
            mistakes.fail_without_place(self)
        return read_whole_number(self)

    # --- Limits and signs ---

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

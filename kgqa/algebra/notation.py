"""From text to an expression: `P57(Q25191)[P577 >= 2010]`. The inverse is `printer.to_text`.

    query      = sum ( COMPARATOR sum | "in" sum )?
    sum        = meet ( "|" meet )*                 what follows binds tighter
    meet       = rest ( "&" rest )*
    rest       = part ( "-" part )*                 from the left
    part       = primary ( "[" test ("," test)* "]" )*
    primary    = "(" query ")" | ITEM | value | "type(" ITEM ")" | relation "(" sum ")"
               | ("argmax" | "argmin") "(" sum "," key ")" | "nth(" NUMBER "," sum "," key ")"
               | ("count" | "exists") "(" sum ")" | "years(" sum "," sum ")"
    relation   = "^"* PROPERTY ( "{" test ("," test)* "}" )? ( "[" ITEM "]" )?
    key        = way | "count(" way ( "&" sum )? ")"
    test       = way COMPARATOR sum
    value      = "text" | 1999-12-31 | 1999-12 | 8849 | 8849 metre | 8849 Q11573

A `-` between numbers is a subtraction, between sets a difference.
"""

from __future__ import annotations

import difflib
import re
from decimal import Decimal
from typing import Any, NoReturn, cast

from kgqa.algebra import operators as op
from kgqa.algebra.errors import AlgebraError, NotationError
from kgqa.algebra.terms import Date, Entity, Number, Property, Quantity, Term, Text
from kgqa.algebra.tokens import Token, tokens_of
from kgqa.algebra.units import unit_names

DEEPEST = 60
"""Expressions nested deeper than this are refused, so that none can exhaust the stack."""

_FUNCTIONS = ("argmax", "argmin", "count", "exists", "nth", "type", "years")
_COMPARATORS = ("=", "!=", "<", "<=", ">", ">=")
_NUMERIC = (Number, Quantity, op.Count, op.Years, op.Subtraction)


def parse_expression(text: str) -> op.Query:
    """Return the expression that `text` denotes, or raise `NotationError`."""
    parser = _Parser(text)
    query = parser.query()
    parser.expect_end()
    return query


class _Parser:
    """A descent over the tokens. `place` is the next token to read."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.place, self.depth = text, tokens_of(text), 0, 0

    # --- Reading tokens ---

    @property
    def next(self) -> Token:
        return self.tokens[self.place]

    def take(self) -> Token:
        token = self.next
        self.place += 1
        return token

    def sees(self, *words: str) -> bool:
        return self.next.kind in ("sign", "word") and self.next.text in words

    def skip(self, word: str, after: str) -> None:
        if not self.sees(word):
            self.fail(f"{word!r} is missing after {after}", self.next)
        self.take()

    def fail(self, problem: str, token: Token, hint: str = "") -> NoReturn:
        raise NotationError(problem, text=self.text, start=token.start, end=token.end, hint=hint)

    def build(self, first: int, kind: Any, *parts: object) -> Any:  # noqa: ANN401
        """Return the node, or say which words make it ill-formed."""
        try:
            return kind(*parts)
        except AlgebraError as error:
            start, end = self.tokens[first].start, self.tokens[self.place - 1].end
            raise NotationError(
                str(error), text=self.text, start=start, end=end, hint=error.hint
            ) from error

    def expect_end(self) -> None:
        if self.next.kind != "end":
            hint = "put one of & | - or a comparison between two expressions"
            self.fail(f"{self.next.text!r} cannot stand here", self.next, hint)

    # --- Expressions, from the loosest to the tightest ---

    def query(self) -> op.Query:
        first, left = self.place, self.sum()
        if self.sees("in"):
            self.take()
            return cast(op.Query, self.build(first, op.Membership, cast(Term, left), self.sum()))
        if self.sees(*_COMPARATORS):
            comparator = self.take().text
            return cast(op.Query, self.build(first, op.Comparison, left, comparator, self.sum()))
        return left

    def sum(self) -> op.Operand:
        return self.chain("|", self.meet, op.Union)

    def meet(self) -> op.Operand:
        return self.chain("&", self.rest, op.Intersection)

    def chain(self, sign: str, operand: Any, kind: Any) -> op.Operand:  # noqa: ANN401
        first, operands = self.place, [operand()]
        while self.sees(sign):
            self.take()
            operands.append(operand())
        if len(operands) == 1:
            return cast(op.Operand, operands[0])
        return cast(op.Operand, self.build(first, kind, tuple(operands)))

    def rest(self) -> op.Operand:
        first, left = self.place, self.part()
        while self.sees("-"):
            self.take()
            right = self.part()
            numbers = isinstance(left, _NUMERIC) or isinstance(right, _NUMERIC)
            kind = op.Subtraction if numbers else op.Difference
            left = cast(op.Operand, self.build(first, kind, left, right))
        return left

    def part(self) -> op.Operand:
        first = self.place
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"this is nested more than {DEEPEST} levels deep", self.next)
        things = self.primary()
        while self.sees("["):
            self.take()
            tests = self.tests("]")
            things = cast(op.Operand, self.build(first, op.Filter, things, tests))
        self.depth -= 1
        return things

    def primary(self) -> op.Operand:
        token = self.next
        match token.kind:
            case "id" if token.text[0] == "Q":
                return cast(Entity, self.build(self.place, Entity, self.take().text))
            case "id":
                return self.apply()
            case "text" | "date" | "number":
                return self.value()
            case "word":
                return self.function()
            case _ if self.sees("("):
                self.take()
                inner = self.query()
                self.skip(")", "the expression in brackets")
                return cast(op.Operand, inner)
            case _ if self.sees("^"):
                return self.apply()
            case _ if self.sees("-"):
                return self.value()
            case "end":
                self.fail("the expression ends too early", token, "an operand is missing")
            case _:
                self.fail(f"{token.text!r} cannot start an expression", token)

    # --- Relations, tests, keys ---

    def apply(self) -> op.Operand:
        first, relation = self.place, self.way()
        if self.sees("["):
            self.take()
            relation = self.build(first, op.Typed, relation, self.item("a type"))
            self.skip("]", "the type")
        if not self.sees("("):
            words = self.text[self.tokens[first].start : self.tokens[self.place - 1].end]
            self.fail(
                f"{words} is applied to nothing", self.next, f"as in {words}(Q42) or ^{words}(Q42)"
            )
        self.take()
        things = self.sum()
        self.skip(")", "what the relation is applied to")
        return cast(op.Operand, self.build(first, op.Apply, relation, things))

    def way(self) -> op.Way:
        first = self.place
        if self.sees("^"):
            self.take()
            self.depth += 1
            if self.depth > DEEPEST:
                self.fail("too many ^", self.next)
            inner = self.way()
            self.depth -= 1
            return cast(op.Way, self.build(first, op.Inverse, inner))
        if self.next.kind != "id" or self.next.text[0] != "P":
            self.fail("a property is missing here", self.next, "it is written as in P31")
        property_ = self.build(first, Property, self.take().text)
        if not self.sees("{"):
            return cast(op.Way, property_)
        self.take()
        tests = self.tests("}")
        return cast(op.Way, self.build(first, op.Qualified, property_, tests))

    def tests(self, closing: str) -> tuple[op.Condition, ...]:
        tests = [self.test()]
        while self.sees(","):
            self.take()
            tests.append(self.test())
        self.skip(closing, "the test")
        return tuple(tests)

    def test(self) -> op.Condition:
        first, way = self.place, self.way()
        if not self.sees(*_COMPARATORS):
            self.fail("a comparison is missing here", self.next, "as in [P577 >= 2010]")
        comparator = self.take().text
        return cast(op.Condition, self.build(first, op.Condition, way, comparator, self.sum()))

    def key(self) -> op.Key:
        if not self.sees("count"):
            return self.way()
        first = self.place
        self.take()
        self.skip("(", "count")
        way, within = self.way(), None
        if self.sees("&"):
            self.take()
            within = self.sum()
        self.skip(")", "what is counted")
        return cast(op.Key, self.build(first, op.Tally, way, within))

    def item(self, what: str) -> Entity:
        if self.next.kind != "id" or self.next.text[0] != "Q":
            self.fail(f"{what} is missing here", self.next, "it is an item, such as Q11424")
        return cast(Entity, self.build(self.place, Entity, self.take().text))

    # --- Functions ---

    def function(self) -> op.Operand:
        first, token = self.place, self.take()
        if token.text not in _FUNCTIONS:
            self.fail(f"{token.text!r} is no operator", token, _nearest(token.text))
        self.skip("(", token.text)
        parts: tuple[object, ...]
        match token.text:
            case "type":
                kind, parts = op.Type, (self.item("a class"),)
            case "argmax" | "argmin":
                kind, parts = op.Superlative, (token.text[3:], self.sum(), self.comma_key())
            case "nth":
                place = self.whole_number()
                self.skip(",", "the place")
                kind, parts = op.Ordinal, (place, self.sum(), self.comma_key())
            case "years":
                start = self.sum()
                self.skip(",", "the first date")
                kind, parts = op.Years, (start, self.sum())
            case "count":
                kind, parts = op.Count, (self.sum(),)
            case _:
                kind, parts = op.Existence, (self.sum(),)
        self.skip(")", f"the operands of {token.text}")
        return cast(op.Operand, self.build(first, kind, *parts))

    def comma_key(self) -> op.Key:
        self.skip(",", "the set; a key must follow")
        return self.key()

    def whole_number(self) -> int:
        sign = -1 if self.sees("-") and self.take() else 1
        if self.next.kind != "number" or not self.next.text.isdigit():
            self.fail("a whole number is missing here", self.next, "as in nth(2, X, P577)")
        return sign * int(self.take().text)

    # --- Values ---

    def value(self) -> op.Operand:
        first = self.place
        sign = "-" if self.sees("-") and self.take() else ""
        token = self.take()
        match token.kind:
            case "text" if not sign:
                return cast(Text, self.build(first, Text, _unquoted(token.text)))
            case "date":
                year, month, *day = token.text.split("-")
                parts = int(sign + year), int(month), int(day[0]) if day else None
                return cast(Date, self.build(first, Date, *parts))
            case "number":
                amount = Decimal(sign + token.text)
                unit = self.unit()
                if unit is None:
                    return cast(Number, self.build(first, Number, amount))
                return cast(Quantity, self.build(first, Quantity, amount, unit))
            case _:
                self.fail("a number is missing after the minus sign", token)

    def unit(self) -> Entity | None:
        if self.next.kind == "id" and self.next.text[0] == "Q":
            return self.item("a unit")
        words = []
        while self.next.kind == "word" and self.next.text != "in":
            words.append(self.take())
        if not words:
            return None
        name = " ".join(word.text for word in words)
        if name not in unit_names():
            near = difflib.get_close_matches(name, unit_names(), n=1)
            hint = f"did you mean {near[0]}?" if near else "any unit can be given by its Q-number"
            raise NotationError(
                f"{name!r} is no unit I know",
                text=self.text,
                start=words[0].start,
                end=words[-1].end,
                hint=hint,
            )
        return Entity(unit_names()[name])


def _nearest(word: str) -> str:
    near = difflib.get_close_matches(word.lower(), [*_FUNCTIONS, "in"], n=1)
    if near:
        return f"did you mean {near[0]}?"
    if re.fullmatch(r"[qp]\d+", word):
        return f"did you mean {word.upper()}?"
    return f"the operators are {', '.join(_FUNCTIONS)}"


_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


def _unquoted(text: str) -> str:
    def plain(found: re.Match[str]) -> str:
        code = found[1] or found[2]
        if code and int(code, 16) <= 0x10FFFF:
            return chr(int(code, 16))
        return _ESCAPED.get(found[3] or "", found[3] or "�")

    return _ESCAPE.sub(plain, text[1:-1])

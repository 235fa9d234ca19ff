"""Terms of SPARQL as terms of the algebra, and tests of values as comparisons with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from kgqa.algebra import operators as op
from kgqa.algebra.errors import AlgebraError
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.lexer import PREFIXES
from kgqa.algebra.ids import is_item, is_property
from kgqa.algebra.terms import Date, Entity, Number, Property, Term, Text

_DATE = re.compile(r"\s*([+-]?\d{4,})-(\d\d?)-(\d\d?)(?:T.*|Z)?\s*")
_NUMBERS = ("integer", "decimal", "double", "float", "int", "long", "nonNegativeInteger", "gYear")
_TEXTS = ("string", "langString", "")
_CASTS = ("DATETIME", "DATE", "STR", "DECIMAL", "INTEGER", "DOUBLE", "FLOAT", "STRING")
FLIPPED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison of the values of one variable with a bound: a term, or another variable."""

    comparator: op.Comparator
    bound: Term | sx.Variable
    span: sx.Span
    is_year: bool = False


def term_of(node: sx.Expression) -> Term | None:
    """Return the term of the algebra that a constant is, or None."""
    try:
        match node:
            case sx.Iri(value):
                name = value.removeprefix(PREFIXES["wd"])
                return Entity(name) if name != value and is_item(name) else None
            case sx.Literal():
                return _value_of(node)
            case sx.Call(cast, (sx.Literal(text),)) if cast in ("DATETIME", "DATE"):
                return _value_of(sx.Literal(text, "date"))
            case _:
                return None
    except AlgebraError:
        return None


def _value_of(literal: sx.Literal) -> Term | None:
    if literal.datatype in _NUMBERS:
        try:
            return Number(Decimal(literal.text.strip()))
        except InvalidOperation:
            return None
    if literal.datatype in _TEXTS:
        return Text(literal.text)
    match = _DATE.fullmatch(literal.text)
    if literal.datatype not in ("dateTime", "date") or match is None:
        return None
    return Date(*(int(part) for part in match.groups()))


def property_of(predicate: str, prefix: str) -> Property | None:
    """Return the property whose predicate has this prefix, or None."""
    name = predicate.removeprefix(PREFIXES[prefix])
    try:
        return Property(name) if name != predicate and is_property(name) else None
    except AlgebraError:
        return None


def tested(test: sx.Filter) -> tuple[sx.Variable, Test] | None:
    """Return the variable that a filter compares and how, or None if it is no comparison."""
    match test.test:
        case sx.Call(sign, (left, right)) if sign in FLIPPED:
            for one, other, way in ((left, right, sign), (right, left, FLIPPED[sign])):
                found = _compared(one, way, other, test.span)
                if found is not None:
                    return found
        case sx.Call("CONTAINS", (inner, sx.Literal(text))) if re.fullmatch(r"\d{4}", text):
            # LC-QuAD asks by contains(YEAR(?x), '2007'), which Blazegraph takes for the number.
            match inner:
                case sx.Call("YEAR", (sx.Variable() as variable,)) | sx.Call(
                    "STR", (sx.Call("YEAR", (sx.Variable() as variable,)),)
                ):
                    return variable, Test("=", Number(Decimal(text)), test.span, True)
    return None


def _compared(
    side: sx.Expression, comparator: str, other: sx.Expression, span: sx.Span
) -> tuple[sx.Variable, Test] | None:
    match side, other:
        case sx.Variable(), sx.Variable():
            return side, Test(_sign(comparator), other, span)
        case sx.Call("YEAR", (sx.Variable() as variable,)), _:
            year = term_of(_unquoted(other))
            if isinstance(year, Number):
                return variable, Test(_sign(comparator), year, span, True)
        case sx.Call(cast, (sx.Variable() as variable,)), _ if cast in _CASTS:
            return _compared(variable, comparator, _inside(other), span)
        case sx.Variable(), _:
            bound = term_of(other)
            if bound is not None:
                return side, Test(_sign(comparator), bound, span)
    return None


def _inside(expression: sx.Expression) -> sx.Expression:
    match expression:
        case sx.Call(cast, (sx.Variable() as variable,)) if cast in _CASTS:
            return variable
        case _:
            return expression


def _unquoted(expression: sx.Expression) -> sx.Expression:
    match expression:
        case sx.Literal(text, "string") if text.isdigit():
            return sx.Literal(text, "integer")
        case _:
            return expression


def _sign(comparator: str) -> op.Comparator:
    for sign in ("=", "!=", "<", "<=", ">", ">="):
        if sign == comparator:
            return sign
    raise AssertionError(comparator)

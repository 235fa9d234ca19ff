"""From an expression to SPARQL 1.1: `compile_query(query, statistics) -> text`.

The text is plain SPARQL with its prefixes; nothing in it is ours, so it runs on any engine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import indent
from typing import assert_never, cast

from kgqa_store.statistics import Statistics

from kgqa.algebra import (
    Aggregate,
    Comparison,
    Count,
    Difference,
    Entity,
    Existence,
    Intersection,
    Membership,
    Quantity,
    Query,
    Subtraction,
    Things,
    Truth,
    Years,
    simplify,
    to_text,
)
from kgqa.algebra.ids import ids_in
from kgqa.execute.amounts import (
    amount_pattern,
    comparable_operand,
    is_arithmetic,
    is_sets,
    subtraction_pattern,
)
from kgqa.execute.patterns import Patterns
from kgqa.execute.values import Comparable, holds

RESULT, NUMBER = "?x", "?number"
"""The variable of the one column that a compiled query has."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A query in SPARQL, and what the numbers it gives are measured in."""

    sparql: str
    unit: str | None = None


def compile_query(
    query: Query,
    statistics: Statistics | None = None,
    labels: Mapping[str, str] | None = None,
) -> Compiled:
    """Return the SPARQL whose answer over a graph with these statistics is ⟦query⟧."""
    patterns = Patterns(statistics)
    body, unit = _body(simplify(query), patterns)
    return Compiled(laid_out(query, body, labels or {}, patterns.vocabulary.prefixes), unit)


def _body(query: Query, patterns: Patterns) -> tuple[str, str | None]:
    match query:
        case Comparison() | Membership() | Existence():
            return f"ASK {{\n{_block(_truth(query, patterns))}\n}}", None
        case Count(things):
            inner = _block(patterns.generate(things, RESULT))
            return f"SELECT (COUNT(DISTINCT {RESULT}) AS {NUMBER}) WHERE {{\n{inner}\n}}", None
        case Aggregate() | Years() | Subtraction():
            return _number(*amount_pattern(patterns, query, NUMBER))
        case Difference(left, right) if is_arithmetic(patterns, query):
            return _number(*subtraction_pattern(patterns, left, right, NUMBER))
        case _:
            inner = _block(patterns.generate(query, RESULT))
            unit = query.unit.id if isinstance(query, Quantity) else None
            return f"SELECT DISTINCT {RESULT} WHERE {{\n{inner}\n}}", unit


def _number(pattern: str, number: Comparable) -> tuple[str, str | None]:
    return f"SELECT DISTINCT {NUMBER} WHERE {{\n{_block(pattern)}\n}}", number.unit


def _truth(truth: Truth, patterns: Patterns) -> str:
    match truth:
        case Existence(things):
            return patterns.generate(things, RESULT)
        case Membership(Entity() as entity, things):
            found = patterns.generate(entity, RESULT)
            return f"{found}\n{patterns.test(things, RESULT, 1.0)}"
        case Membership(value, things):
            return _truth(Comparison(things, "=", value), patterns)
        case Comparison(left, "=", right) if is_sets(patterns, left, right):
            return patterns.generate(
                Intersection((cast(Things, left), cast(Things, right))), RESULT
            )
        case Comparison(left, comparator, right):
            found, a = comparable_operand(patterns, left)
            also, b = comparable_operand(patterns, right)
            return "\n".join([found, also, f"FILTER({holds(a, comparator, b)})"])
        case _:
            assert_never(truth)


def _block(pattern: str) -> str:
    return indent("\n".join(line for line in pattern.split("\n") if line.strip()), "  ")


def laid_out(
    query: Query, body: str, labels: Mapping[str, str], prefixes: Mapping[str, str]
) -> str:
    """Return the query under a head that says what it asks, with the prefixes it uses."""
    text = to_text(query)
    head = [f"# {line}" for line in text.split("\n")]
    ids = dict.fromkeys(ids_in(text))
    head += [f"#   {id_}  {_one_line(labels[id_])}" for id_ in ids if id_ in labels]
    used = [name for name in prefixes if re.search(rf"(?<![\w:-]){name}:\w", body)]
    head += [f"PREFIX {name}: <{prefixes[name]}>" for name in used]
    return "\n".join([*head, body]) + "\n"


def _one_line(label: str) -> str:
    """Return a label that cannot leave the comment it stands in."""
    return "".join(c if c.isprintable() else " " for c in label)[:80]

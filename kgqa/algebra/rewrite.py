"""Equations of the algebra, used from left to right: the same meaning, said in a simpler way.

What is simple is what compiles well. All positive parts of a set stand side by side in one
intersection, which becomes one group of patterns; tests stand at the part they can narrow; what is
taken out stands outermost, so that little is left to take it from. Tests are not distributed over
unions: that repeats patterns and narrows nothing.

No rule turns a set of one sort into one of another; see `sorts`.

Each rule rewrites one node, and leaves alone what it does not concern. Each is a law in the tests,
by the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from typing import TypeAlias, TypeVar, cast

from kgqa.algebra.errors import IllFormed
from kgqa.algebra.operators import (
    Apply,
    Comparator,
    Comparison,
    Condition,
    Count,
    Difference,
    Existence,
    Filter,
    Intersection,
    Inverse,
    Lapse,
    Named,
    Ordinal,
    Qualified,
    Query,
    Relation,
    Stated,
    Superlative,
    Tally,
    Things,
    Type,
    Typed,
    Union,
)
from kgqa.algebra.sorts import VALUES, sort_of, subtracts
from kgqa.algebra.terms import Entity, Number

Node: TypeAlias = Query | Relation | Condition | Tally | Stated | Lapse
Rule: TypeAlias = Callable[[Node], Node]
T = TypeVar("T")


def simplify(query: Query) -> Query:
    """Return an expression with the meaning of `query` on which no rule has anything to do."""
    simpler = _rewritten(query)
    while simpler != query:
        query, simpler = simpler, _rewritten(simpler)
    return query


# --- Relations -------------------------------------------------------------------------------


def remove_double_inverses(node: Node) -> Node:
    """^^r = r."""
    match node:
        case Inverse(Inverse(relation)):
            return relation
        case _:
            return node


def untype_relations(node: Node) -> Node:
    """r[t](X) = r(X) & type(t)."""
    match node:
        case Apply(Typed(relation, type_), things):
            return Intersection((Apply(relation, things), Type(type_)))
        case _:
            return node


# --- Sets of sets ----------------------------------------------------------------------------


def flatten_intersections(node: Node) -> Node:
    """X & (Y & Z) = X & Y & Z."""
    match node:
        case Intersection(operands):
            return replace(node, operands=tuple(_flat(operands, Intersection)))
        case _:
            return node


def flatten_unions(node: Node) -> Node:
    """X | (Y | Z) = X | Y | Z."""
    match node:
        case Union(operands):
            return replace(node, operands=tuple(_flat(operands, Union)))
        case _:
            return node


def remove_duplicates(node: Node) -> Node:
    """X & X = X and X | X = X, and a test said twice is one test."""
    match node:
        case Intersection(operands) | Union(operands):
            distinct = _distinct(operands)
            return distinct[0] if len(distinct) == 1 else replace(node, operands=distinct)
        case Filter(_, conditions) | Qualified(_, conditions):
            return replace(node, conditions=_distinct(conditions))
        case _:
            return node


def absorb(node: Node) -> Node:
    """X & (X | Y) = X and X | (X & Y) = X."""
    match node:
        case Intersection(operands):
            return _without_absorbed(node, operands, Union)
        case Union(operands):
            return _without_absorbed(node, operands, Intersection)
        case _:
            return node


def gather_applications(node: Node) -> Node:
    """r(a) | r(b) = r(a | b), for items: the compiler makes one list of them."""
    match node:
        case Union(operands):
            gathered: dict[object, Things] = {}
            for operand in operands:
                match operand:
                    case Apply(relation, things) if _is_list_of_items(things):
                        before = gathered.get(relation)
                        gathered[relation] = _applied_to_both(relation, before, things)
                    case _:
                        gathered[operand] = operand
            distinct = tuple(gathered.values())
            return distinct[0] if len(distinct) == 1 else Union(distinct)
        case _:
            return node


# --- Differences -----------------------------------------------------------------------------


def merge_differences(node: Node) -> Node:
    """(X - Y) - Z = X - (Y | Z)."""
    match node:
        case Difference(Difference(left, right) as inner, more) if not subtracts(inner):
            if isinstance(right, VALUES) or isinstance(more, VALUES):
                return node
            return Difference(left, Union((right, more)))
        case _:
            return node


def lift_differences(node: Node) -> Node:
    """X & (Y - Z) = (X & Y) - Z."""
    match node:
        case Intersection(operands):
            for place, operand in enumerate(operands):
                if isinstance(operand, Difference) and _can_be_lifted(operand):
                    kept = (*operands[:place], operand.left, *operands[place + 1 :])
                    return Difference(Intersection(kept), operand.right)
            return node
        case _:
            return node


# --- Tests -----------------------------------------------------------------------------------


def merge_filters(node: Node) -> Node:
    """X[p][q] = X[p, q]."""
    match node:
        case Filter(Filter(things, first), second):
            return Filter(things, first + second)
        case _:
            return node


def apply_equalities(node: Node) -> Node:
    """X[r = a] = X & r(a), for an item or a class: a pattern finds it, no test is left."""
    match node:
        case Filter(things, conditions):
            found = [each for each in conditions if _is_application(each)]
            if not found or isinstance(things, VALUES):
                return node
            rest = tuple(each for each in conditions if not _is_application(each))
            base = Filter(things, rest) if rest else things
            applied = (Apply(each.relation, cast(Things, each.bound)) for each in found)
            return Intersection((base, *applied))
        case _:
            return node


def push_filters_into_intersections(node: Node) -> Node:
    """(X & Y)[q] = X[q] & Y, where X is the first application."""
    match node:
        case Filter(Intersection(operands), conditions):
            for place, operand in enumerate(operands):
                if isinstance(operand, Apply | Filter):
                    narrowed = Filter(operand, conditions)
                    return Intersection((*operands[:place], narrowed, *operands[place + 1 :]))
            return node
        case _:
            return node


def push_filters_into_differences(node: Node) -> Node:
    """(X - Y)[q] = X[q] - Y."""
    match node:
        case Filter(Difference(left, right) as inner, conditions) if not subtracts(inner):
            return Difference(Filter(left, conditions), right)
        case _:
            return node


def merge_name_tests(node: Node) -> Node:
    """X[n][n] = X[n], for a test n of names."""
    match node:
        case Named(Named(_, same_sign, same) as inner, sign, text) if (
            sign == same_sign and text == same
        ):
            return inner
        case _:
            return node


# --- Order and number ------------------------------------------------------------------------


def name_extremes(node: Node) -> Node:
    """nth(1, X, k) = argmin(X, k) and nth(-1, X, k) = argmax(X, k)."""
    match node:
        case Ordinal(1, things, key):
            return Superlative("min", things, key)
        case Ordinal(-1, things, key):
            return Superlative("max", things, key)
        case _:
            return node


def merge_superlatives(node: Node) -> Node:
    """argmax(argmax(X, k), k) = argmax(X, k), and argmin likewise."""
    match node:
        case Superlative(extreme, Superlative(same, _, inner_key) as inner, key) if (
            extreme == same and key == inner_key
        ):
            return inner
        case _:
            return node


def ask_for_existence(node: Node) -> Node:
    """count(X) > 0 = exists(X), and so for >= 1 and != 0, and with the sides swapped."""
    match node:
        case Comparison(Count(things), comparator, Number(amount)):
            exists = (str(comparator), int(amount)) in _SOME and amount == int(amount)
            return Existence(things) if exists else node
        case Comparison(Number() as bound, comparator, Count() as count):
            swapped = Comparison(count, _SWAPPED[comparator], bound)
            asked = ask_for_existence(swapped)
            return node if asked == swapped else asked
        case _:
            return node


RULES: tuple[Rule, ...] = (
    remove_double_inverses,
    untype_relations,
    flatten_intersections,
    flatten_unions,
    remove_duplicates,
    absorb,
    gather_applications,
    merge_differences,
    lift_differences,
    merge_filters,
    apply_equalities,
    push_filters_into_intersections,
    push_filters_into_differences,
    merge_name_tests,
    name_extremes,
    merge_superlatives,
    ask_for_existence,
)
"""All rules. Each takes away what it looks for and none brings it back, so they come to an end."""

# --- Rewriting -------------------------------------------------------------------------------

_SOME = ((">", 0), ("!=", 0), (">=", 1))
_SWAPPED: dict[Comparator, Comparator] = {
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
    "=": "=",
    "!=": "!=",
}


def _rewritten(node: T) -> T:
    """Return the node with its parts rewritten, and then itself by each rule in turn."""
    changed = _with_rewritten_parts(cast(Node, node))
    for rule in RULES:
        simpler = rule(changed)
        changed = simpler if sort_of(simpler) == sort_of(changed) else changed
    return cast(T, changed)


def _with_rewritten_parts(node: Node) -> Node:
    parts = [_rewritten_part(getattr(node, field.name)) for field in fields(node)]
    kind = cast(Callable[..., Node], type(node))
    try:
        return kind(*parts)
    except IllFormed:  # a set may be compared for order where its one item may not
        return node


def _rewritten_part(part: object) -> object:
    if isinstance(part, tuple):
        return tuple(_rewritten_part(each) for each in part)
    return _rewritten(part) if is_dataclass(part) else part


def _flat(operands: Iterable[Things], kind: type[Intersection | Union]) -> Iterable[Things]:
    """Yield the operands, and in place of one of that `kind` its own, unless it has only values."""
    for operand in operands:
        if isinstance(operand, kind) and not all(isinstance(o, VALUES) for o in operand.operands):
            yield from _flat(operand.operands, kind)
        else:
            yield operand


def _distinct(parts: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(parts))


def _without_absorbed(
    node: Node, operands: tuple[Things, ...], kind: type[Intersection | Union]
) -> Node:
    """Return the node without operands of a `kind` that have another operand among their own."""
    others = {operand for operand in operands if not isinstance(operand, VALUES)}
    kept = tuple(
        operand
        for operand in operands
        if not (isinstance(operand, kind) and set(operand.operands) & (others - {operand}))
    )
    if len(kept) == len(operands):
        return node
    return kept[0] if len(kept) == 1 else replace(cast(Intersection, node), operands=kept)


def _is_list_of_items(things: Things) -> bool:
    operands = things.operands if isinstance(things, Union) else (things,)
    return all(isinstance(operand, Entity) for operand in operands)


def _applied_to_both(relation: Relation, before: Things | None, things: Things) -> Things:
    if not isinstance(before, Apply):
        return Apply(relation, things)
    return Apply(relation, Union(tuple(_flat((before.things, things), Union))))


def _can_be_lifted(difference: Difference) -> bool:
    return not subtracts(difference) and not isinstance(difference.left, VALUES)


def _is_application(condition: Condition) -> bool:
    return condition.comparator == "=" and isinstance(condition.bound, Entity | Type)

"""What an operator can take: the annotations of its fields, and a few rules that types cannot say.

`check` runs whenever a node is built, so a node that exists is well-formed.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from dataclasses import fields
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from kgqa.algebra.errors import IllFormed
from kgqa.algebra.ids import is_item, is_property

_LARGEST_YEAR = 10**12 - 1
_LARGEST_PLACE = 10**9
_MOST_DIGITS = 400


class _Field(NamedTuple):
    """What a field of an operator takes: one of some types or constants, or many such."""

    name: str
    kinds: frozenset[type]
    constants: tuple[object, ...]
    many: bool

    def takes(self, value: object) -> bool:
        """Whether a value, or a part of one, may stand in the field."""
        return type(value) in self.kinds or (
            bool(self.constants) and not isinstance(value, bool) and value in self.constants
        )


def check(node: Any) -> None:  # noqa: ANN401  any operator; what it must be is looked up
    """Raise `IllFormed`, saying why, unless `node` is an operator with fields it can take."""
    kind: type = type(node)
    for field in _fields(kind):
        value = getattr(node, field.name)
        if not field.many:
            if not field.takes(value):
                raise _misfit(kind, field, value)
        elif not isinstance(value, tuple):
            raise IllFormed(f"{kind.__name__}.{field.name} must be a tuple, not {_called(value)}")
        else:
            for part in value:
                if not field.takes(part):
                    raise _misfit(kind, field, part)
    rule = _RULES.get(kind.__name__)
    if rule is not None:
        rule(node)


def _misfit(kind: type, field: _Field, part: object) -> IllFormed:
    allowed = (*sorted(field.kinds, key=lambda one: one.__name__), *field.constants)
    return IllFormed(
        f"{kind.__name__} takes {_listed(allowed)} as its {field.name}, not {_called(part)}",
        hint=_advice(part),
    )


@cache
def _fields(kind: type) -> tuple[_Field, ...]:
    """Return what each field of an operator takes."""
    from kgqa.algebra import operators, terms

    hints = get_type_hints(kind, {**vars(terms), **vars(operators)})
    found = []
    for field in fields(kind):
        hint = hints[field.name]
        many = get_origin(hint) is tuple
        allowed = _flat(get_args(hint)[0] if many else hint)
        kinds = frozenset(one for one in allowed if isinstance(one, type))
        constants = tuple(one for one in allowed if not isinstance(one, type))
        found.append(_Field(field.name, kinds, constants, many))
    return tuple(found)


def _flat(hint: Any) -> tuple[Any, ...]:  # noqa: ANN401  a type annotation
    parts = get_args(hint)
    return tuple(x for part in parts for x in _flat(part)) if parts else (hint,)


_PHRASES = {int: "a whole number", str: "a text", Decimal: "a number", type(None): "nothing"}
_LENGTH = "length"
_TRUTHS = ("Comparison", "Membership", "Existence")
_AMOUNTS = ("Count", "Aggregate", "Years", "Subtraction")
_SETS = frozenset(
    (
        "Type",
        "Apply",
        "Intersection",
        "Union",
        "Difference",
        "Filter",
        "Named",
        "Having",
        "Near",
        "Superlative",
        "Ordinal",
        "Told",
    )
)


def _called(value: object) -> str:
    name = type(value).__name__
    if name in _TRUTHS:
        return f"a truth ({name})"
    if name in _AMOUNTS:
        return f"a number ({name})"
    if name in _SETS:
        return f"a set ({name})"
    phrase = _PHRASES.get(type(value))
    return f"{phrase} ({value!r:.60})" if phrase else f"{_article(name)} {name}"


def _listed(allowed: tuple[Any, ...]) -> str:
    names = [a.__name__ if isinstance(a, type) else repr(a) for a in allowed]
    sorts = {
        "a set of things or a number": {"Apply", "Count"},
        "a set of things": {"Apply"},
        "a key": {"Inverse", "Tally"},
        "a relation": {"Inverse"},
        "one item or value": {"Entity", "Text"},
    }
    for sort, members in sorts.items():
        if members <= set(names):
            return sort
    words = [_PHRASES.get(a, f"{_article(n)} {n}") for a, n in zip(allowed, names, strict=True)]
    constants = all(not isinstance(a, type) for a in allowed)
    return f"one of {' '.join(names)}" if constants else " or ".join(words)


def _article(name: str) -> str:
    return "an" if name[0] in "AEIOU" else "a"


def _advice(part: object) -> str:
    """Return what can be done with `part` instead."""
    name = type(part).__name__
    if name in _TRUTHS:
        return "a truth stands alone; test the members of a set by X[P577 > 2010]"
    if name in _AMOUNTS:
        return "a number can be compared or subtracted, as in count(X) > 5"
    if name in ("Property", "Qualified", "Inverse", "Typed"):
        return "apply the relation to something, as in P57(Q25191)"
    if name in _SETS:
        return "ask of a set whether it has members in common by exists(X & Y)"
    return "see docs/algebra.md for what each operator takes"


# --- Rules that types cannot say -------------------------------------------------------------


def _is_item(node: Any) -> None:  # noqa: ANN401
    if not is_item(node.id):
        hint = "an item is written Q and a number without leading zeros, such as Q42"
        if is_property(node.id):
            hint = f"{node.id} is a property: apply it to something, as in {node.id}(Q42)"
        raise IllFormed(f"{node.id!r} is no Wikidata item", hint=hint)


def _is_property(node: Any) -> None:  # noqa: ANN401
    if not is_property(node.id):
        hint = "a property is written P and a number without leading zeros, such as P31"
        raise IllFormed(f"{node.id!r} is no Wikidata property", hint=hint)


def _is_day(node: Any) -> None:  # noqa: ANN401
    if abs(node.year) > _LARGEST_YEAR:
        raise IllFormed(
            f"the year {node.year:.3e} is out of range", hint="years have 12 digits at most"
        )
    if not 1 <= node.month <= 12:
        raise IllFormed(f"there is no month {node.month}", hint="dates are year-month-day")
    # Wikidata's calendar is proleptic; the Gregorian leap years repeat every 400 years.
    days = calendar.monthrange(node.year % 400 + 2000, node.month)[1]
    if node.day is not None and not 1 <= node.day <= days:
        raise IllFormed(
            f"month {node.month} of {node.year} has no day {node.day}",
            hint="dates are year-month-day",
        )


def _is_finite(node: Any) -> None:  # noqa: ANN401
    amount = node.amount
    if not amount.is_finite():
        raise IllFormed(f"{amount} is no number to compute with", hint="give a finite number")
    if len(amount.as_tuple().digits) > _MOST_DIGITS or abs(amount.adjusted()) > _MOST_DIGITS:
        raise IllFormed(
            f"a number has {_MOST_DIGITS} digits at most", hint="give a number nearer to 1"
        )


def _has_text(node: Any) -> None:  # noqa: ANN401
    if any(0xD800 <= ord(c) <= 0xDFFF for c in node.text):
        raise IllFormed(
            "a text cannot hold half a surrogate pair",
            hint="write characters beyond U+FFFF as \\U0001F600",
        )


def _has_operands(node: Any) -> None:  # noqa: ANN401
    if len(node.operands) < 2:
        raise IllFormed(
            f"{type(node).__name__} needs two operands at least", hint="a single set stands alone"
        )


def _is_no_arithmetic(node: Any) -> None:  # noqa: ANN401
    if {type(node.left).__name__, type(node.right).__name__} & {"Number", "Quantity"}:
        raise IllFormed(
            "a number is subtracted, not taken out of a set", hint="build a Subtraction instead"
        )


def _is_arithmetic(node: Any) -> None:  # noqa: ANN401
    numeric = {"Number", "Quantity", "Count", "Aggregate", "Years", "Subtraction"}
    if not {type(node.left).__name__, type(node.right).__name__} & numeric:
        raise IllFormed(
            "neither side of the subtraction is a number", hint="build a Difference instead"
        )


def _has_conditions(node: Any) -> None:  # noqa: ANN401
    if not node.conditions:
        raise IllFormed(
            f"{type(node).__name__} needs one test at least", hint="as in X[P577 >= 2010]"
        )


def _has_qualifiers(node: Any) -> None:  # noqa: ANN401
    _has_conditions(node)
    for condition in node.conditions:
        if type(condition.relation).__name__ != "Property":
            raise IllFormed(
                "a qualifier is a property by itself",
                hint=f"as in {node.property.id}{{P580 <= 1997}}",
            )


def _is_about_items(node: Any) -> None:  # noqa: ANN401
    if type(node.things).__name__ in ("Text", "Date", "Number", "Quantity"):
        raise IllFormed(
            "a qualifier that orders belongs to edges between items",
            hint="as in nth(2, P39(Q11696), P39(Q11696)@P580)",
        )


def _ends_at_one_time(node: Any) -> None:  # noqa: ANN401
    if type(node.until).__name__ == "Stated" and node.until.since is not None:
        raise IllFormed(
            "a time lapses until one time, not until the time between two",
            hint="as in lapse(P569, P39(Q11696)@P580)",
        )


def _tells_one_qualifier(node: Any) -> None:  # noqa: ANN401
    if type(node.key).__name__ != "Stated" or node.key.since is not None:
        raise IllFormed(
            "only a qualifier of edges can be told", hint="as in told(Q76, P39(Q11696)@P580)"
        )
    if node.place is not None:
        _has_place(node)


def _has_place(node: Any) -> None:  # noqa: ANN401
    if node.place == 0:
        raise IllFormed(
            "there is no place 0", hint="nth(1, ...) is the first, nth(-1, ...) the last"
        )
    if abs(node.place) > _LARGEST_PLACE:
        raise IllFormed(f"no set has {_LARGEST_PLACE} places", hint="ask for a smaller place")


def _has_order(node: Any) -> None:  # noqa: ANN401
    for side in (node.left, node.right) if hasattr(node, "left") else (node.bound,):
        ordered = node.comparator not in ("=", "!=")
        if ordered and type(side).__name__ in ("Entity", "Type", "Text"):
            called = {"Entity": "an item", "Type": "a class", "Text": "a text"}
            raise IllFormed(
                f"{called[type(side).__name__]} is neither larger nor smaller than anything",
                hint="use = or !=",
            )


def _is_length(node: Any) -> None:  # noqa: ANN401
    from kgqa.algebra.units import dimension

    if dimension(node.distance.unit.id) != _LENGTH or node.distance.amount < 0:
        raise IllFormed("a distance is a length", hint="as in near(X, P625, Y, 10 kilometre)")


def _is_named(node: Any) -> None:  # noqa: ANN401
    if not node.text.text.strip():
        raise IllFormed("a name is compared with no letter", hint='as in X[name ~ "star"]')


_RULES: dict[str, Callable[[Any], None]] = {
    "Entity": _is_item,
    "Property": _is_property,
    "Date": _is_day,
    "Number": _is_finite,
    "Quantity": _is_finite,
    "Text": _has_text,
    "Intersection": _has_operands,
    "Union": _has_operands,
    "Difference": _is_no_arithmetic,
    "Subtraction": _is_arithmetic,
    "Filter": _has_conditions,
    "Named": _is_named,
    "Qualified": _has_qualifiers,
    "Near": _is_length,
    "Ordinal": _has_place,
    "Told": _tells_one_qualifier,
    "Stated": _is_about_items,
    "Lapse": _ends_at_one_time,
    "Condition": _has_order,
    "Comparison": _has_order,
}

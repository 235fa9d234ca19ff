"""Names: what rdfs:label and the tests of labels say of things.

That something has a label says nothing of it, so a label that is not tested is passed over; tests
of its language are, too, because a name counts in whatever language it is.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from kgqa.algebra import operators as op
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.pattern import variables_of
from kgqa.algebra.from_sparql.sets import Found
from kgqa.algebra.terms import Text

if TYPE_CHECKING:
    from kgqa.algebra.from_sparql.tree import Tree

CASE = "names are compared whatever their capital letters"
_PLAIN = re.compile(r"(\^?)([\w\s,:'-]+)(\$?)")


def add_labels(tree: Tree, x: sx.Variable, found: Found) -> None:
    """Add to what is known of `x` how its names are tested."""
    for edge in [edge for edge in tree.labels if edge.subject == x]:
        tree.labels.remove(edge)
        label = edge.object
        if isinstance(label, sx.Literal):
            _add(tree, found, "=", label.text, small=False)
        elif not isinstance(label, sx.Variable):
            raise tree.refuse("such name", edge.span)
        elif label not in tree.met:
            _add_tests(tree, label, found)
        else:
            raise tree.refuse("variable that is met on two ways", edge.span)


def _add_tests(tree: Tree, label: sx.Variable, found: Found) -> None:
    tree.met.add(label)
    for test in tree.tests.pop(label, []):
        if test.comparator != "=" or not isinstance(test.bound, Text):
            raise tree.refuse("such test of a name", test.span)
        _add(tree, found, "=", test.bound.text, small=False)
    for other in [test for test in tree.others if label in variables_of(test)]:
        tree.others.remove(other)
        if _is_language(other.test):
            continue
        tested = _tested(other.test)
        if tested is None:
            raise tree.refuse("such test of a name", other.span)
        _add(tree, found, *tested)


def _add(tree: Tree, found: Found, sign: op.Sign, text: str, small: bool) -> None:
    if not text.strip():
        return  # every name contains what is empty
    if not small or text != text.lower():
        tree.layout.remarks.append(CASE)
    found.cuts.append(partial(_named, sign=sign, text=Text(text)))


def _named(members: op.Things, sign: op.Sign, text: Text) -> op.Things:
    return op.Named(members, sign, text)


def _is_language(test: sx.Expression) -> bool:
    """Return whether a test asks for a language only."""
    match test:
        case sx.Call("LANGMATCHES" | "=" | "IN", (sx.Call("LANG"), *_)):
            return True
        case sx.Call("=", (_, sx.Call("LANG"))):
            return True
        case _:
            return False


def _tested(test: sx.Expression) -> tuple[op.Sign, str, bool] | None:
    """Return how a name is compared, with what, and whether in small letters."""
    match test:
        case sx.Call("CONTAINS", (name, sx.Literal(text))):
            return _of_name(name, "~", text)
        case sx.Call("STRSTARTS", (name, sx.Literal(text))):
            return _of_name(name, "^=", text)
        case sx.Call("=", (name, sx.Literal(text))) | sx.Call("=", (sx.Literal(text), name)):
            return _of_name(name, "=", text)
        case sx.Call("REGEX", (name, sx.Literal(pattern), *flags)):
            return _matched(name, pattern, flags == [sx.Literal("i", "string")])
        case _:
            return None


def _matched(name: sx.Expression, pattern: str, small: bool) -> tuple[op.Sign, str, bool] | None:
    """Return what a regular expression of nothing but letters and its two ends says."""
    found = _PLAIN.fullmatch(pattern)
    if found is None or (found[3] and not found[1]):
        return None
    sign: op.Sign = "=" if found[3] else "^=" if found[1] else "~"
    compared = _of_name(name, sign, found[2])
    return compared and (sign, found[2], small or compared[2])


def _of_name(name: sx.Expression, sign: op.Sign, text: str) -> tuple[op.Sign, str, bool] | None:
    """Return the comparison if it is one of a variable, perhaps in small letters."""
    small = False
    while isinstance(name, sx.Call) and name.name in ("LCASE", "STR") and len(name.arguments) == 1:
        small = small or name.name == "LCASE"
        name = name.arguments[0]
    return (sign, text, small) if isinstance(name, sx.Variable) else None

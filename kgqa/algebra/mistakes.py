"""What people write instead of an expression, and what to tell them.

Each function raises `NotationError` about the next token: one sentence that says what is wrong, and
a hint that is the next thing to try.
"""

from __future__ import annotations

import difflib
import re
from typing import NoReturn

from kgqa.algebra.errors import UnclearName, UnknownName
from kgqa.algebra.names import Name
from kgqa.algebra.reader import Reader

FUNCTIONS = (
    *("argmax", "argmin", "average", "count", "exists", "max", "min", "near", "nth", "sum"),
    *("told", "type", "years"),
)

_SHAPES = {
    "argmax": "argmax(X, P2044)",
    "argmin": "argmin(X, P569)",
    "average": "average(X, P2067)",
    "count": "count(X)",
    "exists": "exists(X)",
    "lapse": "lapse(P569, P570)",
    "max": "max(X, P2044)",
    "min": "min(X, P569)",
    "near": "near(X, P625, Y, 10 kilometre)",
    "nth": "nth(2, X, P577)",
    "sum": "sum(X, P1082)",
    "told": "told(X, P39(Y)@P580)",
    "type": "type(Q11424)",
    "years": "years(A, B)",
}
_SIGNS = {
    "and": "&",
    "or": "|",
    "not": "-",
    "minus": "-",
    "without": "-",
    "except": "-",
    "is": "=",
    "equals": "=",
}
_FUNCTIONS_MEANT = {
    "total": "sum",
    "mean": "average",
    "avg": "average",
    "most": "argmax",
    "least": "argmin",
    "first": "nth",
    "last": "nth",
    "number": "count",
    "ask": "exists",
    "any": "exists",
    "instance": "type",
    "instances": "type",
    "year": "years",
    "age": "years",
}
_CLOSING = {")": "(", "]": "[", "}": "{"}


def fail_at_start(words: Reader) -> NoReturn:
    """Say why no expression starts here."""
    token, before = words.next, words.tokens[words.place - 1] if words.place else None
    if token.kind == "end":
        if before is None:
            words.fail("there is no expression", token, "write one, as in P57(Q25191)")
        words.fail(
            "the expression ends too early", token, f"write what belongs after '{before.text}'"
        )
    if before and token.text in _CLOSING and before.text == _CLOSING[token.text]:
        words.fail_between(
            "there is nothing between the brackets",
            before.start,
            token.end,
            "write an operand there, as in P57(Q25191)",
        )
    if before and before.text == token.text and token.text in ("&", "|", "="):
        words.fail_between(
            f"'{token.text}' is written twice", before.start, token.end, f"write {token.text} once"
        )
    if before and before.text == "<" and token.text == ">":
        words.fail_between("'<>' is no comparison", before.start, token.end, "unequal is !=")
    hints = {
        "[": "a test stands after a set, as in P57(Q25191)[P577 > 2010]",
        "{": "qualifiers stand after a property, as in P39{P580 <= 1997}(Q14211)",
    }
    hint = hints.get(token.text, "start with an id, a value, an opening bracket or a function")
    words.fail(f"'{token.text}' cannot start an expression", token, hint)


def fail_after(words: Reader) -> NoReturn:
    """Say why the expression cannot go on with the next token."""
    token, before = words.next, words.tokens[words.place - 1]
    problem = f"'{token.text}' cannot stand after '{before.text}'"
    if token.kind == "word":
        if token.text in _SIGNS:
            words.fail(problem, token, f"write {_SIGNS[token.text]} for '{token.text}'")
        if token.text == "IN":
            words.fail(problem, token, "write it in small letters: in")
    if token.text == "(" and before.is_item():
        hint = f"{before.text} is an item: apply a property to it, as in P31({before.text})"
        words.fail(f"an item such as {before.text} cannot be applied", before, hint)
    if token.text in _CLOSING:
        words.fail(
            f"'{token.text}' closes a bracket that was not opened",
            token,
            f"leave it out, or open it with {_CLOSING[token.text]}",
        )
    if token.text in ("=", "!=", "<", "<=", ">", ">=", "in"):
        words.fail(
            "comparisons do not chain", token, "compare two expressions, and ask twice for three"
        )
    if token.text == ",":
        words.fail(problem, token, "several expressions are joined by & or |")
    words.fail(problem, token, "put & | - or a comparison between two expressions")


def fail_unapplied(words: Reader, first: int) -> NoReturn:
    """Say that a relation stands where a set is due."""
    relation = words.words_from(first)
    start, end = words.tokens[first].start, words.tokens[words.place - 1].end
    hint = f"write {relation}(Q42) for what has it to Q42, ^{relation}(Q42) for what Q42 has as it"
    if relation.startswith("^"):
        hint = f"write {relation}(Q42) for what Q42 has as it"
    words.fail_between(f"{relation} is applied to nothing", start, end, hint)


def fail_without_property(words: Reader) -> NoReturn:
    """Say that a property is due here."""
    token, before = words.next, words.tokens[words.place - 1] if words.place else None
    if token.is_item():
        hint = "tests and keys look at a property, as in [P577 > 2010] or argmax(X, P2044)"
        if before and before.text == "^":
            hint = f"write ^P57({token.text}) for what {token.text} has as its P57"
        words.fail(f"{token.text} is an item, where a property is due", token, hint)
    if before and token.kind == "number" and before.text == "," and before.end == token.start:
        words.fail(
            f"'{token.text}' is no test",
            token,
            "a number has no separators between thousands: 1000000",
        )
    if token.kind == "word" and re.fullmatch(r"p[0-9]+", token.text):
        words.fail(f"'{token.text}' is no property", token, f"did you mean {token.text.upper()}?")
    hint = "a property is written as in P31"
    if token.kind == "word":
        hint = f"{hint}; kgqa link {token.text} finds its id"
    words.fail("a property is missing here", token, hint)


def fail_without_qualifier(words: Reader, first: int) -> NoReturn:
    """Say that a set stands where a key is due."""
    things = words.words_from(first)
    start, end = words.tokens[first].start, words.tokens[words.place - 1].end
    hint = f"order by a qualifier of its edges, as in {things}@P580, or by a property, as in P569"
    words.fail_between(f"{things} is a set, where a key is due", start, end, hint)


def fail_without_comparison(words: Reader, first: int) -> NoReturn:
    """Say that a test compares nothing."""
    relation = words.words_from(first)
    hint = f"as in [{relation} >= 2010]"
    if words.sees("["):
        hint = f"tests look at plain properties, {hint}"
    elif words.sees("("):
        hint = f"a test names the property of the members, {hint}; a set is joined by &"
    words.fail(f"{relation} is compared with nothing", words.next, hint)


def fail_without_text(words: Reader) -> NoReturn:
    """Say that a name is compared with no text."""
    words.fail("a name is compared with a text in quotes", words.next, 'as in [name ~ "star"]')


def fail_without_number(words: Reader) -> NoReturn:
    """Say that a count is compared with no number."""
    words.fail("a count is compared with a number", words.next, "as in [count(P166) >= 3]")


def fail_without_item(words: Reader, what: str) -> NoReturn:
    """Say that an item is due here."""
    token = words.next
    if token.is_property():
        comparator = words.after_next.text
        if what == "a type" and comparator in ("=", "!=", "<", "<=", ">", ">="):
            hint = "a test stands after the set, as in P57(Q25191)[P577 > 2010]"
        else:
            hint = f"{what} is an item, such as Q11424"
        words.fail(f"{token.text} is a property, where {what} is due", token, hint)
    if token.kind == "word" and re.fullmatch(r"q[0-9]+", token.text):
        words.fail(f"'{token.text}' is no item", token, f"did you mean {token.text.upper()}?")
    words.fail(f"{what} is missing here", token, "it is an item, such as Q11424")


def fail_without_sign(words: Reader, sign: str, after: str) -> NoReturn:
    """Say that `sign` is due here."""
    token = words.next
    if token.text in ("=", "!=", "<", "<=", ">", ">=", "in") and sign == ")":
        words.fail(
            f"'{token.text}' makes a truth, where a set is due",
            token,
            "test members by X[P577 > 2010], or compare outside of the brackets",
        )
    if token.text == "," and sign == ")":
        words.fail(f"there are too many operands: ')' is due after {after}", token, "write ) here")
    if sign == "(":
        words.fail(f"'(' is missing after {after}", token, f"as in {_SHAPES[after]}")
    words.fail(f"'{sign}' is missing after {after}", token, f"write {sign} here")


def fail_unknown(words: Reader, first: int) -> NoReturn:
    """Say that the word at `first` names no operator."""
    token = words.tokens[first]
    if re.fullmatch(r"[qp][0-9]+", token.text):
        words.fail(f"'{token.text}' is no id", token, f"did you mean {token.text.upper()}?")
    word, meant = token.text.lower(), function_meant(token.text)
    if meant is not None:
        hint = f"did you mean {meant}? as in {_SHAPES[meant]}"
    elif word == "lapse":
        hint = "it is a key, by which a set is ordered, as in argmin(X, lapse(P569, P570))"
    elif word in _SIGNS:
        hint = f"write {_SIGNS[word]} between two expressions"
    else:
        hint = (
            f"ids are written Q42 or P31, texts in double quotes; kgqa link {token.text} finds "
            f"an id; the functions are {', '.join(FUNCTIONS)}"
        )
    words.fail(f"'{token.text}' is no function", token, hint)


def fail_misread(words: Reader, name: Name, error: UnknownName) -> NoReturn:
    """Say what the name that was just read is meant to be, if it is no name; else what is wrong."""
    is_unknown = not isinstance(error, UnclearName) and not error.candidates
    if is_unknown and words.next.text == "(" and function_meant(name.words):
        fail_unknown(words, words.place - 1)
    sign = next((word for word in name.words.split() if word in _SIGNS), None)
    if is_unknown and sign:
        hint = f"write {_SIGNS[sign]} for '{sign}', or the name in double quotes"
        words.fail_between(error.problem, name.start, name.end, hint)
    raise error


def function_meant(word: str) -> str | None:
    """Return the function that somebody meant who wrote `word`, perhaps."""
    near = difflib.get_close_matches(word.lower(), FUNCTIONS, n=1, cutoff=0.7)
    return _FUNCTIONS_MEANT.get(word.lower()) or (near[0] if near else None)


def fail_deep(words: Reader, first: int, deepest: int) -> NoReturn:
    """Say that the expression is nested too deep, from the token `first` on."""
    problem = f"the expression is nested more than {deepest} levels deep"
    words.fail_between(problem, words.tokens[first].start, len(words.text), "ask in parts")


def fail_untold(words: Reader, first: int) -> NoReturn:
    """Say that what is told is no qualifier, from the token `first` on."""
    problem = "only a qualifier of edges can be told"
    hint = "as in told(Q76, P39(Q11696)@P580)"
    words.fail_between(problem, words.tokens[first].start, words.next.start, hint)


def fail_without_place(words: Reader) -> NoReturn:
    """Say that what comes next is no place in the order of dates."""
    hint = "the second is told(X, P39(Y)@P580, 2), and the last told(X, P39(Y)@P580, -1)"
    words.fail("the place of a date is a whole number", words.next, hint)


def check_order(words: Reader, name: str) -> None:
    """Say that the key of a superlative stands where its set is due, if it does."""
    is_key = words.next.is_property() and not words.next.is_of_a_graph()
    if name in ("argmax", "argmin") and is_key and words.after_next.text == ",":
        hint = f"the set comes first: {name}(X, {words.next.text})"
        words.fail(f"{words.next.text} is no set, but a key", words.next, hint)

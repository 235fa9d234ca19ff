"""Predicates with a hole, as the files of relations have them, and what English makes of them.

    "[were|was] directed by {}"     of many or one; passive
    "<directed|direct> {}"          a verb in the past, and as it stands after `did`
    "[border|borders] {}"           a verb in the present

Each function returns a predicate that still has its hole and its choices of number, or nothing
where English cannot say it that way.
"""

from __future__ import annotations

import re

from kgqa.algebra.inflection import with_article

_NUMBER = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
_VERB = re.compile(r"<([^|>]*)\|([^>]*)>")
_BE = re.compile(r"\[(?:are\|is|were\|was)\] ")
_HAVE = re.compile(r"\[have\|has\] ")
_PRESENT = re.compile(r"\[(\w+)\|\1e?s\] |\[(\w+)y\|\2ies\] ")
_PAST = re.compile(r"<(\w+)\|(\w+)> ")
_GENITIVE = re.compile(r"\bthe \w+ of $")
_KIND = re.compile(r"\bthe (\w+) $")
HOLE = re.compile(r"\{a?\}")
APPOSED = re.compile(r"\bthe (?:(?!(?:of|in|by|at|for|to|with|on|from)\b)\w+ )+$")
"""What stands before a name that needs no article of its own: `in the league `."""


def inflected(predicate: str, *, many: bool) -> str:
    """Return a predicate said of many or of one, with verbs in their finite form."""
    return _VERB.sub(r"\1", _NUMBER.sub(r"\1" if many else r"\2", predicate))


def filled(predicate: str, name: str, *, the: bool = False) -> str:
    """Return a predicate with a name in its hole; `the` is whether it needs an article."""
    hole = HOLE.search(predicate)
    if hole is None:
        return predicate
    before, after = predicate[: hole.start()], predicate[hole.end() :]
    apposed = _KIND.search(before)
    if apposed and apposed[1] in name.casefold().split():  # the league Premier League
        before = before[: apposed.start(1)]
    if hole[0] == "{a}" and name[:1].islower():
        name = with_article(name)
    elif the and not before.endswith("the ") and not APPOSED.search(before):
        name = f"the {name}"
    return before + name + after


def takes_a_set(predicate: str) -> bool:
    """Whether a noun phrase can fill the hole: at the end, and not behind `the series`."""
    return predicate.endswith("{}") and not APPOSED.search(predicate.removesuffix("{}"))


def says(predicate: str, nouns: str) -> bool:
    """Whether a predicate says of things that they are what they are called: `are awards of`."""
    said = inflected(predicate, many=True).removeprefix("are ")
    return bool(nouns) and said.startswith((f"{nouns} ", f"the {nouns} "))


def reduced(predicate: str) -> str | None:
    """Return what is said of a noun right behind it: `directed by {}`."""
    found = _BE.match(predicate)
    rest = predicate[found.end() :] if found else ""
    return rest if rest and not rest.startswith(("[", "the ")) else None


def _is_open(predicate: str) -> bool:
    """Whether what fills the hole can stand elsewhere: not in `worked in the field of {}`."""
    before = predicate.removesuffix("{}")
    is_bound = before.endswith(" the ") or APPOSED.search(before) or _GENITIVE.search(before)
    return before != predicate and not is_bound


def gap(predicate: str) -> str | None:
    """Return the verb behind a name, in `films that {} directed`; the hole comes first."""
    active = _PAST.match(predicate) or _PRESENT.match(predicate)
    if not active or not _is_open(predicate):
        return None
    return "{} " + inflected(predicate.removesuffix(" {}"), many=False)


def inverted(predicate: str) -> str | None:
    """Return the verb as it asks for its object: `did {} direct`."""
    if not _is_open(predicate):
        return None
    rest = predicate.removesuffix(" {}")
    if _PAST.match(predicate):
        return "did {} " + _VERB.sub(r"\2", rest)
    if _PRESENT.match(predicate):
        return "does {} " + inflected(rest, many=True)
    return None


def negated(predicate: str) -> str | None:
    """Return that it is not so: `[were|was] not directed by {}`."""
    if found := _BE.match(predicate):
        return found[0] + "not " + predicate[found.end() :]
    if _PAST.match(predicate):
        return "did not " + _VERB.sub(r"\2", predicate)
    if _HAVE.match(predicate):
        return "[do|does] not have " + predicate[_HAVE.match(predicate).end() :]  # type: ignore[union-attr]
    if _PRESENT.match(predicate):
        verb, rest = predicate[1:].split("|", 1)[0], predicate.split("] ", 1)[1]
        return f"[do|does] not {verb} {rest}"
    return None


def asked_of(predicate: str, subject: str) -> str | None:
    """Return whether it is so of one: `Was Inception directed by {}`."""
    if found := _BE.match(predicate):
        verb = inflected(found[0].strip(), many=False).capitalize()
        return f"{verb} {subject} {predicate[found.end() :]}"
    if _PAST.match(predicate):
        return f"Did {subject} " + _VERB.sub(r"\2", predicate)
    if _HAVE.match(predicate):
        return f"Does {subject} have {predicate.split('] ', 1)[1]}"
    if _PRESENT.match(predicate):
        verb, rest = predicate[1:].split("|", 1)[0], predicate.split("] ", 1)[1]
        return f"Does {subject} {verb} {rest}"
    return None

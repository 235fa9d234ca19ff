"""The kind of work that is said beside a name: of the book and the film of one name, the film."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from kgqa_store.names_text import normalise
from kgqa_store.schema_words import stem

from kgqa.parse.analysis import Analysis
from kgqa.parse.kinds import Kinds, Profile
from kgqa.parse.linking_features import Option, Span
from kgqa.parse.words import DATA

NEAR = -5.0
"""What is left must have a logarithm of its odds to the best one above this."""

CHOSEN = -2.5
"""The same, of what is of the kind that is asked for, where two are named to choose from."""

MEANT = 2
"""Meanings of a noun by which things are described."""

Scored = tuple[float, Option]


@cache
def _works() -> Mapping[str, Any]:
    return tomllib.loads((DATA / "works.toml").read_text(encoding="utf-8"))


@cache
def _kinds_of_works(*, by_stem: bool) -> Mapping[str, frozenset[str]]:
    """Return the kinds of works that a word says, by the word or by its stem."""
    found: dict[str, set[str]] = {}
    for kind, words in _works()["kinds"].items():
        for word in words:
            found.setdefault(stem(word) if by_stem else word, set()).add(kind)
    return {word: frozenset(kinds) for word, kinds in found.items()}


@cache
def _figures() -> frozenset[str]:
    return frozenset(map(stem, _works()["figures"]["words"]))


def _said(words: Iterable[str], *, by_stem: bool) -> frozenset[str]:
    known = _kinds_of_works(by_stem=by_stem)
    return frozenset[str]().union(*(known.get(word, frozenset()) for word in words))


def of_kind_beside(group: Sequence[Scored], analysis: Analysis, kinds: Kinds) -> list[Scored]:
    """Return what a name may mean without works of other kinds than the one said beside it.

    A franchise is of no kind, and stays; so does everything where little else could be meant.
    """
    fits = [one for one in group if not _is_other(one[1], analysis, kinds)]
    return fits if fits and fits[0][0] > group[0][0] + NEAR else list(group)


def of_kind_chosen(
    group: Sequence[Scored], analysis: Analysis, kinds: Kinds, classes: Sequence[str], noun: str
) -> list[Scored]:
    """Return what a name may mean that is one of two to choose from: which film, Titanic or Roma.

    Both are of the asked kind, if anything that is likely to be meant is.
    """
    asked = [one for one in classes if not kinds.is_role(one)]
    is_chosen = analysis.form == "choose" and analysis.asks in ("which", "what")
    first = group[0][1]
    # Of what kind the likeliest meaning is may not be stated.
    if not asked or not is_chosen or not first.span.is_name or not kinds.of(first.candidate.id):
        return list(group)
    labels = kinds.names.labels(asked[:MEANT]).values()
    stems = frozenset({noun, *(stem(normalise(label)) for label in labels)})
    ids = {one[1].candidate.id for one in group}
    of_kind = {id_ for id_ in ids if _is_called(kinds, id_, frozenset(asked), stems)}
    fits = [one for one in group if one[1].candidate.id in of_kind]
    return fits if fits and fits[0][0] > group[0][0] + CHOSEN else list(group)


def _is_called(kinds: Kinds, id_: str, classes: frozenset[str], stems: frozenset[str]) -> bool:
    """Whether something is of some classes, or is said to be what these stems say."""
    return kinds.is_any(id_, classes) or bool(kinds.profile(id_).described & stems)


def _is_other(option: Option, analysis: Analysis, kinds: Kinds) -> bool:
    """Whether an option is a work, but of no kind that a word beside its span says."""
    beside = _said(_words_beside(option.span, analysis), by_stem=False)
    if not beside or not option.span.is_name:
        return False
    own = _kinds_of(kinds.profile(option.candidate.id))
    return bool(own) and not own & beside


def _kinds_of(profile: Profile) -> frozenset[str]:
    """Return of what kinds a work is, by its classes, else by its description."""
    if _figures() & (profile.called | profile.described):
        return frozenset()
    by_class = _said(profile.called, by_stem=True)
    return by_class or _said(profile.described, by_stem=True)


def _words_beside(span: Span, analysis: Analysis) -> list[str]:
    """Return the word behind a span, and the one before it: the film Dune."""
    words = analysis.words
    first, last = min(span.places), max(span.places)
    behind = words[last + 1 : last + 2]
    before = words[first - 1 : first] if first > 1 else ()
    return [word.normal for word in (*behind, *before)]

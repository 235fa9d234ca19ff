"""Several things that one name means: readings that differ in nothing else, each as a question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kgqa.answers import value_text
from kgqa.judge.choose import Tried
from kgqa.judge.naming import FAMOUS, Fame, is_called
from kgqa.parse.candidate import Candidate
from kgqa.parse.linking import Link
from kgqa.parse.trees import probability

NEAR = 0.6
"""A name may mean a thing instead of another if its score is this share of the other's."""
CLOSE = 0.25
"""Two readings are close if one is this share as likely as the other: two meanings share it."""
LONGEST = 48
"""Characters of a description that tells things of one name apart."""

_DETAIL = re.compile(
    r"[,;(]| (directed|written|created|produced|released|published|starring|adaptation|based|about|"
    r"set|with|by|from|that|who|which)\b"
)


def is_rival(other: Candidate, first: Candidate, fame: Fame) -> bool:
    """Whether a reading is like `first`, but takes a name for something else of that name.

    What it takes it for is nearly as well known, and the reading nearly as good.
    """
    mine = {link.places: link for link in first.links}
    theirs = {link.places: link for link in other.links}
    if mine.keys() != theirs.keys() or other.operator != first.operator:
        return False
    pairs = [(mine[p], theirs[p]) for p in mine if mine[p].id != theirs[p].id]
    if not pairs or not all(_is_as_good(one, two, fame) for one, two in pairs):
        return False
    return probability(other.score) >= CLOSE * probability(first.score)


def _is_as_good(first: Link, other: Link, fame: Fame) -> bool:
    return (
        other.score >= NEAR * first.score
        and is_called(other.label, other.mention)
        and is_called(first.label, first.mention)
        and fame(other.id) >= FAMOUS * fame(first.id)
    )


def rivals(tried: Sequence[Tried]) -> list[Tried]:
    """Return the first reading and those for other things of a name that have other answers.

    Answers that read the same are no others, unless the question only names them.
    """
    close = list(tried[:1])
    for other in tried[1:]:
        if all(_meant(one) != _meant(other) and _said(one) != _said(other) for one in close):
            close.append(other)
    return close if len(close) > 1 else []


def _meant(tried: Tried) -> frozenset[str]:
    return frozenset(link.id for link in tried.candidate.links)


def _said(tried: Tried) -> frozenset[str]:
    if tried.is_named:
        return _meant(tried)
    labels = tried.result.labels
    return frozenset(value_text(answer.value, labels) for answer in tried.result.answers)


def rewritten(question: str, close: Sequence[Tried], descriptions: Mapping[str, str]) -> list[str]:
    """Return for each of several readings the question with what it takes the names for.

    Only the names that the readings differ in are told apart, and no two questions are the same.
    """
    ids: dict[frozenset[int], set[str]] = {}
    for one in close:
        for link in one.candidate.links:
            ids.setdefault(link.places, set()).add(link.id)
    unsure = {places for places, meant in ids.items() if len(meant) > 1}
    told = [descriptions, {id_: short(text) for id_, text in descriptions.items()}]
    found = [_rewritten(question, one.candidate, unsure, {}) for one in close]
    for about in told:  # what is shorter is better, if it tells them apart
        texts = [_rewritten(question, one.candidate, unsure, about) for one in close]
        found = [
            text if texts.count(text) == 1 else longer
            for text, longer in zip(texts, found, strict=True)
        ]
    return found


def _rewritten(
    question: str, candidate: Candidate, unsure: set[frozenset[int]], about: Mapping[str, str]
) -> str:
    links = {link.places: link for link in candidate.links if link.places in unsure}
    for link in sorted(links.values(), key=lambda one: -one.start):
        name = link.label if is_called(link.label, link.mention) else link.mention
        owner = re.search(r"['’]s?$", link.mention)
        told = f"{name} ({about.get(link.id) or link.id}){owner[0] if owner else ''}"
        question = question[: link.start] + told + question[link.end :]
    return question


def short(description: str) -> str:
    """Return the beginning of a description, up to where it goes into detail."""
    start = _DETAIL.split(description.strip(), maxsplit=1)[0].strip()
    text = start if len(start) >= 6 else description.strip()
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]} …"

"""Readings that pass over what others of the question heed, and are passed over for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgqa.algebra import (
    Apply,
    Difference,
    Entity,
    Intersection,
    Inverse,
    Ordinal,
    Property,
    Query,
    Superlative,
    Things,
    Type,
    to_text,
)
from kgqa.parse.beyond import ordered_at
from kgqa.parse.judging import Candidate, is_likely
from kgqa.parse.kinds import kinds_of_values
from kgqa.parse.sketches import Walker
from kgqa.parse.words import cue_set

CLEARLY = 0.8
"""Steps that are said so well are meant where they say more words."""


def heeding_words(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return readings without those that words of the question speak against."""
    things = [one for one in candidates if not _is_value_for_thing(walker, one)]
    things = _heeding_than(walker, things)
    things = _in_order(walker, _heeding_inner_order(walker, things))
    ordered = _heeding_kinds(walker, _saying_steps(walker, things))
    return _heeding_company(walker, _heeding_steps(walker, ordered))


def _heeding_than(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return readings without the largest, and what is of no size, where what is larger is asked.

    What is larger than any other is the largest.
    """
    than, measures = walker.analysis.than, {m.place for m in walker.analysis.measures}
    if than is None or not any(place < than for place in measures):
        return list(candidates)
    links = [link for one in candidates for link in one.links if link.is_name]
    if not any(min(link.places) > than for link in links):
        return list(candidates)
    return [one for one in candidates if one.operator != "superlative" and measures & one.explained]


def _heeding_inner_order(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return readings without those that order what is asked for, where something else is.

    The capital of the largest country is not the largest capital.
    """
    at, words = ordered_at(walker), walker.analysis.words
    before = [w.normal for w in words[:at] if w.normal not in cue_set("articles")]
    if at is None or not before or before[-1] not in cue_set("prepositions"):
        return list(candidates)
    onward = [one for one in candidates if _leads_on(one.query) and is_likely(one)]
    return [c for c in candidates if not onward or not isinstance(c.query, Superlative | Ordinal)]


def _in_order(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return readings without sets of which another reading gives the first, which is asked for."""
    ordered = {c.query.things for c in candidates if isinstance(c.query, Superlative | Ordinal)}
    cues = walker.analysis.cues
    return [one for one in candidates if one.query not in ordered or cues & one.explained]


def _leads_on(query: Query) -> bool:
    """Whether a reading leads on from what is first in an order."""
    match query:
        case Apply(_, Superlative() | Ordinal()):
            return True
        case Intersection((inner, Type())):
            return _leads_on(inner)
    return False


def _saying_steps(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return readings without those that lead on from the largest by a step that no word says.

    The largest city is no one after whom it is named.
    """
    if walker.noun is None:
        return list(candidates)
    said = {one.query: one.explained for one in candidates}

    def is_unsaid(one: Candidate) -> bool:
        match one.query:
            case Apply(_, Superlative() | Ordinal() as inner) if inner in said:
                return one.explained <= said[inner]
        return False

    return [one for one in candidates if not is_unsaid(one)]


def _heeding_kinds(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return readings without those that order others, too, than what the noun says.

    The second Olympics in a city are not the second of all that was there.
    """
    wide = {
        replace(one.query, things=inner)
        for one in candidates
        if isinstance(one.query, Superlative | Ordinal)
        for inner in _unnarrowed(one.query.things)
    }
    return [one for one in candidates if one.query not in wide or _says_noun(walker, one.query)]


def _says_noun(walker: Walker, query: Query) -> bool:
    """Whether the noun says the relation by which a set is put in order: the team one played for.

    Then all are what it says, whatever is known of their kinds.
    """
    things = query.things if isinstance(query, Superlative | Ordinal) else None
    noun = walker.noun.places if walker.noun is not None else frozenset[int]()
    match things:
        case Apply(Inverse(Property(id_)), _):
            return bool(noun & walker.says(id_, True))
        case Apply(Property(id_), _):
            return bool(noun & walker.says(id_, False))
    return False


def _unnarrowed(things: Things) -> list[Things]:
    match things:
        case Intersection((inner, Type())):
            return [inner]
    return []


def _is_value_for_thing(walker: Walker, one: Candidate) -> bool:
    """Whether a reading gives a date or a number for somebody, or for a noun that it does not say.

    Who discovered a planet is not when that was, nor is a treaty its date.
    """
    noun = walker.noun
    if walker.analysis.asks in ("who", "whom") and one.members:
        return kinds_of_values(one.members[:5]) <= {"date", "number"}
    if noun is None or walker.analysis.asks not in ("which", "what") or not one.members:
        return False
    is_value = kinds_of_values(one.members[:5]) <= {"date", "number"}
    said = one.explained
    match one.query:
        case Apply(Inverse(Property(id_)), _):
            said = walker.says(id_, True)
    return is_value and bool(one.features.get("wrong")) and not noun.places <= said


def _heeding_steps(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return readings without those from which a word leads on that they pass over.

    Who owns the developer is not asked for the developer.
    """
    content = walker.analysis.content
    found = {one.query: one for one in candidates}
    short: set[Query] = set()
    for longer in candidates:
        match longer.query:
            case Apply(Inverse(Property(id_)) | Property(id_), inner) if inner in found:
                more = longer.explained - found[inner].explained
                is_said = longer.features.get("weakest", 0.0) >= CLEARLY
                is_back = re.search(rf"\b{id_}\b", to_text(inner)) is not None  # a series of parts
                if more & content and is_said and is_likely(longer) and not is_back:
                    short.add(inner)
    return [one for one in candidates if one.query not in short]


def _heeding_company(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return those who did something together with one, where `with` stands before the name.

    Who acted with somebody is not the child, though the store tells of a child.
    """
    words = walker.analysis.words
    company = [one for one in candidates if _left_out(one.query) is not None and is_likely(one)]
    ids = {_left_out(one.query) for one in company}
    beside = {
        link.id
        for one in company
        for link in one.links
        if link.id in ids and words[max(0, min(link.places) - 1)].normal in cue_set("accompanying")
    }
    return [
        one
        for one in candidates
        if one.features.get("told", 1.0) > 0
        or _left_out(one.query) is not None
        or not any(link.id in beside for link in one.links)
    ]


def _left_out(query: Query) -> str | None:
    match query:
        case Difference(_, Entity(id_)):
            return id_
    return None

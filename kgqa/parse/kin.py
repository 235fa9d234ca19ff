"""Men and women among kin: a father is the one of the parents who is male."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.algebra import Apply, Difference, Entity, Intersection, Property, Query, Things
from kgqa.parse.analysis import Analysis
from kgqa.parse.judging import properties_in
from kgqa.parse.lookups import Lookups
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.words import cue_set, cues

GENDER = "P21"


def of_said_gender(walker: Walker, sketches: Sequence[Sketch]) -> list[Sketch]:
    """Return sets of kin with only those who are what a word says: sons, and no daughters.

    A set in which nobody is stated to be anything is left as it is.
    """
    said = {
        (place, gender)
        for gender, words in cues()["gendered"].items()
        for place in walker.free
        if walker.analysis.words[place].normal in words
    }
    # Of the mother of a father each word says something else, and whose wife is asked of a man.
    if len(said) != 1 or walker.analysis.asks == "whose":
        return list(sketches)
    ((place, gender),) = said
    if walker.noun is not None and place not in walker.noun.places:
        return list(sketches)
    narrowed = [(one.query, _narrowed(walker, one, place, gender)) for one in sketches]
    # Where there are no brothers there is nothing that they do.
    none = {query for query, found in narrowed if found is None}
    kept = [found for _, found in narrowed if found is not None]
    return [one for one in kept if not isinstance(one.query, Apply) or one.query.things not in none]


def are_of_another_gender(
    analysis: Analysis, query: Query, members: Sequence[object], lookups: Lookups
) -> bool:
    """Whether some of a set of kin are known to be of another gender than the question says."""
    said = [
        gender
        for gender, words in cues()["gendered"].items()
        if any(word.normal in words for word in analysis.words)
    ]
    if len(said) != 1 or not properties_in(query) & cue_set("kin"):
        return False
    ids = [member for member in members if isinstance(member, str)]
    edges = lookups.out(ids)
    stated = [known for id_ in ids if (known := edges[id_].get(GENDER, ()))]
    return any(said[0] not in known for known in stated)


def _narrowed(walker: Walker, sketch: Sketch, place: int, gender: str) -> Sketch | None:
    """Return a set of kin with those of a gender; None where all are known to be of another."""
    if not _is_said(walker, sketch, place) or not sketch.is_things or not sketch.members:
        return sketch
    ids = [m for m in sketch.members if isinstance(m, str)]
    edges = walker.lookups.out(ids)
    stated = {id_: edges[id_].get(GENDER, ()) for id_ in ids}
    others = frozenset(id_ for id_, known in stated.items() if known and gender not in known)
    fits = tuple(id_ for id_ in ids if id_ not in others)
    explained = sketch.explained | {place}
    if not fits:
        return None
    if not others:
        return replace(sketch, explained=explained)
    query: Things = Intersection((sketch.query, _of(gender)))
    if not all(stated.values()):  # of some it is not known
        (other,) = _genders() - {gender}
        query = Difference(sketch.query, _of(other))
    return replace(sketch, query=query, members=fits, explained=explained)


def _of(gender: str) -> Things:
    return Apply(Property(GENDER), Entity(gender))


def _genders() -> frozenset[str]:
    return frozenset(cues()["gendered"])


def _is_said(walker: Walker, sketch: Sketch, place: int) -> bool:
    """Whether a word says the last step of a set, which leads to kin."""
    kin = [p for p, _ in sketch.relations if p in cue_set("kin")]
    if not kin or kin[-1] != sketch.relations[-1][0]:
        return False
    places = walker.says(kin[-1], True) | walker.says(kin[-1], False)
    return place in places or (len(kin) == 1 and not places & walker.analysis.content)

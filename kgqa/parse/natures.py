"""Answers of another nature than the one asked for, which are passed over.

People are no bands, and mountains no heights.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.parse.expected import is_value
from kgqa.parse.judging import Candidate, is_likely
from kgqa.parse.kinds import PEOPLE
from kgqa.parse.sketches import Sketch, Walker

PERSONAL = frozenset({"P21", "P27", "P106", "P569"})
"""What people have: a gender, a citizenship, an occupation, a birth."""
WORKS = frozenset({"Q17537576", "Q386724"})
"""What people make, as films and songs."""
ORGANISATION = "Q43229"
"""What signs and founds as people do; a label that songs are published under is one."""
LOOKED_AT = 8
"""Answers of a reading that are looked at."""


def of_asked_values(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return readings without those that give things where a number or a date is asked for."""
    if not is_value(walker.analysis, walker.expected):
        return list(candidates)
    return [one for one in candidates if one.members and not isinstance(one.members[0], str)]


def of_asked_people(walker: Walker, sketches: Sequence[Sketch]) -> list[Sketch]:
    """Return sets without those in which nobody is, where it is asked how many people."""
    normal = [word.normal for word in walker.analysis.words]
    if walker.analysis.asks != "how many" or normal[normal.index("how") + 2 :][:1] != ["people"]:
        return list(sketches)
    return [s for s in sketches if not s.is_things or walker.kinds.share(s.members or (), PEOPLE)]


def of_asked_nature(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return readings without those that give people for bands, or films for actors.

    A noun may have a meaning that is not meant, as a star that plays in a film; so they are left
    out only where another reading gives what is asked for.
    """
    if walker.analysis.asks in ("who", "whom"):
        return [one for one in candidates if not _is_of_works(walker, one)]
    people = _asks_for_people(walker)
    if people is None or not any(map(is_likely, candidates)):
        return list(candidates)
    return [one for one in candidates if not _is_other(walker, one, people=people)]


def _is_of_works(walker: Walker, candidate: Candidate) -> bool:
    """Whether all that a reading gives are known to be works, which nobody is."""
    some = [m for m in (candidate.members or ())[:LOOKED_AT] if isinstance(m, str)]
    known = [walker.kinds.of(m) for m in some if walker.kinds.of(m)]
    doers = PEOPLE | {ORGANISATION}
    return bool(known) and all(classes & WORKS and not classes & doers for classes in known)


def _asks_for_people(walker: Walker) -> bool | None:
    """Whether the noun calls people, or what is none; None where there is no noun that tells."""
    noun, kinds = walker.noun, walker.kinds
    if noun is None or not noun.classes or walker.analysis.asks not in ("which", "what"):
        return None
    first = noun.classes[0]
    return kinds.is_role(first) or bool(kinds.above(first) & PEOPLE)


def _is_other(walker: Walker, candidate: Candidate, *, people: bool) -> bool:
    """Whether all that a reading gives is of the other nature, as far as is known."""
    if not candidate.features.get("misfit") or not candidate.members:
        return False
    some = [m for m in candidate.members[:LOOKED_AT] if isinstance(m, str)]
    return bool(some) and all(_is_person(walker, m) is (not people) for m in some)


def _is_person(walker: Walker, id_: str) -> bool | None:
    """Whether an entity is somebody; None where what it is and what it has do not agree."""
    known = walker.kinds.of(id_)
    if not known:
        return None
    has = bool(walker.lookups.out([id_])[id_].keys() & PERSONAL)
    return bool(known & PEOPLE) if bool(known & PEOPLE) == has else None

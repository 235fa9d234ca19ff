"""What one has done in several roles, as films that the same wrote and directed.

Each role is said by words of its own. Of two names in two roles each has the one that it stands by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, takewhile

from kgqa.algebra import Apply, Entity, Intersection, Property, Query, Type
from kgqa.parse.combining import both
from kgqa.parse.judging import Candidate
from kgqa.parse.kinds import PEOPLE
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.words import cue_set

SAID = 0.6
"""A relation that the words say less well is no role that is meant."""
ROLES = 6
"""Sets of a name in which it is looked for roles."""


def in_several_roles(walker: Walker, sketches: Sequence[Sketch], *, is_only: bool) -> list[Sketch]:
    """Return what two or three roles of one name share; `is_only` where there is no other name.

    Beside other names, only words that `and` joins are of one: written and directed by A.
    """
    between = [place for place in _ands(walker) if {place - 1, place + 1} <= walker.telling]
    if not is_only and not between:
        return []
    roles = _roles(walker, sketches)
    twos = list(_joined(walker, roles, roles))
    return [*twos, *_joined(walker, twos, roles)]


def heeding_roles(
    walker: Walker, around: Sequence[Sequence[Sketch]], candidates: Sequence[Candidate]
) -> list[Candidate]:
    """Return readings without those that heed only some of the roles in which one is asked for.

    What somebody wrote is no answer to what he wrote and directed, even if nothing else is found.
    `around` are the sets of each name.
    """
    roles = [[s for s in _roles(walker, group) if _is_done(s.query)] for group in around]
    said = frozenset[int]()
    if len(roles) == 1 and any(_add(walker, *pair) for pair in combinations(roles[0], 2)):
        said = said.union(*(words_of(walker, s) for s in roles[0]))
    told = [words_of(walker, s) for group in roles for s in group if _is_by_people(walker, s)]
    asked = [
        pair
        for pair in _joined_words(walker)
        if any(one & (pair[0] | pair[1]) for one in told)
        and (_are_beside(*pair) or any(_heeds(one, pair) for one in candidates))
    ]
    return [
        one
        for one in candidates
        if (said <= one.explained or not said & one.explained)
        and all(_heeds(one, pair) for pair in asked)
        and not (asked and one.features.get("misfit") and not _is_done(one.query))
    ]


def _heeds(candidate: Candidate, pair: tuple[frozenset[int], frozenset[int]]) -> bool:
    """Whether a reading says something of both parts that `and` joins."""
    return all(candidate.explained & part for part in pair)


def _are_beside(left: frozenset[int], right: frozenset[int]) -> bool:
    """Whether only `and` stands between the words: wrote and directed, but not won A and had."""
    return max(left) + 2 == min(right)


def _joined_words(walker: Walker) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Yield the places of the words that `and` joins: the one before it, and those up to a name.

    What begins with other words is a clause of its own: a film with A and in which there is B.
    """
    words, telling = walker.analysis.words, walker.telling
    for place in _ands(walker):
        behind = takewhile(lambda i: i in walker.free, range(place + 1, len(words)))
        before = [place - 1] if place - 1 in telling else range(place)
        left, right = telling & frozenset(before), telling & frozenset(behind)
        if left and place + 1 in right:
            yield left, right


def _ands(walker: Walker) -> list[int]:
    """Return where `and` stands, and is part of no name."""
    words = walker.analysis.words
    return [place for place in sorted(walker.free) if words[place].normal == "and"]


def _is_by_people(walker: Walker, sketch: Sketch) -> bool:
    """Whether a set is of what somebody has done."""
    return all(walker.kinds.is_any(link.id, PEOPLE) for link in sketch.links)


def words_of(walker: Walker, sketch: Sketch) -> frozenset[int]:
    """Return the places of the words that say the relations of a set."""
    names = frozenset(place for link in sketch.links for place in link.places)
    return (sketch.explained & walker.telling) - names


def are_crossed(walker: Walker, one: Sketch, other: Sketch) -> bool:
    """Whether each of two names is in the role that stands by the other.

    In a film directed by A and written by B, it is not B who directed.
    """
    if any(len(s.links) != 1 for s in (one, other)):
        return False
    mine, theirs = words_of(walker, one), words_of(walker, other)
    if not mine - theirs or not theirs - mine:
        return False
    if one.links[0].start > other.links[0].start:
        mine, theirs = theirs, mine
    return min(mine - theirs) > max(theirs - mine)


def _roles(walker: Walker, sketches: Sequence[Sketch]) -> list[Sketch]:
    """Return the sets of a name that are well said, of those with the same words the clearest."""
    if not any(word.normal in cue_set("joining") for word in walker.analysis.words):
        return []
    said = [s for s in sketches if s.relation >= SAID and words_of(walker, s)][:ROLES]
    clear = {words_of(walker, s) for s in said if _is_whole(walker, s)}
    return [s for s in said if words_of(walker, s) not in clear or _is_whole(walker, s)]


def _is_whole(walker: Walker, sketch: Sketch) -> bool:
    """Whether a name of its property is said as a whole: who produces is no executive producer."""
    stems = {walker.analysis.words[place].stem for place in words_of(walker, sketch)}
    return any(name <= stems for name in walker.called.called(sketch.relations[-1][0]).names)


def _joined(walker: Walker, some: Sequence[Sketch], roles: Sequence[Sketch]) -> Iterator[Sketch]:
    """Yield what sets share with those of a later role that adds words to theirs."""
    for one in some:
        last = one.relations[-1][0]
        places = [i for i, role in enumerate(roles) if role.relations[-1][0] == last]
        for other in roles[max(places, default=len(roles)) + 1 :]:
            if one.links[0] == other.links[0] and _add(walker, one, other):
                found = both(walker, one, other)
                if found is not None:
                    yield found


def _add(walker: Walker, one: Sketch, other: Sketch) -> bool:
    """Whether two sets are each said by words that do not say the other."""
    mine, theirs = words_of(walker, one), words_of(walker, other)
    return bool(mine - theirs) and bool(theirs - mine)


def _is_done(query: Query) -> bool:
    """Whether a set is of what has names as properties: what somebody has done."""
    match query:
        case Intersection(operands):
            return all(_is_done(one) or isinstance(one, Type) for one in operands)
        case Apply(Property(), Entity()):
            return True
    return False

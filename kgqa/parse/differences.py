"""Sets without what the negated part of a question says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa.algebra import Apply, Difference, Entity, Inverse, Property, Relation, Things, Type
from kgqa.parse.analysis import Analysis
from kgqa.parse.combining import FEW, Mark, marked_by
from kgqa.parse.denials import elided
from kgqa.parse.judging import Candidate
from kgqa.parse.linking import Link, Noun
from kgqa.parse.members import Member
from kgqa.parse.periods import Period, dated_in, is_denied, stated_in
from kgqa.parse.places import not_lying_in
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.truths import is_alike
from kgqa.parse.turns import parts_of
from kgqa.parse.words import cue_set

LEFT, RIGHT = 10, 60
"""How many sets are tried on either side."""
EACH = 4
"""So many sets around each name are tried in any case."""
TRIED = 2
"""Properties of the members of a set that are tried."""
SAID = 0.6
"""What is said so well may be taken away though nothing is."""
LOOKED_AT = 5
"""Members of a set that tell of which kind it is."""


def without(walker: Walker, bases: Sequence[Sketch], negation: int) -> Iterator[Sketch]:
    """Yield sets without those around another name, where the two share something.

    That name stands behind the negation; where none does, as in `films that she is not in`, before
    it.
    """
    known = [s for s in bases if s.members and s.is_things and s.links]
    rights = [s for s in known if len(s.relations) == 1 and s.relation > 0.4]
    behind = [s for s in rights if min(s.links[0].places) > negation]
    rights = behind or rights
    if not walker.analysis.denies_both:
        yield from _less(walker, _lefts(walker, known), rights, negation)
        return
    # Neither one nor the other: both are taken away, each for what its name means first.
    before = [s for s in known if all(min(link.places) < negation for link in s.links)]
    best: dict[int, float] = {}
    for right in rights:
        link = right.links[0]
        best[link.start] = max(best.get(link.start, 0.0), link.score)
    rights = [s for s in rights if isinstance(s.query, Apply)]
    rights = [s for s in rights if s.links[0].score == best[s.links[0].start]]
    once = list(_less(walker, _lefts(walker, before), rights, negation))
    yield from _less(walker, walker.best(once, LEFT), rights, negation)


def heeding_denial(analysis: Analysis, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the readings that deny one thing and another, where a question does and some do."""
    if not analysis.denies_both:
        return list(candidates)
    return [one for one in candidates if analysis.negation in one.explained] or list(candidates)


def _less(
    walker: Walker, lefts: Sequence[Sketch], rights: Sequence[Sketch], negation: int
) -> Iterator[Sketch]:
    """Yield sets without those around a name that they do not speak of yet."""
    for left in lefts:
        used = frozenset(p for link in left.links for p in link.places)
        for right in walker.best(rights, RIGHT):
            if right.links[0].places & used or _is_across(walker, left, right, lefts, negation):
                continue
            inside = frozenset(right.members or ())
            members = tuple(m for m in left.members or () if m not in inside)
            if members and (len(members) < left.size or _is_clear(walker, left, right)):
                yield replace(
                    left,
                    query=Difference(left.query, right.query),
                    members=members,
                    links=(*left.links, *right.links),
                    relations=(*left.relations, *right.relations),
                    explained=left.explained | right.explained | {negation},
                )


def _is_clear(walker: Walker, left: Sketch, right: Sketch) -> bool:
    """Whether the words say what is taken away so well that it may be none of a set.

    Both are of one kind: films that somebody made, and films that another is in.
    """
    some, others = ((sketch.members or ())[:LOOKED_AT] for sketch in (left, right))
    is_said = right.relation >= SAID and bool(_saying(walker, right))
    return is_said and any(is_alike(walker, str(member), others) for member in some)


def _is_across(
    walker: Walker, left: Sketch, right: Sketch, lefts: Sequence[Sketch], negation: int
) -> bool:
    """Whether words on one side of a denial say what is on the other.

    The films that one stars in and that are not directed by another are not the films that the one
    directed.
    """
    is_plain = len(left.relations) == 1 and not isinstance(left.query, Difference)
    if not is_plain or min(right.links[0].places) < negation:
        return False
    before, behind = (_saying(walker, sketch) for sketch in (left, right))
    is_left_across = bool(before) and min(before) > negation
    is_right_across = bool(behind) and max(behind) < negation
    if not is_left_across or not (is_right_across or before & behind):
        return False
    # What another relation to the same name says without these words is what is meant.
    own, denied = left.relations[0][0], right.relations[0][0]
    same = [one for one in lefts if one.links == left.links and len(one.relations) == 1]
    others = [one for one in same if one.relations[0][0] != own]
    rest = walker.said_without(left, before)
    is_better_said = any(walker.said_without(one, before) > rest for one in others)
    return is_better_said or (own == denied and bool(others))


def _saying(walker: Walker, sketch: Sketch) -> frozenset[int]:
    """Return the places of the words that say the relations of a set, but what it is a set of."""
    noun = walker.noun.places if walker.noun is not None else frozenset[int]()
    named = frozenset(p for link in sketch.links for p in link.places)
    return (sketch.explained - named - noun) & walker.analysis.content


def without_named(
    walker: Walker, bases: Sequence[Sketch], names: Sequence[Sequence[Link]], negation: int
) -> Iterator[Sketch]:
    """Yield sets without the one member that is named behind words such as `besides`."""
    if not walker.analysis.leaves_out:
        return
    behind = [link for name in names for link in name[:2] if min(link.places) > negation]
    lefts = _lefts(walker, [s for s in bases if s.members and s.is_things])
    for link in sorted(behind, key=lambda link: link.start):
        for left in lefts:
            members = tuple(m for m in left.members or () if m != link.id)
            if link.places.isdisjoint(left.explained) and 0 < len(members) < left.size:
                query = Difference(left.query, Entity(link.id))
                explained = left.explained | link.places | {negation}
                links = (*left.links, link)
                yield replace(left, query=query, members=members, links=links, explained=explained)


def without_company(
    walker: Walker, sketches: Sequence[Sketch], links: Sequence[Link]
) -> Iterator[Sketch]:
    """Yield who is in a set together with one who is named behind `with`, but is not that one."""
    words = walker.analysis.words
    for link in links:
        before = min(link.places) - 1
        if before < 0 or words[before].normal not in cue_set("accompanying"):
            continue
        said = {before, before - 1} if words[before - 1].normal in cue_set("sharing") else {before}
        for left in sketches:
            members = tuple(m for m in left.members or () if m != link.id)
            if link.places.isdisjoint(left.explained) and 0 < len(members) < left.size <= FEW:
                found = replace(
                    left,
                    query=Difference(left.query, Entity(link.id)),
                    members=members,
                    links=(*left.links, link),
                    explained=left.explained | link.places | said,
                )
                yield walker.judged(found)


def without_place(
    walker: Walker, bases: Sequence[Sketch], names: Sequence[Sequence[Link]], negation: int
) -> Iterator[Sketch]:
    """Yield sets without what is in a place that is named behind the negation."""
    behind = [name[0] for name in names if min(name[0].places) > negation]
    for left in _lefts(walker, [s for s in bases if s.members and s.is_things]) if behind else ():
        for link in behind:
            yield from not_lying_in(walker, left, link, negation)


def without_kind(
    walker: Walker, bases: Sequence[Sketch], nouns: Sequence[Noun], negation: int
) -> Iterator[Sketch]:
    """Yield sets without the members that are what a noun after the negation says."""
    kinds = [(n, class_) for n in nouns if min(n.places) > negation for class_ in n.classes[:2]]
    for left in _lefts(walker, [s for s in bases if s.members and s.is_things]):
        for noun, class_ in kinds:
            kind = frozenset({class_})
            rest = tuple(m for m in left.members or () if not walker.kinds.is_any(m, kind))
            if rest and len(rest) < left.size:
                query = Difference(left.query, Type(Entity(class_)))
                explained = left.explained | noun.places | {negation}
                yield replace(left, query=query, members=rest, explained=explained)


def without_dated(
    walker: Walker, bases: Sequence[Sketch], periods: Sequence[Period], negation: int
) -> Iterator[Sketch]:
    """Yield sets without what dates from a period of which that is denied, or was so in it."""
    known = [s for s in bases if s.members and s.is_things]
    for period in periods:
        for left in _lefts(walker, period.others(known)) if is_denied(walker, period) else ():
            dated = dated_in(walker, left, period)
            for inside in stated_in(walker, left, period) if dated is None else (dated,):
                out = frozenset(inside.members or ())
                rest = tuple(m for m in left.members or () if m not in out)
                if rest and len(rest) < left.size:
                    query = Difference(left.query, inside.query)
                    explained = inside.explained | {negation}
                    yield replace(inside, query=query, members=rest, explained=explained)


def without_marked(
    walker: Walker, bases: Sequence[Sketch], known: Sequence[Mark], negation: int
) -> Iterator[Sketch]:
    """Yield sets without the members that a word behind the negation marks: `not the euro`."""
    behind = [(link, by) for link, by in known if min(link.places) > negation]
    for left in _lefts(walker, [s for s in bases if s.members and s.is_things]) if behind else ():
        for link, p, fits in marked_by(walker, left, behind):
            inside = frozenset(fits)
            rest = tuple(m for m in left.members or () if m not in inside)
            query = Difference(left.query, Apply(Property(p), Entity(link.id)))
            explained = left.explained | link.places | {negation}
            yield replace(left, query=query, members=rest, explained=explained)


def without_same(
    walker: Walker, bases: Sequence[Sketch], names: Sequence[Sequence[Link]], negation: int
) -> Iterator[Sketch]:
    """Yield sets without what is denied of the same thing: nominated for a prize, but not won.

    The thing is named once, before the denial.
    """
    if any(name[0].is_name and min(name[0].places) > negation for name in names):
        return
    after = frozenset(p for p in walker.free & walker.analysis.content if p > negation)
    for said, denied in elided():
        verb = (walker.says(denied, True) | walker.says(denied, False)) & after
        for left in bases if verb else ():
            for part in parts_of(left.query):
                found = _without_same(walker, left, part, said, denied)
                if found is not None:
                    right, rest = found
                    explained = left.explained | verb | {negation}
                    query = Difference(left.query, right)
                    yield replace(left, query=query, members=rest, explained=explained)


def _without_same(
    walker: Walker, left: Sketch, part: Things, said: str, denied: str
) -> tuple[Things, tuple[Member, ...]] | None:
    """Return what is denied of what a part of a set says, and those of the set that are left."""
    match part:
        case Apply(Inverse(Property(id_)), Entity(one)) if id_ == said:
            way: Relation = Inverse(Property(denied))
            inside = frozenset(walker.lookups.objects(one, denied))
        case Apply(Property(id_), (Entity(one) | Type(Entity(one))) as things) if id_ == said:
            way = Property(denied)
            inside = frozenset(
                m
                for m in left.members or ()
                for value in walker.lookups.objects(str(m), denied)
                if value == one
                or (not isinstance(things, Entity) and one in walker.kinds.of(str(value)))
            )
        case _:
            return None
    rest = tuple(m for m in left.members or () if m not in inside)
    return (Apply(way, part.things), rest) if rest else None


def without_any(walker: Walker, bases: Sequence[Sketch], negation: int) -> Iterator[Sketch]:
    """Yield sets without the members that have a property at all that the negated words say."""
    after = frozenset(p for p in walker.free & walker.analysis.content if p > negation)
    known = [s for s in bases if s.members and s.is_things and s.links and s.size <= FEW]
    for left in _lefts(walker, known) if after else ():
        ids = [m for m in left.members or () if isinstance(m, str)]
        edges = walker.lookups.out(ids)
        said = {p: walker.says(p, True) & after for p in {p for e in edges.values() for p in e}}
        likely = [p for p, places in said.items() if places and _is_relation(walker, p)]
        likely.sort(key=lambda p: (-walker.score(left.links[0], p, True), p))
        for p in likely[:TRIED]:
            members = tuple(m for m in ids if p not in edges[m])
            if members and len(members) < left.size:
                # Who has a value of those that some of them have has one at all.
                way = Property(p)
                some = Apply(way, Apply(Inverse(way), left.query))
                yield replace(
                    left,
                    query=Difference(left.query, some),
                    members=members,
                    relations=(*left.relations, (p, walker.score(left.links[0], p, True))),
                    explained=left.explained | said[p] | {negation},
                    note="lacking",
                )


def _is_relation(walker: Walker, property_: str) -> bool:
    return walker.called.called(property_).is_relation


def _lefts(walker: Walker, known: Sequence[Sketch]) -> list[Sketch]:
    """Return sets from which something can be taken: around one name, and around several."""
    several = walker.best([s for s in known if s.size > 1 and len(s.links) > 1], LEFT)
    single = [s for s in known if s.size > 1 and len(s.links) == 1]
    around: dict[str, list[Sketch]] = {}
    for sketch in single:
        around.setdefault(sketch.links[0].id, []).append(sketch)
    each = [s for some in around.values() for s in walker.best(some, EACH)]
    best = walker.best(single, LEFT)
    return [*best, *(s for s in walker.best(each, LEFT) if s not in best), *several]

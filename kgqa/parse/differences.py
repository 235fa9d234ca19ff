"""Sets without what the negated part of a question says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa.algebra import Apply, Difference, Entity, Inverse, Property, Type
from kgqa.parse.analysis import Analysis
from kgqa.parse.combining import FEW, Mark, marked_by
from kgqa.parse.judging import Candidate
from kgqa.parse.linking import Link, Noun
from kgqa.parse.periods import Period, dated_in, is_denied, stated_in
from kgqa.parse.places import not_lying_in
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.words import cue_set

LEFT, RIGHT = 10, 60
"""How many sets are tried on either side."""
EACH = 4
"""So many sets around each name are tried in any case."""
TRIED = 2
"""Properties of the members of a set that are tried."""


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
            if right.links[0].places & used:
                continue
            inside = frozenset(right.members or ())
            members = tuple(m for m in left.members or () if m not in inside)
            if members and len(members) < left.size:
                yield replace(
                    left,
                    query=Difference(left.query, right.query),
                    members=members,
                    links=(*left.links, *right.links),
                    relations=(*left.relations, *right.relations),
                    explained=left.explained | right.explained | {negation},
                )


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

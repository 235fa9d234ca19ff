"""What statements say beside: when one took an office, what part one has in a film."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.algebra import (
    Apply,
    Condition,
    Entity,
    Inverse,
    Property,
    Qualified,
    Query,
    Stated,
    Superlative,
    Things,
    Told,
    Type,
    Years,
)
from kgqa.parse.linking import Link
from kgqa.parse.lookups import Qualifiers
from kgqa.parse.members import Literal, Member
from kgqa.parse.offices import HELD
from kgqa.parse.periods import AT, END, START
from kgqa.parse.sketches import NAMED, Sketch, Walker
from kgqa.parse.turns import hop, named_office, numbers_of
from kgqa.parse.words import cues

BORN = "P569"
CLEAR, LIKELY = 0.9, 0.6
"""How well words say a qualifier that they name, and one that only fits what is asked for."""
NEAR = 0.1
"""A property that is said so much less well than another between the same two is not meant."""
MOST = 60
"""Edges of a property, where more are of no one in particular."""

BASES = 40
"""Sets that are narrowed by what their statements say beside."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The statements by which an entity has a property to things that a question names."""

    start: Link
    property: str
    things: Things
    ends: frozenset[Member]
    links: tuple[Link, ...]
    said: float
    explained: frozenset[int]

    def key(self, qualifier: str) -> Stated:
        """Return a qualifier of the statements."""
        return Stated(Property(self.property), self.things, Property(qualifier))

    def told(self, qualifier: str, place: int | None = None) -> Told:
        """Return what the statements say by a qualifier."""
        return Told(Entity(self.start.id), self.key(qualifier), place)

    def statements(self, walker: Walker) -> list[Qualifiers]:
        """Return the qualifiers of each statement."""
        stated = walker.lookups.stated(self.property, self.start.id, inverse=True)
        return [qualifiers for value, qualifiers in stated if value in self.ends]


def edges_between(walker: Walker, names: Sequence[Sequence[Link]]) -> Iterator[Edge]:
    """Yield the edges from what one name means to what another means, or an office is called."""
    firsts = [link for name in names for link in name[:2] if link.is_name]
    for link in firsts:
        out = walker.lookups.out([link.id])[link.id]
        offices = frozenset(m for m in out.get(HELD, ()) if isinstance(m, str))
        if offices and (office := named_office(walker, offices)) is not None:
            id_, said = office
            yield Edge(
                link, HELD, Entity(id_), frozenset({id_}), (link,), NAMED, link.places | said
            )
        elif offices and len(names) == 1 and _asked_order(walker, link) is not None:
            # Who succeeded a prime minister did so in that office, though others were held.
            known = max(offices, key=lambda id_: (walker.kinds.names.popularity(id_), id_))
            one = frozenset({known})
            yield Edge(link, HELD, Entity(known), one, (link,), NAMED, link.places)
        for other in firsts:
            if other.places & link.places:
                continue
            found = [
                edge
                for property_, values in out.items()
                if len(values) <= MOST and walker.called.called(property_).is_relation
                for edge in _to(walker, link, property_, values, other)
            ]
            # To be partners is not to be married: what is said best is meant.
            best = max((edge.said for edge in found), default=0.0)
            yield from (edge for edge in found if edge.said >= best - NEAR)


def _to(
    walker: Walker, link: Link, property_: str, values: Sequence[Member], other: Link
) -> Iterator[Edge]:
    """Yield the edges of a property to what a name means, or to those of the class it means."""
    things: Things = Entity(other.id)
    ends = frozenset({other.id} & set(values))
    if not ends and walker.kinds.is_class(other.id):
        ids = [m for m in values if isinstance(m, str)]
        ends = frozenset(m for m in ids if walker.kinds.is_any(m, frozenset({other.id})))
        things = Type(Entity(other.id))
    if ends:
        said = max(walker.score(link, property_, True), walker.score(other, property_, False))
        places = walker.says(property_, True) | walker.says(property_, False)
        explained = link.places | other.places | places
        yield Edge(link, property_, things, ends, (link, other), said, explained)


def asked_of_statements(
    walker: Walker, names: Sequence[Sequence[Link]], bases: Sequence[Sketch]
) -> Iterator[tuple[str, Query, Sketch]]:
    """Yield what a question asks that statements say beside: operator, query and set."""
    edges = list(edges_between(walker, names))
    operator = "generic" if walker.analysis.ordinal is None else "ordinal"
    match walker.analysis.asks:
        case "when":
            yield from ((operator, s.query, s) for s in dates_told(walker, edges))
        case "how long":
            yield from (("generic", *one) for one in spans_told(walker, edges))
        case "how old":
            yield from (("generic", *one) for one in ages_told(walker, edges))
        case _:
            told = [*things_told(walker, edges), *next_told(walker, edges)]
            yield from (("generic", s.query, s) for s in told)
    narrowed = [s for base in bases[:BASES] for s in qualified_by(walker, base, names)]
    single = walker.onward([s for s in narrowed if s.size == 1])
    yield from (("generic", s.query, s) for s in [*narrowed, *single])


# --- When, how long, how old -----------------------------------------------------------------


def dates_told(walker: Walker, edges: Sequence[Edge]) -> Iterator[Sketch]:
    """Yield when what the edges say began, ended or was."""
    for edge in edges:
        statements = edge.statements(walker)
        qualifier, said = _time(walker, statements)
        if qualifier:
            place, ordinal = _place(walker)
            values = _dates(statements, qualifier)
            members = _at(values, place)
            yield _sketch(
                walker, edge, edge.told(qualifier, place), qualifier, members, said | ordinal
            )


def _time(walker: Walker, statements: Sequence[Qualifiers]) -> tuple[str, frozenset[int]]:
    """Return the qualifier that says the time that is asked for, and the words for it."""
    known = {name for one in statements for name in one}
    leaving, attaining = walker.analysis.saying("leaving"), walker.analysis.saying("attaining")
    if leaving:
        return (END, leaving) if END in known else ("", frozenset())
    return next((name for name in (AT, START) if name in known), ""), attaining


def _place(walker: Walker) -> tuple[int | None, frozenset[int]]:
    """Return which of several times is asked for, and the words that say so."""
    ordinal = walker.analysis.ordinal
    return (None, frozenset()) if ordinal is None else (ordinal[1], frozenset({ordinal[0]}))


def _dates(statements: Sequence[Qualifiers], qualifier: str) -> list[Literal]:
    found = [v for one in statements for v in one.get(qualifier, ()) if isinstance(v, Literal)]
    dates = {v.text: v for v in found if v.kind == "date" and v.number is not None}
    return sorted(dates.values(), key=lambda one: one.number or 0.0)


def _at(values: Sequence[Literal], place: int | None) -> tuple[Literal, ...]:
    if place is None:
        return tuple(values)
    ordered = values if place > 0 else values[::-1]
    return tuple(ordered[abs(place) - 1 : abs(place)])


def spans_told(walker: Walker, edges: Sequence[Edge]) -> Iterator[tuple[Query, Sketch]]:
    """Yield how long what one statement says was so, in years."""
    for edge in edges:
        statements = edge.statements(walker)
        both = [one for one in statements if START in one and END in one]
        starts, ends = _dates(both, START), _dates(both, END)
        if len(statements) == len(both) == len(starts) == len(ends) == 1:
            query = Years(edge.told(START), edge.told(END))
            said = walker.analysis.saying("lasting") | walker.analysis.saying("holding")
            yield query, _aged(edge, starts[0], ends[0], said)


def ages_told(walker: Walker, edges: Sequence[Edge]) -> Iterator[tuple[Query, Sketch]]:
    """Yield how old one was when what an edge says began, or was."""
    for edge in edges:
        born = walker.lookups.values([edge.start.id], (BORN,)).get(edge.start.id, {})
        births = [v for v in born.get(BORN, ()) if isinstance(v, Literal) and v.number]
        statements = edge.statements(walker)
        qualifier, said = _time(walker, statements)
        dates = _dates(statements, qualifier)
        place, ordinal = _place(walker)
        at = place or (1 if len(dates) > 1 else None)
        wanted = _at(dates, at)
        if births and len(wanted) == 1:
            start = Apply(Inverse(Property(BORN)), Entity(edge.start.id))
            query = Years(start, edge.told(qualifier, at))
            said = said | ordinal | walker.analysis.saying("old")
            yield query, _aged(edge, births[0], wanted[0], said)


def _aged(edge: Edge, first: Literal, last: Literal, said: frozenset[int]) -> Sketch:
    years = float(int((last.number or 0.0) - (first.number or 0.0)))
    members = (Literal("number", str(years), years),)
    relations = ((edge.property, edge.said), (START, CLEAR))
    explained = edge.explained | said
    return Sketch(
        edge.told(START), members, edge.links, relations, explained, kind=1.0, note="aged"
    )


# --- What else a statement says --------------------------------------------------------------


def things_told(walker: Walker, edges: Sequence[Edge]) -> Iterator[Sketch]:
    """Yield the things that statements name by a qualifier: a part in a film, an awarded work."""
    for edge in edges:
        found: dict[str, dict[Member, None]] = {}
        for one in edge.statements(walker):
            for qualifier, values in one.items():
                ids = [value for value in values if isinstance(value, str)]
                found.setdefault(qualifier, {}).update(dict.fromkeys(ids))
        for qualifier, members in found.items():
            said, is_meant = _said(walker, edge.start, qualifier, of_it=True)
            if members and is_meant and walker.called.called(qualifier).is_relation:
                yield _sketch(walker, edge, edge.told(qualifier), qualifier, tuple(members), said)


def _sketch(
    walker: Walker,
    edge: Edge,
    query: Told,
    qualifier: str,
    members: Sequence[Member],
    said: frozenset[int],
) -> Sketch:
    how_well = CLEAR if said & walker.analysis.content else LIKELY
    relations = ((edge.property, edge.said), (qualifier, how_well))
    explained = edge.explained | said
    found = Sketch(query, tuple(members), edge.links, relations, explained, note="stated")
    return walker.judged(found)


def next_told(walker: Walker, edges: Sequence[Edge]) -> Iterator[Sketch]:
    """Yield who began next after one to be what that one was, or last before."""
    for edge in edges:
        asked, own = _asked_order(walker, edge.start), _dates(edge.statements(walker), START)
        if asked is None or not own or not isinstance(edge.things, Entity):
            continue
        said, is_later = asked
        bound = (own[-1] if is_later else own[0]).number or 0.0
        stated = walker.lookups.stated(edge.property, edge.things.id, inverse=False)
        starts = [(m, number) for m, told in stated for number in numbers_of(told.get(START, ()))]
        beyond = [(m, n) for m, n in starts if (n > bound if is_later else n < bound)]
        if not beyond:
            continue
        nearest = (min if is_later else max)(number for _, number in beyond)
        members = tuple(dict.fromkeys(m for m, number in beyond if number == nearest))
        if edge.start.id in members:
            continue
        time = edge.told(START, -1 if is_later else 1)
        test = Condition(Property(START), ">" if is_later else "<", time)
        way = Qualified(Property(edge.property), (test,))
        key = Stated(way, edge.things, Property(START))
        query = Superlative("min" if is_later else "max", Apply(way, edge.things), key)
        relations = ((edge.property, edge.said), (START, CLEAR))
        explained = edge.explained | said
        yield walker.judged(Sketch(query, members, edge.links, relations, explained, note="turn"))


# --- Who, by what a statement says beside ----------------------------------------------------


def qualified_by(
    walker: Walker, sketch: Sketch, names: Sequence[Sequence[Link]]
) -> Iterator[Sketch]:
    """Yield those whose statement names another name: who played a part in a film."""
    step = hop(sketch.query)
    others = {
        link.id: link
        for name in names
        for link in name[:4]
        if link.is_name and not link.places & sketch.explained
    }
    if step is None or not others:
        return
    property_, id_, inverse = step
    found: dict[tuple[str, str], dict[Member, None]] = {}
    for member, qualifiers in walker.lookups.stated(property_, id_, inverse=inverse):
        for qualifier, values in qualifiers.items():
            for value in {*values} & others.keys():
                found.setdefault((qualifier, str(value)), {})[member] = None
    for (qualifier, value), members in found.items():
        link = others[value]
        said, is_meant = _said(walker, link, qualifier, of_it=False)
        if not is_meant:
            continue
        test = Condition(Property(qualifier), "=", Entity(value))
        way = Qualified(Property(property_), (test,))
        how_well = max(LIKELY, walker.score(link, qualifier, True))
        yield walker.judged(
            Sketch(
                Apply(Inverse(way) if inverse else way, Entity(id_)),
                tuple(members),
                (*sketch.links, link),
                (*sketch.relations, (qualifier, how_well)),
                sketch.explained | link.places | said,
                note="stated",
            )
        )


def _said(
    walker: Walker, link: Link, qualifier: str, *, of_it: bool
) -> tuple[frozenset[int], bool]:
    """Return the words that say a qualifier, and whether it may be meant.

    One that says who came before or after is `of_it`, or of another that has it as its value.
    """
    orders = cues()["following"]
    later = next((name for name in ("after", "before") if qualifier in orders[name]["by"]), None)
    if later is None:
        return walker.says(qualifier, True), True
    asked = _asked_order(walker, link)
    if asked is None:
        return frozenset(), False
    said, wants_later = asked
    return said, ((later == "after") is wants_later) is of_it


def _asked_order(walker: Walker, link: Link) -> tuple[frozenset[int], bool] | None:
    """Return the words that ask who came before or after one, and whether it is after.

    Who succeeded him came later; whom he did succeed came earlier.
    """
    words = walker.analysis.words
    for order in ("after", "before"):
        said = frozenset(
            i
            for i, word in enumerate(words)
            if word.normal in cues()["following"][order]["words"] and i not in link.places
        )
        if said:
            is_subject = min(said) > max(link.places) and any(w.normal == "did" for w in words)
            return said, (order == "after") is not is_subject
    return None

"""Sets of things around the names of a question, found by walking the graph.

A sketch is a set with the words that it explains. Sketches are what operators are applied to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace

from kgqa.algebra import Apply, Difference, Entity, Inverse, Property, Query, Things, Type
from kgqa.parse.analysis import Analysis
from kgqa.parse.directions import goes_back, is_of_company, leads_to
from kgqa.parse.expected import Expected
from kgqa.parse.kinds import LOOKED_AT, PEOPLE, Kinds, kinds_of_values
from kgqa.parse.linking import Link, Noun
from kgqa.parse.lookups import MOST, Lookups
from kgqa.parse.members import Member
from kgqa.parse.property_words import PropertyWords, said_also, said_at
from kgqa.parse.relation_words import shipped
from kgqa.parse.relations import RelationRanker
from kgqa.parse.relations_words import masked, with_placeholder
from kgqa.parse.words import is_top

FOLLOWED = 10
"""Sets one hop from a name from which a second hop is tried."""
FEW = 40
"""A set with more members is not left by a second hop."""
KEPT = 16
"""Sets kept for each name and number of hops."""
LEAST = 12.0
"""A property whose probability has a logarithm below minus this is as good as unheard of."""
NAMED = 0.75
"""How well the name of a class says that its instances are meant."""

ROLE_PROPERTIES = ("P106", "P39")
"""By which people have an occupation, and an office."""

CLASSES = frozenset({"P31", "P279"})
"""From a thing to its class: only "What is X?" asks for that."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A set, the links it starts from, and how well the words of the question say it."""

    query: Things
    members: tuple[Member, ...] | None
    """None where there are too many to fetch."""
    links: tuple[Link, ...]
    relations: tuple[tuple[str, float], ...] = ()
    """The properties on the way, with how well the words say them."""
    explained: frozenset[int] = frozenset()
    """The places of the words that it explains, those of its links among them."""
    kind: float = 0.5
    """The share of members that are of the kind asked for; a half where nothing says so."""

    is_wrong: bool = False
    """Whether its members cannot be what the question word asks for: no person, place or date."""
    note: str = ""
    """A feature of how the set was found that its other fields do not show."""

    @property
    def relation(self) -> float:
        """How well the words say the properties on the way: their mean."""
        scores = [score for _, score in self.relations]
        return sum(scores) / len(scores) if scores else 0.0

    @property
    def size(self) -> int:
        """How many members there are, as far as is known."""
        return MOST if self.members is None else len(self.members)

    @property
    def is_things(self) -> bool:
        """Whether its members are entities."""
        return self.members is None or all(isinstance(m, str) for m in self.members[:5])


class Walker:
    """Finds the sets around the names of one question."""

    def __init__(
        self,
        analysis: Analysis,
        noun: Noun | None,
        *,
        free: frozenset[int],
        lookups: Lookups,
        kinds: Kinds,
        called: PropertyWords,
        ranker: RelationRanker,
        expected: Expected,
        spans: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Walk for one question; `free` are the places of words that are in no name."""
        self.analysis, self.noun, self.free, self.expected = analysis, noun, free, expected
        self.lookups, self.kinds, self.called, self.ranker = lookups, kinds, called, ranker
        self._spans = spans
        self._scores: dict[tuple[int, str, bool], float] = {}
        self._masked: dict[int, tuple[str, ...]] = {}
        self._rest: dict[tuple[int, frozenset[int]], tuple[str, ...]] = {}
        self._said: dict[tuple[str, bool], frozenset[int]] = {}

    # --- Hops ---------------------------------------------------------------------------------

    def around(self, link: Link) -> list[Sketch]:
        """Return the sets one hop from an entity, best first."""
        start = Sketch(Entity(link.id), (link.id,), (link,), explained=link.places)
        asks_what = self.analysis.asks == "what" and len(self.analysis.content - link.places) < 2
        forward = [
            self._step(start, p, True, values)
            for p, values in self.lookups.out([link.id])[link.id].items()
            if self.called.called(p).is_relation and (p not in CLASSES or asks_what)
        ]
        counts = {
            p: n
            for p, n in self.lookups.into([link.id])[link.id].items()
            if self.called.called(p).is_relation
        }
        fetched = self.lookups.subjects((p, link.id) for p, n in counts.items() if n <= MOST)
        backward = [
            self._step(start, p, False, fetched.get((p, link.id)) if n <= MOST else None)
            for p, n in counts.items()
        ]
        return self.best([*forward, *backward])

    def onward(self, sketches: Sequence[Sketch]) -> list[Sketch]:
        """Return the sets one hop from these sets, best first."""
        starts = [s for s in sketches if s.members and s.size <= FEW and s.is_things][:FOLLOWED]
        ids = dict.fromkeys(m for s in starts for m in s.members or () if isinstance(m, str))
        edges = self.lookups.out(ids)
        found: list[Sketch] = []
        for sketch in starts:
            reached: dict[str, dict[Member, None]] = {}
            for member in sketch.members or ():
                for p, values in edges.get(str(member), {}).items():
                    reached.setdefault(p, {}).update(dict.fromkeys(values))
            found += [
                self._step(sketch, p, True, tuple(values))
                for p, values in reached.items()
                if self.called.called(p).is_relation
                and p != "P31"
                and not goes_back(self.analysis, sketch.query, p, inverse=True)
            ]
        return self.best(map(self._of_others, [*found, *self._onward_back(starts)]))

    def _of_others(self, sketch: Sketch) -> Sketch:
        """Return a set that leads back to its name without that, where others are asked for."""
        if not _returns(sketch) or not is_of_company(self.analysis):
            return sketch
        start = sketch.links[0].id
        rest = tuple(member for member in sketch.members or () if member != start)
        return replace(sketch, query=Difference(sketch.query, Entity(start)), members=rest)

    def _onward_back(self, starts: Sequence[Sketch]) -> list[Sketch]:
        """Return what has a property to a member of small sets."""
        small = [s for s in starts if s.size <= 8]
        ids = dict.fromkeys(m for s in small for m in s.members or () if isinstance(m, str))
        owners = {str(m): s for s in small if s.links for m in s.members or ()}
        counts = self.lookups.into(ids)
        pairs = {
            (p, id_)
            for id_, into in counts.items()
            for p, n in into.items()
            if n <= 400
            and id_ in owners
            and self.called.called(p).is_relation
            and self._said_so(owners[id_], p, False) > 0.4
        }
        fetched = self.lookups.subjects(sorted(pairs)[:120])
        found: list[Sketch] = []
        for sketch in small:
            reached: dict[str, dict[Member, None]] = {}
            for (p, id_), members in fetched.items():
                if id_ in (sketch.members or ()):
                    reached.setdefault(p, {}).update(dict.fromkeys(members))
            found += [
                self._step(sketch, p, False, tuple(m))
                for p, m in reached.items()
                if not goes_back(self.analysis, sketch.query, p, inverse=False)
            ]
        return found

    def _step(
        self, start: Sketch, property_: str, inverse: bool, members: tuple[Member, ...] | None
    ) -> Sketch:
        """Return the set that a property leads to; `inverse` where its objects are asked for."""
        relation = Inverse(Property(property_)) if inverse else Property(property_)
        query: Things = Apply(relation, start.query)
        is_class = False
        if property_ == "P31" and not inverse and isinstance(start.query, Entity):
            is_class, query = True, Type(start.query)
        said_so = self._said_so(start, property_, inverse) if start.links else 0.5
        # A class stands for its instances, and an office for those who hold it.
        if is_class or (not inverse and self._is_role_of(start.query, property_)):
            said_so = max(said_so, NAMED)
        said = self.says(property_, inverse)
        return self.judged(
            replace(
                start,
                query=query,
                members=members,
                relations=(*self.apart(start, said), (property_, said_so)),
                explained=start.explained | said,
            )
        )

    def _is_role_of(self, query: Things, property_: str) -> bool:
        """Whether a property leads from people to a role that is named."""
        is_role = isinstance(query, Entity) and self.kinds.is_role(query.id)
        return is_role and property_ in ROLE_PROPERTIES

    def asking(self, noun: Noun | None) -> Walker:
        """Return a walker for a part of the question that asks for another noun."""
        other = copy(self)
        other.noun = noun
        return other

    # --- Judging ------------------------------------------------------------------------------

    def says(self, property_: str, inverse: bool) -> frozenset[int]:
        """Return the places of words that say a property: its names, and what people say for it."""
        key = (property_, inverse)
        if key not in self._said:
            called, learned = self.called.called(property_), shipped().get(key, frozenset())
            more = said_also().get(f"^{property_}", frozenset()) if inverse else frozenset()
            words, cues = self.analysis.words, self.analysis.cues
            stems = {place: words[place].stem for place in self.free}
            said = said_at(stems, called, learned | more, cues)
            top = {p for p in self.free if inverse and is_top(words[p], property_)}
            self._said[key] = said | top
        return self._said[key]

    def score(self, link: Link, property_: str, inverse: bool) -> float:
        """Return how well the words around a name say a property: 1 is certain, 0 unheard of."""
        key = (link.start, property_, inverse)
        if key not in self._scores:
            if link.start not in self._masked:
                span = (link.start, link.end)
                self._masked[link.start] = masked(self.analysis.question, span, self._spans)
            found = self.ranker.score(self._masked[link.start], property_, inverse)
            self._scores[key] = max(0.0, 1 + found / LEAST)
        return self._scores[key]

    def _said_so(self, start: Sketch, property_: str, inverse: bool) -> float:
        """Return how well a property is said by the words that the way to `start` leaves over.

        In `which company owns the developer of _`, owning is said of the developer of `_`.
        """
        link = start.links[0]
        plain = self.score(link, property_, inverse)
        said = start.explained - link.places
        if not start.relations or not said & self.analysis.content:
            return plain
        if not self.telling - start.explained:
            return plain  # no word is left that could say it
        words = self._left_over(link, start.explained)
        found = self.ranker.score(words, property_, inverse)
        return max(plain, 1 + found / LEAST)

    @property
    def telling(self) -> frozenset[int]:
        """The places of words that can say a relation: those that say of what kind cannot.

        In `what year was _ born` the year is what is asked for, and only being born is said.
        """
        noun = self.noun.places if self.noun is not None else frozenset[int]()
        words, asks = self.analysis.words, self.analysis.asks
        asked = frozenset(p for p in self.analysis.content if words[p].normal == asks)
        return self.analysis.content & self.free - noun - asked

    def apart(self, start: Sketch, said: frozenset[int]) -> tuple[tuple[str, float], ...]:
        """Return the one relation to `start`, judged without the words that say another one."""
        rest = said & self.analysis.content - start.explained
        if len(start.relations) != 1 or len(start.links) != 1 or not rest:
            return start.relations
        (property_, score), link = start.relations[0], start.links[0]
        if not self.telling - link.places - rest:
            return start.relations  # no word is left that could say it
        return ((property_, max(score, self.said_without(start, rest))),)

    def said_without(self, start: Sketch, said: frozenset[int]) -> float:
        """Return how well the relation of a set is said by other words than some."""
        (property_, _), link = start.relations[0], start.links[0]
        inverse = isinstance(start.query, Apply) and isinstance(start.query.relation, Inverse)
        kept = [w for place, w in enumerate(self.analysis.words) if place not in said]
        words = with_placeholder(kept, (link.start, link.end))
        return 1 + self.ranker.score(words, property_, inverse) / LEAST

    def _left_over(self, link: Link, explained: frozenset[int]) -> tuple[str, ...]:
        """Return the words of the question with all that is explained as the one entity."""
        key = (link.start, explained)
        if key not in self._rest:
            words = self.analysis.words
            first, last = min(explained), max(explained)
            between = frozenset(range(first, last + 1))
            if between & self.analysis.content <= explained:
                span = (words[first].start, words[last].end)
                found = masked(self.analysis.question, span, self._spans)
            else:
                kept = [w for i, w in enumerate(words) if i not in explained or i in link.places]
                found = with_placeholder(kept, (link.start, link.end))
            self._rest[key] = found
        return self._rest[key]

    def judged(self, sketch: Sketch) -> Sketch:
        """Return a sketch with the share of its members that are of the kind asked for."""
        members = sketch.members
        if not members:
            return sketch
        sketch = replace(sketch, is_wrong=False)
        kinds = kinds_of_values(members[:5])
        if self.analysis.form == "count":
            return self._nouned(sketch) if kinds == {"entity"} else self._numbered(sketch, kinds)
        if self.expected.kinds:
            fits = bool(kinds & self.expected.kinds)
            return replace(sketch, kind=float(fits), is_wrong=not fits)
        if kinds != {"entity"} and (self.noun is not None or self.expected.classes):
            return replace(sketch, kind=0.0, is_wrong=True)
        if self.noun is not None:
            return self._nouned(sketch)
        if self.expected.classes:
            share = self.kinds.share(members, self.expected.classes)
            return replace(sketch, kind=share, is_wrong=share == 0)
        return replace(sketch, kind=0.5 if kinds == {"entity"} else 0.35)

    def _numbered(self, sketch: Sketch, kinds: frozenset[str]) -> Sketch:
        """Return a sketch of values: numbers answer how many where the words say of what."""
        said = sketch.explained & self.free & self.analysis.content
        return replace(sketch, kind=float("number" in kinds and bool(said)), is_wrong=not said)

    def _nouned(self, sketch: Sketch) -> Sketch:
        """Return a sketch with the share of members that are what the noun says."""
        if self.noun is None:
            return replace(sketch, kind=0.4)
        if sketch.relations and self._is_role(sketch.relations[-1][0], sketch.query):
            return replace(sketch, kind=1.0, explained=sketch.explained | self.noun.places)
        members, classes = sketch.members or (), frozenset(self.noun.classes)
        share = max(self.kinds.share(members, classes), self._in_role(members))
        named = max(share, self.kinds.share(members, classes, self.noun.stem))
        # What is only called so is a language, and nobody knows whether an indigenous one.
        said = self.noun.places if share > 0.3 else {max(self.noun.places)} if named > 0.3 else ()
        return replace(sketch, kind=named, explained=sketch.explained.union(said))

    @property
    def roles(self) -> tuple[str, ...]:
        """The occupations and offices that the noun may name."""
        found = self.noun.classes if self.noun is not None else ()
        return tuple(class_ for class_ in found[:4] if self.kinds.is_role(class_))

    def _in_role(self, members: Sequence[Member]) -> float:
        """Return how far members are what the noun calls people: those in the role, or people."""
        if not self.roles:
            return 0.0
        some = members[:LOOKED_AT]
        inside = sum(self.has_role(member) is not None for member in some) / len(some)
        return max(inside, 0.3 * self.kinds.share(some, PEOPLE))

    def has_role(self, member: Member) -> tuple[str, str] | None:
        """Return the property by which a member has a role of the noun, and the role."""
        if not isinstance(member, str):
            return None
        return next(
            (
                (p, role)
                for p in ROLE_PROPERTIES
                for role in self.roles
                if role in self.lookups.objects(member, p)
            ),
            None,
        )

    def _is_role(self, property_: str, query: Query) -> bool:
        """Whether the noun is what a property is called: a director, or a member of a band."""
        called = self.called.called(property_)
        return (
            self.noun is not None
            and property_ not in CLASSES
            and any(name == {self.noun.stem} for name in called.names)
            and (called.is_of or leads_to(query, property_))
        )

    def best(self, sketches: Iterable[Sketch], most: int = KEPT) -> list[Sketch]:
        """Return the sketches that look best before an operator is applied."""
        found = [s for s in sketches if s.members is None or (s.members and not _returns(s))]
        return sorted(found, key=self._promise, reverse=True)[:most]

    def _promise(self, sketch: Sketch) -> tuple[float, str]:
        said = len(sketch.explained & self.analysis.content)
        link = sketch.links[0].score if sketch.links else 0.0
        score = sketch.relation + 0.5 * sketch.kind + 0.1 * said + 0.2 * link
        return score, sketch.relations[-1][0] if sketch.relations else ""


def _returns(sketch: Sketch) -> bool:
    """Whether two hops led back to where they started."""
    hops = len(sketch.relations) > len(sketch.links)
    return hops and any(link.id in (sketch.members or ()) for link in sketch.links)

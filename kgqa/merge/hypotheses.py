"""Which edges a question may be about that the graph lacks, by its names and its words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.algebra import Apply, Entity, Inverse, Property
from kgqa.judge.completeness import can_be, can_have
from kgqa.merge.edges import Wanted, is_functional
from kgqa.merge.needs import Tells
from kgqa.parse.linking import Link
from kgqa.parse.order_keys import properties_of
from kgqa.parse.parser import Parsed, Parser
from kgqa.parse.relations_words import masked
from kgqa.parse.words import adjectives, cue_set
from kgqa.parse.world import world

SAID = 0.03
"""A property that the words mean with a smaller probability is not read for."""
RANKED = 8
"""Properties that the words may mean, of which the likeliest are tried."""
MEANT = 2
"""Things that a name may mean, of which edges are read."""
MOST = 5
"""Edges that are read for a question, the likeliest first."""
LED = 40
"""Things that a name leads to, of which passages are looked at for another name."""
KEYS = 2
"""Properties that an adjective may compare by, of which those that both could have are tried."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """An edge that the question may be about, and how likely it is."""

    wanted: Wanted
    chance: float


def hypotheses(parsed: Parsed, parser: Parser, tells: Tells) -> list[Hypothesis]:
    """Return the edges that a question may be about and that the graph lacks, likeliest first."""
    found: dict[Wanted, float] = {}
    for one in (
        *_named(parsed, parser),
        *_compared(parsed, parser),
        *_beyond(parsed, parser),
        *_both(parsed, parser, tells),
    ):
        found[one.wanted] = max(one.chance, found.get(one.wanted, 0.0))
    ranked = sorted(found.items(), key=lambda one: -one[1])[:MOST]
    return [Hypothesis(wanted, chance) for wanted, chance in ranked]


def _links(parsed: Parsed) -> list[Link]:
    names = [name for name in parsed.linked.names if name and name[0].is_name]
    names = names or [name for name in parsed.linked.names if name]
    return [link for name in names for link in name[:MEANT]]


def _said(parsed: Parsed, parser: Parser, link: Link) -> Iterator[tuple[str, bool, float]]:
    """Yield what the words around a name may ask for: property, direction, probability."""
    spans = [(n[0].start, n[0].end) for n in parsed.linked.names if n and n[0].is_name]
    words = masked(parsed.analysis.question, (link.start, link.end), spans)
    for one in parser.ranker.rank(words, limit=RANKED):
        chance = math.exp(one.score)
        if chance >= SAID and parser.called.called(one.property).is_relation:
            yield one.property, one.inverse, chance


def properties_said(parsed: Parsed, parser: Parser) -> frozenset[str]:
    """Return the properties that the words around the names of a question may mean."""
    return frozenset(
        property_
        for name in parsed.linked.names
        for link in name[:1]
        for property_, _, _ in _said(parsed, parser, link)
    )


def _named(parsed: Parsed, parser: Parser) -> Iterator[Hypothesis]:
    links = _links(parsed)
    for link in links:
        if link.label[:1].islower() and parser.kinds.is_class(link.id):
            continue
        others = {one.id for one in links if one.places.isdisjoint(link.places)}
        for property_, inverse, chance in _said(parsed, parser, link):
            if _is_lacking(parser, link.id, property_, inverse, others, parsed):
                yield Hypothesis(Wanted(link.id, property_, inverse), chance * link.score)


def _is_lacking(
    parser: Parser, id_: str, property_: str, inverse: bool, others: set[str], parsed: Parsed
) -> bool:
    """Whether the graph lacks an edge; one of several may be lacking that another name is in."""
    lookups = parser.lookups
    if not inverse:
        lacks = not lookups.subjects([(property_, id_)])[property_, id_]
        return lacks and can_be(parser, id_, property_)
    if not can_have(parser, id_, property_):
        return False
    values = lookups.objects(id_, property_)
    if not values:
        return True
    entry = parser.schema.property(property_)
    is_closed = parsed.analysis.form in ("truth", "choose")
    is_single = entry is None or is_functional(entry)
    return is_closed and bool(others) and not others & set(values) and not is_single


def _compared(parsed: Parsed, parser: Parser) -> Iterator[Hypothesis]:
    """Yield the keys that things are compared by and that one of them lacks."""
    analysis = parsed.analysis
    if analysis.form not in ("compare", "choose"):
        return
    keys = [measure.adjective.keys for measure in analysis.measures]
    for word in analysis.words:
        if word.normal in cue_set("before") | cue_set("after"):
            keys.append(adjectives()["first"].keys)
    links = [name[0] for name in parsed.linked.names if name and name[0].is_name]
    for some in keys:
        single = [key for key in some if len(properties_of(key)) == 1]
        usable = [k for k in single if all(can_have(parser, link.id, k) for link in links)]
        stated = [k for k in usable if any(parser.lookups.objects(o.id, k) for o in links)]
        for key in (stated or usable)[:KEYS]:
            for link in links:
                if not parser.lookups.objects(link.id, key):
                    yield Hypothesis(Wanted(link.id, key), 0.9)


def _beyond(parsed: Parsed, parser: Parser) -> Iterator[Hypothesis]:
    """Yield edges of the one thing that a step from a name leads to."""
    for candidate in parsed.candidates[:6]:
        match candidate.query, candidate.members:
            case Apply(Inverse(Property(step)), Entity()), (str() as reached,) if (
                step not in world().classes
            ):
                link = candidate.links[0]
                for property_, inverse, chance in _said(parsed, parser, link):
                    lacks = not parser.lookups.objects(reached, property_)
                    if inverse and lacks and can_have(parser, reached, property_):
                        yield Hypothesis(Wanted(reached, property_), 0.5 * chance)


def _both(parsed: Parsed, parser: Parser, tells: Tells) -> Iterator[Hypothesis]:
    """Yield edges of what one name leads to, where passages about that name another, too."""
    links = [name[0] for name in parsed.linked.names if name and name[0].is_name]
    for link in links if len(links) > 1 else ():
        others = [one.id for one in links if one.places.isdisjoint(link.places)]
        for property_, inverse, chance in _said(parsed, parser, link):
            entry = parser.schema.property(property_)
            if inverse or entry is None or is_functional(entry):
                continue
            led = parser.lookups.subjects([(property_, link.id)])[property_, link.id]
            for id_ in [one for one in led if isinstance(one, str)][:LED]:
                stated = parser.lookups.objects(id_, property_)
                for other in others:
                    if other not in stated and tells(id_, other):
                        yield Hypothesis(Wanted(id_, property_, target=other), chance)


def compared_by(parsed: Parsed, parser: Parser) -> list[Wanted]:
    """Return the keys that things are compared by and that one of them lacks in the graph."""
    return [one.wanted for one in _compared(parsed, parser)]


def names_of(parsed: Parsed) -> Sequence[str]:
    """Return the best meaning of each name in a question."""
    names = [name for name in parsed.linked.names if name and name[0].is_name]
    return [name[0].id for name in names or parsed.linked.names if name]

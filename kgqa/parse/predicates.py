"""What is said of things behind `are`, or as an adjective: landlocked countries, who were murdered.

A word may be the first of the name of a class that some of them are of, or what states.toml lists.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from kgqa.algebra import Apply, Entity, Membership, Property, Things, Type
from kgqa.parse.combining import CLASS, Mark
from kgqa.parse.linking import COMMON, Link
from kgqa.parse.sketches import Walker
from kgqa.parse.truths import Claim
from kgqa.parse.words import DATA, adjectives, cue_set

TRIED = 6
"""Classes whose name begins with a word that are looked at."""


@cache
def _states() -> Mapping[str, Sequence[tuple[str, str]]]:
    entries = tomllib.loads((DATA / "states.toml").read_text(encoding="utf-8"))["state"]
    found: dict[str, list[tuple[str, str]]] = {}
    for entry in entries:
        for word in entry["words"]:
            found.setdefault(word, []).append((entry["by"], entry["value"]))
    return found


def said_of_things(walker: Walker) -> list[Mark]:
    """Return what the words say of things, as what things are marked by."""
    words = walker.analysis.words
    return [
        mark
        for place in sorted(walker.free & walker.analysis.content)
        if not words[place].is_capital and _is_predicate(walker, place)
        for mark in (*_stated(walker, place), *_classes(walker, place))
    ]


def claims_of(walker: Walker, one: Link) -> Iterator[Claim]:
    """Yield whether that is so of an entity which the other words say: is Switzerland landlocked.

    It is denied where the store tells anything of the kind.
    """
    for link, (property_,) in said_of_things(walker):
        explained = one.places | link.places
        if not walker.analysis.content <= explained:
            continue
        values = walker.lookups.out([one.id])[one.id].get(property_, ())
        value = Entity(link.id)
        is_class = property_ == CLASS
        things: Things = Type(value) if is_class else Apply(Property(property_), value)
        holds = link.id in (walker.kinds.of(one.id) if is_class else values)
        if holds or (values and _is_near(walker, one, link, is_class=is_class)):
            query = Membership(Entity(one.id), things)
            yield Claim(query, (one, link), 0.9, explained, holds)


def _is_near(walker: Walker, one: Link, link: Link, *, is_class: bool) -> bool:
    """Whether a class is of things like one: landlocked are countries, and no films."""
    return not is_class or bool(
        walker.kinds.of(one.id) & {str(m) for m in walker.lookups.objects(link.id, "P279")}
    )


def _is_predicate(walker: Walker, place: int) -> bool:
    """Whether a word stands behind a form of `be`, or before the noun."""
    words, noun = walker.analysis.words, walker.noun
    is_behind = place > 0 and words[place - 1].normal in cue_set("being")
    is_said = is_behind or (place == len(words) - 1 and words[0].normal in cue_set("being"))
    before = noun is not None and place + 1 == min(noun.places)
    is_kind = noun is not None and place in noun.places
    return (is_said or before) and not is_kind and words[place].normal not in _other()


@cache
def _other() -> frozenset[str]:
    """Return the words that say something else in such a place: an order, or that it is so now."""
    return frozenset(adjectives()) | cue_set("present") | cue_set("calling") | cue_set("sharing")


def _stated(walker: Walker, place: int) -> Iterator[Mark]:
    for property_, id_ in _states().get(walker.analysis.words[place].normal, ()):
        if walker.lookups.into([id_])[id_].get(property_):
            yield _link(walker, place, id_), (property_,)


def _classes(walker: Walker, place: int) -> Iterator[Mark]:
    word, kinds = walker.analysis.words[place].normal, walker.kinds
    for one in kinds.names.prefix(f"{word} ", TRIED):
        is_called = one.label.lower().startswith(f"{word} ") and one.label[:1].islower()
        if is_called and kinds.is_class(one.id) and not kinds.is_role(one.id):
            yield _link(walker, place, one.id), (CLASS,)


def _link(walker: Walker, place: int, id_: str) -> Link:
    word = walker.analysis.words[place]
    label = walker.kinds.names.labels([id_]).get(id_, id_)
    return Link(word.start, word.end, word.text, id_, label, COMMON, frozenset({place}), False)

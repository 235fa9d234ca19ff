"""Kinds that are named with a place: the states of the United States are the U.S. states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa_store.names_text import normalise, singulars

from kgqa.algebra import Entity, Type
from kgqa.parse.combining import instances
from kgqa.parse.linking import Link, Noun
from kgqa.parse.places import SETTLEMENT
from kgqa.parse.present import lasting
from kgqa.parse.sketches import NAMED, Sketch, Walker
from kgqa.parse.words import cue_set

INSTANCE, DEMONYM = "P31", "P1549"
WITHIN = frozenset({"P17", "P131"})
"""From what is in a place to it."""


def with_local_kinds(
    walker: Walker, link: Link, nouns: Sequence[Noun], around: Sequence[Sketch]
) -> list[Sketch]:
    """Return the sets around a place with the kind that is named with it, where there is one.

    That kind is what the noun says of it, and not whatever is there; but a kind of city is a
    status that some cities have.
    """
    found = list(of_local_kind(walker, link, nouns))
    is_whole = bool(found) and not _is_settled(walker)
    rest = [s for s in around if not is_whole or s.relations[-1][0] not in WITHIN]
    return [*found, *rest]


def _is_settled(walker: Walker) -> bool:
    """Whether the noun asks for settlements."""
    classes = walker.noun.classes[:1] if walker.noun is not None else ()
    return any(SETTLEMENT in walker.kinds.above(class_) for class_ in classes)


def of_local_kind(walker: Walker, link: Link, nouns: Sequence[Noun]) -> Iterator[Sketch]:
    """Yield the instances of the classes that are called as a noun and a name's place."""
    for noun in nouns:
        if noun.places & link.places or walker.noun is None or noun.places != walker.noun.places:
            continue
        for class_ in _called(walker, link, noun):
            members = instances(walker, class_)
            if members and len(members) > 1:
                explained = link.places | noun.places
                said = ((INSTANCE, NAMED),)
                found = Sketch(Type(Entity(class_)), members, (link,), said, explained)
                # How many there are does not count those that there were.
                is_past = any(word.normal in cue_set("past") for word in walker.analysis.words)
                yield walker.judged(found if is_past else lasting(walker, found))


def _called(walker: Walker, link: Link, noun: Noun) -> list[str]:
    """Return the classes called `U.S. state`, `American state` or `state of the United States`."""
    said = walker.analysis.text(noun.places)
    demonyms = walker.lookups.objects(link.id, DEMONYM)
    places = {normalise(text) for text in (link.mention, link.label)}
    places |= {normalise(one.text) for one in demonyms if not isinstance(one, str)}
    found: dict[str, None] = {}
    for form in (said, *singulars(said)):
        for place in sorted(places):
            for name in (f"{place} {form}", f"{form} of {place}", f"{form} of the {place}"):
                for one in walker.kinds.names.exact(name):
                    if walker.kinds.is_class(one.id) and not walker.kinds.is_role(one.id):
                        found[one.id] = None
    return list(found)

"""What the verbs of a question say of when: who died first is found by deaths, not by births."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from kgqa.parse.orderings import orderings
from kgqa.parse.orders import BIRTH
from kgqa.parse.sketches import Walker
from kgqa.parse.words import DATA, Adjective, Word, adjectives, cue_set

POINT = "P585"
"""The key that all adjectives of time have: `first` and `later`, but not `older`."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that took place: the properties that may say when, and the words that name it."""

    keys: tuple[str, ...]
    places: frozenset[int]


@dataclass(frozen=True, slots=True)
class Ground:
    """What two things are compared by, and the places of the words that say so."""

    adjective: Adjective
    places: frozenset[int]
    note: str = ""
    """`named` where the words name the key, `fallback` where they name an event and no date."""
    is_event: bool = False
    """Whether it is when something took place, which may be another event for each of the two."""

    @property
    def is_time(self) -> bool:
        """Whether it is an order of time that any event may have."""
        return POINT in self.adjective.keys


@cache
def events() -> Mapping[str, tuple[str, ...]]:
    """Return the dates that each verb speaks of."""
    entries = tomllib.loads((DATA / "events.toml").read_text(encoding="utf-8"))["event"]
    return {word: tuple(entry["keys"]) for entry in entries for word in entry["words"]}


def event_in(walker: Walker, places: frozenset[int]) -> Event | None:
    """Return what the words at some places say took place; the last verb where there are two."""
    words, known = walker.analysis.words, events()
    said = [
        place
        for place in sorted(places & walker.free)
        if words[place].normal in known and not _leads(words, place)
    ]
    if not said:
        return None
    keys = known[words[said[-1]].normal]
    same = frozenset(place for place in said if known[words[place].normal] == keys)
    return Event(keys, same)


def _leads(words: Sequence[Word], place: int) -> bool:
    """Whether a verb says whither or whence, and not when: who came to America did not come out."""
    return place + 1 < len(words) and words[place + 1].normal in ("to", "from")


def grounds(walker: Walker) -> list[Ground]:
    """Return what the question compares by, where it says what of and not only that."""
    return [_dated(walker, one) if one.is_time else one for one in _said(walker)]


def _said(walker: Walker) -> list[Ground]:
    found = [
        Ground(one.adjective, one.places, "named" if one.adjective.is_named else "")
        for one in orderings(walker)
    ]
    for i, word in enumerate(walker.analysis.words):
        if i in walker.free:
            if word.normal in cue_set("before"):
                found.append(Ground(adjectives()["first"], frozenset({i})))
            if word.normal in cue_set("after"):
                found.append(Ground(adjectives()["last"], frozenset({i})))
    return list({(one.places, one.adjective.extreme): one for one in reversed(found)}.values())


def _dated(walker: Walker, one: Ground) -> Ground:
    """Return an order of time by the date of the event that the question speaks of."""
    every = frozenset(range(len(walker.analysis.words)))
    event = event_in(walker, every - one.places)
    if event is not None:
        adjective = Adjective(event.keys, one.adjective.extreme)
        return Ground(adjective, one.places | event.places, is_event=True)
    if not untold(walker, one.places):
        return one
    keys = tuple(key for key in one.adjective.keys if key != BIRTH)
    return Ground(Adjective(keys, one.adjective.extreme), one.places, "fallback")


def untold(walker: Walker, places: frozenset[int]) -> frozenset[int]:
    """Return the places of the words that say something else than what things are compared by."""
    noun = walker.noun.places if walker.noun is not None else frozenset[int]()
    return walker.analysis.content & walker.free - noun - places

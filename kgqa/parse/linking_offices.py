"""Offices that a role and a place name together: the French president, British prime ministers.

An office is called after its role and what it is the office of: the words for the role are looked
up at the start of names, and the place among what the office belongs to. Where the question names
no place, the office is meant that somebody who is named has held, else the best known one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from kgqa_store.names import NameIndex
from kgqa_store.names_text import normalise, singulars

from kgqa.parse.analysis import Analysis
from kgqa.parse.lexicon import FOLDER, LANGUAGE
from kgqa.parse.linking import COMMON, Link, Linked
from kgqa.parse.lookups import MOST, Lookups
from kgqa.parse.words import is_stop, place_of
from kgqa.parse.world import world

NEAR = 60
"""Offices whose names begin with a role that are looked at."""
MEANT = 3
"""Offices that a role alone may mean."""
FEWEST = 5
"""Holders of an office that is meant though neither a place nor a holder is named."""
WORDS = 3
"""Words of the longest role: `vice president`, `foreign minister`."""
SURE = 0.9
"""How likely a role and a place mean the office of the place, if the place is what is named."""

Places = frozenset[int]


def with_offices(linked: Linked, analysis: Analysis, names: NameIndex, lookups: Lookups) -> Linked:
    """Return links with those to offices that no single name of the question says."""
    known = {link.id for name in linked.names for link in name[:1]}
    for places in _runs(analysis, linked):
        offices = list(_called(analysis.text(places), names, lookups))
        if not offices:
            continue
        found = list(_of_places(analysis, linked, places, offices, lookups))
        found = found or list(_alone(analysis, linked, places, offices, lookups))
        if found and not any(link.id in known for link in found):
            return replace(linked, names=(*linked.names, tuple(found)))
        return linked
    return linked


def _runs(analysis: Analysis, linked: Linked) -> list[Places]:
    """Return the runs of words that may be a role, longer ones first: no part of a name."""
    named = {p for name in linked.names for link in name[:1] if link.is_name for p in link.places}
    words = analysis.words
    free = [
        place not in named
        and not is_stop(word)
        and word.normal.isalpha()
        and place_of(word) is None
        for place, word in enumerate(words)
    ]
    return [
        frozenset(range(first, first + count))
        for count in range(WORDS, 0, -1)
        for first in range(len(words) - count + 1)
        if all(free[first : first + count])
    ]


def _called(said: str, names: NameIndex, lookups: Lookups) -> Iterator[tuple[str, str]]:
    """Yield the offices that are called as words say, id and label, the best known ones first."""
    told = normalise(said)
    forms = dict.fromkeys([told, *singulars(told), *_roles().get(told, ())])
    pattern = _pattern()
    for form in forms:
        entries = names.prefix(pattern.format(role=form), NEAR)
        counts = lookups.into([one.id for one in entries])
        for one in entries:
            if 0 < counts[one.id].get(world().held, 0) <= MOST:
                yield one.id, one.label


def _of_places(
    analysis: Analysis,
    linked: Linked,
    places: Places,
    offices: Sequence[tuple[str, str]],
    lookups: Lookups,
) -> Iterator[Link]:
    """Yield the best known office of each place that is named."""
    belongs = [(office, set(_belongs(office[0], lookups))) for office in offices]
    for name in linked.names:
        for link in name[:MEANT]:
            if link.places & places:
                continue
            office = next((one for one, owners in belongs if link.id in owners), None)
            if office is not None:
                chance = SURE * link.chance
                yield _link(analysis, places | link.places, office, chance)
                break


def _belongs(office: str, lookups: Lookups) -> Iterator[str]:
    for property_ in world().belongs:
        yield from (one for one in lookups.objects(office, property_) if isinstance(one, str))


def _alone(
    analysis: Analysis,
    linked: Linked,
    places: Places,
    offices: Sequence[tuple[str, str]],
    lookups: Lookups,
) -> Iterator[Link]:
    """Yield the offices that a role alone may mean: those of who is named, else the best known."""
    people = [link.id for name in linked.names for link in name[:1] if link.is_name]
    held = {one for id_ in people for one in lookups.objects(id_, world().held)}
    of_named = [office for office in offices if office[0] in held]
    for office in of_named[:MEANT]:
        yield _link(analysis, places, office, COMMON)
    if of_named or _is_of_another(analysis, places):
        return
    known = offices[:MEANT]
    counts = lookups.into([id_ for id_, _ in known])
    many = {office: counts[office[0]].get(world().held, 0) for office in known}
    best = max(known, key=lambda office: many[office])
    if many[best] >= FEWEST:
        yield _link(analysis, places, best, COMMON)


def _is_of_another(analysis: Analysis, places: Places) -> bool:
    """Whether it is said of what the role is, though that is not known."""
    after = max(places) + 1
    last = _pattern().split()[-1]
    return after < len(analysis.words) and analysis.words[after].normal == last


def _link(analysis: Analysis, places: Places, office: tuple[str, str], chance: float) -> Link:
    start, end = analysis.words[min(places)].start, analysis.words[max(places)].end
    id_, label = office
    mention = analysis.question[start:end]
    return Link(start, end, mention, id_, label, chance, places, False, chance, how="office")


@cache
def _offices() -> Mapping[str, object]:
    return tomllib.loads((FOLDER / f"{LANGUAGE}_offices.toml").read_text(encoding="utf-8"))


def _pattern() -> str:
    """Return how an office is called whose role is told: `{role} of`."""
    return str(_offices()["called"])


@cache
def _roles() -> Mapping[str, tuple[str, ...]]:
    """Return by a word the roles that it stands for: who reigned was a king or a queen."""
    said: Iterable[Mapping[str, Sequence[str]]] = _offices()["said"]  # type: ignore[assignment]
    found: dict[str, tuple[str, ...]] = {}
    for entry in said:
        for word in entry["words"]:
            found[word] = (*found.get(word, ()), *entry["names"])
    return found

"""Who held an office: `the second president of America` are those who held one that it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa_store.names_text import normalise, singulars

from kgqa.algebra import Apply, Entity, Property, Query
from kgqa.parse.linking import COMMON, Link, Noun
from kgqa.parse.lookups import MOST
from kgqa.parse.sketches import NAMED, Sketch, Walker
from kgqa.parse.words import is_stop, place_of

HELD = "P39"
BELONGS = ("P1001", "P17")
"""From an office to where it is held."""
KINDS = ("P279", "P31")
"""From an office to the role that it is a kind of."""
WELL_KNOWN = 3
"""Of so many of the best known offices with a name the one that most have held is meant."""
MANY = 60
"""Offices with a name that are looked at for one of a place."""
IMPLIED = "best known"
FEWEST = 5
"""Holders of an office that is meant though no place is named."""
WORDS = 3
"""Words of the longest office: `vice president`, `foreign minister`."""

Places = frozenset[int]


def in_office(walker: Walker, link: Link, nouns: Sequence[Noun]) -> Iterator[Sketch]:
    """Yield those who held an office of a name's place that is what a noun says."""
    found: dict[str, Places] = {}
    for places in _runs(walker):
        for office in _called(walker, link, places):
            found.setdefault(office, places)
    for places in () if found else _runs(walker):
        if not _is_of_another(walker, places, link):
            for office in _begun(walker, link, places):
                found.setdefault(office, places)
    for noun in nouns:
        if not noun.places & link.places and not _is_of_another(walker, noun.places, link):
            for office in _of_kind(walker, link, noun):
                found.setdefault(office, noun.places)
    for office, places in found.items():
        if not any(places < longer for longer in found.values()):  # vice presidents are others
            yield from _held(walker, office, link, link.places | places)


def _is_of_another(walker: Walker, places: Places, link: Link) -> bool:
    """Whether an office is said to be of something else: the governor of California."""
    words = walker.analysis.words
    after = [i for i in range(max(places) + 1, len(words)) if words[i].normal != "the"]
    return len(after) > 1 and words[after[0]].normal == "of" and after[1] not in link.places


def in_best_known_office(walker: Walker) -> Iterator[Sketch]:
    """Yield those who held the best known office of a role where no place is named.

    Who says `the president`, and not of what, means the one whom most people know of.
    """
    for places in _runs(walker):
        office = _best_known(walker, places)
        if office is not None:
            yield from _held(walker, office.id, office, places)
            return


def is_office(query: Query) -> bool:
    """Whether an expression is those who held something."""
    return isinstance(query, Apply) and query.relation == Property(HELD)


def saying_no_office(sketches: Sequence[Sketch], held: Sequence[Sketch]) -> list[Sketch]:
    """Return sets without those that only the words for an office that is known seem to say.

    The presidents of France are no citizens of France, though those words are often said of them.
    """
    said = frozenset[int]().union(*(one.explained for one in held))
    return [s for s in sketches if not _has_only(s, said)]


def _has_only(sketch: Sketch, said: Places) -> bool:
    """Whether a set is of what has a name as a property, and some of these words alone say it."""
    named = frozenset(place for link in sketch.links for place in link.places)
    words = sketch.explained - named
    is_of = isinstance(sketch.query, Apply) and isinstance(sketch.query.relation, Property)
    return is_of and not is_office(sketch.query) and bool(words) and words <= said


def _held(walker: Walker, office: str, link: Link, explained: Places) -> Iterator[Sketch]:
    members = walker.lookups.subjects([(HELD, office)])[HELD, office]
    if members:
        query = Apply(Property(HELD), Entity(office))
        said = max(NAMED, walker.score(link, HELD, False)) if link.how != IMPLIED else NAMED
        yield walker.judged(Sketch(query, members, (link,), ((HELD, said),), explained))


def _runs(walker: Walker) -> list[Places]:
    """Return the runs of words of the question that may be an office, longer ones first.

    They are no part of a name, and say no place in an order.
    """
    words = walker.analysis.words
    free = [
        place in walker.free
        and not is_stop(word)
        and not word.is_capital
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


def _called(walker: Walker, link: Link, places: Places) -> Iterator[str]:
    """Yield what is called the words `of` the name: the French president is that of France."""
    place, names = normalise(link.label), walker.kinds.names
    for form in _forms(walker, places):
        for owner in (place, f"the {place}"):
            for one in names.exact(f"{form} of {owner}"):
                if _is_held(walker, one.id):
                    yield one.id


def _begun(walker: Walker, link: Link, places: Places) -> Iterator[str]:
    """Yield offices called the words `of` something that belong to the name's place.

    The president of France is the President of the French Republic.
    """
    for form in _forms(walker, places):
        for one in walker.kinds.names.prefix(f"{form} of", MANY):
            belongs = {p for by in BELONGS for p in walker.lookups.objects(one.id, by)}
            is_called = normalise(one.label).startswith(f"{form} of ")
            if is_called and link.id in belongs and _is_held(walker, one.id):
                yield one.id
                return  # the best known comes first


def _is_held(walker: Walker, office: str) -> bool:
    return 0 < walker.lookups.into([office])[office].get(HELD, 0) <= MOST


def _of_kind(walker: Walker, link: Link, noun: Noun) -> Iterator[str]:
    """Yield the kinds of the role that the noun means that belong to the name's place."""
    lookups = walker.lookups
    for role in noun.classes[:2]:
        if not walker.kinds.is_role(role):
            continue
        counts = lookups.into([role])[role]
        pairs = [(kind, role) for kind in KINDS if 0 < counts.get(kind, 0) <= MOST]
        for office in dict.fromkeys(m for all_ in lookups.subjects(pairs).values() for m in all_):
            if link.id in {p for by in BELONGS for p in lookups.objects(str(office), by)}:
                yield str(office)


def _best_known(walker: Walker, places: Places) -> Link | None:
    """Return the office of a role that people know best, as if the words were its name."""
    words, last = walker.analysis.words, max(places)
    if last + 1 < len(words) and words[last + 1].normal == "of":
        return None  # it is said of what, though the store does not know it
    known = [
        one
        for form in _forms(walker, places)
        for one in walker.kinds.names.prefix(f"{form} of", WELL_KNOWN)
        if one.language == "en"
    ]
    counts = walker.lookups.into([one.id for one in known])
    held = {one.id: counts[one.id].get(HELD, 0) for one in known}
    best = max(known, key=lambda one: held[one.id], default=None)
    if best is None or not FEWEST <= held[best.id] <= MOST:
        return None
    start, end = words[min(places)].start, words[last].end
    mention = walker.analysis.question[start:end]
    return Link(start, end, mention, best.id, best.label, COMMON, places, False, how=IMPLIED)


def _forms(walker: Walker, places: Places) -> list[str]:
    said = walker.analysis.text(places)
    return list(dict.fromkeys([said, *singulars(said)]))

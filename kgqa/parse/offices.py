"""Who held an office: `the second president of America` are those who held one that it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa.algebra import Apply, Entity, Property
from kgqa.parse.linking import Link, Noun
from kgqa.parse.lookups import MOST
from kgqa.parse.sketches import NAMED, Sketch, Walker

HELD = "P39"
BELONGS = ("P1001", "P17")
"""From an office to where it is held."""
KINDS = ("P279", "P31")
"""From an office to the role that it is a kind of."""


def in_office(walker: Walker, link: Link, nouns: Sequence[Noun]) -> Iterator[Sketch]:
    """Yield those who held an office of a name's place that is what a noun says."""
    for noun in nouns:
        if noun.places & link.places:
            continue
        for role in noun.classes[:2]:
            if walker.kinds.is_role(role):
                yield from _held(walker, link, noun, role)


def _held(walker: Walker, link: Link, noun: Noun, role: str) -> Iterator[Sketch]:
    lookups = walker.lookups
    counts = lookups.into([role])[role]
    pairs = [(kind, role) for kind in KINDS if 0 < counts.get(kind, 0) <= MOST]
    kinds = dict.fromkeys(m for found in lookups.subjects(pairs).values() for m in found)
    for office in kinds:
        places = {p for by in BELONGS for p in lookups.objects(str(office), by)}
        if link.id not in places:
            continue
        members = lookups.subjects([(HELD, str(office))])[HELD, str(office)]
        if members:
            sketch = Sketch(
                Apply(Property(HELD), Entity(str(office))),
                members,
                (link,),
                ((HELD, max(NAMED, walker.score(link, HELD, False))),),
                explained=link.places | noun.places,
            )
            yield walker.judged(sketch)

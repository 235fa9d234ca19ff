"""Things of a kind that exceed one that is named: countries that are larger than France."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa.algebra import Apply, Comparator, Condition, Count, Entity, Filter, Inverse, Property
from kgqa.parse.amounts import FEW, SHARE
from kgqa.parse.judging import Candidate, Judge
from kgqa.parse.linking import Link
from kgqa.parse.members import Literal
from kgqa.parse.noun_sets import of_noun
from kgqa.parse.order_keys import Values, properties_of, values_of
from kgqa.parse.orderings import Ordering
from kgqa.parse.orders import ids_of, keys_of
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.truths import compares

TRIED = 24
"""Sets that are narrowed."""


def what_exceeds(
    walker: Walker,
    judge: Judge,
    bases: Sequence[Sketch],
    names: Sequence[Sequence[Link]],
    orderings: Sequence[Ordering],
) -> list[Candidate]:
    """Return readings for what exceeds one that is named, or for how many do.

    Those that use more of the names are meant: of the countries of a continent, not of all.
    """
    every = [*of_noun(walker), *walker.best(bases, TRIED)]
    is_set = walker.analysis.form == "set"
    narrowed = exceeding(walker, every, names, orderings)
    if is_set:
        found = [judge.sketch(sketch, "comparative") for sketch in narrowed]
    else:
        found = [_counted(judge, sketch) for sketch in narrowed]
    most = max((one.features["names"] for one in found), default=0.0)
    return [one for one in found if one.features["names"] == most]


def _counted(judge: Judge, sketch: Sketch) -> Candidate:
    """Return how many a set has."""
    number = float(len(sketch.members or ()))
    members = (Literal("number", str(number), number),)
    return replace(judge.sketch(sketch, "count"), query=Count(sketch.query), members=members)


def exceeding(
    walker: Walker,
    bases: Sequence[Sketch],
    names: Sequence[Sequence[Link]],
    orderings: Sequence[Ordering],
) -> Iterator[Sketch]:
    """Yield sets narrowed to what has more of something than the one that is named behind `than`.

    Of what is none of the kind that the noun says nothing is larger or smaller.
    """
    than = walker.analysis.than
    if than is None or walker.noun is None or min(walker.noun.places) > than:
        return
    behind = [name[0] for name in names if min(name[0].places) > than]
    for link in behind[:1]:
        for base in (s for s in bases if not link.places & s.explained):
            if walker.noun.places <= base.explained and 2 <= base.size <= FEW:
                yield from _narrowed(walker, base, link, orderings)


def _narrowed(
    walker: Walker, base: Sketch, link: Link, orderings: Sequence[Ordering]
) -> Iterator[Sketch]:
    ids = ids_of(base.members or ())
    for ordering in orderings:
        keys = [k for k in keys_of(walker, ordering.adjective) if len(properties_of(k)) == 1]
        values = values_of(walker.lookups, [*ids, link.id], keys)
        own = values.get(link.id, {})
        shared = [k for k in keys if k in own and _is_usual(values, k, ids)]
        for key in shared[:1]:
            comparator: Comparator = ">" if ordering.adjective.extreme == "max" else "<"
            bounds = [one.number for one in own[key] if one.number is not None]
            members = tuple(
                id_
                for id_ in ids
                if id_ != link.id
                and any(
                    compares([v.number for v in found if v.number is not None], comparator, bound)
                    for bound in bounds
                    for found in [values.get(id_, {}).get(key, ())]
                )
            )
            value = Apply(Inverse(Property(key)), Entity(link.id))
            query = Filter(base.query, (Condition(Property(key), comparator, value),))
            if members:
                yield replace(
                    base,
                    query=query,
                    members=members,
                    links=(*base.links, link),
                    relations=(*base.relations, (key, 0.9)),
                    explained=base.explained | link.places | ordering.places,
                )


def _is_usual(values: Values, key: str, ids: Sequence[str]) -> bool:
    """Whether enough of some things have a key."""
    return sum(key in values.get(id_, {}) for id_ in ids) >= SHARE * len(ids)

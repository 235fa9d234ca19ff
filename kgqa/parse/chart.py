"""The chart: the names of a question, closed under the rules; the best of each size are kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice, permutations
from typing import TypeAlias

import numpy as np

from kgqa.algebra import Entity, Query
from kgqa.parse.item import Evidence, Item
from kgqa.parse.rules.age import age, age_then
from kgqa.parse.rules.called import called
from kgqa.parse.rules.claim import claim, claim_kind, claim_trait
from kgqa.parse.rules.compare import compare, compare_value
from kgqa.parse.rules.count import count
from kgqa.parse.rules.difference import between, difference
from kgqa.parse.rules.during import during
from kgqa.parse.rules.every import every
from kgqa.parse.rules.exceed import exceed
from kgqa.parse.rules.exists import exists
from kgqa.parse.rules.filter import filter_
from kgqa.parse.rules.known import known
from kgqa.parse.rules.lacking import lacking
from kgqa.parse.rules.living import living
from kgqa.parse.rules.meet import meet
from kgqa.parse.rules.minus import minus, minus_part, others
from kgqa.parse.rules.named import named
from kgqa.parse.rules.now import now
from kgqa.parse.rules.order import order, order_held
from kgqa.parse.rules.own_beside import (
    claimed_beside,
    first_or_last,
    own_lasted,
    qualified_by_text,
)
from kgqa.parse.rules.own_counts import having, having_of, most_counted
from kgqa.parse.rules.own_lives import own_age, own_living
from kgqa.parse.rules.own_near import own_near, own_near_alone
from kgqa.parse.rules.qualifier import dated, lasted, qualified, told, told_of_all
from kgqa.parse.rules.range import range_
from kgqa.parse.rules.reach import reach
from kgqa.parse.rules.roles import roles
from kgqa.parse.rules.shared import compare_shared, order_shared
from kgqa.parse.rules.step import step
from kgqa.parse.rules.top import top
from kgqa.parse.rules.total import total
from kgqa.parse.rules.type import kind, type_
from kgqa.parse.rules.union import union
from kgqa.parse.rules.usual import usual
from kgqa.parse.rules.value import compare_values, value
from kgqa.parse.rules.within import within
from kgqa.parse.scene import Scene

OfOne: TypeAlias = Callable[[Scene, Item], Iterator[Item]]
OfTwo: TypeAlias = Callable[[Scene, Item, Item], Iterator[Item]]

RULES: tuple[OfOne, ...] = (
    *(step, kind, type_, filter_, order, dated, others, minus_part),
    *(named, now, count, claim_kind, exists, compare_value, age, total),
    *(value, top, range_, lacking, every, called, usual, reach, claim_trait, living),
    *(roles, told_of_all, within, known, order_shared, own_age, own_living, having),
    *(first_or_last, claimed_beside, own_near_alone, most_counted),
)
"""The rules that make an item of one."""
RULES_OF_NAMES: tuple[OfTwo, ...] = (
    *(qualified, told, lasted),
    *(qualified_by_text, own_lasted),
)
"""The rules that make an item of two names."""
RULES_OF_TWO: tuple[OfTwo, ...] = (
    *(meet, minus, union, exceed, difference, claim, compare),
    *(age_then, compare_values, between, during, order_held, compare_shared),
    *(having_of, own_near),
)
"""The rules that make an item of two, in either order."""

STEP = step.__name__
"""The rule that follows properties, and may lead back."""
MEANINGS = 4
"""Things that one name may mean."""
KINDS = 2
"""Classes that a noun alone may stand for."""
BEAM = (40, 24, 12, 6)
"""Items of each size that are built upon."""
PAIRED = 16
"""Items of each size that are combined with others."""
CLOCKED = 64
"""Items between two looks at the clock: a look costs as much as an item."""


def close(scene: Scene, promise: Callable[[Item], float], *, until: float) -> list[Item]:
    """Return the items that the rules make of the names and nouns of a question, in time.

    `until` is on the clock of the processor time of this thread.
    """
    kinds = list(_kinds(scene))
    kinds += scene.lookups()
    levels = [sorted([*_names(scene), *kinds], key=lambda item: -promise(item))]
    found: dict[Query, Item] = {item.query: item for item in kinds}
    looked_at = 0
    for beam in BEAM:
        fresh: dict[Query, Item] = {}
        for made in _larger(scene, levels):
            if made.rule == STEP and _goes_round(made, made):
                continue
            known = fresh.get(made.query) or found.get(made.query)
            if known is None or promise(made) > promise(known):
                fresh[made.query] = made
            looked_at += 1
            if not looked_at % CLOCKED and time.thread_time() > until:
                return [*(found | fresh).values()]
        found |= fresh
        sets = [item for item in fresh.values() if item.is_set]
        levels.append(sorted(sets, key=lambda item: -promise(item))[:beam])
    return [*found.values()]


def _larger(scene: Scene, levels: list[list[Item]]) -> Iterator[Item]:
    """Yield what the rules make of the last items, alone and with all others."""
    last = levels[-1]
    yield from (made for item in last for rule in RULES for made in rule(scene, item))
    if len(levels) == 1:
        for one, other in permutations(last, 2):
            yield from (made for rule in RULES_OF_NAMES for made in rule(scene, one, other))
    others = [item for level in levels for item in level[:PAIRED]]
    for item in last[:PAIRED]:
        for other in others:
            if not item.evidence.spent & other.evidence.spent:
                for pair in ((item, other), (other, item)):
                    yield from (made for rule in RULES_OF_TWO for made in rule(scene, *pair))


def _goes_round(item: Item, made: Item) -> bool:
    """Whether a set is one that it was made of by the steps of `item`, by another expression.

    What chooses among named things gives one of them, and goes nowhere.
    """
    return made.is_set and any(
        (child.is_set and child.query != made.query and np.array_equal(child.nodes, made.nodes))
        or _goes_round(child, made)
        for child in item.children
    )


def _names(scene: Scene) -> Iterator[Item]:
    """Yield what the names of a question may mean, of what the graph has edges of."""
    known = scene.graph.adjacency.entity
    for name in scene.linked.names:
        for link in islice((one for one in name if known(one.id) is not None), MEANINGS):
            evidence = Evidence(scene.nothing.cover, (link,)).spending(link.places)
            made = scene.item(Entity(link.id), evidence, "name")
            if made is not None:
                yield made


def _kinds(scene: Scene) -> Iterator[Item]:
    """Yield the sets of all things of a kind that a noun says."""
    for noun in scene.linked.nouns:
        for class_ in noun.classes[:KINDS]:
            evidence = scene.nothing.spending(noun.places)
            for things in scene.kinds(class_)[:1]:
                made = scene.item(things, evidence, "kind")
                if made is not None:
                    yield made

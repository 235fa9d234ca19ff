"""Draws all questions of a set, balanced by kind and by relation, before they have words."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from kgqa.algebra import to_text
from kgqa.denote import TooLarge
from kgqa.generate import closed, sets, timed, valued
from kgqa.generate.drawn import Drawn, Pool
from kgqa.generate.errors import NothingToAsk
from kgqa.generate.plan import Plan
from kgqa.generate.simple import FEWEST, offers
from kgqa.generate.world import World

UNCAPPED = frozenset({"age", "time"})
"""Kinds of which a few relations have nearly all: what has a date of birth, or a year."""
TRIES = 60
"""Draws for each question that is wanted, after which there are no more."""

LISTED: dict[str, Callable[[Pool], Iterator[Drawn]]] = {
    "simple": sets.simple,
    "typed": sets.typed,
}
TRIED: dict[str, Callable[[Pool], Drawn | None]] = {
    "intersection": sets.intersections,
    "comp": sets.compositions,
    "difference": sets.differences,
    "superlative": closed.superlatives,
    "ordinal": closed.ordinals,
    "count": closed.counts,
    "comparative": closed.comparisons,
    "yesno": closed.truths,
    "fact": valued.facts,
    "value": valued.values,
    "filter": valued.filters,
    "truth": lambda pool: pool.rng.choice((valued.is_extreme, valued.is_beyond))(pool),
    "excess": valued.excesses,
    "time": timed.times,
    "age": timed.ages,
}


def draw(world: World, plan: Plan) -> tuple[list[Drawn], Counter[str]]:
    """Return what questions are to be made of, and why others were not taken."""
    found = offers(world)
    if not found:
        raise NothingToAsk(
            f"No relation of {world.store.location} leads from anything to {FEWEST} answers.",
            hint="kgqa generate relations shows what there is",
        )
    drawn: list[Drawn] = []
    refused: Counter[str] = Counter()
    for kind in plan.kinds:
        pool = Pool(world, found, random.Random(f"{plan.seed} {kind}"))
        drawn += _of_kind(kind, pool, plan, refused)
        refused.update({f"simple queries {why}": n for why, n in pool.refused.items()})
    return drawn, refused


def _of_kind(kind: str, pool: Pool, plan: Plan, refused: Counter[str]) -> list[Drawn]:
    """Return as many of a kind as are wanted and can be had, each once."""
    found: dict[str, Drawn] = {}
    used: Counter[str] = Counter()
    for one in _candidates(kind, pool, plan.each):
        text = to_text(one.query)
        if text in found:
            refused["drawn twice"] += 1
        elif kind not in UNCAPPED and any(used[relation] >= plan.cap for relation in one.relations):
            refused["of a relation that has enough"] += 1
        else:
            found[text] = one
            used.update(set(one.relations))
        if len(found) >= plan.each:
            break
    return list(found.values())


def _candidates(kind: str, pool: Pool, each: int) -> Iterator[Drawn]:
    if kind in LISTED:
        yield from LISTED[kind](pool)
        return
    for _ in range(each * TRIES):
        try:
            one = TRIED[kind](pool)
        except TooLarge:
            continue
        if one is not None:
            yield one

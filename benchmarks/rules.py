"""What each rule of the chart contributes: how many gold expressions it no longer makes without it.

    python benchmarks/rules.py [--limit 200] [--only RULE]

The questions are those over the embedded sample, drawn at random; a rule that is missed by none of
them is told, too. What a rule makes may also be made by others, so the losses do not add up.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from chart_recall import Asked, Made, measure, sample_sets

from kgqa.engine import Engine
from kgqa.parse import chart

LISTS = ("RULES", "RULES_OF_NAMES", "RULES_OF_TWO")


def names() -> list[str]:
    """Return the rules by their names, in the order in which the chart has them."""
    return [rule.__name__ for rules in LISTS for rule in getattr(chart, rules)]


@contextmanager
def without(name: str) -> Iterator[None]:
    """Switch a rule off."""
    before = {rules: getattr(chart, rules) for rules in LISTS}
    for rules, some in before.items():
        kept = cast("tuple[Callable[..., Any], ...]", some)
        setattr(chart, rules, tuple(rule for rule in kept if rule.__name__ != name))
    try:
        yield
    finally:
        for rules, some in before.items():
            setattr(chart, rules, some)


def made(some: list[Made]) -> frozenset[str]:
    """Return the questions whose gold expression is made."""
    return frozenset(one.asked.question for one in some if one.place is not None)


def main() -> None:
    """Print a row for each rule: how many are lost without it, and an example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=200, help="so many questions")
    parser.add_argument("--only", default="", help="only this rule")
    given = parser.parse_args()
    asked: list[Asked] = [one for _, some in sample_sets() for one in some]
    random.Random(1).shuffle(asked)
    asked = asked[: given.limit]
    with Engine("sample") as engine:
        every = made(list(measure(engine.parser, asked, 0)))
        print(f"{len(every)} of {len(asked)} are made by all rules\n")
        print("| rule | lost without it | for example |\n| --- | ---: | --- |")
        for name in names():
            if given.only and name != given.only:
                continue
            with without(name):
                lost = every - made(list(measure(engine.parser, asked, 0)))
            print(f"| {name} | {len(lost)} | {min(lost, default='')} |", flush=True)


if __name__ == "__main__":
    main()

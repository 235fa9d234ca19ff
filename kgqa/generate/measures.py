"""Dates and amounts in words: `after 1990`, `more than 4,000 metres`, `when X was released`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from kgqa.algebra import Comparator, Condition, Number, Property, Quantity
from kgqa.algebra.inflection import number, quantity
from kgqa.generate.predicates import asked_of, inflected
from kgqa.generate.relations import Relation

Words = Mapping[str, Any]
BILLION, MILLION = 10**9, 10**6
ANNOUNCED = "to be "
"""How an infinitive begins whose verb stands behind a name: when was X released."""


def amount(value: Number | Quantity, label: str | None, words: Words) -> str:
    """Return an amount as people say it: 1.5 million, 4,000 metres."""
    plain = value.amount
    if isinstance(value, Quantity):
        own = words["units"].get(value.unit.id)
        if own:
            return f"{amount(Number(plain), None, words)} {own}"
    for size, name in ((BILLION, words["billion"]), (MILLION, words["million"])):
        short = plain / size
        if short >= 1 and short == round(short, 2):
            said = f"{format(short.normalize(), 'f')} {name}"
            if isinstance(value, Quantity):
                unit = quantity(Quantity(Decimal(2), value.unit), label).removeprefix("2 ")
                return f"{said} {unit}"
            return said
    return quantity(value, label) if isinstance(value, Quantity) else number(plain)


def bound(sign: Comparator, said: str, words: Words, rng: random.Random) -> str:
    """Return what is more or less than an amount: `more than 4,000 metres`."""
    return f"{rng.choice(words['amount'][sign])} {said}"


def span(tests: Sequence[Condition], words: Words, rng: random.Random) -> str | None:
    """Return the years that tests of one date leave: `after 1990`, `in the 1980s`."""
    years = [one.bound.amount for one in tests if isinstance(one.bound, Number)]
    if len(years) != len(tests) or any(year != int(year) for year in years):
        return None
    if len(tests) == 1:
        return str(rng.choice(words["time"][tests[0].comparator]).replace("{}", str(years[0])))
    first, last = sorted(years)
    if last - first == 9 and first % 10 == 0:
        return str(words["decade"].replace("{}", str(first)))
    return str(words["between"].replace("{}", str(first), 1).replace("{}", str(last), 1))


def is_about_one(tests: Sequence[Condition]) -> bool:
    """Whether all tests look at the own values of one property."""
    return all(isinstance(one.relation, Property) for one in tests) and (
        len({one.relation for one in tests}) == 1
    )


def happened_to(relation: Relation, name: str) -> str:
    """Return the verb as it asks: `was X released`, `did X die`."""
    if relation.to.startswith(ANNOUNCED):
        return f"was {name} {relation.to.removeprefix(ANNOUNCED)}"
    return f"did {name} {relation.to.removeprefix('to ')}"


def happened_to_many(relation: Relation) -> str:
    """Return the verb of many: `were released`."""
    said = relation.happened.replace(" its ", " their ")
    return f"were {said.removeprefix('was ')}" if said.startswith("was ") else said


def past(relation: Relation) -> Relation:
    """Return a relation as it is said of a time in the past."""
    sides = (
        tuple(filter(None, map(_past, side))) for side in (relation.subjects, relation.objects)
    )
    subjects, objects = sides
    return replace(relation, subjects=subjects, objects=objects)


def _past(predicate: str) -> str:
    said = predicate.replace("[are|is] ", "[were|was] ", 1).replace("[have|has] ", "had ", 1)
    return "" if said.startswith("[") and not said.startswith("[were|was] ") else said


def participle(relation: Relation) -> str:
    """Return the verb right behind a noun, `released`; nothing where there is none."""
    said = relation.happened
    return said.removeprefix("was ") if said.startswith("was ") else ""


def asked_about(predicate: str, name: str) -> str | None:
    """Return the words that ask whether a predicate is so: `did X win {}`."""
    said = asked_of(predicate, name)
    return None if said is None else inflected(said[:1].lower() + said[1:], many=False)

"""The terms of the algebra: entities, properties, and the values a person can write.

A value stands for every literal that compares equal to it: `1999` for the number, and for every
date in that year; `1999-12` for every day of that month; `1 kilometre` for 1000 metre. In a graph
a date has a precision and a quantity has a unit. Dates compare at the coarser of two precisions,
quantities in SI units where both units can be converted, otherwise only within the same unit; an
amount whose unit is not known compares as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from kgqa.algebra.wellformed import check


@dataclass(frozen=True, slots=True)
class Entity:
    """An item, by its id: `Q42`, or in another graph `ex:person-7`. ⟦Q⟧ = {Q}."""

    id: str

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Property:
    """A property, by its id: `P57`, or `ex:supervises`. ⟦P⟧ = {(x, y) : (x, P, y) ∈ K}."""

    id: str

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Text:
    """A string, in whatever language it is tagged with. ⟦"t"⟧ = {that literal}."""

    text: str

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Date:
    """A day, or a month where `day` is None. ⟦1999-12-31⟧ = {that literal}.

    Years are those of XSD 1.1 and of Wikidata's RDF: 0 is 1 BCE, -43 is 44 BCE.
    """

    year: int
    month: int
    day: int | None = None

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Number:
    """A number; beside a date, the year of that number. ⟦8849⟧ = {that literal}."""

    amount: Decimal

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount in a unit, a Wikidata item. ⟦8849 metre⟧ = {that literal}."""

    amount: Decimal
    unit: Entity

    def __post_init__(self) -> None:
        check(self)


Value: TypeAlias = Text | Date | Number | Quantity
Term: TypeAlias = Entity | Value

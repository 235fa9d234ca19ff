"""Units of measurement: their names, and how amounts in them convert. The data is `units.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import TypedDict, cast

NO_UNIT = "Q199"
"""Wikidata's item for the number one, the unit of what has none."""


RADIUS = 6_371_008.8
"""Metres from the middle of the globe to its surface, as the IUGG has it."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: 1 of it is `factor` SI units of its `dimension`; without a factor it stands alone."""

    id: str
    name: str
    dimension: str
    factor: Decimal | None


@cache
def units() -> Mapping[str, Unit]:
    """Return every unit we know, by its Q-number."""
    found = {}
    for dimension, members in _table().items():
        for id_, entry in members.items():
            factor = Decimal(entry["factor"]) if "factor" in entry else None
            own = entry.get("dimension", id_ if factor is None else dimension)
            found[id_] = Unit(id_, entry["names"][0], own, factor)
    return found


@cache
def unit_names() -> Mapping[str, str]:
    """Return the Q-number of every unit name."""
    table = _table()
    return {
        name: id_
        for members in table.values()
        for id_, entry in members.items()
        for name in entry["names"]
    }


def unit_name(id_: str) -> str:
    """Return the first name of a unit, or its Q-number where we know none."""
    unit = units().get(id_)
    return unit.name if unit else id_


def dimension(id_: str) -> str:
    """Return what amounts in the unit can be compared with: its dimension, or the unit itself."""
    unit = units().get(id_)
    return unit.dimension if unit else id_


def factor(id_: str) -> Decimal:
    """Return how many units of its dimension one of the unit is."""
    unit = units().get(id_)
    return unit.factor if unit and unit.factor is not None else Decimal(1)


class _Entry(TypedDict, total=False):
    names: list[str]
    factor: str
    dimension: str


def si_unit(dimension_: str | None) -> str | None:
    """Return the unit in which amounts of a dimension are compared, if there is one."""
    return next(
        (u.id for u in units().values() if u.dimension == dimension_ and u.factor == 1), None
    )


@cache
def _table() -> dict[str, dict[str, _Entry]]:
    text = (files("kgqa.algebra") / "units.toml").read_text(encoding="utf-8")
    return cast(dict[str, dict[str, _Entry]], tomllib.loads(text))

"""Amounts that are given in several units are put in order as if they were in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import pytest

from kgqa.parse.lookups import Lookups
from kgqa.parse.members import Literal
from kgqa.parse.order_keys import FEW, values_of

AREA = "P2046"
KM2, M2, HOUR = "Q712226", "Q25343", "Q25235"


class Areas:
    """Areas of things, each with its unit; square kilometres are usual."""

    def __init__(self, areas: Mapping[str, tuple[float, str]]) -> None:
        self.areas, self.looked_up = areas, 0

    def units(self, property_: str) -> Mapping[str, int]:
        return {KM2: 90, M2: 9, HOUR: 1}

    def values(
        self, ids: Sequence[str], properties: Sequence[str]
    ) -> dict[str, dict[str, list[Literal]]]:
        return {
            id_: {AREA: [Literal("number", str(self.areas[id_][0]), self.areas[id_][0])]}
            for id_ in ids
        }

    def units_of(self, id_: str, property_: str) -> Mapping[float, frozenset[str]]:
        self.looked_up += 1
        number, unit = self.areas[id_]
        return {number: frozenset({unit} - {""})}


def areas_of(areas: Areas) -> dict[str, float]:
    found = values_of(cast(Lookups, areas), [*areas.areas], [AREA])
    return {id_: float(known[AREA][0].number or 0) for id_, known in found.items()}


def test_amounts_are_converted() -> None:
    found = areas_of(Areas({"Q159": (17_125_200, KM2), "Q183": (357_400_000_000, M2)}))

    assert found == pytest.approx({"Q159": 17_125_200e6, "Q183": 357_400e6})


def test_an_amount_of_another_dimension_has_no_place() -> None:
    assert areas_of(Areas({"Q1": (5, HOUR), "Q2": (3, KM2)})) == pytest.approx({"Q2": 3e6})


def test_an_amount_without_a_unit_is_one_of_si_units() -> None:
    assert areas_of(Areas({"Q1": (5, ""), "Q2": (3, KM2)})) == pytest.approx({"Q1": 5, "Q2": 3e6})


def test_units_that_are_not_known_are_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Areas, "units_of", lambda *_: None)  # as of an endpoint

    assert areas_of(Areas({"Q1": (5, M2), "Q2": (3, KM2)})) == pytest.approx({"Q1": 5e6, "Q2": 3e6})


def test_of_many_those_that_look_large_are_looked_at() -> None:
    many = {f"Q{i}": (float(i), KM2) for i in range(1, 50 * FEW)}
    areas = Areas(many | {f"Q{10_000 + i}": (2e6 + i, M2) for i in range(5)})
    found = areas_of(areas)

    assert max(found, key=lambda id_: found[id_]) == f"Q{50 * FEW - 1}"
    assert areas.looked_up < FEW

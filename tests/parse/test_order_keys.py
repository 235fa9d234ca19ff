"""Amounts that are given in several units are put in order as if they were in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgqa.parse.members import Literal

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

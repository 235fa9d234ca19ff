"""What the values of a property are, by the statistics of a graph, and how they compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kgqa_store.statistics import PropertyStatistics

from kgqa.algebra.units import NO_UNIT, dimension, factor
from kgqa.execute.calendar import DAY


@dataclass(frozen=True, slots=True)
class Measure:
    """How the values of a property compare.

    `kind` is that of `Comparable`. A number has the `dimension` of most of its values.
    """

    kind: str
    dimension: str | None = None
    units: tuple[str, ...] = ()
    has_bare: bool = False
    """Whether some amounts come without a unit; they count as so many SI units."""
    other_units: tuple[str, ...] = ()
    """The units of amounts of another dimension; they compare with nothing here."""
    precisions: tuple[int, ...] = ()
    """The precisions of dates, coarser than the day, that occur."""
    form: str = ""
    """The datatype of dates, where it is not xsd:dateTime."""
    exceptions: int = 0
    """How many values have a unit or a precision that changes how they compare."""
    stated: int = 0
    """How many values have a unit or a precision at all."""
    is_regular: bool = False
    """Whether equal values are equal terms."""
    unknowns: bool = True
    """Whether some edges lead to a mark for an unknown value."""

    @property
    def unit(self) -> str | None:
        """The one unit of all amounts, if there is one."""
        return self.units[0] if len(self.units) == 1 else None

    @property
    def is_mixed(self) -> bool:
        """Whether a value cannot be compared without looking at its statement."""
        several = len(self.units) > 1 or bool(self.other_units)
        scaled = self.unit is not None and self.has_bare and factor(self.unit) != 1
        return several or scaled or bool(self.precisions)


UNKNOWN = Measure("any")


def measure(use: PropertyStatistics | None) -> Measure:
    """Return how values compare that are used so; None is a property nothing is known of."""
    if use is None:
        return UNKNOWN
    unknowns = use.kinds.get("unknown", 0) > 0
    kinds = {kind: n for kind, n in use.kinds.items() if kind != "unknown" and n}
    irregular = kinds.pop("irregular", 0)
    if irregular:
        kinds["number"] = kinds.get("number", 0) + irregular
    kind = max(kinds, key=lambda name: kinds[name], default="any")
    if len(kinds) > 1 or kind == "other":
        known = _dated("any", use, unknowns)
        if not {"date", "number"} <= kinds.keys():
            return replace(known, precisions=known.precisions if "date" in kinds else ())
        return replace(known, precisions=known.precisions or (DAY,))
    if kind == "number" and use.form == "duration":
        return Measure("duration", unknowns=unknowns)
    if kind == "number":
        return replace(_number(use.units, unknowns), is_regular=not irregular)
    if kind == "date":
        return replace(_dated("date", use, unknowns), is_regular=True)
    return Measure(kind, unknowns=unknowns)


def _dated(kind: str, use: PropertyStatistics, unknowns: bool) -> Measure:
    """Return how dates compare, or what is mostly dates: each as the span that it may mean."""
    coarse = {p: n for p, n in use.precisions.items() if n and p < DAY}
    return Measure(
        kind,
        precisions=tuple(sorted(coarse)),
        form=use.form,
        exceptions=sum(coarse.values()),
        stated=sum(use.precisions.values()),
        unknowns=unknowns,
    )


def _number(counts: Mapping[str, int], unknowns: bool) -> Measure:
    stated = {unit: n for unit, n in counts.items() if unit not in ("", NO_UNIT) and n}
    bare = any(n for unit, n in counts.items() if unit in ("", NO_UNIT))
    if not stated:
        return Measure("number", has_bare=bare, unknowns=unknowns)
    sizes: dict[str, int] = {}
    for unit, n in stated.items():
        sizes[dimension(unit)] = sizes.get(dimension(unit), 0) + n
    # The largest dimension is the property's; of equals the first by name, so that it is one.
    main = max(sorted(sizes), key=lambda name: sizes[name])
    units = tuple(sorted(unit for unit in stated if dimension(unit) == main))
    others = tuple(sorted(unit for unit in stated if dimension(unit) != main))
    unusual = [unit for unit in stated if unit in others or factor(unit) != 1]
    return Measure(
        "number",
        main,
        units,
        has_bare=bare,
        other_units=others,
        exceptions=sum(stated[unit] for unit in unusual),
        stated=sum(stated.values()),
        unknowns=unknowns,
    )

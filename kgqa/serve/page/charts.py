"""Answers as a chart: bars for numbers, a line of time for dates, a map for places on earth."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgqa.serve.page.drawing import POINT, key_of, place_text, text_of

MOST = 40
"""So many bars are drawn, and so many dates and places are listed."""
LOOKED_AT = 2000
"""So many answers are looked at; a line of time and a map show all of these."""
_YEAR = re.compile(r"(-?\d+)(?:-(\d\d))?(?:-(\d\d))?")


@dataclass(frozen=True, slots=True)
class Mark:
    """One answer in a chart: its name, what is shown, and where: 0 to 100, on a map two numbers."""

    name: str
    said: str
    id: str | None
    x: float
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Chart:
    """Answers by one property."""

    kind: str
    """`bars`, `timeline` or `map`."""
    title: str
    marks: tuple[Mark, ...]
    ends: tuple[str, str] = ("", "")
    values: Mapping[str, tuple[float, str]] = field(default_factory=dict)
    """Of each answer, by its id or name: what it is sorted by, and what is shown."""
    more: int = 0
    """So many answers with smaller values are not drawn."""


Row = tuple[str, str | None, Mapping[str, Any]]
"""A name, its id, and the value that is drawn."""


def chart_of(answers: Sequence[Mapping[str, Any]]) -> Chart | None:
    """Return the chart that says most about some answers; None where they have nothing to draw."""
    rows: dict[str, dict[str, Row]] = {}
    for answer in answers[:LOOKED_AT]:
        for title, row in _rows(answer):
            rows.setdefault(title, {}).setdefault(row[1] or row[0], row)
    most = Counter({title: len(found) for title, found in rows.items()}).most_common(1)
    if not most:
        return None
    title, count = most[0]
    found = list(rows[title].values())
    if len(answers) > LOOKED_AT:  # the largest may be among the others
        title = f"{title}, of the first {LOOKED_AT:,} answers"
    if all(POINT.fullmatch(str(row[2].get("value"))) for row in found):
        return _map(title, found)
    return _scale(title, found) if count > 1 else None


def _rows(answer: Mapping[str, Any]) -> Iterator[tuple[str, Row]]:
    """Yield the values of an answer, each with what it is: its own, or those its facts tell."""
    key = key_of(answer["value"] | {"label": answer["label"]})
    facts = [fact for proof in answer["proofs"] for fact in proof.get("facts", ())]
    for fact in facts:
        subject, value, name = fact["subject"], fact["object"], fact["property"]["label"]
        if not _is_drawn(value):
            continue
        if key_of(subject) == key:
            yield name, (answer["label"], answer["value"]["id"], value)
        elif value.get("value") == answer["value"].get("value"):
            yield name, (text_of(subject), subject.get("id"), value)


def _is_drawn(value: Mapping[str, Any]) -> bool:
    if value.get("type") in ("date", "quantity", "number"):
        return True
    return bool(POINT.fullmatch(str(value.get("value"))))


def _scale(title: str, rows: Sequence[Row]) -> Chart | None:
    kinds = {row[2]["type"] for row in rows}
    if kinds == {"date"}:
        years = [_year(str(row[2]["value"])) for row in rows]
        low, high = min(years), max(years)
        width = (high - low) or 1.0
        marks = [
            Mark(name, text_of(value), id_, round(100 * (year - low) / width, 2))
            for (name, id_, value), year in zip(rows, years, strict=True)
        ]
        ordered = tuple(sorted(marks, key=lambda mark: mark.x))
        values = _values(rows, years)
        return Chart("timeline", title, ordered, (_told(low), _told(high)), values)
    units = {row[2].get("unit") for row in rows}
    if kinds <= {"quantity", "number"} and len(units) == 1:
        numbers = [float(row[2]["value"]) for row in rows]
        largest = max(map(abs, numbers)) or 1.0
        bars = [
            Mark(name, text_of(value), id_, round(100 * number / largest, 2))
            for (name, id_, value), number in zip(rows, numbers, strict=True)
        ]
        bars.sort(key=lambda mark: -mark.x)
        values = _values(rows, numbers)
        return Chart("bars", title, tuple(bars[:MOST]), values=values, more=len(bars[MOST:]))
    return None


def _values(rows: Sequence[Row], keys: Sequence[float]) -> dict[str, tuple[float, str]]:
    """Return by id or name what each answer is sorted by, and how it is shown."""
    return {
        id_ or name: (key, text_of(value))
        for (name, id_, value), key in zip(rows, keys, strict=True)
    }


def _year(date: str) -> float:
    found = _YEAR.match(date)
    year, month, day = found.groups() if found else ("0", None, None)
    return int(year) + (int(month or 1) - 1) / 12 + (int(day or 1) - 1) / 365


def _told(year: float) -> str:
    whole = int(year)
    return str(whole) if whole > 0 else f"{1 - whole} BCE"


def _map(title: str, rows: Sequence[Row]) -> Chart:
    marks = []
    for name, id_, value in rows:
        found = POINT.fullmatch(str(value["value"]))
        if found:
            east, north = float(found[1]), float(found[2])
            said = place_text(found[0])
            marks.append(Mark(name, said, id_, round(east + 180, 2), round(90 - north, 2)))
    return Chart("map", title, tuple(marks))

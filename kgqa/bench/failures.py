"""What a run got wrong: by stage, by what was missing, and what one repair would gain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kgqa.bench.diagnosis import RIGHT
from kgqa.bench.report.curves import ORDER
from kgqa.bench.report.runs import Run
from kgqa.bench.row import Row

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that were lost for the same reason, with some of them."""

    stage: str
    what: str
    count: int
    examples: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """A part that would do its best, and how many more questions would at most be right."""

    name: str
    gain: int
    why: str


def failed(run: Run) -> list[Row]:
    """Return the rows that are not right."""
    return [row for row in run.rows if run.mark(row) < RIGHT]


def groups_of(run: Run) -> list[Group]:
    """Return the failures by stage and what was wrong there, the largest first in each stage."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in failed(run):
        for what in _reasons(row):
            found.setdefault((row.stage, what), []).append(row)
    places = {stage: place for place, stage in enumerate(ORDER)}
    ordered = sorted(
        found.items(),
        key=lambda one: (places.get(one[0][0], len(ORDER)), -len(one[1]), one[0][1]),
    )
    return [
        Group(stage, what, len(rows), tuple((r.id, r.question) for r in rows[:SHOWN]))
        for (stage, what), rows in ordered
    ]


def _reasons(row: Row) -> list[str]:
    """Return what was missing or mistaken at the stage where a question was lost."""
    match row.stage:
        case "coverage":
            lacking = [f"the store lacks {id_}" for id_ in row.unknown]
            lacking += [f"the store has no {id_} there" for id_ in row.missing]
            return lacking[:3] or ["no way from the question to the answer within two hops"]
        case "operator":
            return [f"{row.kind} taken for {row.operator or 'nothing'}"]
        case "mention":
            return [f"{row.links_known - row.links_five} of {row.links_known} names not found"]
        case "link":
            return [f"{row.links_known - row.links_first} of {row.links_known} names mislinked"]
        case "relation":
            return [f"{row.kind}, {row.category}".strip(", ") or "any"]
        case "failed":
            return [row.reason[:80]]
        case _:
            return [row.kind or "any"]


def repairs(run: Run) -> list[Repair]:
    """Return what would be gained if one part did its best, the most first."""
    lost = failed(run)
    oracles = Counter(name for row in lost for name, value in row.oracles.items() if value)
    stages = Counter(row.stage for row in lost)
    unsure = sum(row.best >= RIGHT for row in lost)
    found = [
        Repair("confidence", unsure, "the best reading is right, and is not given as the answer"),
        Repair("ranking", oracles["ranking"], "some reading that was composed is right"),
        Repair("operator", oracles["operator"], "the best reading of the right kind is right"),
        Repair("coverage", stages["coverage"], "the store lacks what the answer needs"),
        Repair("relations", stages["relation"], "a way is in the store, and no reading takes it"),
    ]
    if any("links" in row.oracles for row in run.rows):
        found.append(Repair("linking", oracles["links"], "right with the gold entities told"))
    else:
        found.append(
            Repair("linking", stages["mention"] + stages["link"], "an entity was not linked first")
        )
    return sorted((one for one in found if one.gain), key=lambda one: (-one.gain, one.name))


def report(run: Run) -> dict[str, Any]:
    """Return all of it as plain values."""
    return {
        "questions": len(run.rows),
        "right": len(run.rows) - len(failed(run)),
        "repairs": [{"part": one.name, "gain": one.gain, "why": one.why} for one in repairs(run)],
        "groups": [
            {"stage": g.stage, "what": g.what, "count": g.count, "examples": list(g.examples)}
            for g in groups_of(run)
        ],
        "missing_entities": _most(id_ for row in run.rows for id_ in row.unknown),
        "missing_properties": _most(id_ for row in run.rows for id_ in row.missing),
    }


def _most(ids: Any) -> list[tuple[str, int]]:  # noqa: ANN401 - an iterable of ids
    return Counter(ids).most_common(20)


def gained(run: Run, repair: Repair) -> float:
    """Return the share of questions that would be right with a repair."""
    right = len(run.rows) - len(failed(run))
    return (right + repair.gain) / len(run.rows)


def by_stage(groups: Sequence[Group]) -> dict[str, list[Group]]:
    """Return the groups of each stage."""
    found: dict[str, list[Group]] = {}
    for group in groups:
        found.setdefault(group.stage, []).append(group)
    return found

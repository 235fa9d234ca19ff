"""What a store holds of a benchmark, without asking it anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from kgqa.bench.benchmarks import Benchmark
from kgqa.bench.best_set import BestSet
from kgqa.bench.question import Question
from kgqa.bench.row import Row
from kgqa.bench.store_view import StoreView


def looked_up(
    benchmark: Benchmark, questions: Iterable[Question], view: StoreView, *, sets: bool = False
) -> Iterable[Row]:
    """Yield a row for each question that says what the store holds of it.

    With `sets` it also says how well the best set of the store fits the right answers.
    """
    best = BestSet(view, view.reach) if sets and view.reach is not None else None
    for question in questions:
        row = Row(question.id, question.text, question.kind, question.category)
        row.links_known = sum(view.has(link.id) for link in question.links)
        row.links_first = len(question.links)
        if question.answer_type in ("", "entity"):  # a number or a truth is in no store
            row.gold = list(question.first_spellings)
        benchmark.cover(question, row, view)
        if best is not None:
            row.oracles["sets"] = best.f1(question)
        yield row


def summarised(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the shares of entities, answers and questions that the store has, and what it lacks.

    Shares are over the questions that have what is counted.
    """
    asked = sum(row.links_first for row in rows)
    gold = sum(len(row.gold) for row in rows)
    hops = Counter(row.hops for row in rows)
    joined = sum(row.has_ends for row in rows)
    with_way = [row for row in rows if row.hops is not None or row.gold_known or row.is_covered]
    covered = [row for row in rows if row.is_covered]
    found: dict[str, Any] = {
        "questions": len(rows),
        "covered": share(sum(row.is_covered for row in rows), len(rows)),
        "question_entities": asked,
        "question_entities_known": share(sum(row.links_known for row in rows), asked),
        "gold_answers": gold,
        "gold_answers_known": share(sum(min(row.gold_known, len(row.gold)) for row in rows), gold),
        "hops": {str(n): hops[n] for n in (0, 1, 2) if hops[n]} if with_way else {},
        "within_one_hop": share(hops[0] + hops[1], joined),
        "within_two_hops": share(hops[0] + hops[1] + hops[2], joined),
        "missing_entities": Counter(id_ for row in rows for id_ in row.unknown).most_common(20),
        "missing_properties": Counter(id_ for row in rows for id_ in row.missing).most_common(20),
    }
    if any(row.oracles for row in rows):
        found["best_set"] = _mean_of_sets(rows)
        found["best_set_covered"] = _mean_of_sets(covered)
    return found


def _mean_of_sets(rows: Sequence[Row]) -> float:
    return round(sum(row.oracles["sets"] for row in rows) / len(rows), 4) if rows else 0.0


def share(part: int, whole: int) -> float:
    """Return a part of a whole, rounded; 0 of nothing."""
    return round(part / whole, 4) if whole else 0.0


def by_kind(rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """Return the same for each kind of question."""
    kinds = sorted({row.kind for row in rows})
    return {kind: summarised([row for row in rows if row.kind == kind]) for kind in kinds}

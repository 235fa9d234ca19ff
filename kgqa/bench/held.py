"""What a store holds of a question: its entities, its answers, and a way between them."""

from __future__ import annotations

import re
import time

from kgqa.bench.datasets.gold_sparql import kind_of
from kgqa.bench.datasets.simplequestions import fact_of
from kgqa.bench.judges import marks_of_values, of_sets
from kgqa.bench.metrics.sets import same_value
from kgqa.bench.question import Given, Prediction, Question
from kgqa.bench.row import MOST, Row
from kgqa.bench.store_view import StoreView

_PROPERTY = re.compile(r"\b(?:wdt|p|ps|psv|psn|pq|pqv):(P\d+)\b|/prop/[a-z/-]*(P\d+)>")


def given(row: Row) -> Prediction:
    """Return the prediction of a row, as far as sets of values go."""
    labels = row.labels or [""] * len(row.found)
    answers = (
        Given(text, (label,) if label else ())
        for text, label in zip(row.found, labels, strict=True)
    )
    return Prediction(tuple(answers), row.outcome)


def _look_up(question: Question, row: Row, view: StoreView, ends: list[str]) -> None:
    """Note which entities the store has, and how far the answers are."""
    starts = [link.id for link in question.links]
    row.unknown = [id_ for id_ in dict.fromkeys((*starts, *ends)) if not view.has(id_)]
    row.gold_known = sum(view.has(id_) for id_ in ends)
    row.has_ends = bool(starts and ends)
    row.hops = view.hops(starts, ends)


def cover_mintaka(question: Question, row: Row, view: StoreView) -> None:
    """Note whether an answer is an entity within two hops of an entity of the question."""
    if question.answer_type == "entity":
        _look_up(question, row, view, list(question.first_spellings))
        row.is_covered = row.hops is not None
    else:
        row.unknown = [link.id for link in question.links if not view.has(link.id)]


def cover_by_names(question: Question, row: Row, view: StoreView) -> None:
    """Note whether the store has names of at least three answers."""
    row.gold_known = sum(view.is_named(names) for names in question.gold)
    row.is_covered = row.gold_known >= 3


def cover_by_gold(question: Question, row: Row, view: StoreView) -> None:
    """Note whether the store has the name of an answer."""
    row.gold_known = sum(view.is_named(names) for names in question.gold)
    row.is_covered = row.gold_known > 0


def cover_simplequestions(question: Question, row: Row, view: StoreView) -> None:
    """Note whether the store names the subject and states the fact; all it states so is right."""
    fact = fact_of(question)
    _look_up(question, row, view, [fact.answer])
    if view.reach is None:
        return
    subject, answer = view.redirect(fact.subject), view.redirect(fact.answer)
    if fact.is_inverse:
        stated = view.reach.subjects(fact.property, subject)
    else:
        stated = view.reach.objects(subject, fact.property)
    if answer not in stated:
        row.missing = [fact.property]
        return
    row.is_covered = view.has(subject)
    row.gold_known = len(stated)
    row.gold = [answer, *(one for one in stated if one != answer)][:MOST]
    row.marks |= of_sets(marks_of_values(tuple(stated), given(row)))


def cover_by_sparql(question: Question, row: Row, view: StoreView) -> None:
    """Run the gold query, and judge by what it finds here; note what of it the store lacks."""
    if not question.sparql:
        return
    start = time.perf_counter()
    rerun, reason = view.run_gold(question.sparql)
    row.timings["gold_query"] = round((time.perf_counter() - start) * 1000, 1)
    listed = [view.redirect(one) for one in question.first_spellings]
    if rerun is None:
        row.reason = row.reason or f"the gold query cannot be run: {reason}"
    else:
        marked = of_sets(marks_of_values(rerun, given(row)))
        row.marks |= {"rerun_exact": marked["exact"], "rerun_f1": marked["f1"]}
        if rerun and not question.gold:
            row.gold = list(rerun)[:MOST]
            row.marks |= marked
        row.is_covered = _finds_something(question, rerun)
    ends = [id_ for id_ in listed or list(rerun or ()) if id_[:1] == "Q" and id_[1:].isdigit()]
    _look_up(question, row, view, ends[:100])
    if not row.is_covered and view.reach is not None:
        row.missing = _missing(question, view)


def _finds_something(question: Question, rerun: tuple[str, ...]) -> bool:
    """Whether a gold query has an answer here: a no and a count of nothing may be mere gaps."""
    if rerun == ("False",):
        return False
    is_empty_count = kind_of(question.sparql) == "count" and all(same_value(n, "0") for n in rerun)
    return bool(rerun) and not is_empty_count


def _missing(question: Question, view: StoreView) -> list[str]:
    """Return the properties of the gold query that no entity named in it has."""
    wanted = dict.fromkeys(one or other for one, other in _PROPERTY.findall(question.sparql))
    ids = [view.redirect(link.id) for link in question.links]
    reach = view.reach
    here = frozenset[str]().union(*(reach.properties_at(id_) for id_ in ids)) if reach else ()
    return [property_ for property_ in wanted if property_ not in here]

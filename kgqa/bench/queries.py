"""Predictions that are queries: each is run on the store, within the limits, as the gold one is."""

from __future__ import annotations

from dataclasses import replace

from kgqa_store.errors import LimitReached, QueryError, StoreError

from kgqa.bench.judges import marks_of_values
from kgqa.bench.question import Given, Prediction, Question
from kgqa.bench.row import MOST
from kgqa.bench.store_view import StoreView

QUERY = "query"
"""The outcome of a prediction that is a query and was not run yet."""


def run_query(
    question: Question, prediction: Prediction, view: StoreView | None, seconds: float
) -> Prediction:
    """Return what a predicted query finds in the store, as answers.

    Of several variables the one that fits the gold answers of this store best is taken, the first
    of equals: a query is not wrong for what it shows beside the answer, or in which order.
    """
    if view is None:
        return _failed(prediction, "a query can only be run with --store")
    try:
        columns = view.columns(prediction.sparql, seconds)
    except QueryError as error:
        return _failed(prediction, f"the query does not parse: {error}")
    except LimitReached as error:
        return _failed(prediction, str(error))
    except StoreError as error:
        return _failed(prediction, f"the query cannot be run: {error}")
    if columns is None:
        return _failed(prediction, "the query has no variables: SELECT or ASK is expected")
    gold, _ = view.run_gold(question.sparql) if question.sparql else (None, "")
    wanted = gold if gold is not None else question.first_spellings
    best = max((_given(column) for column in columns), key=lambda found: _f1(wanted, found))
    return replace(prediction, answers=best, outcome="answered" if best else "no-answer")


def _failed(prediction: Prediction, reason: str) -> Prediction:
    where = f"{prediction.reason}: " if prediction.reason else ""
    return replace(prediction, outcome="failed", reason=f"{where}{reason}")


def _given(column: tuple[str, ...]) -> tuple[Given, ...]:
    kinds = {"True": "boolean", "False": "boolean"}
    return tuple(Given(text, (), kinds.get(text, "")) for text in column[:MOST])


def _f1(gold: tuple[str, ...], found: tuple[Given, ...]) -> float:
    return marks_of_values(gold, Prediction(found)).f1

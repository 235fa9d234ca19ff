"""The gold algebra of questions that have one, run on the store: what a set is worth at most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kgqa_store.errors import StoreError
from kgqa_store.store import Store

from kgqa.algebra import AlgebraError, Entity, parse_expression
from kgqa.answers import Answer, value_text
from kgqa.bench.errors import DataError
from kgqa.bench.question import Given, Prediction, Question
from kgqa.bench.systems.ours import text_of
from kgqa.errors import KgqaError
from kgqa.execute.run import execute
from kgqa.settings import DEFAULTS


class GoldAlgebra:
    """Answers by the expression that a record has."""

    def __init__(self, store: Store, timeout: float) -> None:
        """Run expressions on `store`, each within `timeout` seconds."""
        self._store, self._settings = store, replace(DEFAULTS, timeout=timeout)

    def answer(self, question: Question) -> Prediction:
        """Return what the expression of a question denotes."""
        if not question.algebra:
            raise DataError(
                f"The question {question.id} has no algebra.",
                hint="--system gold is for the sets of kgqa generate",
            )
        try:
            result = execute(parse_expression(question.algebra), self._store, self._settings)
        except (AlgebraError, KgqaError, StoreError) as error:
            return Prediction(outcome="failed", reason=str(error))
        answers = tuple(self._given(one, result.labels) for one in result.answers)
        return Prediction(answers, "answered" if answers else "no-answer", reading=question.algebra)

    def _given(self, answer: Answer, labels: Mapping[str, str]) -> Given:
        text = text_of(answer)
        if isinstance(answer.value, Entity):
            return Given(text, (labels.get(text, text),), "entity")
        return Given(text, (value_text(answer.value, labels),))

    def close(self) -> None:
        """Do nothing: the store is closed by who opened it."""

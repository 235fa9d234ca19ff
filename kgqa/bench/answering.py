"""One question at a time: it is answered, judged, and written down with what went wrong."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType
from typing import Self

from kgqa.bench.benchmarks import BENCHMARKS
from kgqa.bench.diagnosis import RIGHT, diagnose
from kgqa.bench.judges import judge_values
from kgqa.bench.memory import peak_megabytes
from kgqa.bench.metrics.qampari import answer_recall
from kgqa.bench.queries import QUERY, run_query
from kgqa.bench.question import Prediction, Question
from kgqa.bench.row import MOST, Row
from kgqa.bench.store_view import StoreView
from kgqa.bench.systems.system import NAMED, Spec, System, open_system


class Examiner:
    """Asks one system the questions of one benchmark."""

    def __init__(self, spec: Spec) -> None:
        """Open the system, and the store that the questions are compared with."""
        self.spec = spec
        self.benchmark = BENCHMARKS[spec.benchmark]
        self._open = ExitStack()
        self.view: StoreView | None = None
        store = None
        if spec.store is not None:
            from kgqa_store.opening import open_store

            store = self._open.enter_context(open_store(spec.store))
            self.view = StoreView(store)
        try:
            self.system: System = open_system(spec, store)
        except BaseException:
            self._open.close()
            raise
        self._open.callback(self.system.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    def examine(self, question: Question) -> Row:
        """Return what comes of a question."""
        start = time.perf_counter()
        prediction = self.system.answer(question)
        if prediction.outcome == QUERY:
            prediction = run_query(question, prediction, self.view, self.spec.timeout)
        middle = time.perf_counter()
        row = self._row(question, prediction)
        self._judge(question, prediction, row)
        row.memory_mb = peak_megabytes()
        row.ms = round((middle - start) * 1000, 1)
        gold = row.timings.get("gold_query", 0.0)
        row.overhead_ms = round((time.perf_counter() - middle) * 1000 - gold, 1)
        return row

    def _row(self, question: Question, prediction: Prediction) -> Row:
        answers = prediction.answers[:MOST]
        return Row(
            id=question.id,
            question=question.text,
            kind=question.kind,
            category=question.category,
            answer_type=question.answer_type,
            language=question.language,
            gold=list(question.first_spellings),
            gold_text=question.gold_text or "",
            found=[answer.text for answer in answers],
            labels=[answer.label for answer in answers],
            kinds=[answer.kind for answer in answers],
            pairs=[(pair.question, pair.answers[0]) for pair in prediction.pairs[:MOST]],
            outcome=prediction.outcome,
            reason=prediction.reason,
            operator=prediction.operator,
            reading=prediction.reading,
            english=prediction.english,
            sparql=prediction.sparql,
            proofs=list(prediction.proofs),
            links=list(prediction.links),
            confidence=prediction.confidence,
            timings=dict(prediction.timings),
        )

    def _judge(self, question: Question, prediction: Prediction, row: Row) -> None:
        row.marks = self.benchmark.judge(question, prediction)
        if self.view is not None:
            self.benchmark.cover(question, row, self.view)
        if self.benchmark.judge is judge_values and row.gold:  # as the store completes it
            question = replace(question, gold=tuple((one,) for one in row.gold))
        row.marks["headline"] = row.marks.get(self.benchmark.headline, 0.0)
        if prediction.passages and self.benchmark.name in NAMED:
            row.oracles["retrieval"] = float(answer_recall(question, prediction.passages, 200) > 0)
        if prediction.parsed is not None and self.view is not None:
            diagnose(question, row, prediction.parsed, self.view, lambda p: self._main(question, p))
            if self.spec.oracles:
                self._ask_with_gold_links(question, row)
        else:
            row.stage = _plain_stage(row)
        del row.marks["headline"]
        row.hit, row.exact = row.marks.get("hits@1", 0.0), row.marks.get("exact", 0.0)
        row.f1, row.recall = row.marks.get("f1", 0.0), row.marks.get("recall", 0.0)

    def _main(self, question: Question, prediction: Prediction) -> float:
        if self.benchmark.glance is not None:
            return self.benchmark.glance(question, prediction)
        return self.benchmark.judge(question, prediction).get(self.benchmark.headline, 0.0)

    def _ask_with_gold_links(self, question: Question, row: Row) -> None:
        """Note whether the question is right with one of its entities told."""
        from kgqa.bench.systems.ours import Ours

        best = row.marks["headline"]
        if isinstance(self.system, Ours) and best < RIGHT and row.links_first < row.links_known:
            for link in question.links:
                told = self.system.asked(question, pick=link.id)
                best = max(best, self._main(question, told))
        row.oracles["links"] = float(best >= RIGHT)


def _plain_stage(row: Row) -> str:
    """Return what is known of a system that does not say how it read the question."""
    if row.marks["headline"] >= RIGHT:
        return "ok"
    if row.outcome == "failed":
        return "failed"
    return "wrong" if row.found else "no answer"

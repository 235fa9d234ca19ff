"""The benchmarks: how each is read, judged and scored, and what its store must hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kgqa.bench.datasets import (
    ambigqa,
    lcquad,
    mintaka,
    nq,
    popqa,
    qald,
    qampari,
    quasar,
    rubq,
    simplequestions,
    spinach,
    wikiwebquestions,
)
from kgqa.bench.held import (
    cover_by_gold,
    cover_by_names,
    cover_by_sparql,
    cover_mintaka,
    cover_simplequestions,
)
from kgqa.bench.judges import (
    glance_ambigqa,
    glance_mintaka,
    glance_qampari,
    judge_ambigqa,
    judge_mintaka,
    judge_open,
    judge_qampari,
    judge_quasar,
    judge_rubq,
    judge_values,
)
from kgqa.bench.metrics.qampari import DEPTHS
from kgqa.bench.question import Prediction, Question
from kgqa.bench.row import Row
from kgqa.bench.store_view import StoreView


@dataclass(frozen=True, slots=True)
class Metric:
    """A number between 0 and 1 for each question, and the kind of question it is for."""

    name: str
    title: str
    kind: str = ""

    def applies(self, row: Row) -> bool:
        """Whether the metric is for this question."""
        return not self.kind or row.kind == self.kind


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark: its files, its metrics, and what a store must hold for it."""

    name: str
    title: str
    read: Callable[..., list[Question]]
    judge: Callable[[Question, Prediction], dict[str, float]]
    cover: Callable[[Question, Row, StoreView], None]
    covered: str
    """What is true of a question that the store covers."""
    headline: str
    metrics: tuple[Metric, ...]
    languages: tuple[str, ...] = ("en",)
    glance: Callable[[Question, Prediction], float] | None = None
    """The headline alone, where the whole judgement takes much longer."""
    asked_on: str = ""
    """When its questions were answered, so that ages and who is in office now can be right."""


SETS = (
    Metric("hits@1", "hits@1"),
    Metric("exact", "exact"),
    Metric("precision", "precision"),
    Metric("recall", "recall"),
    Metric("f1", "F1"),
)
GOLD = (
    Metric("rerun_exact", "exact, gold query run here"),
    Metric("rerun_f1", "F1, gold query run here"),
)

OPEN = (
    Metric("em_first", "exact match of the first answer"),
    Metric("em_any", "exact match of any answer"),
    Metric("hits@1", "hits@1 by any name"),
)

BENCHMARKS = {
    one.name: one
    for one in (
        Benchmark(
            "mintaka",
            "Mintaka",
            mintaka.read_mintaka,
            judge_mintaka,
            cover_mintaka,
            "a gold answer is an entity within two hops of an entity of the question",
            "hits@1",
            (
                Metric("hits@1", "hits@1 of the first answer"),
                *SETS[1:],
                Metric("kg_hits@1", "official hits@1, kg"),
                Metric("kg_exact", "official exact match, kg"),
                Metric("kg_f1", "official F1, kg"),
                Metric("text_exact", "official exact match and hits@1, text"),
                Metric("text_f1", "official F1, text"),
            ),
            mintaka.LANGUAGES,
            glance_mintaka,
            mintaka.ASKED_ON,
        ),
        Benchmark(
            "qampari",
            "QAMPARI",
            qampari.read_qampari,
            judge_qampari,
            cover_by_names,
            "the store has names of at least three gold answers",
            "f1",
            (
                *SETS,
                Metric("f1_at_least_half", "F1 ≥ 0.5"),
                Metric("recall_at_least_0.8", "recall ≥ 0.8"),
                Metric("f1_any_name", "F1 by any name"),
                *(
                    Metric(f"{name}_{which}", f"{title}, {which} the ExtendedSet")
                    for name, title in (
                        ("precision", "precision"),
                        ("recall", "recall"),
                        ("f1", "F1"),
                    )
                    for which in ("without", "with")
                ),
                *(Metric(f"arecall@{depth}", f"ARecall@{depth}") for depth in DEPTHS),
                *(Metric(f"erecall@{depth}", f"ERecall@{depth}") for depth in DEPTHS),
            ),
            glance=glance_qampari,
        ),
        Benchmark(
            "ambigqa",
            "AmbigQA",
            ambigqa.read_ambigqa,
            judge_ambigqa,
            cover_by_gold,
            "the store has the name of a gold answer",
            "f1_answer",
            (
                Metric("f1_answer", "F1 answer (all)"),
                Metric("f1_answer_multi", "F1 answer (multi)", "multi"),
                Metric("f1_any_name", "F1 answer by any name"),
                Metric("f1_bleu4", "F1 BLEU", "multi"),
                Metric("f1_edit", "F1 EDIT-F1", "multi"),
                *(Metric(f"f1_bleu{size}", f"F1 BLEU-{size}", "multi") for size in (1, 2, 3)),
                Metric("hits@1", "hits@1"),
            ),
            glance=glance_ambigqa,
        ),
        Benchmark(
            "quasar",
            "QUASAR",
            quasar.read_quasar,
            judge_quasar,
            cover_by_gold,
            "the store has the name of the answer",
            "exact",
            (
                Metric("exact", "exact match"),
                Metric("f1", "token F1"),
                Metric("search", "search accuracy"),
                Metric("reading", "reading accuracy"),
                Metric("overall", "overall accuracy"),
                Metric("hits@1", "hits@1"),
            ),
        ),
        Benchmark(
            "simplequestions",
            "SimpleQuestions (Wikidata)",
            simplequestions.read_simplequestions,
            judge_values,
            cover_simplequestions,
            "the store states the fact, and has a name for its subject",
            "hits@1",
            SETS,
        ),
        Benchmark(
            "qald",
            "QALD (Wikidata)",
            qald.read_qald,
            judge_values,
            cover_by_sparql,
            "the gold query finds something in the store",
            "f1",
            (*SETS, *GOLD),
            ("en", "de", "fr", "ru", "uk", "lt", "be", "ba", "hy", "zh", "ja", "es", "it", "pt"),
        ),
        Benchmark(
            "lcquad",
            "LC-QuAD 2.0",
            lcquad.read_lcquad,
            judge_values,
            cover_by_sparql,
            "the gold query finds something in the store",
            "f1",
            (*SETS, *GOLD),
        ),
        Benchmark(
            "wikiwebquestions",
            "WikiWebQuestions",
            wikiwebquestions.read_wikiwebquestions,
            judge_values,
            cover_by_sparql,
            "the gold query finds something in the store",
            "f1",
            (*SETS, *GOLD),
        ),
        Benchmark(
            "rubq",
            "RuBQ 2.0",
            rubq.read_rubq,
            judge_rubq,
            cover_by_sparql,
            "the gold query finds something in the store",
            "f1",
            (*SETS, *GOLD),
            ("en", "ru"),
        ),
        Benchmark(
            "spinach",
            "SPINACH",
            spinach.read_spinach,
            judge_values,
            cover_by_sparql,
            "the gold query finds something in the store",
            "f1",
            (*SETS, *GOLD),
        ),
        Benchmark(
            "nq",
            "NQ-open",
            nq.read_nq,
            judge_open,
            cover_by_gold,
            "the store has the name of an accepted answer",
            "em_first",
            OPEN,
        ),
        Benchmark(
            "popqa",
            "PopQA",
            popqa.read_popqa,
            judge_open,
            cover_by_sparql,
            "the store states the relation of the subject",
            "contains",
            (Metric("contains", "accuracy (contains an answer)"), *OPEN, *GOLD),
        ),
    )
}

"""Every metric of every benchmark is that of a second implementation, on random inputs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from bench.recomputed_benchmarks import DEPTHS, RECOMPUTED
from hypothesis import given
from hypothesis import strategies as st

from kgqa.bench.benchmarks import BENCHMARKS
from kgqa.bench.held import cover_by_sparql
from kgqa.bench.metrics.words import normal
from kgqa.bench.question import Given, Pair, Passage, Prediction, Question
from kgqa.bench.row import Row
from kgqa.bench.scores import scores_of
from kgqa.bench.store_view import StoreView

CLOSE = 1e-9
BY_QUERY = {"qald", "lcquad", "wikiwebquestions", "rubq", "spinach"}
NAMED = ["the Red Dog", "red-dog", "dog", "C#", "C", "A War", "war", "an Apple", "apple",
         "who didn't write it", "Née Dog"]  # fmt: skip
VALUED = ["Q1", "Q2", "Q3", "1996", "1996-10", "1996-10-05", "-0044-03-15", "-44", "19", "1",
          "7.0", "7", "True", "False", "red dog", "the Red Dog"]  # fmt: skip
LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
"""A proof of twelve triples; the next has six of them, which is half, and other six."""
HALF = "one two three four five six seven eight or seven other words stand here"
TEXTS = ["nothing", "It is the red dog .", "Kwik E Mart and C#", LONG, "1999 was A War", LONG[8:],
         HALF, LONG[:23], "the dog the dog red", "dogmas , warlike C++s of an apple"]  # fmt: skip

names = st.lists(st.sampled_from(NAMED), min_size=1, max_size=3, unique=True).map(tuple)
passages = st.lists(
    st.builds(Passage, st.sampled_from(TEXTS), st.sampled_from(["", "Dog", "A War"])), max_size=30
).map(tuple)
deep = passages.map(lambda some: tuple([Passage("nothing")] * 9) + some)
pairs = st.lists(
    st.builds(Pair, st.sampled_from([*NAMED, f"{NAMED[9]}|{NAMED[0]}", ""]), names), max_size=4
).map(tuple)
annotated = st.lists(pairs.filter(bool), min_size=1, max_size=2).map(tuple)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Question, Prediction]:
    """Draw a question and what is said to it: names, or ids and values."""
    is_named = draw(st.booleans())
    vocabulary = NAMED if is_named else VALUED
    text = st.sampled_from(vocabulary)
    gold = st.lists(names if is_named else text.map(lambda one: (one,)), min_size=1, max_size=5)
    own = st.lists(text, max_size=2, unique=True).map(tuple)
    kinds = st.sampled_from(["", "entity", "date", "number"])
    answers = draw(st.lists(st.builds(Given, text, own, kinds), max_size=6, unique_by=_text))
    right = tuple(draw(gold))
    more = draw(st.lists(names, max_size=2)) if draw(st.booleans()) else []
    question = Question(
        "1", "who wrote the red dog", gold=right, extended=(*right, *more) if more else (),
        gold_text=draw(text), number=draw(st.none() | st.sampled_from(["7", "19"])),
        answer_type=draw(st.sampled_from(["entity", "numerical"])), annotations=draw(annotated),
        evidence=tuple(draw(st.lists(passages.filter(bool), max_size=3))), sparql="SELECT ?x {}",
    )  # fmt: skip
    retrieved = draw(st.none() | passages | deep)
    read = draw(st.none() | st.integers(1, 30))
    return question, Prediction(tuple(answers), pairs=draw(pairs), passages=retrieved, read=read)


def _text(one: Given) -> str:
    return one.text


def judged(name: str, question: Question, prediction: Prediction) -> dict[str, float]:
    """Return the marks of a benchmark, those against the gold query rerun as well."""
    benchmark = BENCHMARKS[name]
    marks = benchmark.judge(question, prediction)
    if name in BY_QUERY and not any(one.names for one in prediction.answers):
        found = [one.text for one in prediction.answers]
        row = Row("1", "?", "", found=found, labels=found, marks=marks)
        here = SimpleNamespace(
            run_gold=lambda _query: (question.first_spellings, ""), redirect=str,
            has=lambda _id: True, hops=lambda _starts, _ends: None, reach=None,
        )  # fmt: skip
        cover_by_sparql(question, row, cast("StoreView", here))
    return marks


@pytest.mark.parametrize("name", BENCHMARKS)
@given(case=cases())
def test_metrics_are_those_of_another_implementation(
    name: str, case: tuple[Question, Prediction]
) -> None:
    question, prediction = case
    marks, expected = judged(name, question, prediction), RECOMPUTED[name](question, prediction)
    compared = {key: value for key, value in marks.items() if key in expected}

    assert compared == pytest.approx({key: expected[key] for key in compared}, abs=CLOSE)
    assert expected.keys() - {"rerun_f1", "rerun_exact"} <= marks.keys()
    assert marks.keys() <= expected.keys()


def test_no_metric_is_left_out() -> None:
    """A question that has all there is to have is judged by every metric, here and there."""
    question = Question(
        "1", "who", gold=(("1996",),), extended=(("1996",), ("Alf",)), gold_text="1996",
        annotations=((Pair("who", ("1996",)),),), evidence=((Passage(LONG),),), sparql="x",
    )  # fmt: skip
    prediction = Prediction((Given("1996"),), passages=(Passage("1996"),))
    for name, benchmark in BENCHMARKS.items():
        metrics = {metric.name for metric in benchmark.metrics}
        if name not in BY_QUERY:
            metrics -= {"rerun_f1", "rerun_exact"}

        assert metrics <= RECOMPUTED[name](question, prediction).keys()
        assert metrics <= judged(name, question, prediction).keys()
    assert BENCHMARKS.keys() == RECOMPUTED.keys()
    assert {f"arecall@{depth}" for depth in DEPTHS} <= RECOMPUTED["qampari"](
        question, prediction
    ).keys()


@given(st.lists(st.tuples(st.sampled_from("ab"), st.booleans(), st.floats(0, 1)), min_size=1))
def test_scores_are_means_over_the_questions_of_each_kind(
    drawn: list[tuple[str, bool, float]],
) -> None:
    rows = [
        Row(str(i), "?", kind, found=["Q1"] * (i % 3), is_covered=covered, marks={"hits@1": hit})
        for i, (kind, covered, hit) in enumerate(drawn)
    ]
    scores = scores_of(BENCHMARKS["mintaka"], rows)
    half = 0.5e-4 + CLOSE  # they are written with four digits

    assert scores["all"]["hits@1"] == pytest.approx(_mean([hit for _, _, hit in drawn]), abs=half)
    said = [len(row.found) for row in rows if row.found]
    assert scores["all"]["answers_said"] == pytest.approx(_mean(said), abs=half)
    for kind, group in scores["by_kind"].items():
        own = [(covered, hit) for name, covered, hit in drawn if name == kind]
        inside = [hit for covered, hit in own if covered]
        assert group["hits@1"] == pytest.approx(_mean([hit for _, hit in own]), abs=half)
        assert group["subset"] == pytest.approx(_mean(inside), abs=half)
        assert group["adjusted"] == pytest.approx(sum(inside) / len(own), abs=half)


def _mean(values: list[float] | list[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def test_the_names_that_are_drawn_differ_by_what_metrics_look_at() -> None:
    forms = [normal(name) for name in NAMED]

    assert len(set(forms)) < len(NAMED)  # or no two would ever meet by their normal form

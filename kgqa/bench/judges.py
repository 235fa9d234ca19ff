"""What predictions are worth in each benchmark, as named marks."""

from __future__ import annotations

from dataclasses import replace

from kgqa.bench.metrics import ambigqa, mintaka, open_domain, qampari, quasar
from kgqa.bench.metrics.sets import Marks, marks, same_value
from kgqa.bench.metrics.words import exact_match
from kgqa.bench.question import Pair, Prediction, Question


def of_sets(found: Marks) -> dict[str, float]:
    """Return the marks of a list of answers by their names."""
    return {
        "hits@1": found.hit,
        "exact": found.exact,
        "precision": found.precision,
        "recall": found.recall,
        "f1": found.f1,
    }


def judge_mintaka(question: Question, prediction: Prediction) -> dict[str, float]:
    """Return our marks, and the official ones in both modes."""
    ours = of_sets(mintaka.judge(question, prediction.texts))
    return ours | mintaka.official(question, prediction)


def judge_qampari(question: Question, prediction: Prediction) -> dict[str, float]:
    """Return precision, recall and F1 by labels, by all names, and recall of retrieval."""
    counts = qampari.count(question, prediction.answers)
    passages = prediction.passages
    return {
        **of_sets(counts.marks),
        "f1_at_least_half": float(counts.is_half),
        "recall_at_least_0.8": float(counts.is_most),
        "f1_any_name": qampari.judge(question, prediction.answers, every_name=True).f1,
        **(with_and_without(question, counts.marks, prediction) if question.extended else {}),
        **(qampari.retrieval(question, passages) if passages is not None else {}),
    }


def with_and_without(
    question: Question, without: Marks, prediction: Prediction
) -> dict[str, float]:
    """Return the marks of a question of the ExtendedSet, with its further answers and without."""
    extended = replace(question, gold=question.extended)
    with_ = qampari.judge(extended, prediction.answers)
    return {
        f"{name}_{which}": of_sets(found)[name]
        for which, found in (("with", with_), ("without", without))
        for name in ("precision", "recall", "f1")
    }


def judge_ambigqa(question: Question, prediction: Prediction) -> dict[str, float]:
    """Return F1 over answers and over pairs of question and answer."""
    first = prediction.answers[:1]
    right = any(ambigqa.is_right_answer(question, text) for a in first for text in a.spellings)
    found = ambigqa.judge(question, prediction)
    return {
        **found,
        "f1_answer_multi": found["f1_answer"],
        "f1_any_name": glance_ambigqa(question, prediction),
        "hits@1": float(right),
    }


def judge_quasar(question: Question, prediction: Prediction) -> dict[str, float]:
    """Return exact match, token F1, and the accuracies of search and reading."""
    passages = prediction.passages
    read = None if passages is None else passages[: prediction.read]
    found = quasar.judge(question, prediction.answers, read)
    reading = {"reading": found["exact"]} if found.get("search") else {}
    return {**found, **reading, "hits@1": found["exact"]}


def judge_open(question: Question, prediction: Prediction) -> dict[str, float]:
    """Return exact matches by accepted texts, of the first answer and of any."""
    return open_domain.judge(question, prediction.answers)


def judge_rubq(question: Question, prediction: Prediction) -> dict[str, float]:
    """Return the marks of ids and values; of a question without an answer, silence is right."""
    return of_sets(marks_of_values(question.first_spellings, prediction))


def judge_values(question: Question, prediction: Prediction) -> dict[str, float]:
    """Return the marks of ids and values; names are accepted where the gold answer is a text.

    A question whose file lists no answers has no marks until its gold query is run.
    """
    if not question.gold:
        return {}
    return of_sets(marks_of_values(question.first_spellings, prediction))


def marks_of_values(gold: tuple[str, ...], prediction: Prediction) -> Marks:
    """Return what a prediction is worth where `gold` is right: nothing and nothing is right.

    Who failed, by a query that cannot be run for example, did not say that there is nothing.
    """
    if not gold and not prediction.answers and prediction.outcome != "failed":
        return Marks(hit=1.0, exact=1.0, precision=1.0, recall=1.0)
    names = {answer.text: answer.spellings for answer in prediction.answers}

    def same(found: str, right: str) -> bool:
        if same_value(found, right):
            return True
        return any(exact_match(name, right) for name in names.get(found, ()))

    return marks(prediction.texts, gold, same)


# --- The headline alone, for the many readings that are looked at but not given -----------------


def glance_mintaka(question: Question, prediction: Prediction) -> float:
    """Return whether the first answer is right."""
    return mintaka.judge(question, prediction.texts).hit


def glance_qampari(question: Question, prediction: Prediction) -> float:
    """Return F1 by labels."""
    return qampari.judge(question, prediction.answers).f1


def glance_ambigqa(question: Question, prediction: Prediction) -> float:
    """Return F1 over answers by any of their names, of the annotation that fits best."""
    pairs = prediction.pairs or tuple(Pair("", answer.spellings) for answer in prediction.answers)
    return max(ambigqa.answer_f1(gold, pairs) for gold in question.annotations)

"""Metrics against examples that are worked out by hand from the papers' definitions."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from kgqa.bench.judges import judge_ambigqa, judge_qampari, judge_values, marks_of_values
from kgqa.bench.metrics import ambigqa, mintaka, qampari, quasar
from kgqa.bench.metrics.resampling import bootstrap, compare
from kgqa.bench.metrics.sets import Marks, marks, same_value
from kgqa.bench.metrics.words import normal, signs_and_words, token_f1, tokenised
from kgqa.bench.question import Given, Pair, Passage, Prediction, Question


def said(*texts: str) -> Prediction:
    return Prediction(tuple(Given(text) for text in texts))


def question(*gold: str, **more: object) -> Question:
    return Question("1", "?", gold=tuple((one,) for one in gold), **more)  # type: ignore[arg-type]


# --- Sets and texts ------------------------------------------------------------------------------


def test_marks_are_those_of_sets_and_of_the_first() -> None:
    found = marks(["a", "b"], ["a", "c", "d"])

    assert found == Marks(hit=1.0, exact=0.0, precision=0.5, recall=1 / 3)
    assert found.f1 == pytest.approx(0.4)
    assert marks([], ["a"]) == Marks()


@pytest.mark.parametrize(
    ("found", "gold", "is_same"),
    [
        ("2007-11-13", "2007", True),
        ("2007", "2007-11-13", True),
        ("2008", "2007-11-13", False),
        ("3", "3.0", True),
        ("Q3", "Q33", False),
        ("True", "True", True),
    ],
)
def test_dates_are_the_same_at_the_coarser_precision(found: str, gold: str, is_same: bool) -> None:
    assert same_value(found, gold) is is_same


def test_a_normal_form_has_no_case_no_signs_and_no_articles() -> None:
    assert normal("The  Lord of the Rings: Part 1!") == "lord of rings part 1"
    assert tokenised("Who didn't see the film's end?") == "who did nt see film s end"
    assert signs_and_words("Dr. No, 2nd") == ["dr", ".", "no", ",", "2nd"]


def test_token_f1_is_that_of_bags_of_words() -> None:
    # 2 of 3 and 2 of 4 words are common: 2 · 2 / (3 + 4).
    assert token_f1("the big red dog", "red dog of war") == pytest.approx(4 / 7)
    assert token_f1("", "") == 1.0
    assert token_f1("x", "") == 0.0


# --- Mintaka ------------------------------------------------------------------------------------


def test_a_count_is_right_by_its_number_or_by_what_is_counted() -> None:
    asked = question("Q2", "Q3", number="2", answer_type="entity")

    assert mintaka.judge(asked, ["2"]).exact == 1.0
    assert mintaka.judge(asked, ["Q2", "Q3"]).exact == 1.0
    assert mintaka.judge(asked, ["3"]).hit == 0.0


def test_the_official_kg_mode_looks_at_lists() -> None:
    asked = question("Q1", "Q2", gold_text="a b")

    assert mintaka.official(asked, said("Q3", "Q1")) == {
        "kg_exact": 0.0,
        "kg_f1": 0.5,
        "kg_hits@1": 1.0,
        "text_exact": 0.0,
        "text_f1": 0.0,
    }
    assert mintaka.kg_exact(["Q1", "Q2"], ["Q1", "Q2"]) == 1.0
    assert mintaka.kg_exact(["Q2", "Q1"], ["Q1", "Q2"]) == 0.0
    assert mintaka.kg_hit(None, None) == mintaka.kg_f1(None, None) == 1.0
    assert mintaka.kg_hit(None, ["Q1"]) == mintaka.kg_f1(None, ["Q1"]) == 0.0


def test_the_official_text_mode_looks_for_the_answer_in_what_is_said() -> None:
    assert mintaka.text_exact("It was James Cameron.", "james cameron") == 1.0
    assert mintaka.text_exact("James", "James Cameron") == 0.0
    assert mintaka.text_exact(None, "James Cameron") == 0.0
    # F1 is over words as they are written: Cameron. is not Cameron.
    assert mintaka.text_f1("It was James Cameron.", "James Cameron") == pytest.approx(2 / 6)


# --- QAMPARI ------------------------------------------------------------------------------------


def test_an_answer_of_qampari_is_right_where_its_label_is_a_gold_name() -> None:
    asked = Question("1", "?", gold=(("A", "B"), ("C",), ("D",)))
    answers = (Given("Q1", ("x", "b")), Given("Q2", ("y",)), Given("Q3", ("The C",)))

    found = judge_qampari(asked, Prediction(answers))

    # Only C is found, as the first answer is called x before it is called b.
    assert (found["precision"], found["recall"]) == (1 / 3, 1 / 3)
    assert (found["hits@1"], found["f1_at_least_half"], found["recall_at_least_0.8"]) == (0, 0, 0)
    assert found["f1_any_name"] == pytest.approx(2 / 3)


def test_a_right_answer_under_two_names_is_found_once() -> None:
    asked = Question("1", "?", gold=(("A", "B"), ("C",)))

    found = qampari.judge(asked, (Given("A"), Given("B"), Given("A")))

    assert (found.precision, found.recall) == (0.5, 0.5)


def test_recall_of_retrieval_is_that_of_answers_and_of_proofs() -> None:
    proofs = (Passage("Alpha was made by Nobody in 1999.", "Alpha"), Passage("Beta came later."))
    gold, evidence = (("Alpha",), ("Beta", "B"), ("Gamma",)), tuple((one,) for one in proofs)
    asked = Question("1", "?", gold=gold, evidence=evidence)
    retrieved = (
        Passage("nothing at all"),
        Passage("Indeed: alpha was made by nobody in 1999. And so on.", "alpha"),
        Passage("The plan B works."),
    )

    assert qampari.answer_recall(asked, retrieved, 1) == 0.0
    assert qampari.answer_recall(asked, retrieved, 2) == pytest.approx(1 / 3)
    assert qampari.answer_recall(asked, retrieved, 3) == pytest.approx(2 / 3)
    assert qampari.evidence_recall(asked, retrieved, 3) == 0.5


# --- AmbigQA ------------------------------------------------------------------------------------

FILM = "When did the film Dune come out?"
NOVEL = "When did the novel Dune come out?"
DUNE = Question(
    "1",
    "When did Dune come out?",
    kind="multi",
    annotations=((Pair(FILM, ("2021",)), Pair(NOVEL, ("1965", "August 1965"))),),
)


def test_f1_over_answers_matches_each_once() -> None:
    # One of two is found by three answers: 2 · 1 / (2 + 3).
    assert judge_ambigqa(DUNE, said("2021", "2021", "1984"))["f1_answer"] == pytest.approx(0.4)
    assert judge_ambigqa(DUNE, said("august 1965", "2021"))["f1_answer"] == 1.0


def test_the_annotation_that_fits_best_counts() -> None:
    both = replace(DUNE, annotations=(*DUNE.annotations, (Pair("", ("1965",)),)))

    assert judge_ambigqa(both, said("1965"))["f1_answer"] == 1.0


def test_bleu_is_the_geometric_mean_of_shared_grams() -> None:
    # when did film dune come out / when did dune come out: words 5 of 6, pairs 3 of 5.
    found, gold = FILM, DUNE.text
    assert ambigqa.bleu(found, gold, size=1) == pytest.approx(5 / 6)
    assert ambigqa.bleu(found, gold, size=2) == pytest.approx(math.sqrt(5 / 6 * 3 / 5))
    # The shorter one is punished: exp(1 - 6/5), with 5 of 5 words and 3 of 4 pairs.
    short = ambigqa.bleu(gold, found, size=2)
    assert short == pytest.approx(math.sqrt(1 * 3 / 4) * math.exp(1 - 6 / 5))


def test_edit_f1_compares_what_was_added_and_taken() -> None:
    assert ambigqa.edit_f1(DUNE.text, FILM, FILM) == 1.0
    assert ambigqa.edit_f1(DUNE.text, NOVEL, FILM) == 0.0
    # Added: new film / film. One of two and one of one: 2 · 1 / 3.
    assert ambigqa.edit_f1(
        DUNE.text, "When did the new film Dune come out?", FILM
    ) == pytest.approx(2 / 3)
    assert ambigqa.edit_f1(DUNE.text, DUNE.text, FILM) == 0.0


def test_pairs_are_worth_as_much_as_their_questions() -> None:
    pairs = (Pair(FILM, ("2021",)), Pair(DUNE.text, ("1965",)))
    found = judge_ambigqa(DUNE, Prediction(tuple(Given(p.answers[0]) for p in pairs), pairs=pairs))

    # The first question is right, the second changes nothing: 2 · (1 + 0) / 4.
    assert found["f1_edit"] == pytest.approx(0.5)
    assert found["f1_answer"] == 1.0


# --- QUASAR -------------------------------------------------------------------------------------


def test_search_reading_and_overall_accuracy() -> None:
    asked = question("Tetanus")
    seen, unseen = [Passage("It is tetanus , or so .")], [Passage("It is not said .")]

    assert quasar.judge(asked, [Given("tetanus")], seen) == {
        "exact": 1.0, "f1": 1.0, "search": 1.0, "overall": 1.0,
    }  # fmt: skip
    assert quasar.judge(asked, [Given("the tetanus")], unseen)["overall"] == 0.0
    assert quasar.judge(asked, [Given("acute tetanus")], seen)["f1"] == pytest.approx(2 / 3)
    assert quasar.judge(asked, [], seen) == {"exact": 0.0, "f1": 0.0, "search": 1.0, "overall": 0.0}


# --- Gold queries -------------------------------------------------------------------------------


def test_qald_takes_nothing_for_nothing_as_right() -> None:
    assert marks_of_values((), Prediction()).exact == 1.0
    assert marks_of_values((), said("Q1")).f1 == 0.0
    assert marks_of_values(("Q1",), Prediction()).f1 == 0.0


def test_names_stand_for_texts_but_not_for_other_entities() -> None:
    answer = Prediction((Given("Q1", ("Bern",)),))

    assert judge_values(question("Bern"), answer)["hits@1"] == 1.0
    assert judge_values(question("Q2"), answer)["hits@1"] == 0.0
    assert judge_values(question(), answer) == {}


# --- How sure ------------------------------------------------------------------------------------


def test_an_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [1.0] * 30 + [0.0] * 70
    found = bootstrap(values)

    assert 0.2 < found.low < 0.3 < found.high < 0.41
    assert found == bootstrap(values)
    assert bootstrap([]) == bootstrap([0.0])
    assert bootstrap([1.0] * 5).low == 1.0


def test_runs_that_differ_by_chance_are_not_told_apart() -> None:
    one = [float(i % 2) for i in range(40)]
    same = compare(one, one)
    better = compare([1.0] * 40, one)

    assert (same.mean, same.p_value, same.is_significant) == (0.0, 1.0, False)
    assert better.mean == 0.5 and better.is_significant
    # Three questions in one run's favour: 2 / 2³ = 0.25 of the sign patterns are as far.
    few = compare([1.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0])
    assert few.p_value == pytest.approx(0.25, abs=0.02) and not few.is_significant
    with pytest.raises(ValueError, match="cannot be paired"):
        compare([1.0], [])

"""What the papers define, by the examples that told our definitions from theirs."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from kgqa_store.vocabulary import WD, WDT

from kgqa.answers import Time
from kgqa.bench.benchmarks import BENCHMARKS
from kgqa.bench.coverage import summarised
from kgqa.bench.errors import DataError
from kgqa.bench.judges import judge_qampari, judge_quasar
from kgqa.bench.metrics import ambigqa, qampari, quasar
from kgqa.bench.metrics.sets import same_value
from kgqa.bench.question import Given, Passage, Prediction, Question
from kgqa.bench.reach import HUB, Reach
from kgqa.bench.row import Row
from kgqa.bench.scores import scores_of
from kgqa.bench.systems.ours import american
from kgqa.bench.systems.system import Spec, open_system
from kgqa.text.passages import Passage as TextPassage
from kgqa.text.question_files import read_questions
from kgqa.text.readers.generating import NEW_PIECES, Generator, NoPassage
from kgqa.text.readers.generator_training import Taught, lessons
from kgqa.text.retrieval_measure import measure

PROOF = "Alpha was made by nobody in the year 1999 after all"
TWO = (
    "Beta came into the world long before anybody knew",
    "Everybody says that Beta was made late",
)


def asked(*gold: tuple[str, ...], **more: Any) -> Question:  # noqa: ANN401
    return Question("1", "?", gold=gold, **more)


def names(*texts: str) -> tuple[Given, ...]:
    return tuple(map(Given, texts))


# --- QAMPARI -------------------------------------------------------------------------------------


def test_recall_of_retrieval_is_over_all_that_was_retrieved_for_every_question() -> None:
    question = asked(("Alpha",))
    deep = tuple([Passage("nothing")] * 30 + [Passage("It is Alpha.")])
    found = judge_qampari(question, Prediction(passages=deep, read=20))
    nothing = judge_qampari(question, Prediction(passages=()))

    assert (found["arecall@25"], found["arecall@50"]) == (0.0, 1.0)
    assert nothing["arecall@200"] == 0.0
    assert "arecall@200" not in judge_qampari(question, Prediction())
    assert qampari.DEPTHS == (10, 25, 50, 100, 200)


def test_recall_of_evidence_is_averaged_over_answers() -> None:
    evidence = ((Passage(PROOF),), tuple(map(Passage, TWO)))
    question = asked(("Alpha",), ("Beta",), evidence=evidence)

    assert qampari.evidence_recall(question, [Passage(PROOF)], 10) == 0.5


def test_bench_and_text_measure_match_evidence_by_one_rule(tmp_path: Path) -> None:
    record = {
        "qid": "1__wikidata_simple__dev",
        "question_text": "What?",
        "answer_list": [
            {"answer_text": "Alpha", "aliases": ["A."], "proof": [{"proof_text": PROOF}]},
            {"answer_text": "Beta", "aliases": [], "proof": [{"proof_text": one} for one in TWO]},
        ],
    }
    path = tmp_path / "dev.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    (question,) = read_questions(path)
    retrieved = [TextPassage(id="1", title="Alpha", text=f"So it is: {PROOF}. And so on.")]
    (row,) = measure([question], lambda _question, _k: retrieved, at=(10,))
    (same,) = BENCHMARKS["qampari"].read(path)

    assert question.answers == (("Alpha", "A."), ("Beta",))
    assert row.as_fields()["evidence_recall"] == 0.5
    assert qampari.evidence_recall(same, [Passage(retrieved[0].text, "Alpha")], 10) == 0.5


def test_an_f1_of_one_half_is_met_exactly() -> None:
    gold = [(f"right {i}",) for i in range(13)]
    said = [f"right {i}" for i in range(6)] + [f"wrong {i}" for i in range(5)]

    assert judge_qampari(asked(*gold), Prediction(names(*said)))["f1_at_least_half"] == 1.0


def test_gold_answers_that_share_a_name_are_both_covered() -> None:
    question = asked(("Georgia", "Sakartvelo"), ("Georgia", "Peach State"), ("Ohio",))
    found = qampari.count(question, names("Georgia", "Ohio")).marks

    assert (found.precision, found.recall, found.exact) == (1.0, 1.0, 1.0)


def test_the_headline_accepts_gold_aliases_and_no_alias_of_what_was_predicted() -> None:
    question = asked(("Alpha", "Alf"))
    by_alias = judge_qampari(question, Prediction((Given("Q1", ("Alf",)),)))
    by_own_alias = judge_qampari(question, Prediction((Given("Q1", ("Omega", "Alpha")),)))

    assert (by_alias["f1"], by_alias["f1_any_name"]) == (1.0, 1.0)
    assert (by_own_alias["f1"], by_own_alias["f1_any_name"]) == (0.0, 1.0)


# --- QUASAR --------------------------------------------------------------------------------------


def test_an_answer_that_was_not_read_is_a_failure_of_search() -> None:
    contexts = tuple([Passage("nothing")] * 29 + [Passage("It is tetanus.")])
    question = asked(("Tetanus",), contexts=tuple(one.text for one in contexts))
    few = judge_quasar(question, Prediction(names("x"), passages=contexts, read=20))
    all_ = judge_quasar(question, Prediction(names("x"), passages=contexts, read=30))

    assert (few["search"], all_["search"]) == (0.0, 1.0)
    assert "search" not in judge_quasar(question, Prediction(names("x")))


def test_the_normal_form_of_quasar_keeps_what_tells_languages_apart() -> None:
    forms = [quasar.normal(name) for name in ("C", "C#", "C++", "c")]

    assert len(set(forms)) == 3
    assert quasar.normal("Kwik-E-Mart") == quasar.normal("the Kwik E Mart")
    assert quasar.is_retrieved("Kwik-E-Mart", ["He owns the Kwik E Mart ."])
    assert not quasar.is_retrieved("c", ["I like c++ and c# ."])


# --- Values --------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["1", "19", "199", "1996-0", "1996-1", "19960"])
def test_a_beginning_of_a_date_is_no_date(said: str) -> None:
    assert not same_value(said, "1996-10-05")


def test_dates_are_equal_at_the_precision_that_both_tell() -> None:
    assert same_value("1996", "1996-10-05")
    assert same_value("1996-10", "1996-10-05")
    assert same_value("1996-10-05", "1996")
    assert not same_value("1996-11", "1996-10-05")
    assert same_value("8849.0", "8849")
    assert same_value("-0044-03-15", "-44")


# --- Hops ----------------------------------------------------------------------------------------


def test_hops_are_over_questions_with_entities() -> None:
    near = Row("1", "?", "", has_ends=True, hops=1)
    far = Row("2", "?", "", has_ends=True)
    others = [Row(str(i), "?", "") for i in range(3, 9)]
    rows = [near, far, *others]

    assert summarised(rows)["within_two_hops"] == 0.5
    assert scores_of(BENCHMARKS["mintaka"], rows)["upper_bounds"]["within_2_hops"] == 0.5


def test_two_hubs_need_not_meet(tmp_path: Path) -> None:
    store = ox.Store(str(tmp_path / "graph"))
    link = ox.NamedNode(WDT + "P31")
    hubs = {hub: ox.NamedNode(WD + hub) for hub in ("Q1", "Q2", "Q3")}
    for number in range(HUB + 1):
        for place, hub in enumerate(hubs.values()):
            end = ox.NamedNode(f"{WD}Q{1000 * HUB * (place + 1) + number}")
            store.add(ox.Quad(hub, link, end))
    store.add(ox.Quad(hubs["Q3"], link, ox.NamedNode(f"{WD}Q{1000 * HUB}")))
    store.flush()
    del store
    reach = Reach(tmp_path / "graph")

    assert reach.hops(["Q1"], ["Q2"]) is None
    assert reach.hops(["Q1"], ["Q3"]) == 2


# --- AmbigQA -------------------------------------------------------------------------------------


def test_bleu_takes_the_length_of_the_closest_variant() -> None:
    found = "who wrote the red book"
    both = f"{found}|who wrote it at the very end of the last of all the long and weary days"

    assert ambigqa.bleu(found, both, size=1) == pytest.approx(1.0, abs=1e-6)
    # Of right questions with 4, 7 and 8 words, that with 7 is closest to one with 6.
    right = ("who wrote red book", "who wrote red book and when then",
             "who wrote red book and where then now")  # fmt: skip
    value = ambigqa.bleu("who wrote red book and when", "|".join(right), size=1)

    assert value == pytest.approx(math.exp(1 - 7 / 6), abs=1e-6)


def test_dates_are_written_as_ambigqa_writes_them() -> None:
    assert american(Time(1973, 3, 1)) == ("March 1, 1973",)
    assert american(Time(1973, 3, 1, precision=10)) == ("March 1973",)
    assert american(Time(1973, 1, 1, precision=9)) == ()


# --- Readers -------------------------------------------------------------------------------------


def test_a_closed_book_needs_no_text_and_cites_none(monkeypatch: pytest.MonkeyPatch) -> None:
    written = [("Paris", 0.9)]
    monkeypatch.setattr("kgqa.text.readers.generating.decode", lambda _checkpoint, _part: written)
    reader = Generator(NoPassage(), "x", loaded=object())  # type: ignore[arg-type]
    monkeypatch.setattr("kgqa.text.readers.reading.open_reader", lambda _name: reader)
    spec = Spec("reader", benchmark="nq", options={"reader": "closed:x"})
    found = open_system(spec, None).answer(asked(("Paris",), contexts=("It is Paris.",)))

    assert found.texts == ("Paris",)
    assert (found.passages, found.proofs) == (None, ())
    assert reader.read("Where?", ["It is Paris."])[0].passage == -1


def test_lists_are_long_and_bm25_gives_them(tmp_path: Path) -> None:
    passages = tmp_path / "passages.jsonl"
    made = [f"{letter * 3} {letter * 2}".title() for letter in "bcdefghjklmnpqrs"]
    text = f"Made were {', '.join(made)}."
    passages.write_text(json.dumps({"text": text}), encoding="utf-8")
    found = open_system(Spec("bm25", text=str(passages), benchmark="qampari"), None).answer(
        Question("1", "What was made?", gold=tuple((name,) for name in made))
    )

    assert set(made) <= set(found.texts)
    assert NEW_PIECES >= 500


def test_lessons_match_whole_words_and_aliases() -> None:
    taught = [
        Taught("who", ("Annabel sang.", "So did NYC.", "And Ann."), ("Ann", ("New York", "NYC")))
    ]

    assert [target for _, target in lessons("pig", taught, 9)] == ["Not Relevant", "NYC", "Ann"]


# --- The ExtendedSet, and what a store covers ----------------------------------------------------


def test_questions_of_the_extended_set_are_scored_with_it_and_without(tmp_path: Path) -> None:
    asked_ = [
        {"id": "1", "question": "What?", "answers": [["Alpha", "A."], ["Beta"]]},
        {"id": "2", "question": "Which?", "answers": [["Delta"]]},
    ]
    further = [{**asked_[0], "answers": [["alpha"], ["Gamma"]]}]
    (tmp_path / "dev.json").write_text(json.dumps(asked_), encoding="utf-8")
    (tmp_path / "extended.json").write_text(json.dumps(further), encoding="utf-8")
    first, second = BENCHMARKS["qampari"].read(
        tmp_path / "dev.json", extended=tmp_path / "extended.json"
    )
    found = judge_qampari(first, Prediction(names("Alpha", "Gamma")))

    assert first.extended == (("Alpha", "A."), ("Beta",), ("Gamma",))
    assert (found["precision_without"], found["precision_with"]) == (0.5, 1.0)
    assert (found["recall_without"], found["recall_with"]) == (0.5, pytest.approx(2 / 3))
    assert found["f1"] == found["f1_without"] < found["f1_with"]
    assert "f1_with" not in judge_qampari(second, Prediction(names("Delta")))


def test_an_extended_set_of_other_questions_is_refused(tmp_path: Path) -> None:
    asked_ = [{"id": "1", "question": "What?", "answers": [["Alpha"]]}]
    (tmp_path / "dev.json").write_text(json.dumps(asked_), encoding="utf-8")
    other = [{**asked_[0], "id": "9"}]
    (tmp_path / "extended.json").write_text(json.dumps(other), encoding="utf-8")

    with pytest.raises(DataError, match=r"extended\.json extends none of the questions"):
        BENCHMARKS["qampari"].read(tmp_path / "dev.json", extended=tmp_path / "extended.json")


def test_groups_are_scored_over_the_covered_and_with_others_wrong() -> None:
    covered = [
        Row(str(i), "?", "count", is_covered=True, marks={"hits@1": i % 2}) for i in range(4)
    ]
    lucky = Row("9", "?", "count", marks={"hits@1": 1.0})  # right by chance: the store lacks it
    group = scores_of(BENCHMARKS["mintaka"], [*covered, lucky])["by_kind"]["count"]

    assert (group["hits@1"], group["subset"], group["adjusted"]) == (0.6, 0.5, 0.4)
    assert group["covered"] == 4

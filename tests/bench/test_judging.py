from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgqa.bench import mintaka, qampari
from kgqa.bench.metrics import Marks, marks

RECORD = {
    "id": "1",
    "question": "How many games are in the Uncharted series?",
    "questionEntity": [
        {"name": "Q1", "entityType": "entity", "mention": "Uncharted", "span": [26, 35]},
        {"name": 2, "entityType": "ordinal", "mention": "second", "span": [0, 3]},
    ],
    "answer": {"answerType": "entity", "answer": [{"name": "Q2"}, {"name": "Q3"}]},
    "category": "videogames",
    "complexityType": "count",
}


def test_marks_are_those_of_sets_and_of_the_first() -> None:
    found = marks(["a", "b"], ["a", "c", "d"])

    assert found == Marks(hit=1.0, exact=0.0, precision=0.5, recall=1 / 3)
    assert found.f1 == pytest.approx(0.4)
    assert marks([], ["a"]) == Marks()


def test_a_count_is_right_by_its_number_or_by_what_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "mintaka.json"
    path.write_text(json.dumps([RECORD]), encoding="utf-8")
    (question,) = mintaka.read_mintaka(path)

    assert question.links == (mintaka.GoldLink("Q1", 26, 35),)
    assert mintaka.judge(question, ["2"]).exact == 1.0
    assert mintaka.judge(question, ["Q2", "Q3"]).exact == 1.0
    assert mintaka.judge(question, ["3"]).hit == 0.0


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
    assert mintaka.same(found, gold) is is_same


def test_an_answer_of_qampari_is_right_by_any_of_its_names(tmp_path: Path) -> None:
    record = {"id": "1__wikidata_simple__dev", "question": "?", "answers": [["A", "B"], ["C"]]}
    path = tmp_path / "qampari.json"
    path.write_text(json.dumps([record]), encoding="utf-8")
    (question,) = qampari.read_qampari(path)
    found = qampari.judge(question, [frozenset({"b", "x"}), frozenset({"y"})])

    assert question.kind == "wikidata_simple"
    assert (found.precision, found.recall, found.hit) == (0.5, 0.5, 1.0)

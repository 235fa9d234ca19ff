from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from text_documents import indexed

from kgqa.errors import TextIndexError
from kgqa.text.passages import Passage
from kgqa.text.question_files import read_questions
from kgqa.text.retrieval_measure import GoldQuestion, first_place, measure, normal

PASSAGES = [
    Passage("1", "Film", "It was made by Denis Villeneuve."),
    Passage("2", "Frank Herbert", "He wrote the novel Dune in Oregon in the year 1965."),
    Passage("3", "Sand", "There is sand."),
]


def found_at(question: GoldQuestion, at: tuple[int, ...]) -> list[dict[str, Any]]:
    rows = measure([question], lambda _, k: PASSAGES[:k], at=at)
    return [row.as_fields() for row in rows]


def test_answer_recall_is_the_share_of_answers_in_the_first_passages() -> None:
    question = GoldQuestion("?", (("D. Villeneuve", "Denis Villeneuve"), ("Herbert",), ("Lynch",)))
    first, third = found_at(question, (3, 1))

    assert (first["k"], first["answer_recall"]) == (1, pytest.approx(1 / 3, abs=1e-4))
    assert (third["k"], third["answer_recall"]) == (3, pytest.approx(2 / 3, abs=1e-4))


def test_search_accuracy_is_whether_any_answer_is_there() -> None:
    question = GoldQuestion("?", (("sand",), ("Lynch",)))

    assert [row["search_accuracy"] for row in found_at(question, (1, 2, 3))] == [0, 0, 1]


def test_evidence_recall_is_the_share_of_evidence_in_the_first_passages() -> None:
    evidence = ("he wrote the novel dune in oregon.", "nobody wrote another novel in france.")
    question = GoldQuestion("?", (("x",),), (evidence,))

    assert [row["evidence_recall"] for row in found_at(question, (1, 2))] == [0, 0.5]


def test_a_passage_that_is_part_of_longer_evidence_holds_it() -> None:
    longer = f"Before it there was much else to be said of this. {PASSAGES[1].text} And after."
    question = GoldQuestion("?", (("x",),), ((longer,),))

    assert [row["evidence_recall"] for row in found_at(question, (1, 2))] == [0, 1]


def test_questions_without_evidence_do_not_count_for_it() -> None:
    (row,) = found_at(GoldQuestion("?", (("x",),)), (1,))

    assert row["evidence_recall"] is None


def test_an_answer_is_compared_by_whole_words() -> None:
    texts = [normal("The author was Hermann."), normal("An Author named Hérmann, Hans")]

    assert first_place(["Mann"], texts) is None
    assert first_place(["hermann hans"], texts) == 2
    assert first_place(["..."], texts) is None


RECORDS: list[tuple[object, GoldQuestion]] = [
    ({"question": "q?", "answers": ["a", "b"]}, GoldQuestion("q?", (("a", "b"),))),
    ({"question": "q?", "answer": ["a"]}, GoldQuestion("q?", (("a",),))),
    ({"question": "q?", "answers": [["a", "b"], ["c"]]}, GoldQuestion("q?", (("a", "b"), ("c",)))),
    (
        {"question": "q?", "possible_answers": '["a"]', "s_uri": "http://x/entity/Q5"},
        GoldQuestion("q?", (("a",),), (), ("Q5",)),
    ),
    (
        {"question_text": "q?", "answer_list": {'["a", "b\'s"]': ["proof"], "['c']": []}},
        GoldQuestion("q?", (("a", "b's"), ("c",)), (("proof",),)),
    ),
    (
        {
            "question": "q?",
            "questionEntity": [{"name": "Q5"}, {"name": 4}],
            "answer": {"answer": [{"name": "Q6", "label": {"en": "a"}}, {"label": "b"}]},
        },
        GoldQuestion("q?", (("a",), ("b",)), (), ("Q5",)),
    ),
    (
        {"title": "t", "context": "c d e", "questions": [{"question": "q?", "answer": "d"}]},
        GoldQuestion("q?", (("d",),), (("c d e",),)),
    ),
]


@pytest.mark.parametrize(("record", "expected"), RECORDS)
@pytest.mark.parametrize("is_lines", [True, False])
def test_questions_are_read_in_the_forms_they_are_published(
    tmp_path: Path, record: object, expected: GoldQuestion, is_lines: bool
) -> None:
    path = tmp_path / "questions.json"
    text = json.dumps(record)
    path.write_text(f"{text}\n{text}\n" if is_lines else f"[{text}]", encoding="utf-8")

    assert set(read_questions(path)) == {expected}


@pytest.mark.parametrize("content", ["", "oops", "[]", "3", '[{"question": "q?"}]'])
def test_a_file_without_questions_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "questions.json"
    path.write_text(content, encoding="utf-8")

    with pytest.raises(TextIndexError):
        read_questions(path)


def test_an_index_is_measured(tmp_path: Path) -> None:
    questions = [GoldQuestion("Who directed the film?", (("Denis Villeneuve",),))]
    with indexed(tmp_path) as index:
        (row,) = measure(
            questions, lambda q, k: [hit.passage for hit in index.search(q.text, k=k)], at=(1,)
        )

    assert row.as_fields()["search_accuracy"] == 1


@pytest.mark.shared
@pytest.mark.parametrize(
    "name", ["mintaka/mintaka_dev.json", "qampari/qampari_proofs_a.json", "popqa/popqa_a.json"]
)
def test_published_question_sets_are_read(shared: Path, name: str) -> None:
    questions = read_questions(shared / "questions" / name)

    assert len(questions) > 30
    assert all(question.answers for question in questions)


def test_questions_are_read_packed_and_with_odd_signs_in_them(tmp_path: Path) -> None:
    record = {"question": "Who\u2028 was it?", "answers": [["Alpha"]]}
    lines = "\n".join([json.dumps(record, ensure_ascii=False)] * 2)
    (tmp_path / "dev.jsonl.gz").write_bytes(gzip.compress(lines.encode()))

    assert len(read_questions(tmp_path / "dev.jsonl.gz")) == 2


def test_questions_that_are_cut_off_are_told_with_the_line(tmp_path: Path) -> None:
    record = json.dumps({"question": "Who?", "answers": [["Alpha"]]})
    (tmp_path / "dev.jsonl").write_text(f"{record}\n{record[:20]}", encoding="utf-8")
    (tmp_path / "dev.jsonl.gz").write_bytes(gzip.compress(record.encode())[:-9])

    with pytest.raises(TextIndexError, match=r"dev\.jsonl, line 2, is no JSON"):
        read_questions(tmp_path / "dev.jsonl")
    with pytest.raises(TextIndexError, match="cannot be read"):
        read_questions(tmp_path / "dev.jsonl.gz")

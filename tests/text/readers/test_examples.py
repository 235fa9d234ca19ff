"""Question sets are read as their authors publish them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from kgqa.text.readers.examples import (
    Pair,
    as_question,
    entailment,
    held_out,
    qamr,
    qed,
    squad,
)


def test_the_place_of_an_answer_is_where_the_words_of_the_question_are(tmp_path: Path) -> None:
    context = "In 1745 it rained. The harvest of that time was poor. Pulaski was born in 1745."
    asked = [
        {"question": "When was Pulaski born?", "answer": "1745"},
        {"question": "Is this there?", "answer": "not in the text"},
    ]
    path = tmp_path / "squad.json"
    path.write_text(json.dumps([{"title": "T", "context": context, "questions": asked}]))

    (example,) = squad(path)

    assert example.spans == ((context.rindex("1745"), len(context) - 1),)
    assert (example.title, example.answer) == ("T", "1745")


def test_qed_keeps_its_places_when_its_quotation_marks_are_written_plainly(tmp_path: Path) -> None:
    text = "He sang `` Help '' then ."
    record = {
        "paragraph_text": text, "question_text": "what did he sing", "title_text": "He",
        "answer_spans": [[11, 15], [0, 0]],
    }  # fmt: skip
    (tmp_path / "a.jsonlines").write_text(json.dumps(record) + "\n")

    (example,) = qed(tmp_path)

    assert example.passage[11:15] == "Help"
    assert example.spans == ((11, 15),)
    assert "``" not in example.passage


def test_qamr_is_read_where_the_answer_is_one_run_of_words(tmp_path: Path) -> None:
    (tmp_path / "wiki-sentences.tsv").write_text("s1\tAnn -LRB- a singer -RRB- sang\n")
    rows = ["s1\t0\t1\t0\t0\tWho sang?\t0\t1:0\t2:0", "s1\t0\t1\t0\t0\tWhat?\t0 3\t1:0\t2:0"]
    (tmp_path / "filtered_dev.tsv").write_text("\n".join(rows) + "\n")

    (example,) = qamr(tmp_path)

    assert example.passage == "Ann ( a singer ) sang"
    assert [example.passage[start:end] for start, end in example.spans] == ["Ann"]


def test_pairs_of_sentences_have_one_of_three_labels(tmp_path: Path) -> None:
    (tmp_path / "a_train.tsv").write_text("sentence1\tsentence2\tgold_label\nA\tB\tneutral\n")
    lines = [{"premise": "C", "hypothesis": "D", "label": label} for label in ("c", "?")]
    (tmp_path / "b_train.jsonl").write_text("\n".join(map(json.dumps, lines)))

    assert entailment(tmp_path) == [Pair("A", "B", 1), Pair("C", "D", 2)]


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("The sky is blue.", "Is the sky blue?"),
        ("Ann Lee was born in Rome.", "Was Ann Lee born in Rome?"),
        ("He sang.", None),
    ],
)
def test_a_statement_is_asked_by_moving_its_auxiliary(statement: str, question: str | None) -> None:
    assert as_question(statement) == question


def test_a_fifth_of_the_articles_is_held_out_and_always_the_same() -> None:
    titles = [f"Article {number}" for number in range(2_000)]
    share = sum(map(held_out, titles)) / len(titles)

    assert 0.17 < share < 0.23
    assert {t for t in titles if held_out(t, 0.1)} < {t for t in titles if held_out(t)}
    assert held_out("Genghis Khan") and not held_out("Warsaw")


def test_questions_of_a_passage_share_a_row_with_some_that_it_does_not_answer() -> None:
    pytest.importorskip("torch")
    from kgqa.text.readers.examples import Example
    from kgqa.text.readers.training import packed

    examples = [
        Example(f"who {name}?", f"{name} sang in {place}.", ((0, len(name)),), "T", name)
        for name, place in (("Ann", "Rome"), ("Bob", "Bonn"), ("Eve", "Oslo"))
    ]

    packs = packed(examples, 4, 1, random.Random(1))

    assert len(packs) == 3
    for pack in packs:
        own = [asked for asked in pack.asked if asked.spans]
        other = [asked for asked in pack.asked if not asked.spans]
        assert len(own) == 1 and len(other) <= 1
        assert all(asked.question[4:-1] not in pack.passage for asked in other)

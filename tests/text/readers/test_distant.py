"""Questions without passages get those that a text index finds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli.train_distant import distant as command
from text_documents import indexed

from kgqa.text.index import TextIndex
from kgqa.text.readers.distant import names_in, read, sought, write
from kgqa.text.readers.examples import Example, held_out
from kgqa.text.retrieval_measure import GoldQuestion

DUNE = "Dune is a film of 2021 that was directed by Denis Villeneuve. Denis Villeneuve likes Dune."
RECORDS = [
    {"id": "a-1", "title": "Dune (film)", "text": DUNE},
    {"id": "a-2", "title": "Dune (novel)", "text": "Dune is a novel, which directed many to sand."},
    {"id": "a-3", "title": "Dune (joke)", "text": "Villeneuve said who directed Dune."},
    {"id": "a-4", "title": "Sand", "text": "Denis Villeneuve directed it, and Dune is sand."},
    {"id": "b-5", "title": "Dune (opera)", "text": "Who directed Dune? Not an opera."},
]
ASKED = GoldQuestion("Who directed Dune?", (("Denis Villeneuve",),))


@pytest.fixture
def index(tmp_path: Path) -> TextIndex:
    return indexed(tmp_path, RECORDS)


def test_passages_answer_where_title_names_and_answer_agree(index: TextIndex) -> None:
    found = {one.title: one.spans for one in sought(index, [ASKED])}

    assert [DUNE[start:end] for start, end in found["Dune (film)"]] == ["Denis Villeneuve"] * 2
    assert found["Dune (novel)"] == ()
    assert "Sand" not in found, "it is about neither Dune nor its director"
    assert "Dune (joke)" not in found, "it has a part of the answer"


def test_nothing_is_taken_from_what_is_barred_or_held_out(tmp_path: Path) -> None:
    assert held_out("Genghis Khan")
    text = "Genghis Khan knew Denis Villeneuve, who directed Dune."
    index = indexed(tmp_path, [*RECORDS, {"id": "a-6", "title": "Genghis Khan", "text": text}])

    found = {one.title for one in sought(index, [ASKED], barred=("b-",))}

    assert found == {"Dune (film)", "Dune (novel)"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("who directed dune?", "Denis Villeneuve"),  # it names nothing
        ("Which is older, Dune or Sand?", "Dune"),  # it names its answer
        ("Who directed Dune?", "Denis Lynch"),  # no passage answers
        ("When was Dune made?", "21"),  # too short to be told
    ],
)
def test_questions_that_cannot_be_told_are_left_out(
    index: TextIndex, question: str, answer: str
) -> None:
    assert list(sought(index, [GoldQuestion(question, ((answer,),))])) == []


def test_names_are_words_with_a_capital_but_for_the_first() -> None:
    assert names_in('Who played "Harry Potter" in The Movies?') == {"harry", "potter", "movies"}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    examples = [Example("q", "pässage", ((0, 2), (3, 5)), "t", "a"), Example("q", "p", ())]
    write(tmp_path / "distant.jsonl", examples)

    assert read(tmp_path / "distant.jsonl") == examples


def test_the_command_reads_files_and_folders(tmp_path: Path, index: TextIndex) -> None:
    record = {"question": ASKED.text, "answers": ["Denis Villeneuve"]}
    (tmp_path / "asked").mkdir()
    (tmp_path / "asked" / "one.json").write_text(json.dumps([record]))
    (tmp_path / "two.jsonl").write_text(json.dumps(record | {"answers": ["Nobody"]}) + "\n")
    out = tmp_path / "distant.jsonl"
    given = [str(tmp_path / name) for name in ("asked", "two.jsonl")]

    run = CliRunner().invoke(
        command, [*given, "--text", str(index.directory), "--out", str(out), "--but", "b"]
    )

    assert run.exit_code == 0, run.output
    assert "1 of 2 questions, with 1 passages that answer and 1 that do not" in run.output
    assert len(read(out)) == 2

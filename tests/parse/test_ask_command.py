from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kgqa_cli import main


def run(store: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["ask", *arguments, "--store", str(store)])


def test_in_a_pipe_an_answer_is_a_line(sample_store: Path) -> None:
    done = run(sample_store, "Who directed Inception?")

    assert (done.exit_code, done.stdout) == (0, "Christopher Nolan\tQ25191\n")


def test_json_has_what_the_contract_names(sample_store: Path) -> None:
    found = json.loads(run(sample_store, "Who directed Inception?", "--json").stdout)

    assert found.keys() == {
        *("question", "language", "outcome", "reason", "answers", "readings"),
        *("interpretations", "timings_ms"),
    }
    assert found["outcome"] == "answered"
    assert found["answers"][0]["value"]["id"] == "Q25191"
    assert found["readings"][0]["links"] == [
        {"mention": "Inception", "id": "Q25188", "label": "Inception"}
    ]


def test_an_explanation_shows_reading_proof_and_alternatives(sample_store: Path) -> None:
    text = run(sample_store, "Who directed Inception?", "--explain").stdout

    for part in ("Understood as: the director of Inception", "^P57(Q25188)", "SPARQL", "Proof"):
        assert part in text


@pytest.mark.parametrize(
    ("question", "status"),
    [("zorbl quarxistan vlim", 3), ("?", 3), ("x" * 5000, 3)],
)
def test_the_exit_status_tells_what_became_of_a_question(
    sample_store: Path, question: str, status: int
) -> None:
    assert run(sample_store, question).exit_code == status


def test_an_entity_that_is_no_id_is_refused(sample_store: Path) -> None:
    done = run(sample_store, "Who directed Inception?", "--pick", "Nolan")

    assert done.exit_code == 2
    assert "Q42" in done.stderr


def test_a_pick_decides_what_a_name_means(sample_store: Path) -> None:
    picked = run(sample_store, "Was Dune released before Arrival?", "--pick", "Q60834962", "--json")

    links = json.loads(picked.stdout)["readings"][0]["links"]
    assert "Q60834962" in [link["id"] for link in links]


def test_without_texts_reading_them_is_said_to_be_impossible(sample_store: Path) -> None:
    done = run(sample_store, "Who directed Inception?", "--read", "always")

    assert "no index of texts" in done.stderr


def test_labels_come_in_the_language_asked_for(sample_store: Path) -> None:
    question = "Which countries border both France and Germany?"
    done = run(sample_store, question, "--lang", "de")

    assert "Schweiz\tQ39\n" in done.stdout


def test_a_long_list_is_cut_with_a_count(sample_store: Path) -> None:
    done = run(sample_store, "Which films did Christopher Nolan direct?", "--explain", "--top", "3")

    assert "… and 9 more; --top 12 shows all" in done.stdout


def test_other_meanings_of_a_name_are_told(sample_store: Path) -> None:
    done = run(sample_store, "Who directed Dune?")

    assert done.stdout.splitlines()[0].endswith(("Q2071", "Q548823"))
    assert "It can also mean: Who directed Dune (" in done.stderr


def test_a_pick_that_no_name_can_mean_is_told(sample_store: Path) -> None:
    picked = run(sample_store, "Who directed Inception?", "--pick", "Q89")

    assert picked.stdout.startswith("Christopher Nolan")
    assert "No name in the question can mean Q89" in picked.stderr
    assert "kgqa link --question 'Who directed Inception?'" in picked.stderr
    listed = CliRunner().invoke(
        main, ["link", "--question", "Who directed Inception?", "--store", str(sample_store)]
    )
    assert "Q25188" in listed.stdout
    meant = run(sample_store, "Who directed Inception?", "--pick", "Q25188")
    assert "No name" not in meant.stderr

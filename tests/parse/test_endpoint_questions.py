"""Questions over a graph behind an endpoint, with the indexes in a folder on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli import main
from kgqa_store.build import Options, build
from kgqa_store.generations import lease
from kgqa_store.sample import sample_triples
from real_server import serving

from kgqa.answers import Answer
from kgqa.engine import Engine

QUESTIONS = [
    "Who directed Inception?",
    "Where was the director of Titanic born?",
    "Which countries border both France and Germany?",
    "Who directed Dune?",
    "Is the Danube longer than the Rhine?",
    "Who directed the Danube?",
]


@pytest.fixture(scope="module")
def indexes(sample_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("indexes")
    source = folder / "sample.nt"
    source.write_bytes(b"".join(sample_triples()))
    with lease(sample_store) as held, serving(held.graph) as address:
        build([source], folder / "store", options=Options(graph=False, endpoint=address))
        yield folder / "store"


def values(answers: tuple[Answer, ...]) -> list[object]:
    return [answer.value for answer in answers]


def test_a_question_over_an_endpoint_has_the_same_answers(indexes: Path, engine: Engine) -> None:
    with Engine(indexes) as remote:
        for question in QUESTIONS:
            here, there = engine.ask(question), remote.ask(question)

            assert (there.outcome, there.reason) == (here.outcome, here.reason)
            assert values(there.answers) == values(here.answers)


def test_the_command_takes_the_folder_of_the_indexes(indexes: Path) -> None:
    done = CliRunner().invoke(main, ["ask", QUESTIONS[0], "--store", str(indexes)])

    assert (done.exit_code, done.stdout) == (0, "Christopher Nolan\tQ25191\n")


def test_an_endpoint_without_an_index_says_how_to_make_one() -> None:
    arguments = ["ask", QUESTIONS[0], "--store", "http://127.0.0.1:9/query"]
    done = CliRunner().invoke(main, arguments)

    assert done.exit_code == 4
    assert "kgqa store build" in done.stderr

"""Titles before the names of people, whether the graph tells them or not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_store.build import build

from kgqa.engine import Engine

GRAPH = """
@prefix e: <https://z.example/id/> .
@prefix v: <https://z.example/vocab#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
v:Person a rdfs:Class ; rdfs:label "person" .
e:p-1 a v:Person ; rdfs:label "Hanna Vinter" ; v:titled "Dr." ; v:email "hanna@z.example" .
e:p-2 a v:Person ; rdfs:label "Lars Vinter" ; v:email "lars@z.example" ; v:worksUnder e:p-3 .
e:p-3 a v:Person ; rdfs:label "Chidi Okafor" ; v:titled "Prof." ;
  v:email "okafor@z.example" .
e:p-4 a v:Person ; rdfs:label "Dr. Ines Maro" ; v:email "maro@z.example" ; v:worksUnder e:p-1 .
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """What answers about four people, two of the same last name."""
    folder: Path = tmp_path_factory.mktemp("titles")
    (folder / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    build([folder / "graph.ttl"], folder / "store")
    with Engine(folder / "store") as engine:
        yield engine


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("What is the email of Dr. Vinter?", {"hanna@z.example"}),
        ("What is the email of Doctor Vinter?", {"hanna@z.example"}),
        ("What is the email of Vinter?", {"hanna@z.example", "lars@z.example"}),
        ("What is the email of Mr. Okafor?", {"okafor@z.example"}),
        ("What is the email of Professor Okafor?", {"okafor@z.example"}),
        ("What is the email of Dr. Maro?", {"maro@z.example"}),
        ("Who works under Prof. Okafor?", {"Lars Vinter"}),
        ("Who works under Prof. Dr. Chidi Okafor?", {"Lars Vinter"}),
        ("Who is the boss of Lars Vinter?", {"Chidi Okafor"}),
    ],
)
def test_a_title_is_part_of_a_name(engine: Engine, question: str, answers: set[str]) -> None:
    assert {answer.label for answer in engine.ask(question).answers} == answers

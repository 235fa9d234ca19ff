"""A graph of another vocabulary is asked by its own names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from kgqa_store.build import Options, build
from kgqa_store.opening import open_store

from kgqa.algebra import parse_expression
from kgqa.execute.run import execute
from kgqa.generate.making import make
from kgqa.generate.offering import offered
from kgqa.generate.plan import Plan
from kgqa.generate.writing import write

HEAD = """
@prefix ex: <https://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:Clerk a rdfs:Class ; rdfs:label "clerk" .
ex:Office a rdfs:Class ; rdfs:label "office" .
ex:worksIn rdfs:label "works in" .
ex:dutyOf rdfs:label "mentor" .
ex:salary rdfs:label "salary" .
"""
OFFICES, CLERKS = 3, 30


def graph() -> str:
    """Return 30 clerks in 3 offices, each with a salary of their own and a mentor."""
    offices = [
        f'ex:office{i} a ex:Office ; rdfs:label "Bureau {"ABC"[i]}" .\n' for i in range(OFFICES)
    ]
    clerks = [
        f'ex:clerk{i} a ex:Clerk ; rdfs:label "Clerk Number {i}" ; ex:salary {1000 + 7 * i} ; '
        f"ex:worksIn ex:office{i % OFFICES} ; ex:dutyOf ex:clerk{i % 4} .\n"
        for i in range(CLERKS)
    ]
    return HEAD + "".join(offices + clerks)


@pytest.fixture(scope="module")
def offices(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    (folder / "offices.ttl").write_text(graph(), "utf-8")
    build([folder / "offices.ttl"], folder / "store", options=Options(check_room=False))
    return folder / "store"


@pytest.fixture(scope="module")
def records(offices: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    out = tmp_path_factory.mktemp("set")
    plan = Plan(str(offices), each=10, per_relation=10)
    write(make(plan, out), plan, out)
    return [json.loads(line) for line in (out / "all.jsonl").read_text("utf-8").splitlines()]


def test_its_relations_are_said_by_their_labels(offices: Path) -> None:
    with open_store(offices) as store:
        said = {row["label"]: row["hypothesis"] for row in offered(store)}

    assert said == {"works in": "X works in Y.", "mentor": "X has Y as a mentor."}


def test_it_is_asked_in_its_own_words(records: list[dict[str, Any]]) -> None:
    typed = [one["question_text"] for one in records if one["kind"] == "typed"]
    counts = [one["question_text"] for one in records if one["kind"] == "count"]
    orders = [one["question_text"] for one in records if one["kind"] == "superlative"]

    assert any("clerks" in one and "work in Bureau" in one for one in typed)
    assert any("How many clerks" in one or "number of clerks" in one for one in counts)
    assert any("salary" in one for one in orders)


def test_the_graph_answers_the_algebra_of_each_question(
    records: list[dict[str, Any]], offices: Path
) -> None:
    assert {one["kind"] for one in records} >= {"simple", "typed", "count", "superlative", "yesno"}
    with open_store(offices) as store:
        for record in records:
            found = execute(parse_expression(record["algebra"]), store)
            assert {one.label for one in found.answers} == {
                one["answer_text"] for one in record["answer_list"]
            }

"""A number for each of several groups."""

from __future__ import annotations

import pytest
from kgqa_store.build import build

from kgqa import Engine
from kgqa.algebra import Entity, Inverse, Property, Type
from kgqa.algebra.per_group import PerGroup
from kgqa.execute.per_group import sparql_of

GRAPH = """
@prefix e: <https://x.example/id/> .
@prefix v: <https://x.example/vocab#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:plant-1 a v:Plant ; rdfs:label "Hamburg Works" .
e:plant-2 a v:Plant ; rdfs:label "Bergen Yard" .
e:plant-3 a v:Plant ; rdfs:label "Empty Shed" .
e:hall-1 a v:Hall ; rdfs:label "North Hall" ; v:partOf e:plant-1 .
e:hall-2 a v:Hall ; rdfs:label "South Hall" ; v:partOf e:plant-2 .
e:m-1 a v:Machine ; rdfs:label "Press A" ; v:standsIn e:hall-1 ; v:price 10 .
e:m-2 a v:Machine ; rdfs:label "Press B" ; v:standsIn e:hall-1 ; v:price 30 .
e:m-3 a v:Machine ; rdfs:label "Lathe C" ; v:standsIn e:hall-2 ; v:price 30 .
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """Return an engine over machines in the halls of plants."""
    folder = tmp_path_factory.mktemp("groups")
    (folder / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    build([folder / "graph.ttl"], folder / "store")
    return Engine(folder / "store")


def rows(engine: Engine, question: str) -> dict[str, str]:
    """Return the groups and numbers of an answer."""
    reply = engine.ask(question)
    return {one.label: str(one.amount and one.amount.amount) for one in reply.answers}


@pytest.mark.parametrize(
    "question",
    [
        "How many machines does each hall have?",
        "Number of machines per hall",
        "How many machines are there in every hall?",
    ],
)
def test_members_are_counted_for_each_group(engine: Engine, question: str) -> None:
    assert rows(engine, question) == {"North Hall": "2", "South Hall": "1"}


def test_groups_may_be_two_steps_away(engine: Engine) -> None:
    assert rows(engine, "How many machines per plant?") == {
        "Hamburg Works": "2",
        "Bergen Yard": "1",
    }


def test_what_members_have_is_added_up_for_each_group(engine: Engine) -> None:
    assert rows(engine, "What is the total price of the machines in each hall?") == {
        "North Hall": "40",
        "South Hall": "30",
    }
    # Two of one price count twice.
    assert rows(engine, "average price of machines per hall")["North Hall"] == "20"


def test_each_row_is_proved_by_an_expression_of_its_own(engine: Engine) -> None:
    reply = engine.ask("How many machines per hall?")
    proof = reply.answers[0].graph_proofs[0]
    assert "count(" in str(reply.to_dict()["answers"][0]["proofs"][0]["reading"])
    assert proof.facts


def test_one_query_gives_all_rows(engine: Engine) -> None:
    reply = engine.ask("How many machines per plant?")
    table = engine.store.run(reply.readings[0].sparql, seconds=10)
    found = {(row[0].value, row[1].value) for row in table.rows}  # type: ignore[union-attr]
    plant = "https://x.example/id/plant-"
    assert found == {(f"{plant}1", "2"), (f"{plant}2", "1")}


def test_a_way_may_be_followed_backwards(engine: Engine) -> None:
    halls = PerGroup(
        Type(Entity("v:Machine")), Type(Entity("v:Hall")), (Inverse(Property("v:standsIn")),)
    )
    assert engine.store.statistics is not None
    table = engine.store.run(sparql_of(halls, engine.store.statistics), seconds=10)
    assert sorted(row[1].value for row in table.rows) == ["1", "1", "1"]  # type: ignore[union-attr]


def test_the_row_of_a_group_is_told_in_json_and_on_a_line(engine: Engine) -> None:
    from kgqa_cli.show import line

    reply = engine.ask("How many machines per hall?")
    told = reply.to_dict()["answers"][0]
    assert told["amount"]["value"] == "2" or told["amount"]["value"] == 2
    assert line(reply.answers[0], reply.labels) == "North Hall\te:hall-1\t2"

"""Proofs: every fact is in the graph, what is said to be missing is not, and no set lacks one."""

from __future__ import annotations

from decimal import Decimal

from graphs import Day, Edge, Graph, Item, Node, Qualifier, edges_of, graph_of
from hypothesis import HealthCheck, given, reject, settings
from memory_store import MemoryStore
from reference import Reference
from strategies import scenes

from kgqa.algebra import Entity, Query, parse_expression, to_text
from kgqa.answers import Answer, Fact, Measurement, Result, Time, Words
from kgqa.errors import Incomparable
from kgqa.execute.run import execute

UNHURRIED = {"deadline": None, "suppress_health_check": list(HealthCheck)}


def same(value: object, node: Node) -> bool:
    match value, node:
        case Entity(id_), Item(other):
            return id_ == other
        case Measurement(amount), Decimal():
            return amount == node
        case Time(year, month, day), Day():
            return (year, month, day) == (node.year, node.month, node.day)
        case Words(text), str():
            return text == node
        case _:
            return False


def edges_like(fact: Fact, graph: Graph) -> list[Edge]:
    return [
        edge
        for edge in edges_of(graph)
        if edge.property == fact.property
        and same(fact.subject, edge.subject)
        and same(fact.object, edge.value)
        and edge.rank != "deprecated"
    ]


def answers_in(scene: tuple[Graph, Query]) -> tuple[Answer, ...]:
    """What a scene has for answers; its question is left out if the units in it do not compare."""
    graph, query = scene
    try:
        return execute(query, MemoryStore(graph)).answers  # type: ignore[arg-type]
    except Incomparable:
        reject()


@given(scenes())
@settings(max_examples=150, **UNHURRIED)
def test_every_fact_of_a_proof_is_in_the_graph(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    for answer in answers_in(scene):
        for fact in answer.proofs[0].facts:
            if fact.property.startswith("P") and not fact.is_missing:
                assert edges_like(fact, graph), f"{fact} in the proof of {to_text(query)}"


@given(scenes())
@settings(max_examples=150, **UNHURRIED)
def test_what_a_proof_says_is_missing_is_missing(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    for answer in answers_in(scene):
        for fact in answer.proofs[0].facts:
            plain = isinstance(fact.object, Entity) and fact.property != "P31"
            if fact.is_missing and plain and "{" not in to_text(query):
                truthy = [e for e in edges_like(fact, graph) if e.rank == "truthy"]
                assert not truthy, f"{fact} in the proof of {to_text(query)}"


@given(scenes())
@settings(max_examples=100, **UNHURRIED)
def test_executing_gives_as_many_answers_as_the_definition(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    expected = Reference(graph).denote(query)
    found = answers_in(scene)
    if isinstance(expected, bool):
        assert [answer.value for answer in found] == [expected]
    else:
        assert len(found) == len(expected)


# --- By hand ---------------------------------------------------------------------------------

NOLAN, FILM, ACTOR = Item("Q25191"), Item("Q11424"), Item("Q45772")
WORLD = graph_of(
    [
        Edge(Item("Q1"), "P57", NOLAN),
        Edge(Item("Q1"), "P31", FILM),
        Edge(Item("Q1"), "P161", ACTOR, None, 11, (Qualifier("P453", Item("Q99")),)),
        Edge(Item("Q1"), "P577", Day(2008, 7, 18)),
        Edge(Item("Q2"), "P57", NOLAN),
        Edge(Item("Q2"), "P31", Item("Q3")),
        Edge(Item("Q3"), "P279", FILM),
        Edge(Item("Q2"), "P577", Day(2010, 1, 1), None, 9),
        Edge(Item("Q2"), "P2047", Decimal(148), "Q7727"),
        Edge(Item("Q1"), "P2047", Decimal(9120), "Q11574"),
    ]
)


def proof(expression: str, *, of: str = "") -> list[Fact]:
    result = executed(expression)
    chosen = [a for a in result.answers if not of or a.value == Entity(of)]
    return list(chosen[0].proofs[0].facts)


def executed(expression: str) -> Result:
    return execute(parse_expression(expression), MemoryStore(WORLD))  # type: ignore[arg-type]


def test_the_fact_of_a_relation_has_its_qualifiers_and_its_statement() -> None:
    (fact,) = proof("P161(Q45772)")
    assert fact.qualifiers == (("P453", Entity("Q99")),)
    assert fact.statement is not None


def test_a_type_is_proved_by_the_chain_of_its_classes() -> None:
    facts = proof("type(Q11424)", of="Q2")
    assert [(f.property, f.object) for f in facts] == [
        ("P31", Entity("Q3")),
        ("P279", Entity("Q11424")),
    ]


def test_a_superlative_is_proved_by_its_key_and_the_runner_up() -> None:
    facts = proof("argmax(P57(Q25191), P577)")
    keys = [(f.subject, f.role) for f in facts if f.property == "P577"]
    assert keys == [(Entity("Q2"), ""), (Entity("Q1"), "runner-up")]


def test_a_superlative_compares_minutes_with_seconds() -> None:
    (answer,) = executed("argmax(P57(Q25191), P2047)").answers
    assert answer.value == Entity("Q1")


def test_a_difference_is_proved_by_the_edge_that_is_not_there() -> None:
    facts = proof("P57(Q25191) - P161(Q45772)")
    assert [(f.subject, f.property, f.object) for f in facts if f.is_missing] == [
        (Entity("Q2"), "P161", Entity("Q45772"))
    ]


def test_a_count_is_proved_by_what_was_counted() -> None:
    facts = proof("count(P57(Q25191))")
    assert {f.subject for f in facts} == {Entity("Q1"), Entity("Q2")}


def test_a_membership_that_fails_is_proved_by_the_edge_that_is_not_there() -> None:
    (fact,) = proof("Q2 in P161(Q45772)")
    assert fact.is_missing


def test_a_date_comes_with_its_precision_and_an_amount_with_its_unit() -> None:
    assert executed("^P577(Q2)").answers[0].value == Time(2010, 1, 1, 9)
    assert executed("^P2047(Q2)").answers[0].value == Measurement(Decimal(148), "Q7727")


def test_a_comparison_is_proved_by_both_sides() -> None:
    facts = proof("^P577(Q1) < ^P577(Q2)")
    assert [f.subject for f in facts] == [Entity("Q1"), Entity("Q2")]

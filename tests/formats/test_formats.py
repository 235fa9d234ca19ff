"""What is written in a format is read back by those who read it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import networkx
import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from kgqa_store.opening import open_store
from kgqa_store.store import Store
from rdflib import PROV, RDF, RDFS, XSD, Literal, URIRef
from rdflib.compare import isomorphic
from world_store import build_world

from kgqa.algebra import Entity, parse_expression
from kgqa.answers import (
    Answer,
    Fact,
    GraphProof,
    Measurement,
    Reply,
    Result,
    TextProof,
    Time,
    Value,
    Words,
)
from kgqa.formats import WRITTEN
from kgqa.formats.provenance import KGQA, provenance
from kgqa.formats.vocabulary import CLASSES, PROPERTIES
from kgqa.formats.writing import written
from kgqa.queries import run_expression

WD, WDS = "http://www.wikidata.org/entity/", "http://www.wikidata.org/entity/statement/"
QUERY = parse_expression("^P57(Q131)")
PASSAGE = TextProof(
    "p1", "Dawn (film)", "https://example.org/a b", 0, 3, "Ada made it.", 0.87, "Who made Dawn?",
    Fact(Entity("Q131"), "P57", Entity("Q121")),
)  # fmt: skip


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(build_world(tmp_path_factory.mktemp("formats") / "world")) as opened:
        yield opened


def reply(*answers: Answer, **more: object) -> Reply:
    labels = {"Q131": "Dawn", "Q121": "Ada | Stone", "P57": "director"}
    outcome = "answered" if answers else "no-answer"
    return Reply("Who made Dawn?", "en", outcome, answers=answers, labels=labels, **more)  # type: ignore[arg-type]


def by_text(value: Value | None = None) -> Answer:
    return Answer(Entity("Q121") if value is None else value, 0.5, (PASSAGE,))


def by_graph(value: Value, fact: Fact | None = None) -> Answer:
    facts = (fact or Fact(Entity("Q131"), "P57", value, statement="Q131-x"),)
    return Answer(value, 1.0, (GraphProof(QUERY, "SELECT ?x {}", facts, more=2),))


def graph_of(found: Result | Reply) -> rdflib.Graph:
    return rdflib.Graph().parse(data=written(found, "turtle"), format="turtle")


VALUES: list[Value] = [
    Entity("Q121"),
    Words('"quoted"\n\x1b[31m \\ </tag> | é', None),
    Words("Dämmerung", "de"),
    Words("odd language", "no language!"),
    Measurement(Decimal("1E+3"), "Q11573"),
    Measurement(Decimal("0.5")),
    Time(-43, 3, 15),
    Time(1950, 1, 1, 9),
    Time(1950, 5, 1, 10),
    Time(1900, 1, 1, 7),
    True,
    False,
]


# --- RDF -------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")  # rdflib says so of itself
@pytest.mark.parametrize("value", VALUES, ids=str)
def test_turtle_and_jsonld_say_the_same_to_every_reader(value: Value) -> None:
    found = reply(by_graph(value), by_text(value))
    ours = provenance(found)
    turtle = written(found, "turtle")
    jsonld = rdflib.Graph().parse(data=written(found, "jsonld"), format="json-ld")

    assert isomorphic(graph_of(found), jsonld)
    assert len(list(ox.parse(turtle.encode(), format=ox.RdfFormat.TURTLE))) == len(ours)
    assert len(list(ox.parse(written(found, "jsonld"), format=ox.RdfFormat.JSON_LD))) == len(ours)


def test_an_answer_is_derived_from_statements_by_an_activity_with_its_query(store: Store) -> None:
    graph = graph_of(run_expression("argmax(type(Q8502) & P17(Q101), P2044)", store))
    (answer,) = graph.subjects(RDF.type, KGQA.Answer)
    (activity,) = graph.objects(answer, PROV.wasGeneratedBy)
    height = URIRef(f"{WDS}Q151-height")

    assert (answer, RDF.type, PROV.Entity) in graph
    assert graph.value(answer, PROV.value) == URIRef(f"{WD}Q151")
    assert (answer, PROV.wasDerivedFrom, height) in graph
    assert graph.value(height, RDF.subject) == URIRef(f"{WD}Q151")
    assert graph.value(height, RDF.object) == Literal("4000.0", datatype=XSD.decimal)
    assert graph.value(height, KGQA.unit) == URIRef(f"{WD}Q11573")
    assert graph.value(URIRef(f"{WD}Q151"), RDFS.label) == Literal("North Peak")
    assert (activity, RDF.type, PROV.Activity) in graph
    assert str(graph.value(activity, KGQA.algebra)) == "argmax(type(Q8502) & P17(Q101), P2044)"
    assert "SELECT" in str(graph.value(activity, KGQA.sparql))
    (derivation,) = graph.objects(answer, PROV.qualifiedDerivation)
    assert graph.value(derivation, KGQA.role) == Literal("runner-up")


def test_qualifiers_are_those_of_wikidata(store: Store) -> None:
    graph = graph_of(run_expression("P39{P580 < 1962}(Q161)", store))
    start = URIRef("http://www.wikidata.org/prop/qualifier/P580")

    assert Literal("1960-01-01", datatype=XSD.date) in set(graph.objects(predicate=start))


def test_what_was_read_is_a_quotation_of_a_passage() -> None:
    graph = graph_of(reply(by_text()))
    (answer,) = graph.subjects(RDF.type, KGQA.Answer)
    (quotation,) = graph.objects(answer, PROV.qualifiedQuotation)
    (passage,) = graph.objects(answer, PROV.wasQuotedFrom)

    assert (quotation, RDF.type, PROV.Quotation) in graph
    assert (quotation, PROV.entity, passage) in graph
    assert graph.value(quotation, KGQA.quote) == Literal("Ada")
    assert graph.value(passage, PROV.value) == Literal("Ada made it.")
    (says,) = graph.objects(quotation, KGQA.says)
    assert (says, RDF.type, KGQA.ReadStatement) in graph


def test_what_the_graph_lacks_is_no_statement() -> None:
    missing = Fact(Entity("Q121"), "count(P166)", "> 3", is_missing=True)
    graph = graph_of(reply(by_graph(Entity("Q121"), missing)))
    (absence,) = graph.subjects(RDF.type, KGQA.Absence)

    assert graph.value(absence, KGQA.key) == Literal("count(P166)")
    assert graph.value(absence, KGQA.expression) == Literal("> 3")
    assert not list(graph.subjects(RDF.type, KGQA.Statement))


def test_no_answer_is_written_with_its_reason() -> None:
    graph = graph_of(reply(reason="nobody knows"))

    assert Literal("nobody knows") in set(graph.objects(predicate=KGQA.reason))
    assert not list(graph.subjects(RDF.type, KGQA.Answer))


def test_every_term_of_ours_that_is_used_is_defined() -> None:
    missing = Fact(Entity("Q121"), "count(P166)", "> 3", is_missing=True, role="runner-up")
    joint = Answer(Measurement(Decimal(1), "Q11573"), 0.2, (PASSAGE,), is_joint=True)
    graph = provenance(reply(by_text(), by_graph(Entity("Q121"), missing), joint))
    used = {str(node) for triple in graph for node in triple if str(node).startswith(str(KGQA))}

    assert {one.removeprefix(str(KGQA)) for one in used} <= {*CLASSES, *PROPERTIES}


def test_the_page_defines_every_term_of_ours() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")

    for name, meaning in {**CLASSES, **PROPERTIES}.items():
        assert f"| `kgqa:{name}` | {meaning} |" in page


# --- Graphs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_graphml_is_read_back(value: Value) -> None:
    found = reply(by_graph(value), by_text(value))
    graph = networkx.parse_graphml(written(found, "graphml"), force_multigraph=True)
    kinds = {edge["kind"] for _, _, edge in graph.edges(data=True)}

    assert kinds == {"fact", "quotation"}
    assert {node["kind"] for _, node in graph.nodes(data=True)} >= {"entity", "passage"}
    assert [node for _, node in graph.nodes(data=True) if node["answer"]]


def test_the_graph_of_a_proof_has_an_edge_for_each_fact_once(store: Store) -> None:
    result = run_expression("argmax(type(Q8502), P2044) | type(Q8502)", store)
    facts = {fact for one in result.answers for proof in one.graph_proofs for fact in proof.facts}
    graph = networkx.parse_graphml(written(result, "graphml"), force_multigraph=True)
    keys = [key for _, _, key in graph.edges(keys=True)]

    assert len(facts) == graph.number_of_edges() == len(set(keys)) > 1
    assert graph.nodes["Q151"]["label"] == "North Peak" and graph.nodes["Q151"]["answer"] > 0


# --- Tables ----------------------------------------------------------------------------------


@given(st.lists(st.text(max_size=20).filter(lambda text: "\r" not in text), max_size=4))
def test_csv_is_read_back(texts: list[str]) -> None:
    answers = [by_text(Words(text)) for text in texts]
    rows = list(csv.DictReader(io.StringIO(written(reply(*answers), "csv"), newline="")))

    assert [row["value"] for row in rows] == texts
    assert all(row["type"] == "string" and row["source"] == "text" for row in rows)


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_a_line_of_tsv_is_an_answer(value: Value) -> None:
    header, *lines = written(reply(by_text(value), by_text(value)), "tsv").rstrip("\n").split("\n")

    assert len(lines) == 2
    assert {len(line.split("\t")) for line in (header, *lines)} == {8}


def test_a_table_of_markdown_keeps_its_columns() -> None:
    lines = written(reply(by_text(), by_graph(Words("a|b\nc"))), "markdown").split("\n")

    assert [line.replace("\\|", "").count("|") for line in lines[:4]] == [5, 5, 5, 5]
    assert "Ada \\| Stone" in lines[2] and "“Ada” in Dawn (film)" in lines[2]
    assert "Dawn · director · a\\|b c; 2 more facts" in lines[3]


@pytest.mark.parametrize("form", WRITTEN)
def test_every_format_can_say_that_there_is_no_answer(form: str) -> None:
    assert written(reply(reason="nobody knows"), form)  # type: ignore[arg-type]


def test_jsonld_has_its_prefixes_as_context() -> None:
    document = json.loads(written(reply(by_text()), "jsonld"))

    assert document["@context"]["prov"] == str(PROV)
    assert any("kgqa:Answer" in node["@type"] for node in document["@graph"] if "@type" in node)

"""Qualifiers of graphs of one's own, whether RDF 1.2 tells them or rdf:Statement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import rdflib
from kgqa_store.build import Options, build
from kgqa_store.local import LocalStore

from kgqa import Engine, query
from kgqa.algebra import parse_expression
from kgqa.denote import Graph
from kgqa.denote.evaluate import denote
from kgqa.errors import KgqaError
from kgqa.execute.compile import compile_query
from kgqa.settings import Settings

HEAD = """
@prefix e: <https://s.example/id/> .
@prefix v: <https://s.example/vocab#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
v:Person rdfs:label "person" . v:Company rdfs:label "company" .
v:worksFor rdfs:label "works for" . v:since rdfs:label "since" .
v:role rdfs:label "role" . v:until rdfs:label "until" .
e:a a v:Person ; rdfs:label "Nora Feld" . e:b a v:Person ; rdfs:label "Ben Okafor" .
e:d a v:Person ; rdfs:label "Uma Lind" .
e:c1 a v:Company ; rdfs:label "Acme" . e:c2 a v:Company ; rdfs:label "Brightside" .
"""
JOBS = (
    ("a", "c1", 'v:since "2010-05-01"^^xsd:date ; v:role "engineer"'),
    ("b", "c1", 'v:since "2018-01-15"^^xsd:date ; v:role "designer"'),
    (
        *("d", "c2"),
        'v:since "2015-03-01"^^xsd:date ; v:until "2019-12-31"^^xsd:date ; v:role "engineer"',
    ),
    ("d", "c1", 'v:since "2020-01-01"^^xsd:date ; v:role "director"'),
)
TOLD = {
    "annotated": "e:{0} v:worksFor e:{1} {{| {2} |}} .",
    "quoted": "e:{0} v:worksFor e:{1} . << e:{0} v:worksFor e:{1} >> {2} .",
    "named": "e:{0} v:worksFor e:{1} ."
    " e:job-{0}-{1} rdf:reifies <<( e:{0} v:worksFor e:{1} )>> ; {2} .",
    "rdf:Statement": "e:{0} v:worksFor e:{1} . [] a rdf:Statement ; rdf:subject e:{0} ;"
    " rdf:predicate v:worksFor ; rdf:object e:{1} ; {2} .",
}


def turtle(told: str) -> str:
    """Return the graph with its statements told in one of the ways."""
    return HEAD + "\n".join(TOLD[told].format(*job) for job in JOBS)


@pytest.fixture(scope="module", params=TOLD)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    """What answers about who worked where, and since when."""
    folder: Path = tmp_path_factory.mktemp("qualifiers")
    (folder / "graph.ttl").write_text(turtle(request.param), encoding="utf-8")
    build([folder / "graph.ttl"], folder / "store")
    with Engine(folder / "store", settings=Settings(today="2026-01-01")) as engine:
        yield engine


EXPRESSIONS = {
    "v:worksFor(e:c1)": {"e:a", "e:b", "e:d"},
    "^v:worksFor{v:since > 2016}(e:d)": {"e:c1"},
    'v:worksFor{v:role = "engineer"}(e:c1)': {"e:a"},
    'v:worksFor{v:role = "engineer", v:since >= 2015}(e:c2)': {"e:d"},
    "v:worksFor{v:since < 2016}(type(v:Company))": {"e:a", "e:d"},
    "argmin(v:worksFor(e:c1), v:worksFor(e:c1)@v:since)": {"e:a"},
    "nth(2, v:worksFor(e:c1), v:worksFor(e:c1)@v:since)": {"e:b"},
    "told(e:d, v:worksFor(e:c2)@v:until)": {"2019-12-31"},
    "told(e:d, v:worksFor(e:c2)@v:since, 1)": {"2015-03-01"},
    'type(v:Person) - v:worksFor{v:role = "director"}(e:c1)': {"e:a", "e:b"},
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_the_store_and_the_arrays_agree(engine: Engine, expression: str) -> None:
    store, parsed = engine.store, parse_expression(expression)
    found = {one.id or one.value.text for one in query(expression, store).answers}  # type: ignore[union-attr]
    assert found == EXPRESSIONS[expression]
    assert store.adjacency is not None  # type: ignore[attr-defined]
    graph = Graph(store.adjacency, store.statistics)  # type: ignore[attr-defined]
    texts = {graph.text(node).partition("\0")[0][:10] for node in denote(parsed, graph).tolist()}  # type: ignore[union-attr]
    assert texts == EXPRESSIONS[expression]


def test_rdflib_finds_the_same_by_rdf_statements(tmp_path: Path) -> None:
    """The witness knows no triple terms."""
    (tmp_path / "graph.ttl").write_text(turtle("rdf:Statement"), encoding="utf-8")
    build([tmp_path / "graph.ttl"], tmp_path / "store")
    witness = rdflib.Graph().parse(tmp_path / "graph.ttl")
    with LocalStore(tmp_path / "store") as store:
        for expression in list(EXPRESSIONS)[:6]:
            rows = witness.query(
                compile_query(parse_expression(expression), store.statistics).sparql
            )
            found = {f"e:{str(row[0]).rpartition('/')[2]}" for row in rows}  # type: ignore[index]
            assert found == EXPRESSIONS[expression]


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Since when has Nora Feld worked for Acme?", {"1 May 2010"}),
        ("Until when did Uma Lind work for Brightside?", {"31 December 2019"}),
        ("What is the role of Ben Okafor at Acme?", {"designer"}),
        ("Who has worked for Acme since 2018?", {"Ben Okafor", "Uma Lind"}),
        ("Who worked for Brightside until 2019?", {"Uma Lind"}),
        ("Who works for Acme as an engineer?", {"Nora Feld"}),
        ("Is Ben Okafor an engineer at Acme?", {"no"}),
        ("Is Nora Feld an engineer at Acme?", {"yes"}),
        ("Who has worked for Acme the longest?", {"Nora Feld"}),
        ("How long did Uma Lind work for Brightside?", {"4"}),
        ("How long has Ben Okafor worked for Acme?", {"7"}),
        ("How many people work for Acme since 2015?", {"2"}),
    ],
)
def test_a_question_is_answered_by_qualifiers(
    engine: Engine, question: str, answers: set[str]
) -> None:
    assert {answer.label for answer in engine.ask(question).answers} == answers


def test_a_proof_tells_the_qualifiers(engine: Engine) -> None:
    answer = query("v:worksFor{v:since < 2011}(e:c1)", engine.store).answers[0]
    (fact,) = answer.proofs[0].facts  # type: ignore[union-attr]
    assert [name for name, _ in fact.qualifiers] == ["v:role", "v:since"]


def test_what_statements_say_beside_is_no_edge(engine: Engine) -> None:
    statistics = engine.store.statistics
    assert statistics is not None
    assert statistics.edges.keys() == {"rdf:type", "v:worksFor"}
    assert statistics.qualifiers.keys() == {"v:since", "v:until", "v:role"}


def test_a_graph_without_qualifiers_says_so(tmp_path: Path) -> None:
    (tmp_path / "graph.ttl").write_text(HEAD + "e:a v:worksFor e:c1 .", encoding="utf-8")
    build([tmp_path / "graph.ttl"], tmp_path / "store")
    with pytest.raises(KgqaError, match="nothing beside its edges"):
        query("v:worksFor{v:since > 2016}(e:c1)", tmp_path / "store")


def test_a_profile_may_leave_statements_alone(tmp_path: Path) -> None:
    (tmp_path / "graph.ttl").write_text(turtle("named"), encoding="utf-8")
    (tmp_path / "plain.toml").write_text('extends = "rdf"\nstatements = "none"', encoding="utf-8")
    profile = Options(profile=str(tmp_path / "plain.toml"))
    build([tmp_path / "graph.ttl"], tmp_path / "store", options=profile)
    found = query('v:role("engineer")', tmp_path / "store").answers
    assert {one.id for one in found} == {"e:job-a-c1", "e:job-d-c2"}

"""Named graphs are in a store for SPARQL, and out of sight for questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from kgqa_store.build import Options, build
from kgqa_store.errors import SourceError
from kgqa_store.local import LocalStore
from kgqa_store.slicing import Slice
from kgqa_store.update import update
from kgqa_store.verify import verify

from kgqa.parse.graph_patterns import patterns_of

TRIG = """
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
wd:Q1 rdfs:label "one"@en ; wdt:P31 wd:Q5 .
wd:Q2 wdt:P31 _:b .
GRAPH <http://g/1> { wd:Q9 rdfs:label "nine"@en ; wdt:P31 wd:Q5 . wd:Q2 wdt:P31 _:b }
GRAPH <http://g/2> { wd:Q1 wdt:P31 wd:Q5 }
"""


@pytest.fixture(params=["trig", "nq"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"some.{request.param}"
    quads = ox.parse(TRIG.encode(), ox.RdfFormat.TRIG)
    text = TRIG if request.param == "trig" else ox.serialize(quads, format=ox.RdfFormat.N_QUADS)
    path.write_bytes(text.encode() if isinstance(text, str) else text or b"")
    return path


@pytest.fixture
def store(source: Path, tmp_path: Path) -> Iterator[LocalStore]:
    build([source], tmp_path / "store")
    with LocalStore(tmp_path / "store") as opened:
        yield opened


def test_sparql_reaches_named_graphs(store: LocalStore) -> None:
    def count(pattern: str) -> str:
        query = f"SELECT (COUNT(*) AS ?n) {pattern}"
        return str(store.select(query, seconds=10).rows[0][0].value)  # type: ignore[union-attr]

    assert count("{ ?s ?p ?o }") == "3"
    assert count("{ GRAPH <http://g/1> { ?s ?p ?o } }") == "3"
    assert count("{ GRAPH ?g { wd:Q1 ?p ?o } }") == "1"
    assert count("FROM <http://g/1> FROM <http://g/2> { ?s ?p ?o }") == "4"
    assert store.ask("ASK { wd:Q2 wdt:P31 ?x GRAPH ?g { wd:Q2 wdt:P31 ?x } }", seconds=10)


def test_what_answers_questions_looks_at_the_default_graph(store: LocalStore) -> None:
    assert store.labels(["Q1", "Q9"]) == {"Q1": "one"}
    assert store.statistics is not None
    assert store.statistics.edges["P31"].edges == 2
    patterns = patterns_of(store, store.path / "graph")
    edges = list(patterns.quads_for_pattern(None, None, None))
    assert len(edges) == 3
    assert list(verify(Path(store.location)).damages) == []


def test_an_update_leaves_named_graphs_alone(store: LocalStore, tmp_path: Path) -> None:
    gone = tmp_path / "gone.json"
    gone.write_text('{"id": "Q1", "missing": ""}\n')

    update(Path(store.location), added=[gone])

    with LocalStore(Path(store.location)) as changed:
        assert not changed.ask("ASK { wd:Q1 ?p ?o }", seconds=10)
        assert changed.ask("ASK { GRAPH <http://g/2> { wd:Q1 ?p ?o } }", seconds=10)


def test_an_update_takes_no_named_graphs(store: LocalStore, source: Path) -> None:
    with pytest.raises(SourceError, match="named graphs"):
        update(Path(store.location), added=[source])


def test_a_slice_leaves_named_graphs_out_and_says_so(source: Path, tmp_path: Path) -> None:
    options = Options(slice=Slice(only_labelled=True))

    manifest = build([source], tmp_path / "store", options=options)

    assert manifest.dropped["triples of named graphs"] == 4
    with LocalStore(tmp_path / "store") as store:
        assert not store.ask("ASK { GRAPH ?g { ?s ?p ?o } }", seconds=10)


def test_a_broken_statement_ends_the_build(tmp_path: Path) -> None:
    (tmp_path / "bad.trig").write_text("<http://a> <http://b> .\n")

    with pytest.raises(SourceError, match=r"bad\.trig, line 1"):
        build([tmp_path / "bad.trig"], tmp_path / "store")


def test_an_empty_source_makes_a_store_only_where_that_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "empty.ttl").write_text("# nothing\n")

    with pytest.raises(SourceError, match="not a single triple") as caught:
        build([tmp_path / "empty.ttl"], tmp_path / "store")
    assert "--allow-empty" in caught.value.hint

    build([tmp_path / "empty.ttl"], tmp_path / "store", options=Options(allow_empty=True))
    with LocalStore(tmp_path / "store") as store:
        assert store.select("SELECT * { ?s ?p ?o }", seconds=10).rows == ()
        assert store.ask("ASK {}", seconds=10)

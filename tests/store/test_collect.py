import random
from pathlib import Path

import pyoxigraph as ox
import pytest
from kgqa_store.collect import Collector, collect
from kgqa_store.statistics import HEAVY, PropertyStatistics, Statistics, load_statistics
from kgqa_store.vocabulary import WD, WDT
from name_world import build, iri, world

PARTS = ["adjacency", "names", "statistics.json"]


@pytest.fixture(scope="module")
def statistics(tmp_path_factory: pytest.TempPathFactory) -> Statistics:
    return load_statistics(build(tmp_path_factory.mktemp("collect")) / "statistics.json")


def test_edges_subjects_and_objects_are_counted(statistics: Statistics) -> None:
    assert statistics.edges["P57"] == PropertyStatistics(
        edges=3, subjects=3, objects=2, kinds={"entity": 3}
    )


def test_a_quantity_without_a_unit_counts_as_one_of_no_known_unit(statistics: Statistics) -> None:
    assert statistics.edges["P2048"].units == {"Q11573": 1, "": 1}


def test_precisions_come_from_value_nodes(statistics: Statistics) -> None:
    assert statistics.edges["P569"].precisions == {11: 1}
    assert statistics.qualifiers["P580"].precisions == {11: 1}


def test_blank_nodes_and_generated_iris_are_unknown_values(statistics: Statistics) -> None:
    assert statistics.edges["P569"].kinds == {"date": 1, "unknown": 2}


@pytest.mark.parametrize(
    ("name", "kind"), [("P856", "other"), ("P1477", "text"), ("P2048", "number")]
)
def test_a_value_has_a_kind(statistics: Statistics, name: str, kind: str) -> None:
    assert list(statistics.edges[name].kinds) == [kind]


def test_statements_qualifiers_ranks_and_datatypes_are_counted(statistics: Statistics) -> None:
    assert statistics.statements == {"P2048": 1, "P569": 1, "P39": 1}
    assert statistics.qualifiers["P1365"].kinds == {"entity": 1}
    assert statistics.deprecated == 1
    assert statistics.datatypes["P2048"] == "Quantity"


def test_an_object_of_many_edges_is_counted_by_itself(tmp_path: Path) -> None:
    heavy = [f"{iri(WD, f'Q{n}')} {iri(WDT, 'P31')} {iri(WD, 'Q5')} ." for n in range(HEAVY)]
    light = [f"{iri(WD, f'Q{n}')} {iri(WDT, 'P31')} {iri(WD, 'Q6')} ." for n in range(HEAVY - 1)]
    out = build(tmp_path, "\n".join(heavy + light).encode())

    assert load_statistics(out / "statistics.json").heavy == {"P31": {"Q5": HEAVY}}


def test_a_triple_that_comes_twice_counts_once(tmp_path: Path, statistics: Statistics) -> None:
    out = build(tmp_path, world() + world())

    assert load_statistics(out / "statistics.json") == statistics


def test_the_order_of_triples_and_where_pieces_end_do_not_matter(
    tmp_path: Path, statistics: Statistics
) -> None:
    lines = world().splitlines()
    random.Random(1).shuffle(lines)
    triples = b"\r\n".join(lines).replace(b"> <", b">\t<")
    with Collector(tmp_path) as collector:
        for start in range(0, len(triples), 1000):
            collector.feed(triples[start : start + 1000])
        collector.finish()

    assert load_statistics(tmp_path / "statistics.json") == statistics


def test_a_finished_graph_gives_the_same_as_its_triples(
    tmp_path: Path, statistics: Statistics
) -> None:
    store = ox.Store(str(tmp_path / "graph"))
    store.bulk_load(world(), ox.RdfFormat.N_TRIPLES)
    store.flush()
    del store
    collect(tmp_path / "graph", tmp_path)

    assert load_statistics(tmp_path / "statistics.json") == statistics


def test_counts_agree_with_sparql(statistics: Statistics) -> None:
    store = ox.Store()
    store.load(world(), ox.RdfFormat.N_TRIPLES)
    query = """SELECT ?p (COUNT(*) AS ?n) (COUNT(DISTINCT ?s) AS ?k) (COUNT(DISTINCT ?o) AS ?m)
               { ?s ?p ?o FILTER(STRSTARTS(STR(?p), "http://www.wikidata.org/prop/direct/")) }
               GROUP BY ?p"""
    rows = [[term.value for term in row] for row in store.query(query)]  # type: ignore[union-attr]

    assert {name.removeprefix(WDT): (int(n), int(k), int(m)) for name, n, k, m in rows} == {
        name: (found.edges, found.subjects, found.objects)
        for name, found in statistics.edges.items()
    }


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"\n\n\n",
        b"not a triple\n",
        b"<http://www.wikidata.org/entity/Qx> <http://www.wikidata.org/prop/direct/P1> <y> .\n",
        b'<a> <http://wikiba.se/ontology#sitelinks> "many" .\n',
        b"<a> <http://wikiba.se/ontology#timePrecision> <b> .\n",
        b"\xff\xfe <http://www.wikidata.org/prop/direct/P1> \xff .\n",
        b'<http://www.wikidata.org/entity/Q1> <http://www.w3.org/2000/01/rdf-schema#label> "x',
    ],
)
def test_odd_lines_are_no_reason_to_stop(tmp_path: Path, junk: bytes) -> None:
    out = build(tmp_path, junk)

    assert isinstance(load_statistics(out / "statistics.json"), Statistics)


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    build(tmp_path)

    assert sorted(path.name for path in tmp_path.iterdir()) == PARTS


def test_a_collector_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    with Collector(tmp_path) as collector:
        collector.feed(world())

    assert list(tmp_path.iterdir()) == []

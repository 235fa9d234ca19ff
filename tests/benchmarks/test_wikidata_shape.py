from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import pyoxigraph as ox
import pytest
import wikidata_shape as shape
import zstandard
from kgqa_store.vocabulary import PREFIXES

TRIPLES = 60_000


@pytest.fixture(scope="module")
def text() -> str:
    return "".join(shape.generate(triples=TRIPLES, seed=7))


@pytest.fixture(scope="module")
def store(text: str) -> ox.Store:
    store = ox.Store()
    store.bulk_load(text, format=ox.RdfFormat.N_TRIPLES)
    return store


def holds(store: ox.Store, pattern: str) -> bool:
    return bool(store.query(f"ASK {{ {pattern} }}", prefixes=dict(PREFIXES)))


def column(store: ox.Store, query: str) -> list[str]:
    solutions = store.query(query, prefixes=dict(PREFIXES))
    assert isinstance(solutions, ox.QuerySolutions)
    return [solution[0].value for solution in solutions]


def test_a_seed_always_gives_the_same_graph(text: str) -> None:
    assert text == "".join(shape.generate(triples=TRIPLES, seed=7))


def test_another_seed_gives_another_graph(text: str) -> None:
    assert text != "".join(shape.generate(triples=TRIPLES, seed=8))


def test_every_line_is_a_legal_triple_and_no_two_are_the_same(text: str, store: ox.Store) -> None:
    assert len(store) == text.count("\n") == len(set(text.splitlines()))


@pytest.mark.parametrize("triples", [20_000, 100_000])
def test_there_are_as_many_triples_as_asked_for(triples: int) -> None:
    count = sum(piece.count("\n") for piece in shape.generate(triples=triples, seed=1))

    assert triples <= count < 1.1 * triples


@pytest.mark.parametrize("ending", [".nt", ".nt.gz", ".nt.zst"])
def test_the_file_is_compressed_as_its_name_says(ending: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / f"graph{ending}"

    count = shape.write(path, triples=TRIPLES, seed=7)

    raw = path.read_bytes()
    if ending == ".nt.gz":
        raw = gzip.decompress(raw)
    elif ending == ".nt.zst":
        raw = zstandard.ZstdDecompressor().decompressobj().decompress(raw)
    assert (raw.decode(), count) == (text, text.count("\n"))


@pytest.mark.parametrize(
    "pattern",
    [
        "?x wdt:P31 ?a. ?a wdt:P279 ?b. ?b wdt:P279 ?c. ?c wdt:P279 ?d. ?d wdt:P279 ?e",
        "?x p:P569/psv:P569/wikibase:timePrecision 9",
        "?x p:P569/psv:P569/wikibase:timePrecision 10",
        "?x p:P569/psv:P569/wikibase:timePrecision 11",
        "?x p:P2044/psv:P2044/wikibase:quantityUnit wd:Q11573",
        "?x p:P2044/psv:P2044/wikibase:quantityUnit wd:Q828224",
        "?x p:P2044/psv:P2044/wikibase:quantityUnit wd:Q3710",
        "?x p:P39 ?s. ?s pq:P580 ?start; pqv:P580 ?node; pq:P582 ?end",
        "?x wdt:P570 ?v. ?x p:P570/ps:P570 ?v FILTER(isBlank(?v))",
        "?x a wdno:P40",
        "?x p:P1082/wikibase:rank wikibase:PreferredRank",
        "?x p:P2044/wikibase:rank wikibase:DeprecatedRank",
        "?page schema:about ?x; schema:isPartOf <https://en.wikipedia.org/>; schema:name ?t",
        "?x rdfs:label ?a; skos:altLabel ?b; schema:description ?c FILTER(lang(?a) = 'fr')",
        "?x rdfs:label ?name. ?y rdfs:label ?name. ?y wdt:P31 wd:Q5. ?x wdt:P31 wd:Q5 "
        "FILTER(?x != ?y)",
        "?x wdt:P569 ?date FILTER(strstarts(str(?date), '-'))",
        "?x wdt:P57 ?p. ?x wdt:P161 ?p",
        "wd:P577 a wikibase:Property; wikibase:propertyType wikibase:Time",
    ],
)
def test_the_shapes_of_wikidata_occur(store: ox.Store, pattern: str) -> None:
    assert holds(store, pattern)


def test_a_truthy_edge_always_has_the_best_rank(store: ox.Store) -> None:
    assert not holds(
        store,
        "?x wdt:P1082 ?v; p:P1082 ?s, ?t. ?s ps:P1082 ?v; wikibase:rank wikibase:NormalRank. "
        "?t wikibase:rank wikibase:PreferredRank "
        "FILTER NOT EXISTS { ?t ps:P1082 ?v }",
    )


def test_objects_are_pointed_at_as_zipf_says(store: ox.Store) -> None:
    uses = Counter(column(store, "SELECT ?c { ?x wdt:P27 ?c }")).most_common()
    total = sum(count for _, count in uses)

    assert uses[0][1] > 0.08 * total
    assert sum(count for _, count in uses[len(uses) // 2 :]) < 0.25 * total


def test_a_few_classes_are_huge_and_many_are_small(store: ox.Store) -> None:
    sizes = Counter(column(store, "SELECT ?c { ?x wdt:P31 ?c }"))

    assert max(sizes.values()) > 200
    assert sum(1 for size in sizes.values() if size < 10) > len(sizes) / 2

"""The arrays beside a store: what they say of nodes, edges, classes and statements."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from adjacent_graphs import adjacency_of
from hypothesis import given
from hypothesis import strategies as st
from kgqa_store import adjacency_arrays, sorted_sets
from kgqa_store.adjacency import Adjacency, Around
from kgqa_store.adjacency_terms import NODE_KINDS, date_term, number_term, text_term
from kgqa_store.build import build
from kgqa_store.errors import StoreDamaged, StoreVersion
from kgqa_store.generations import lease
from kgqa_store.manifest import read_manifest, write_manifest
from kgqa_store.opening import open_store
from kgqa_store.reindex import reindex
from kgqa_store.update import update
from kgqa_store.verify import verify
from kgqa_store.vocabulary import PREFIXES
from store_sources import triple, write

DECIMAL = "http://www.w3.org/2001/XMLSchema#decimal"
DATE = "http://www.w3.org/2001/XMLSchema#dateTime"
POINT = "http://www.opengis.net/ont/geosparql#wktLiteral"

CITIES = "".join(
    triple(*parts)
    for parts in (
        ("wd:Q64", "wdt:P31", "wd:Q515"),
        ("wd:Q90", "wdt:P31", "wd:Q5119"),
        ("wd:Q5119", "wdt:P279", "wd:Q515"),
        ("wd:Q515", "wdt:P279", "wd:Q486972"),
        ("wd:Q486972", "wdt:P279", "wd:Q515"),  # people do write circles
        ("wd:Q64", "wdt:P17", "wd:Q183"),
        ("wd:Q183", "wdt:P36", "wd:Q64"),
        ("wd:Q90", "wdt:P17", "wd:Q142"),
        ("wd:Q64", "wdt:P1082", f'"+3755251"^^<{DECIMAL}>'),
        ("wd:Q90", "wdt:P1082", f'"3755251.0"^^<{DECIMAL}>'),
        ("wd:Q64", "wdt:P571", f'"1237-10-28T00:00:00Z"^^<{DATE}>'),
        ("wd:Q64", "p:P571", "wds:Q64-1"),
        ("wds:Q64-1", "ps:P571", f'"1237-10-28T00:00:00Z"^^<{DATE}>'),
        ("wds:Q64-1", "psv:P571", "wdv:one"),
        ("wdv:one", "wikibase:timeValue", f'"1237-10-28T00:00:00Z"^^<{DATE}>'),
        ("wdv:one", "wikibase:timePrecision", '"9"'),
        ("wd:Q64", "wdt:P625", f'"Point(13.4 52.5)"^^<{POINT}>'),
        ("wd:Q64", "wdt:P1448", '"Berlin"@de'),
        ("wd:Q64", "wdt:P1448", '"Berl\\u0069n"@en'),
        ("wd:Q64", "wdt:P6", "<http://www.wikidata.org/.well-known/genid/1>"),
        ("wd:Q64", "p:P6", "wds:Q64-2"),
        ("wds:Q64-2", "ps:P6", "wd:Q1"),
        ("wds:Q64-2", "pq:P580", f'"2001-01-01T00:00:00Z"^^<{DATE}>'),
        ("wds:Q64-2", "pq:P642", "wd:Q183"),
        ("wd:Q64", "p:P6", "wds:Q64-3"),
        ("wds:Q64-3", "ps:P6", "wd:Q2"),
        ("wds:Q64-3", "pq:P642", "wd:Q183"),
        ("wds:Q64-3", "wikibase:rank", "wikibase:DeprecatedRank"),
    )
)


@pytest.fixture(scope="module")
def cities() -> Adjacency:
    assert set(PREFIXES) >= {"wdv", "wds", "wikibase"}
    return adjacency_of(CITIES)


def nodes(graph: Adjacency, *ids: str) -> sorted_sets.Ints:
    found = [graph.entity(id_) for id_ in ids]
    assert None not in found
    return np.array(sorted(found), dtype=np.int32)  # type: ignore[type-var]


def ids(graph: Adjacency, found: sorted_sets.Ints) -> set[str]:
    return {graph.text(node) for node in found.tolist()}


def test_entities_are_found_by_their_ids_and_literals_by_what_they_say(cities: Adjacency) -> None:
    for node in range(len(cities)):
        assert cities.find(cities.term(node)) == node
    assert cities.entity("Q65") is None and cities.entity("") is None
    assert cities.entity("Q999999999") is None


def test_edges_lead_forwards_and_backwards(cities: Adjacency) -> None:
    assert ids(cities, cities.objects("P17", nodes(cities, "Q64", "Q90"))) == {"Q183", "Q142"}
    assert ids(cities, cities.subjects("P17", nodes(cities, "Q183"))) == {"Q64"}
    assert not len(cities.objects("P9999", nodes(cities, "Q64")))
    assert not len(cities.subjects("P17", sorted_sets.NOTHING))


def test_around_a_node_are_its_properties_in_both_directions(cities: Adjacency) -> None:
    node = cities.entity("Q64")
    assert node is not None
    found = cities.around(node)

    assert Around("P17", False, 1) in found and Around("P36", True, 1) in found
    assert Around("P1448", False, 2) in found
    assert "P6" not in {one.property for one in found}, "nobody knows the value"
    assert cities.degree(node) == sum(one.degree for one in found)
    assert len(cities.around(node, most=2)) == 2


def test_classes_are_reached_through_all_classes_between_and_through_circles(
    cities: Adjacency,
) -> None:
    for class_ in nodes(cities, "Q515", "Q486972").tolist():
        assert ids(cities, cities.instances(class_)) == {"Q64", "Q90"}
    (big,) = nodes(cities, "Q5119").tolist()
    assert ids(cities, cities.instances(big)) == {"Q90"}
    paris = cities.entity("Q90")
    assert paris is not None
    assert ids(cities, cities.types(paris)) == {"Q5119", "Q515", "Q486972"}
    assert ids(cities, cities.subclasses(big)) == {"Q5119"}


def test_a_number_is_one_node_however_it_is_spelled(cities: Adjacency) -> None:
    term = number_term("3755251")
    assert term is not None
    number = cities.find(term)
    assert number is not None
    assert ids(cities, cities.subjects("P1082", np.array([number], np.int32))) == {"Q64", "Q90"}


@pytest.mark.parametrize(
    ("one", "other"), [("-0", "+0.00"), ("007", "7"), (".5", "+0.50"), ("1e3", "1000.0")]
)
def test_spellings_of_a_number_amount_to_the_same(one: str, other: str) -> None:
    a, b = number_term(one), number_term(other)
    assert a is not None and b is not None
    assert a.value == b.value


@pytest.mark.parametrize("text", ["2001-13-01T00:00:00Z", "2001-00-00", "soon", "2001-02-30", ""])
def test_what_is_no_day_is_no_date(text: str) -> None:
    assert date_term(text) is None


def test_a_date_has_the_precision_of_its_statement(cities: Adjacency) -> None:
    edges = cities.edges("P571")

    assert [cities.details[detail] for detail in edges.details.tolist()] == [("", 9)]
    assert cities.values[edges.objects[0] - cities.entities] == 12_371_028


def test_a_text_is_found_in_all_its_languages(cities: Adjacency) -> None:
    found = cities.texts("Berlin")

    assert len(found) == 2 and ids(cities, found) == {"Berlin"}
    assert not len(cities.texts("Ber")) and not len(cities.texts("Berlin\0de"))
    assert text_term("12").value == 12 < text_term("twelve").value


def test_a_coordinate_has_a_kind_of_its_own(cities: Adjacency) -> None:
    (node,) = cities.edges("P625").objects.tolist()

    assert NODE_KINDS[cities.kind(node)] == "coordinate"
    assert cities.text(node) == "Point(13.4 52.5)"


def test_statements_have_qualifiers_unless_they_are_wrong(cities: Adjacency) -> None:
    statements = cities.statements("P6")
    (number,) = statements.of(nodes(cities, "Q64")).tolist()

    assert statements.to(nodes(cities, "Q1")).tolist() == [number]
    assert cities.entity("Q2") is None, "only a deprecated statement has it"
    assert {name for name, _, _ in cities.qualifiers_of(number)} == {"P580", "P642"}
    found = cities.qualifiers(np.array([number]), "P642")
    assert ids(cities, found.values) == {"Q183"} and found.owners.tolist() == [0]


# --- Sets ---------------------------------------------------------------------------------------

sets = st.sets(st.integers(0, 90)).map(lambda found: np.array(sorted(found), dtype=np.int32))


@given(sets, sets, st.integers(1, 100), st.integers(1, 100))
def test_sets_are_joined_and_cut_as_sets_of_python_are(
    left: sorted_sets.Ints, right: sorted_sets.Ints, bisected: int, few: int
) -> None:
    a, b = set(left.tolist()), set(right.tolist())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorted_sets, "BISECTED", bisected)
        patch.setattr(sorted_sets, "SORTED", few)
        assert sorted_sets.intersection(left, right).tolist() == sorted(a & b)
        assert sorted_sets.difference(left, right).tolist() == sorted(a - b)
        assert sorted_sets.union(left, right).tolist() == sorted(a | b)
        assert sorted_sets.as_set(np.append(right, left)).tolist() == sorted(a | b)
        column = np.sort(np.concatenate([left, left, right]))
        rows = sorted_sets.rows_of(column, left) if len(left) else []
        assert list(rows) == [place for place, node in enumerate(column) if node in a]


# --- Beside a store -----------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Path:
    build([write(tmp_path / "a.nt", CITIES)], tmp_path / "s")
    return tmp_path / "s"


def test_a_built_store_has_arrays_and_opens_them_when_asked(store: Path) -> None:
    with open_store(store) as opened:
        found: Adjacency = opened.adjacency  # type: ignore[attr-defined]
        assert len(found) == len(adjacency_of(CITIES))
    assert verify(store).is_sound


def test_a_store_without_arrays_opens_and_gets_them_by_one_command(store: Path) -> None:
    with lease(store) as held:
        folder, built = held.path / "adjacency", {}
        for path in sorted(folder.iterdir()):
            built[path.name] = path.read_bytes()
            path.unlink()
        folder.rmdir()
    manifest = read_manifest(store)
    others = {name: one for name, one in manifest.files.items() if "adjacency" not in name}
    write_manifest(store, replace(manifest, files=others))
    with open_store(store) as opened:
        assert opened.adjacency is None  # type: ignore[attr-defined]
    update(store, added=[write(store.parent / "b.nt", triple("wd:Q1", "wdt:P17", "wd:Q2"))])
    update(store, removed=[store.parent / "b.nt"])
    with open_store(store) as opened:
        assert opened.adjacency is None  # type: ignore[attr-defined]
    reindex(store)

    with lease(store) as held:
        made = {path.name: path.read_bytes() for path in (held.path / "adjacency").iterdir()}
    assert made == built
    assert verify(store).is_sound


def test_a_graph_that_is_too_large_for_memory_gets_no_arrays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa_store.collect.MOST_EDGES", 5)
    build([write(tmp_path / "a.nt", CITIES)], tmp_path / "s")

    assert verify(tmp_path / "s").is_sound
    with open_store(tmp_path / "s") as opened:
        assert opened.adjacency is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["about.json", "columns"])
def test_damaged_arrays_are_found_and_named(store: Path, name: str) -> None:
    with lease(store) as held:
        os.truncate(held.path / "adjacency" / name, 20)
        with pytest.raises(StoreDamaged, match="adjacency"):
            Adjacency.open(held.path / "adjacency")
    assert any(f"adjacency/{name}" in damage for damage in verify(store, quick=True).damages)


def test_the_arrays_of_another_store_are_found(store: Path) -> None:
    build([write(store.parent / "b.nt", CITIES.replace("Q183", "Q64"))], store.parent / "other")
    with lease(store) as held, lease(store.parent / "other") as other:
        for name in (adjacency_arrays.ABOUT, adjacency_arrays.COLUMNS):
            content = (other.path / "adjacency" / name).read_bytes()
            (held.path / "adjacency" / name).write_bytes(content)
    assert not verify(store).is_sound


def test_arrays_that_lack_edges_are_found(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with lease(store) as held:
        folder = held.path / "adjacency"
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        less = "".join(line for line in CITIES.splitlines(True) if "P17>" not in line)
        adjacency_arrays.save(adjacency_of(less).content(), folder)
    monkeypatch.setattr("kgqa_store.verify._file_damages", lambda *_: iter(()))

    assert "P17 has 2 edges in the graph and 0 in the arrays" in verify(store).damages


def test_arrays_of_another_format_are_refused(store: Path) -> None:
    with lease(store) as held:
        about = held.path / "adjacency" / "about.json"
        about.write_bytes(about.read_bytes().replace(b'"format":1', b'"format":9'))
        with pytest.raises(StoreVersion, match="format 9"):
            Adjacency.open(held.path / "adjacency")

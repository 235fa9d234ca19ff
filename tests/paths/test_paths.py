"""Paths between two things are the cheapest there are, and are told in words and in formats."""

from __future__ import annotations

import csv
import io
import json
import math
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path as File
from typing import cast

import networkx
import pyoxigraph as ox
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from kgqa_cli import main
from kgqa_store.errors import TimeLimit
from kgqa_store.opening import open_store
from kgqa_store.store import Store
from real_server import serving
from world_store import build_world

from kgqa.algebra.errors import UnknownName
from kgqa.errors import KgqaError
from kgqa.parse.graph_patterns import patterns_of
from kgqa.paths import neighbours as neighbours_module
from kgqa.paths.edges import ArrayEdges, PatternEdges, edges_of
from kgqa.paths.finding import Paths, find_paths
from kgqa.paths.neighbours import Around, Neighbours
from kgqa.paths.search import Search
from kgqa.paths.sentences import line, sentence
from kgqa.settings import Settings


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> File:
    return build_world(tmp_path_factory.mktemp("paths") / "world")


@pytest.fixture(scope="module")
def store(world: File) -> Iterator[Store]:
    with open_store(world) as opened:
        yield opened


def told(found: Paths) -> list[str]:
    return [line(path, found.labels) for path in found.paths]


# --- The search ------------------------------------------------------------------------------


class Drawn:
    """A graph that a search may walk through: every edge in both directions."""

    def __init__(self, graph: networkx.Graph[str]) -> None:
        self.graph, self.read = graph, 0

    def around(self, id_: str) -> Around:
        self.read += 1
        return Around(tuple(sorted(self.graph[id_])), self.graph.degree[id_])


def cost_of(graph: networkx.Graph[str], items: list[str]) -> float:
    inner = sum(math.log10(graph.degree[item]) for item in items[1:-1])
    return len(items) - 1 + inner


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=25),
    st.integers(1, 4),
    st.integers(1, 5),
)
def test_the_paths_are_the_cheapest_of_all_paths(
    edges: list[tuple[int, int]], top: int, longest: int
) -> None:
    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(["Q1", "Q2"])
    graph.add_edges_from((f"Q{a}", f"Q{b}") for a, b in edges if a != b)
    search = Search(
        cast(Neighbours, Drawn(graph)), top=top, longest=longest, deadline=time.monotonic() + 60
    )
    found = search.between("Q1", "Q2")
    costs = sorted(
        cost_of(graph, items)
        for items in networkx.all_simple_paths(graph, "Q1", "Q2", cutoff=longest)
    )

    assert [cost for cost, _ in found.paths] == pytest.approx(costs[:top])
    assert found.is_complete
    for cost, items in found.paths:
        assert items[0] == "Q1" and items[-1] == "Q2" and len(set(items)) == len(items)
        assert cost == pytest.approx(cost_of(graph, list(items)))
        assert all(graph.has_edge(*pair) for pair in pairwise(items))


def test_a_path_through_something_rare_comes_before_one_through_a_hub() -> None:
    graph: networkx.Graph[str] = networkx.Graph(
        [("Q1", "Q5"), ("Q5", "Q2"), ("Q1", "Q7"), ("Q7", "Q8"), ("Q8", "Q2")]
    )
    graph.add_edges_from(("Q5", f"Q{n}") for n in range(100, 200))
    search = Search(
        cast(Neighbours, Drawn(graph)), top=2, longest=4, deadline=time.monotonic() + 60
    )

    assert [items for _, items in search.between("Q1", "Q2").paths] == [
        ("Q1", "Q7", "Q8", "Q2"),
        ("Q1", "Q5", "Q2"),
    ]


def test_a_search_ends_with_its_time() -> None:
    graph = networkx.complete_graph(40)
    graph = networkx.relabel_nodes(graph, {n: f"Q{n + 1}" for n in graph})
    search = Search(cast(Neighbours, Drawn(graph)), top=9, longest=9, deadline=time.monotonic() - 1)

    assert not search.between("Q1", "Q2").is_complete


# --- Over a store ----------------------------------------------------------------------------


def test_edges_are_followed_in_both_directions(store: Store) -> None:
    found = find_paths("Ada Stone", "Cleo Marsh", store)

    assert told(found)[:2] == [
        "Ada Stone ←director─ Dusk ─cast member→ Cleo Marsh",
        "Ada Stone ←cast member─ Fog ─director→ Cleo Marsh",
    ]
    assert [link.id for link in found.links] == ["Q121", "Q123"]


def test_a_path_is_told_in_english(store: Store) -> None:
    found = find_paths("Q131", "Q111", store, top=1)

    assert sentence(found.paths[0], found) == (
        "Ben Hill is the cast member of Dawn; Haven is the place of birth of Ben Hill."
    )
    of_class = find_paths("Q131", "Q11424", store, top=1)
    assert sentence(of_class.paths[0], of_class) == "Dawn is a film."


def test_one_of_several_values_is_not_the_only_one(store: Store) -> None:
    found = find_paths("Ember", "Ben Hill", store, top=1)

    assert sentence(found.paths[0], found) == "Ben Hill is a director of Ember."


def test_all_edges_between_two_things_are_one_step(store: Store) -> None:
    (path,) = find_paths("Q133", "Q123", store, top=1).paths

    assert {fact.property for fact in path.steps[0].facts} == {"P57", "P161"}


def test_nobody_goes_on_from_a_hub_against_its_edges(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = Neighbours(edges_of(store, time.monotonic() + 9)).around("Q5")
    monkeypatch.setattr(neighbours_module, "HUB", 2)
    hub = Neighbours(edges_of(store, time.monotonic() + 9)).around("Q5")

    assert set(many.neighbours) == {"Q121", "Q122", "Q123", "Q124"} and many.edges == 4
    assert hub.neighbours == () and hub.edges > 2
    found = find_paths("Q121", "Q124", store)
    assert "Ada Stone ─instance of→ human ←instance of─ Zeno of Oldtown" in told(found)


def test_arrays_and_patterns_of_triples_have_the_same_edges(world: File, store: Store) -> None:
    arrays = edges_of(store, time.monotonic() + 9)
    patterns = PatternEdges(patterns_of(store, next(world.glob("*/graph"))), store)

    assert isinstance(arrays, ArrayEdges)
    for id_ in ("Q5", "Q101", "Q121", "Q131", "Q135", "Q151", "Q999999"):
        assert sorted(arrays.edges_from(id_)) == sorted(patterns.edges_from(id_))
        assert sorted(arrays.subjects(id_, 99)) == sorted(patterns.subjects(id_, 99))
        assert len(arrays.subjects(id_, 99)) == arrays.count_into(id_)


def test_what_is_not_joined_has_no_path(store: Store) -> None:
    assert find_paths("Q131", "Q999999", store).paths == ()


def test_a_name_that_nothing_has_and_two_equal_ends_are_refused(store: Store) -> None:
    with pytest.raises(UnknownName):
        find_paths("Nobody at all", "Q131", store)
    with pytest.raises(KgqaError, match="Q131"):
        find_paths("Dawn", "Q131", store)


def test_a_search_that_finds_nothing_in_time_says_so(store: Store) -> None:
    with pytest.raises(TimeLimit):
        find_paths("Q131", "Q152", store, settings=Settings(timeout=1e-9))


def test_an_endpoint_gives_the_same_paths(world: File, store: Store) -> None:
    with serving(next(world.glob("*/graph"))) as url, open_store(url) as endpoint:
        found = find_paths("Q121", "Q123", endpoint)

    assert told(found) == told(find_paths("Q121", "Q123", store))


# --- The command -----------------------------------------------------------------------------


def run(world: File, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["path", *arguments, "--store", str(world)])


def test_in_a_pipe_a_path_is_a_line(world: File) -> None:
    done = run(world, "Ada Stone", "Q132", "--top", "1")

    assert (done.exit_code, done.stdout) == (0, "Ada Stone ←director─ Dusk\n")
    assert done.stderr == "Ada Stone is taken for Q121\n"


def test_no_path_is_exit_status_1_and_a_bad_name_3(world: File) -> None:
    none = run(world, "Q131", "Q999999")

    assert (none.exit_code, none.stdout) == (1, "") and "No path" in none.stderr
    assert run(world, "Nobody", "Q131").exit_code == 3
    assert run(world, "Q131").exit_code == 2


def test_every_format_is_read_back(world: File) -> None:
    def printed(form: str) -> str:
        return run(world, "Q121", "Q123", "--top", "2", "--format", form).stdout

    rows = list(csv.DictReader(io.StringIO(printed("csv"), newline="")))
    graph = networkx.parse_graphml(printed("graphml"), force_multigraph=True)
    document = json.loads(printed("json"))
    turtle = list(ox.parse(printed("turtle").encode(), format=ox.RdfFormat.TURTLE))
    jsonld = list(ox.parse(printed("jsonld").encode(), format=ox.RdfFormat.JSON_LD))

    assert [(row["subject"], row["property"], row["object"]) for row in rows] == [
        (fact["subject"]["id"], fact["property"]["id"], fact["object"]["id"])
        for path in document["paths"]
        for fact in path["facts"]
    ]
    assert graph.number_of_edges() == len(rows) == 4
    assert graph.nodes["Q121"]["answer"] == 1 and graph.nodes["Q123"]["answer"] == 2
    assert len(turtle) == len(jsonld) > len(rows)
    assert printed("markdown").count("\n") == 4
    assert "Cleo Marsh is the director of Fog" in printed("table")

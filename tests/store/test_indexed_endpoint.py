"""Indexes on this machine serve a graph that is behind an endpoint."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from click.testing import CliRunner
from kgqa_cli.main import main
from kgqa_store.build import Options, build
from kgqa_store.errors import StoreMissing
from kgqa_store.indexed_endpoint import IndexedEndpoint
from kgqa_store.opening import open_store
from real_server import serving
from store_sources import built, cities, write


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("source") / "cities.nt", cities(20))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, source: Path) -> Iterator[str]:
    place = tmp_path_factory.mktemp("server") / "graph"
    store = ox.Store(place)
    store.bulk_load(path=str(source))
    store.flush()
    del store
    with serving(place) as address:
        yield address


@pytest.fixture
def names(tmp_path: Path, source: Path, server: str) -> Path:
    options = Options(graph=False, endpoint=server)
    build([source], tmp_path / "names", options=options)
    return tmp_path / "names"


def test_queries_go_to_the_endpoint_and_names_to_the_index(names: Path, server: str) -> None:
    with open_store(names) as store:
        assert isinstance(store, IndexedEndpoint)
        assert store.location == server
        assert store.ask("ASK { wd:Q103 wdt:P31 wd:Q515 }", seconds=10)
        assert store.labels(["Q103"]) == {"Q103": "City 3"}
        assert store.statistics is not None
        assert store.statistics.edges["P31"].edges == 20
        assert store.names is not None
        assert [one.id for one in store.names.exact("city 3")] == ["Q103"]


def test_commands_take_the_folder_of_the_indexes(names: Path) -> None:
    found = CliRunner().invoke(main, ["query", "P17(Q1)", "--store", str(names)])
    linked = CliRunner().invoke(main, ["link", "City 7", "--store", str(names)])

    assert found.stdout.splitlines() == ["City 0\tQ100", "City 14\tQ114", "City 7\tQ107"]
    assert linked.stdout.startswith("Q107\tCity 7")


def test_indexes_without_an_endpoint_say_what_they_lack(tmp_path: Path, source: Path) -> None:
    built(tmp_path / "s", source, options=Options(graph=False))

    with pytest.raises(StoreMissing, match="has indexes only"):
        open_store(tmp_path / "s")

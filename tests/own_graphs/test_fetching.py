"""The graph of an endpoint is fetched page by page, and its indexes answer with the endpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Self

import pyoxigraph as ox
import pytest
from click.testing import CliRunner
from kgqa_cli.main import main
from kgqa_store import paged_endpoint
from kgqa_store.build import build
from kgqa_store.errors import LimitReached, SourceError
from kgqa_store.paged_endpoint import fetch
from kgqa_store.progress import Noticed
from kgqa_store.results import Table
from served import serving

GRAPH = """@prefix ex: <http://acme.example/> .
@prefix v: <http://acme.example/vocab#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:p7 a v:Manager ; rdfs:label "Nora Feld" ; v:supervises ex:p8, ex:p9 ; v:seat [ v:row 3 ] .
ex:p8 a v:Employee ; rdfs:label "Ben Okafor" .
ex:p9 a v:Employee ; rdfs:label "Uma Lind" .
"""


class Fake:
    """An endpoint on a graph in memory, which gives up after some queries."""

    patience = 1000
    asked = 0

    def __init__(self, url: str) -> None:
        self.location = url
        self._graph = ox.Store()
        self._graph.load(GRAPH.encode(), ox.RdfFormat.TURTLE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def select(self, sparql: str, *, seconds: float) -> Table:
        Fake.asked += 1
        if Fake.asked > Fake.patience:
            raise LimitReached("enough")
        found = self._graph.query(sparql)
        assert isinstance(found, ox.QuerySolutions)
        rows = tuple(tuple(row) for row in found)
        return Table(tuple(one.value for one in found.variables), rows)  # type: ignore[arg-type]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[Fake]:
    """The endpoint in memory in the place of real ones."""
    monkeypatch.setattr(paged_endpoint, "Endpoint", Fake)
    monkeypatch.setattr(Fake, "asked", 0)
    return Fake


def lines(path: Path) -> set[str]:
    return {line for line in path.read_text(encoding="utf-8").splitlines() if line[0] != "#"}


def test_all_pages_are_the_graph_without_its_blank_nodes(fake: type[Fake], tmp_path: Path) -> None:
    told: list[object] = []
    path = fetch("http://e.example/", tmp_path / "p", page=2, pause=0, progress=told.append)

    whole = ox.Store()
    whole.load(GRAPH.encode(), ox.RdfFormat.TURTLE)
    named = {f"{quad.triple} ." for quad in whole if "_:" not in str(quad.triple)}
    assert lines(path) == named and len(named) == 8
    assert "2 edges of blank nodes are left out." in {
        one.message for one in told if isinstance(one, Noticed)
    }


def test_who_is_interrupted_goes_on_and_asks_no_page_twice(
    fake: type[Fake], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = fetch("http://e.example/", tmp_path / "whole", page=2, pause=0)
    queries, Fake.asked = Fake.asked, 0
    monkeypatch.setattr(Fake, "patience", 4)
    with pytest.raises(LimitReached):
        fetch("http://e.example/", tmp_path / "p", page=2, pause=0)

    monkeypatch.setattr(Fake, "patience", 1000)
    path = fetch("http://e.example/", tmp_path / "p", page=2, pause=0)

    assert path.read_bytes() == whole.read_bytes()
    assert Fake.asked == queries + 1  # the one that was refused


def test_pages_of_another_endpoint_are_not_gone_on_with(fake: type[Fake], tmp_path: Path) -> None:
    fetch("http://e.example/", tmp_path / "p", pause=0)

    with pytest.raises(SourceError, match=r"are of http://e\.example/"):
        fetch("http://other.example/", tmp_path / "p", pause=0)


def test_questions_are_answered_by_an_endpoint_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "g.ttl").write_text(GRAPH, encoding="utf-8")
    build([tmp_path / "g.ttl"], tmp_path / "s")
    with serving("--store", str(tmp_path / "s"), "--workers", "1", "--timeout", "60") as server:
        options = ["--index-only", "--endpoint", f"{server.url}sparql", "--quiet", "--out"]
        made = CliRunner().invoke(main, ["store", "build", *options, str(tmp_path / "r")])
        assert made.exit_code == 0 and not (tmp_path / "r.pages").exists()

        asked = ["ask", "Who supervises Ben Okafor?", "--store", str(tmp_path / "r")]
        found = CliRunner().invoke(main, asked)
        assert found.stdout.startswith("Nora Feld\t")


def test_without_a_source_and_an_endpoint_there_is_nothing_to_build(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["store", "build", "--out", str(tmp_path / "s")])

    assert result.exit_code == 2 and "Name a SOURCE" in result.stderr

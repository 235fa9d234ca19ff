"""The server tells of things that are called by prefixed names and IRIs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from kgqa_store.build import build
from served import Served, serving

GRAPH = """@prefix ex: <http://acme.example/> .
@prefix v: <http://acme.example/vocab#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:p7 a v:Manager ; rdfs:label "Nora Feld" ; v:supervises ex:p8 ; v:hired "2015-03-01" .
ex:p8 a v:Employee ; rdfs:label "Ben Okafor" ; v:near <http://other.example/a/b> .
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server on a graph of one's own."""
    folder: Path = tmp_path_factory.mktemp("served")
    (folder / "g.ttl").write_text(GRAPH, encoding="utf-8")
    build([folder / "g.ttl"], folder / "s")
    with serving("--store", str(folder / "s"), "--workers", "1", "--timeout", "60") as found:
        yield found


def test_a_thing_is_told_of_by_its_prefixed_name(server: Served) -> None:
    found = server.json("/entity/ex:p7")

    assert found["label"] == "Nora Feld"
    assert found["types"] == [{"id": "v:Manager", "label": "manager"}]
    values = {one["property"]["id"]: one["values"][0]["value"] for one in found["statements"]}
    assert values["v:supervises"] == {"id": "ex:p8", "label": "Ben Okafor"}
    incoming = server.json("/entity/ex:p8")["incoming"]
    assert incoming[0]["subjects"] == [{"id": "ex:p7", "label": "Nora Feld"}]


def test_a_thing_is_told_of_by_its_iri_in_angle_brackets(server: Served) -> None:
    found = server.json("/entity/" + quote("<http://other.example/a/b>", safe=""))

    assert found["incoming"][0]["property"]["id"] == "v:near"


def test_a_property_is_told_of_by_what_it_joins(server: Served) -> None:
    assert server.json("/entity/v:supervises")["edges"] == 1


@pytest.mark.parametrize(("id_", "status"), [("ex:nobody", 404), ("zz:p7", 400), ("a%20b", 422)])
def test_what_is_no_id_and_what_is_unknown_is_said(server: Served, id_: str, status: int) -> None:
    assert server.send(f"/entity/{id_}").status == status

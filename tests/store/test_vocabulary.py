"""What a store makes of literals without datatypes, and of graphs that are not Wikidata's."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli import main
from kgqa_store.build import Options, build
from kgqa_store.errors import SourceError
from kgqa_store.generations import lease
from kgqa_store.opening import open_store
from kgqa_store.schema import Schema
from kgqa_store.statistics import PropertyStatistics, Statistics, datatype_of
from kgqa_store.update import update
from store_sources import cities, triple, write

from kgqa.engine import Engine

XSD = "http://www.w3.org/2001/XMLSchema#"
OTHER = """<http://example.org/ada> <http://xmlns.com/foaf/0.1/name> "Ada" .
<http://example.org/ada> <http://xmlns.com/foaf/0.1/knows> <http://example.org/bo> .
"""


def films() -> str:
    """Return four films with budgets and dates, and no word on what kinds of values those are."""
    lines = [
        triple("wd:P31", "rdfs:label", '"instance of"@en'),
        triple("wd:P2130", "rdfs:label", '"budget"@en'),
        triple("wd:P577", "rdfs:label", '"publication date"@en'),
        triple("wd:P1476", "rdfs:label", '"title"@en'),
        triple("wd:Q11424", "rdfs:label", '"film"@en'),
    ]
    for number, (name, budget) in enumerate((("Dawn", 5), ("Dusk", 900), ("Noon", 70)), 1):
        film = f"wd:Q{number}"
        lines += [
            triple(film, "rdfs:label", f'"{name}"@en'),
            triple(film, "wdt:P31", "wd:Q11424"),
            triple(film, "wdt:P2130", f'"{budget}"^^<{XSD}integer>'),
            triple(film, "wdt:P577", f'"199{number}-01-01T00:00:00Z"^^<{XSD}dateTime>'),
            triple(film, "wdt:P1476", f'"{name}"@en'),
        ]
    return "".join(lines)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vocabulary")
    build([write(folder / "a.nt", films())], folder / "s")
    return folder / "s"


def datatypes(directory: Path) -> dict[str, str]:
    with lease(directory) as held, Schema.open(held.path / "names") as schema:
        found = {name: schema.property(name) for name in schema.properties()}
    return {name: one.datatype for name, one in found.items() if one}


def test_the_literals_tell_the_datatype(store: Path) -> None:
    seen = {"P31": "WikibaseItem", "P2130": "Quantity", "P577": "Time", "P1476": "String"}
    assert datatypes(store) == seen


def test_the_highest_budget_is_found_without_declared_datatypes(store: Path) -> None:
    with Engine(store) as engine:
        reply = engine.ask("Which film has the highest budget?")
    assert [answer.value.id for answer in reply.answers] == ["Q2"]


def test_an_update_tells_the_datatype_as_a_build_does(tmp_path: Path) -> None:
    more = triple("wd:Q1", "wdt:P2047", f'"95"^^<{XSD}decimal>')
    build([write(tmp_path / "a.nt", films())], tmp_path / "s")
    update(tmp_path / "s", added=[write(tmp_path / "b.nt", more)])
    build([write(tmp_path / "c.nt", films() + more)], tmp_path / "anew")

    assert datatypes(tmp_path / "s") == datatypes(tmp_path / "anew")
    assert datatypes(tmp_path / "s")["P2047"] == "Quantity"


@pytest.mark.parametrize(
    ("kinds", "datatype"),
    [
        ({"number": 3, "irregular": 2, "text": 4}, "Quantity"),
        ({"date": 2, "text": 2}, ""),
        ({"unknown": 9, "date": 1}, "Time"),
        ({"other": 5, "text": 1}, ""),
        ({}, ""),
    ],
)
def test_most_values_decide(kinds: dict[str, int], datatype: str) -> None:
    used = {"P1": PropertyStatistics(edges=sum(kinds.values()), kinds=kinds)}

    assert datatype_of(Statistics(edges=used), "P1") == datatype
    assert datatype_of(Statistics(qualifiers=used), "P1") == datatype
    assert datatype_of(Statistics(edges=used, datatypes={"P1": "Url"}), "P1") == "Url"


# --- Other vocabularies ----------------------------------------------------------------------


def test_a_graph_without_wikidata_is_refused_where_it_is_said_to_be_of_it(tmp_path: Path) -> None:
    source = write(tmp_path / "a.nt", OTHER)
    words = ["store", "build", str(source), "--profile", "wikidata", "--out", str(tmp_path / "s")]
    result = CliRunner().invoke(main, words)

    assert result.exit_code == 4
    assert "Wikidata's vocabulary" in result.stderr and "--profile" in result.stderr
    assert not (tmp_path / "s" / "manifest.json").exists()


def test_such_a_graph_can_be_asked_in_sparql(tmp_path: Path) -> None:
    source, out = write(tmp_path / "a.nt", OTHER), tmp_path / "s"
    words = ["store", "build", str(source), "--no-index", "--out", str(out), "-q"]
    assert CliRunner().invoke(main, words).exit_code == 0

    with open_store(out) as store:
        assert store.ask('ASK { ?x <http://xmlns.com/foaf/0.1/name> "Ada" }', seconds=10)


@pytest.mark.parametrize(
    "content",
    [
        triple("wd:Q1", "rdfs:label", '"one"@en'),
        triple("wd:Q1", "wdt:P1", "wd:Q2"),
        cities(1) + OTHER,
    ],
)
def test_a_little_of_wikidata_is_enough(tmp_path: Path, content: str) -> None:
    assert build([write(tmp_path / "a.nt", content)], tmp_path / "s").counts["triples"]


def test_without_indexes_nothing_is_refused(tmp_path: Path) -> None:
    source = write(tmp_path / "a.nt", OTHER)
    build([source], tmp_path / "s", options=Options(index=False, profile="wikidata"))
    with pytest.raises(SourceError):
        build([source], tmp_path / "t", options=Options(profile="wikidata"))


# --- What is kept of it ----------------------------------------------------------------------


def test_the_share_of_named_entities_is_kept_and_as_it_is_counted(tmp_path: Path) -> None:
    nameless = "".join(triple(f"wd:Q{9000 + n}", "wdt:P17", "wd:Q1") for n in range(50))
    manifest = build([write(tmp_path / "a.nt", cities(150) + nameless)], tmp_path / "s")
    with Engine(tmp_path / "s") as engine:
        kept = engine.parser.named
        engine.parser.__dict__.pop("named")
        engine.parser.store = open_store(tmp_path / "s")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(engine.parser.store), "named", None)
            counted = engine.parser.named
        engine.parser.store.close()

    assert kept == counted == manifest.named == 0.75


def test_info_takes_the_store_as_everywhere(store: Path) -> None:
    def info(*words: object) -> tuple[int, str]:
        result = CliRunner().invoke(main, ["store", "info", *map(str, words)])
        return result.exit_code, result.stdout

    assert info("--store", store) == info(store) == info(store, "--store", store)
    assert info(store, "--store", "sample")[0] == 2

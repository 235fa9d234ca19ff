"""What a profile says of a graph is what its indexes know."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli.main import main
from kgqa_store.build import Options, build
from kgqa_store.errors import SourceError
from kgqa_store.local import LocalStore
from kgqa_store.local_names import class_words, words_of
from kgqa_store.profile import SHIPPED, read_profile
from kgqa_store.progress import Noticed
from kgqa_store.schema import Schema

from kgqa.queries import run_expression

HEAD = """
@prefix ex: <http://x.example/> . @prefix v: <http://x.example/v#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def opened(tmp_path: Path, turtle: str, **options: str) -> LocalStore:
    (tmp_path / "a.ttl").write_text(HEAD + turtle, encoding="utf-8")
    build([tmp_path / "a.ttl"], tmp_path / "s", options=Options(**options))  # type: ignore[arg-type]
    return LocalStore(tmp_path / "s")


def ids(store: LocalStore, expression: str) -> list[str]:
    return sorted(answer.id or answer.label for answer in run_expression(expression, store).answers)


@pytest.mark.parametrize(
    ("iri", "words"),
    [
        ("http://x/isSuppliedBy", "is supplied by"),
        ("http://x#list_price", "list price"),
        ("http://x/HTTPServer", "HTTP Server"),
        ("http://x/Nora_Feld", "Nora Feld"),
        ("http://x/a%20b/", "a b"),
    ],
)
def test_the_end_of_an_iri_is_split_into_words(iri: str, words: str) -> None:
    assert words_of(iri) == words


def test_classes_are_called_in_small_letters() -> None:
    assert class_words("http://x/ProductCategory") == "product category"


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_profile_says_classes_and_labels(name: str) -> None:
    profile = read_profile(name)
    assert profile.instance and profile.subclass and profile.labels


def test_the_preferred_label_comes_first_and_others_are_aliases(tmp_path: Path) -> None:
    with opened(tmp_path, 'ex:a a v:T ; rdfs:label "second" ; skos:prefLabel "first" .') as store:
        assert store.names is not None
        entry = store.names.describe("ex:a")
    assert entry is not None and (entry.label, entry.aliases) == ("first", ("second",))


def test_what_has_no_label_is_called_by_its_iri_or_by_a_name_of_its_own(tmp_path: Path) -> None:
    turtle = 'ex:north-gate a v:T . ex:p1 a v:P ; v:firstName "Nora" ; v:lastName "Feld" .'
    with opened(tmp_path, turtle) as store:
        labels = store.labels(["ex:north-gate", "ex:p1", "v:firstName"])
    assert labels == {
        "ex:north-gate": "north gate",
        "ex:p1": "Nora Feld",
        "v:firstName": "first name",
    }


def test_a_label_in_another_language_is_better_than_none(tmp_path: Path) -> None:
    with opened(tmp_path, 'ex:a a v:Ding ; rdfs:label "Brücke"@de .') as store:
        assert store.labels(["ex:a"]) == {"ex:a": "Brücke"}


def test_subclasses_count_even_in_a_circle(tmp_path: Path) -> None:
    turtle = "v:A rdfs:subClassOf v:B . v:B rdfs:subClassOf v:A . ex:x a v:A . ex:y a v:B ."
    with opened(tmp_path, turtle) as store:
        assert ids(store, "type(v:B)") == ["ex:x", "ex:y"]


def test_blank_nodes_are_walked_through(tmp_path: Path) -> None:
    with opened(tmp_path, "ex:x v:price [ v:amount 5 ; v:currency ex:euro ] .") as store:
        assert ids(store, "^v:currency(^v:price(ex:x))") == ["ex:euro"]


def test_what_the_ontology_says_of_properties_is_kept(tmp_path: Path) -> None:
    turtle = """v:a owl:inverseOf v:b . v:s a owl:SymmetricProperty . v:t a owl:TransitiveProperty .
    ex:x v:a ex:y ."""
    with opened(tmp_path, turtle) as store:
        assert store.statistics is not None
        found = store.statistics.vocabulary
    assert found.inverse == {"v:a": "v:b", "v:b": "v:a"}
    assert (found.symmetric, found.transitive) == (("v:s",), ("v:t",))


@pytest.mark.parametrize(
    ("literal", "test", "holds"),
    [
        ('"2019-05-01"^^xsd:date', "= 2019", True),
        ('"2019-05-01"^^xsd:date', "> 2019-04", True),
        ('"2019-05-01T10:00:00Z"^^xsd:dateTime', "< 2019-05-02", True),
        ('"2019"^^xsd:gYear', ">= 2019", True),
        ('"2019"^^xsd:gYear', "= 2019-05-03", True),
        ('"2019"^^xsd:gYear', "> 2019", False),
        ('"2019-05"^^xsd:gYearMonth', "< 2019-06", True),
        ("7", "> 6.5", True),
        ("7.25", "< 7", False),
        ("true", '= "true"', True),
        ('"ZX-1"', '= "ZX-1"', True),
    ],
)
def test_values_of_every_datatype_compare(
    tmp_path: Path, literal: str, test: str, holds: bool
) -> None:
    with opened(tmp_path, f"ex:x a v:T ; v:p {literal} .") as store:
        assert ids(store, f"type(v:T)[v:p {test}]") == (["ex:x"] if holds else [])


def test_a_profile_of_ones_own_says_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'extends = "rdf"\ninstance = "http://x.example/v#kind"\n'
        'labels = ["http://x.example/v#called"]\n',
        encoding="utf-8",
    )
    turtle = 'ex:a v:kind v:T ; v:called "Alpha" .'
    with opened(tmp_path, turtle, profile=str(path)) as store:
        assert ids(store, "type(v:T)") == ["ex:a"]
        assert store.labels(["ex:a"]) == {"ex:a": "Alpha"}


@pytest.mark.parametrize(
    ("text", "said"),
    [("labels = [", "no TOML"), ('extends = "rdf"\nnames = []', "names"), ("", "instance")],
)
def test_a_profile_that_says_nothing_sound_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match=said):
        read_profile(str(tmp_path / "own.toml"))


def test_the_look_of_the_data_tells_the_profile(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_text(
        "<http://dbpedia.org/resource/A> <http://dbpedia.org/ontology/b> "
        "<http://dbpedia.org/resource/C> .\n"
    )
    words = ["store", "build", str(tmp_path / "a.nt"), "--out", str(tmp_path / "s")]
    result = CliRunner().invoke(main, words)

    assert "Profile: dbpedia" in result.stderr
    with LocalStore(tmp_path / "s") as store:
        assert ids(store, "^dbo:b(dbr:A)") == ["dbr:C"]


def test_an_ontology_without_data_is_built_and_knows_its_properties(tmp_path: Path) -> None:
    turtle = 'v:p a owl:ObjectProperty ; rdfs:label "owns" . v:A rdfs:subClassOf v:B .'
    with opened(tmp_path, turtle) as store, Schema.open(store.path / "names") as schema:
        assert schema.labels(["v:p"]) == {"v:p": "owns"}


def test_of_an_ontology_without_data_it_is_told_that_data_lack(tmp_path: Path) -> None:
    text = HEAD + "v:A rdfs:subClassOf v:B ."
    (tmp_path / "o.ttl").write_text(text, encoding="utf-8")
    told: list[object] = []

    build([tmp_path / "o.ttl"], tmp_path / "s", progress=told.append)

    said = [one.message for one in told if isinstance(one, Noticed)]
    assert any("give the data, too" in one for one in said)


def test_an_iri_that_no_prefix_makes_short_is_written_in_full(tmp_path: Path) -> None:
    with opened(tmp_path, "<http://y.example/a,b> a v:T .") as store:
        assert ids(store, "type(v:T)") == ["<http://y.example/a,b>"]
        assert ids(store, "<http://y.example/a,b> in type(v:T)") == ["yes"]


QUADS = """\
<http://x.example/a> <http://x.example/knows> <http://x.example/b> <http://x.example/g1> .
<http://x.example/a> <http://x.example/knows> <http://x.example/c> <http://x.example/g2> .
"""


@pytest.mark.parametrize(("graph", "known"), [("all", ["b", "c"]), ("http://x.example/g2", ["c"])])
def test_named_graphs_are_read_together_or_one_by_one(
    tmp_path: Path, graph: str, known: list[str]
) -> None:
    (tmp_path / "a.nq").write_text(QUADS)
    build([tmp_path / "a.nq"], tmp_path / "s", options=Options(named_graph=graph))
    with LocalStore(tmp_path / "s") as store:
        assert store.statistics is not None
        own = store.statistics.vocabulary.id_of("http://x.example/a")
        way = store.statistics.vocabulary.id_of("http://x.example/knows")
        assert [name.partition(":")[2] for name in ids(store, f"^{way}({own})")] == known


def test_without_a_default_graph_the_option_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.nq").write_text(QUADS)
    with pytest.raises(SourceError) as caught:
        build([tmp_path / "a.nq"], tmp_path / "s")
    assert "--graph all" in caught.value.hint

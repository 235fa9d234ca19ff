"""Names in expressions mean items and properties of a store, where that is clear."""

from __future__ import annotations

from collections.abc import Iterator

import networkx
import pytest
from kgqa_store.build import Options, build
from kgqa_store.opening import open_store
from kgqa_store.store import Store
from memory_store import MemoryStore
from world_store import WORLD

import kgqa
from kgqa.algebra import to_text
from kgqa.algebra.errors import UnclearName, UnknownName
from kgqa.answers import LinkedName
from kgqa.parse.expressions import read_expression

PREFIXES = "".join(
    line
    for line in WORLD.read_text(encoding="utf-8").splitlines(True)
    if line.startswith("@prefix")
)
NAMESAKES = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
wd:Q901 rdfs:label "Dawn"@en ; wdt:P31 wd:Q515 .
wd:Q902 rdfs:label "city"@en ; wdt:P17 wd:Q101 .
wd:Q903 rdfs:label "Quiet Lane"@en ; skos:altLabel "Lane"@en , "Northland"@en .
wd:Q904 rdfs:label "Loud Lane"@en ; skos:altLabel "Lane"@en .
wd:P57 skos:altLabel "directed by"@en , "made by"@en , "elevation"@en .
wd:P161 skos:altLabel "made by"@en .
wd:P2044 skos:altLabel "elevation"@en , "director"@en .
wd:P904 rdfs:label "nickname"@en .
wd:Q131 wdt:P904 "Dawn" .
"""
MANY = "\n".join(f"wd:Q{2000 + n} wdt:P17 wd:Q101 ; wdt:P57 wd:Q121 ." for n in range(60))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder = tmp_path_factory.mktemp("expressions")
    more = folder / "more.ttl"
    more.write_text(f"{PREFIXES}{NAMESAKES}{MANY}", encoding="utf-8")
    build([WORLD, more], folder / "world", options=Options(max_errors=0, check_room=False))
    with open_store(folder / "world") as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ('director("Ada Stone")', "P57(Q121)"),
        ("directed by(ada stone)", "P57(Q121)"),
        ('^"place of birth"(Ben Hill)', "^P19(Q122)"),
        ('position held{"start time" < 1970}("Mayor of Haven")', "P39{P580 < 1970}(Q161)"),
        ("country[mountain](Southland)", "P17[Q8502](Q102)"),
        ('title("Dawn")', 'P1476("Dawn")'),
        ("Ada Stone in director(Q131)", "Q121 in P57(Q131)"),
        ("argmax(type(volcano), elevation above sea level)", "argmax(type(Q8072), P2044)"),
    ],
)
def test_names_are_read_as_the_ids_they_mean(store: Store, text: str, ids: str) -> None:
    assert to_text(read_expression(text, store).query) == ids


def test_what_names_were_taken_for_is_told_in_the_order_of_the_text(store: Store) -> None:
    read = read_expression('directed by("ada stone") - directed by("Ben Hill")', store)

    assert read.links == (
        LinkedName("directed by", "P57", "director"),
        LinkedName("ada stone", "Q121", "Ada Stone"),
        LinkedName("Ben Hill", "Q122", "Ben Hill"),
    )


def test_ids_alone_are_linked_to_nothing(store: Store) -> None:
    assert read_expression("P57(Q121)", store).links == ()


def test_two_of_a_name_are_shown_and_none_is_taken(store: Store) -> None:
    with pytest.raises(UnclearName) as caught:
        read_expression('^director("Dawn")', store)

    error = caught.value
    assert {one.id for one in error.candidates} == {"Q131", "Q901"}
    assert error.text[error.start : error.end] == '"Dawn"'
    assert error.hint.endswith(f"^director({error.candidates[0].id})")
    assert "Q131  Dawn" in str(error) and "Q901  Dawn  city" in str(error)


def test_what_is_far_better_known_is_meant(store: Store) -> None:
    assert read_expression("country(Northland)", store).links[1].id == "Q101"


def test_two_with_the_same_alias_are_not_clear(store: Store) -> None:
    with pytest.raises(UnclearName):
        read_expression("Lane", store)


def test_where_a_class_is_due_what_has_instances_is_meant(store: Store) -> None:
    assert to_text(read_expression("type(city)", store).query) == "type(Q515)"


def test_the_label_of_a_property_is_its_own(store: Store) -> None:
    assert to_text(read_expression("director(Q121)", store).query) == "P57(Q121)"


def test_of_other_names_of_properties_the_far_more_frequent_one_is_meant(store: Store) -> None:
    assert to_text(read_expression("elevation(Q121)", store).query) == "P57(Q121)"
    with pytest.raises(UnclearName, match="2 properties"):
        read_expression("made by(Q121)", store).query  # noqa: B018 - it is not reached


def test_a_text_is_a_value_for_a_property_that_has_texts(store: Store) -> None:
    assert to_text(read_expression('nickname("Dawn")', store).query) == 'P904("Dawn")'


@pytest.mark.parametrize(
    ("text", "candidate"),
    [("directr(Q121)", "P57"), ("director(Ada Stonne)", "Q121"), ("birth(Q121)", "P19")],
)
def test_a_name_that_is_nearly_right_is_offered(store: Store, text: str, candidate: str) -> None:
    with pytest.raises(UnknownName) as caught:
        read_expression(text, store)

    assert candidate in [one.id for one in caught.value.candidates]


def test_a_store_without_names_says_so_and_takes_ids() -> None:
    bare = MemoryStore(networkx.MultiDiGraph())

    assert to_text(read_expression('P57("Dawn")', bare).query) == 'P57("Dawn")'
    with pytest.raises(UnknownName, match="names need an index"):
        read_expression("director(Q1)", bare)


def test_python_takes_names_and_tells_what_they_mean(store: Store) -> None:
    result = kgqa.query('director("Ben Hill")', store)

    assert [one.id for one in result.links] == ["P57", "Q122"]
    assert [to_text(answer.value) for answer in result.answers] == ["Q133"]  # type: ignore[arg-type]


def test_a_name_that_stands_often_is_linked_once(store: Store) -> None:
    text = " | ".join(["director(Ada Stone)"] * 200)

    assert len(read_expression(text, store).links) == 2


def test_the_error_of_a_long_name_is_short(store: Store) -> None:
    with pytest.raises(UnknownName) as caught:
        read_expression("no " * 5000, store)

    assert len(str(caught.value)) + len(caught.value.hint) < 1000

"""Words find the properties and the items that they may name, and ids find what they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_store.item_names import find_items
from kgqa_store.names import NameIndex
from kgqa_store.names_opening import open_names, open_schema
from kgqa_store.property_names import find_properties
from kgqa_store.schema import Schema
from world_store import build_world


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_world(tmp_path_factory.mktemp("property-names") / "world")


@pytest.fixture(scope="module")
def schema(world: Path) -> Iterator[Schema]:
    with open_schema(world) as schema:
        yield schema


@pytest.fixture(scope="module")
def index(world: Path) -> Iterator[NameIndex]:
    with open_names(world) as index:
        yield index


def test_a_label_finds_its_property_first_with_all_that_is_known_of_it(schema: Schema) -> None:
    first = find_properties(schema, "Date of Birth")[0]

    assert first[:3] == ("P569", "date of birth", "")
    assert first.edges == 4
    assert (first.why, first.matched, first.is_exact) == ("label", "date of birth", True)


def test_words_of_a_label_find_it_but_do_not_name_it(schema: Schema) -> None:
    found = {one.id: one for one in find_properties(schema, "birth")}

    assert {"P19", "P569"} <= set(found)
    assert {one.why for one in found.values()} == {"words of the label"}
    assert not any(one.is_exact for one in found.values())


@pytest.mark.parametrize("id_", ["P57", " p57 "])
def test_the_id_of_a_property_finds_it(schema: Schema, id_: str) -> None:
    found = find_properties(schema, id_)

    assert [(one.id, one.label, one.why, one.score) for one in found] == [
        ("P57", "director", "id", 1.0)
    ]


@pytest.mark.parametrize("text", ["P999999", "P0", "", "?", "no such words"])
def test_what_names_no_property_finds_none(schema: Schema, text: str) -> None:
    assert find_properties(schema, text) == []


def test_there_are_at_most_as_many_properties_as_asked_for(schema: Schema) -> None:
    assert len(find_properties(schema, "date of birth", limit=2)) == 2


def test_the_id_of_an_item_finds_it(index: NameIndex) -> None:
    (found,) = find_items(index, "q121")

    assert (found.id, found.label, found.why, found.types) == ("Q121", "Ada Stone", "id", ("Q5",))


def test_a_name_finds_items_as_a_search_does(index: NameIndex) -> None:
    assert [one.id for one in find_items(index, "Ada Stone")] == [
        one.id for one in index.search("Ada Stone")
    ]

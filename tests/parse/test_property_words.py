"""How properties are called."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from kgqa_store.schema import Schema

from kgqa.parse.property_words import PropertyWords


def words(label: str, *aliases: str) -> PropertyWords:
    """Return the names of the properties of a store in which all are called the same."""
    entry = SimpleNamespace(label=label, aliases=aliases, datatype="WikibaseItem")
    return PropertyWords(cast(Schema, SimpleNamespace(property=lambda _: entry)))


def test_an_address_is_no_name() -> None:
    called = words("producer", "http://www.wikidata.org/prop/direct/P162").called("P162")

    assert called.names == (frozenset({"produc"}),)
    assert "direct" not in called.stems


def test_people_say_properties_by_other_words_than_their_names() -> None:
    assert "product" in words("producer").called("P162").stems
    assert "product" not in words("producer").called("P1431").stems

"""Questions over the sample with some facts changed: what is not stated is not denied."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from answered import answered
from kgqa_store.build import Options, build
from kgqa_store.sample import sample_triples
from store_sources import iri, triple

from kgqa.engine import Engine

INCEPTION, WATSON, EINSTEIN, DE_GAULLE = "wd:Q25188", "wd:Q39476", "wd:Q937", "wd:Q2042"
FRANCE, GERMANY, NIGERIA, BRAZIL = "wd:Q142", "wd:Q183", "wd:Q1033", "wd:Q155"
CITY, SENATOR, HODGENVILLE, SMALLVILLE = "wd:Q515", "wd:Q4416090", "wd:Q547313", "wd:Q99000001"

REMOVED = (
    (INCEPTION, "wdt:P161"),
    (WATSON, "wdt:P19"),
    (WATSON, "wdt:P27"),
    (EINSTEIN, "wdt:P19"),
    (CITY, "rdfs:label"),
    (SENATOR, "rdfs:label"),
    (HODGENVILLE, "wdt:P131"),
)
"""Subjects and predicates of which nothing is stated here."""
ADDED = (
    (WATSON, "wdt:P27", FRANCE),
    (GERMANY, "wdt:P361", FRANCE),
    (EINSTEIN, "wdt:P19", SMALLVILLE),
    (SMALLVILLE, "rdfs:label", '"Smallville"@en'),
    (BRAZIL, "wdt:P17", NIGERIA),
    (CITY, "rdfs:label", '"salt lake of France"@en'),
    (SENATOR, "rdfs:label", '"president"@en'),
    (DE_GAULLE, "wdt:P39", SENATOR),
    (HODGENVILLE, "wdt:P131", '"a colony by the sea"'),
)


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """An engine over the changed sample."""
    removed = tuple(f"{iri(subject)} {iri(predicate)} ".encode() for subject, predicate in REMOVED)
    kept = [line for line in sample_triples() if not line.startswith(removed)]
    folder = tmp_path_factory.mktemp("changed")
    source = folder / "changed.nt"
    source.write_bytes(b"".join([*kept, *(triple(*one).encode() for one in ADDED)]))
    build([source], folder / "store", options=Options(check_room=False))
    with Engine(folder / "store") as engine:
        yield engine


def test_who_is_in_a_film_is_not_denied_where_its_cast_is_not_known(changed: Engine) -> None:
    assert not answered(changed, "Was Tom Hanks in the movie Inception?")


def test_who_is_of_a_larger_country_may_be_from_a_part_of_it(changed: Engine) -> None:
    assert not answered(changed, "Is Emma Watson from Germany?")


def test_a_citizen_of_a_country_need_not_be_born_there(changed: Engine) -> None:
    """Nobody knows where Smallville lies."""
    assert answered(changed, "Was Albert Einstein born in the United States?") != {"true"}


def test_a_country_lies_where_its_continent_is_and_not_its_empire(changed: Engine) -> None:
    question = "What is the most populous sovereign state in Africa?"

    assert answered(changed, question) == {"Q1033"}


def test_a_kind_that_has_the_word_in_its_name_is_not_denied(changed: Engine) -> None:
    assert not answered(changed, "Is Paris a lake?")


def test_of_offices_of_one_name_the_one_whose_time_is_told_is_meant(changed: Engine) -> None:
    question = "Was Charles de Gaulle named president after 1960?"

    assert answered(changed, question) == {"false"}


def test_a_place_that_is_only_supposed_is_no_state(changed: Engine) -> None:
    found = answered(changed, "In which state was Abraham Lincoln born?")

    assert "a colony by the sea" not in found

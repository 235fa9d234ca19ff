from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from kgqa.generate import relations
from kgqa.generate.errors import NothingToAsk, RelationsError
from kgqa.generate.offering import offered
from kgqa.generate.plan import relations_of
from kgqa.generate.relations import Relations, read_relations
from kgqa.generate.world import World

WRITTEN = 150
ADJECTIVES = tomllib.loads(
    (files("kgqa.parse") / "data" / "adjectives.toml").read_text(encoding="utf-8")
)["adjective"]


def test_sentences_are_written_for_many_properties() -> None:
    said = [one for one in relations.shipped().values() if one.get("subjects")]

    assert len(said) >= WRITTEN


def test_every_written_relation_makes_a_hypothesis() -> None:
    for id_, entry in relations.shipped().items():
        if entry.get("subjects"):
            told = Relations().of(id_, id_).hypothesis("Here", "There")
            assert told.startswith("Here ") and "There" in told and told.endswith(".")
            assert not set("[]<>{}|") & set(told)


def test_a_property_without_a_file_is_said_by_its_label() -> None:
    by_label = Relations()

    assert by_label.of("P1", "patron").hypothesis("A", "B") == "A has B as a patron."
    assert by_label.of("P2", "reports to").hypothesis("A", "B") == "A reports to B."
    assert by_label.of("P3", "member of").hypothesis("A", "B") == "A is a member of B."


def test_adjectives_mean_the_properties_that_the_parser_takes_them_for() -> None:
    keys = {word: set(one["keys"]) for one in ADJECTIVES for word in one["words"]}
    for id_, entry in relations.shipped().items():
        for word in entry.get("extremes", ()):
            assert id_ in keys.get(word, {id_}), (id_, word)


def test_a_store_offers_relations_with_the_number_of_their_simple_queries(world: World) -> None:
    rows = {row["id"]: row for row in offered(world.store)}

    assert rows["P57"]["subjects"] == 11  # directors of five films and more
    assert rows["P57"]["objects"] == 0
    assert rows["P57"]["hypothesis"] == "X was directed by Y."
    assert "P31" not in rows


def test_an_unknown_property_is_told_with_file_and_line(world: World, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('# words\nP57 = { values = "person" }\nP99999 = { values = "x" }\n', "utf-8")

    with pytest.raises(RelationsError, match=r"mine\.toml, line 3: .* no property P99999"):
        relations_of([str(path)], world.store)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("P57 = 3", "line 1: P57 should be a table"),
        ('P57 = { verbs = ["x"] }', "line 1: P57 has 'verbs'"),
        ('\nP57 = { subjects = ["was made"] }', "line 2: P57 says 'was made', without one hole"),
        ('P54 = { began = "joined" }', "line 1: P54 says 'joined', without one hole"),
        ('P2044 = { amounts = ["is high"] }', "P2044 says 'is high', without one hole"),
        ("P57 = {", "is no TOML"),
    ],
)
def test_a_wrong_file_of_relations_is_told_with_its_line(
    tmp_path: Path, text: str, wrong: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")

    with pytest.raises(RelationsError, match=wrong):
        read_relations(path)


def test_words_of_ones_own_come_before_the_shipped_ones(world: World, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('P57 = { subjects = ["[were|was] shot by {}"] }\n', "utf-8")
    mine = relations_of([str(path)], world.store)

    assert mine.of("P57", "director").hypothesis("A", "B") == "A was shot by B."


def test_a_store_that_does_not_say_what_things_are_is_refused(tmp_path: Path) -> None:
    from kgqa_store.build import Options, build
    from kgqa_store.opening import open_store

    lines = "".join(
        f"<http://www.wikidata.org/entity/Q{i}> <http://www.wikidata.org/prop/direct/P57> "
        "<http://www.wikidata.org/entity/Q9> .\n"
        for i in range(1, 7)
    )
    (tmp_path / "a.nt").write_text(lines, "utf-8")
    build([tmp_path / "a.nt"], tmp_path / "s", options=Options(check_room=False))

    with (
        open_store(tmp_path / "s") as store,
        pytest.raises(NothingToAsk, match="says of nothing what it is"),
    ):
        World(store, Relations())

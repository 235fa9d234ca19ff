"""Indexes that are adjusted to a change say what indexes built anew say."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import orjson
import pytest
from kgqa_store import changes, update_indexes
from kgqa_store.build import build
from kgqa_store.generations import lease
from kgqa_store.names import NameIndex
from kgqa_store.names_tables import NameTables, unpack
from kgqa_store.statistics import load_statistics
from kgqa_store.update import update
from kgqa_store.verify import verify
from store_sources import claim, dump, entity, item, quantity, string, time, triple, write

WORDS = ("anna", "bruno", "clara", "dorothea", "emil", "frieda", "gustav", "helene", "johann")


def some_entity(number: int, chance: random.Random) -> dict[str, Any]:
    """Return an entity that is like none before it."""
    name = f"Q{number}"
    claims: dict[str, list[Any]] = {}
    for property_name in chance.sample(["P31", "P279", "P17", "P569", "P2048", "P373"], 3):
        claims[property_name] = [
            some_claim(property_name, f"{name}${property_name}-{place}", chance)
            for place in range(chance.randint(1, 3))
        ]
    label = " ".join(chance.choices(WORDS, k=2))
    alias = chance.choice([*WORDS, "The Great " + chance.choice(WORDS)])
    sites = {"enwiki": {"site": "enwiki", "title": f"{label} ({name})"}}
    return entity(
        name,
        label=label if chance.random() < 0.9 else None,
        aliases={"en": [{"language": "en", "value": alias}]},
        descriptions={"de": {"language": "de", "value": f"eine Sache, {alias}"}},
        claims=claims,
        sitelinks=sites if chance.random() < 0.5 else {},
    )


def some_claim(property_name: str, id_: str, chance: random.Random) -> dict[str, Any]:
    rank = chance.choice(["normal", "normal", "preferred", "deprecated"])
    more = {"id": id_, "rank": rank}
    match property_name:
        case "P569":
            value = time(f"+{chance.randint(1900, 1910)}-01-00T00:00:00Z", chance.choice([9, 10]))
            return claim(property_name, value, "time", **more)
        case "P2048":
            value = quantity(f"+{chance.randint(1, 4)}", chance.choice(["1", "Q11573", "Q3710"]))
            return claim(property_name, value, "quantity", **more)
        case "P373":
            return claim(property_name, string(chance.choice(WORDS)), "string", **more)
        case _:
            known = item(f"Q{chance.randint(1, 12)}") if chance.random() < 0.95 else None
            started = {"snaktype": "value", "property": "P580", "datatype": "time"}
            qualifiers = {"P580": [started | {"datavalue": time("+1999-00-00T00:00:00Z", 9)}]}
            return claim(property_name, known, **more, qualifiers=qualifiers)


def contents(directory: Path) -> dict[str, Any]:
    """Return everything the name index of a store holds, in a form that can be compared."""
    found: dict[str, Any] = {}
    with lease(directory) as held:
        tables = NameTables(held.path / "names")
        for table in ("names", "parts", "property-names", "property-words"):
            with tables.cursor(table) as cursor:
                found[table] = {bytes(key): posted(tables, value) for key, value in cursor}
        for table in ("properties", "classes"):
            with tables.cursor(table) as cursor:
                found[table] = {
                    int.from_bytes(key, "big"): without_example(value) for key, value in cursor
                }
        with tables.cursor("entities") as cursor:
            found["entities"] = {bytes(key): bytes(value) for key, value in cursor}
        for table in ("forms", "words"):
            with tables.cursor(table) as cursor:
                found[table] = {bytes(value) for _, value in cursor}
        found["meta"] = {key: tables.meta[key] for key in ("entities", "names", "forms")}
        tables.close()
    return found


def posted(tables: NameTables, value: memoryview) -> list[tuple[Any, ...]]:
    return [
        (one.unpopularity, one.kind, one.number, tables.sets[one.languages])
        if one.languages < len(tables.sets)
        else one
        for one in unpack(value, 1000)
    ]


def without_example(value: memoryview) -> dict[str, Any]:
    record: dict[str, Any] = orjson.loads(value)
    record.pop("example", None)
    return record


@pytest.mark.parametrize(("seed", "merges"), [(0, False), (1, True), (2, False), (3, True)])
def test_changed_entities_leave_the_indexes_that_a_new_build_makes(
    tmp_path: Path, seed: int, merges: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if merges:
        monkeypatch.setattr(update_indexes, "LEAST", 0)
        monkeypatch.setattr(update_indexes, "SHARE", 1 << 30)
    chance = random.Random(seed)
    before = {number: some_entity(number, chance) for number in range(1, 40)}
    changed = {number: some_entity(number, chance) for number in chance.sample(range(1, 50), 12)}
    gone = chance.sample(sorted(before.keys() - changed.keys()), 3)
    after = {number: one for number, one in (before | changed).items() if number not in gone}
    lines = [*changed.values(), *({"id": f"Q{number}", "missing": ""} for number in gone)]
    build([write(tmp_path / "old.json", dump(*before.values()))], tmp_path / "s")
    for some in (lines[:5], lines[5:12], lines[12:]):
        update(tmp_path / "s", added=[write(tmp_path / "change.json", dump(*some))])
    build([write(tmp_path / "new.json", dump(*after.values()))], tmp_path / "anew")

    assert verify(tmp_path / "s").is_sound
    with lease(tmp_path / "s") as held, lease(tmp_path / "anew") as anew:
        assert held.manifest.counts["triples"] == anew.manifest.counts["triples"]
        statistics = load_statistics(held.path / "statistics.json")
        assert statistics == load_statistics(anew.path / "statistics.json")
        for name in ("about.json", "columns"):
            arrays = (one.path / "adjacency" / name for one in (held, anew))
            assert len({path.read_bytes() for path in arrays}) == 1, name
    ours, theirs = contents(tmp_path / "s"), contents(tmp_path / "anew")
    # Words that nobody uses any more lead nowhere, and those that are not corrected are not needed.
    for found in (ours, theirs):
        found["words"] = {word for word in found["words"] if len(word) >= 4}
    ours["words"] &= theirs["words"]
    for table, expected in theirs.items():
        assert ours[table] == expected, table


def test_a_new_name_is_found_in_every_way(tmp_path: Path) -> None:
    lines = "".join(
        triple(f"wd:Q{n}", "rdfs:label", f'"Springfield {n:03}"@en') for n in range(1, 400)
    )
    build([write(tmp_path / "a.nt", lines)], tmp_path / "s")
    more = triple("wd:Q9", "rdfs:label", '"Springville Observatory"@en') + "".join(
        triple(f"wd:Q{n}", "wdt:P17", "wd:Q9") for n in range(1, 300)
    )
    old = write(tmp_path / "old.nt", triple("wd:Q9", "rdfs:label", '"Springfield 009"@en'))
    update(tmp_path / "s", added=[write(tmp_path / "more.nt", more)], removed=[old])

    with lease(tmp_path / "s") as held, NameIndex(held.path / "names") as index:
        assert [one.id for one in index.exact("Springville Observatory")] == ["Q9"]
        assert [one.id for one in index.fuzzy("Springvile Observatory")] == ["Q9"]
        assert [one.id for one in index.fuzzy("Springvile Observattory")] == ["Q9"]
        assert index.prefix("spring")[0].id == "Q9"
        assert [one.id for one in index.parts("observatory")] == ["Q9"]
        assert index.exact("Springfield 009") == []
        assert "Q9" not in [one.id for one in index.fuzzy("Springfeld 009")]


def test_a_large_change_makes_the_indexes_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "MOST_LINES", 1)
    build([write(tmp_path / "a.nt", triple("wd:Q1", "rdfs:label", '"One"@en'))], tmp_path / "s")
    more = triple("wd:Q2", "rdfs:label", '"Two"@en') + triple("wd:Q2", "wdt:P31", "wd:Q1")
    update(tmp_path / "s", added=[write(tmp_path / "more.nt", more)])

    with lease(tmp_path / "s") as held, NameIndex(held.path / "names") as index:
        assert held.manifest.counts["triples"] == 3
        assert [one.id for one in index.exact("two")] == ["Q2"]


def test_changes_lie_on_top_of_an_index_that_generations_share(tmp_path: Path) -> None:
    build([write(tmp_path / "a.nt", triple("wd:Q1", "rdfs:label", '"One"@en'))], tmp_path / "s")
    with lease(tmp_path / "s") as old, NameIndex(old.path / "names") as before:
        more = triple("wd:Q2", "rdfs:label", '"Two"@en')
        update(tmp_path / "s", added=[write(tmp_path / "more.nt", more)])

        with lease(tmp_path / "s") as new, NameIndex(new.path / "names") as after:
            assert (old.path / "names" / "data.mdb").samefile(new.path / "names" / "data.mdb")
            assert [one.id for one in after.exact("two")] == ["Q2"]
            assert before.exact("two") == []
        assert [one.id for one in before.exact("one")] == ["Q1"]


def test_a_file_system_without_links_gets_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    build([write(tmp_path / "a.nt", triple("wd:Q1", "rdfs:label", '"One"@en'))], tmp_path / "s")
    monkeypatch.setattr("os.link", refuse)
    more = triple("wd:Q2", "rdfs:label", '"Two"@en')
    update(tmp_path / "s", added=[write(tmp_path / "more.nt", more)])

    assert verify(tmp_path / "s").is_sound
    with lease(tmp_path / "s") as held, NameIndex(held.path / "names") as index:
        assert [one.id for one in index.exact("two")] == ["Q2"]

from __future__ import annotations

from pathlib import Path

import pytest
from kgqa_store.build import Options, build
from kgqa_store.errors import SourceError, StoreMissing
from kgqa_store.generations import lease
from kgqa_store.slicing import Slice
from kgqa_store.statistics import load_statistics
from kgqa_store.update import update
from kgqa_store.verify import verify
from kgqa_store.wikidata_entity import Plan
from store_sources import (
    built,
    cities,
    claim,
    dump,
    entity,
    item,
    quantity,
    time,
    triple,
    triples_in,
    write,
)

OLD = triple("wd:Q1", "wdt:P31", "wd:Q2")
NEW = triple("wd:Q1", "wdt:P31", "wd:Q3")


def test_triples_are_added_and_removed(tmp_path: Path) -> None:
    build([write(tmp_path / "a.nt", OLD + cities(10))], tmp_path / "s")
    change = update(
        tmp_path / "s",
        added=[write(tmp_path / "new.nt", NEW)],
        removed=[write(tmp_path / "old.nt", OLD + triple("wd:Q9", "wdt:P9", "wd:Q9"))],
    )

    assert (change.added, change.removed) == (1, 1)
    found = triples_in(tmp_path / "s")
    assert "wd:Q1 wdt:P31 wd:Q3" in found and "wd:Q1 wdt:P31 wd:Q2" not in found
    assert len(found) == change.manifest.counts["triples"] == 31


def test_the_indexes_keep_step(tmp_path: Path) -> None:
    build([write(tmp_path / "a.nt", OLD + cities(10))], tmp_path / "s")
    update(tmp_path / "s", added=[write(tmp_path / "new.nt", NEW)])

    with lease(tmp_path / "s") as held:
        assert load_statistics(held.path / "statistics.json").edges["P31"].edges == 12
    assert verify(tmp_path / "s").is_sound


def test_the_manifest_tells_of_updates(tmp_path: Path) -> None:
    build([write(tmp_path / "a.nt", OLD)], tmp_path / "s")
    manifest = update(tmp_path / "s", added=[write(tmp_path / "new.nt", NEW)]).manifest

    assert [text.split(" ")[1] for text in manifest.updates] == ["new.nt"]


def rich_entity(name: str, year: str) -> dict[str, object]:
    claims = {
        "P569": [claim("P569", time(f"+{year}-00-00T00:00:00Z", 9), "time", id=f"{name}$1")],
        "P2048": [claim("P2048", quantity("+2", "Q11573"), "quantity", id=f"{name}$2")],
    }
    sites = {"enwiki": {"site": "enwiki", "title": name}}
    return entity(name, label=f"{name} of {year}", claims=claims, sitelinks=sites)


def test_an_updated_store_says_what_a_store_built_anew_says(tmp_path: Path) -> None:
    old = dump(rich_entity("Q1", "1900"), rich_entity("Q2", "1900"), rich_entity("Q3", "1950"))
    new = dump(rich_entity("Q1", "1950"), rich_entity("Q2", "1900"), rich_entity("Q3", "1950"))
    build([write(tmp_path / "old.json", old)], tmp_path / "s")
    update(tmp_path / "s", added=[write(tmp_path / "change.json", dump(rich_entity("Q1", "1950")))])
    built(tmp_path / "anew", write(tmp_path / "new.json", new))

    assert triples_in(tmp_path / "s") == triples_in(tmp_path / "anew")


def test_an_entity_that_is_gone_takes_everything_with_it(tmp_path: Path) -> None:
    both = dump(rich_entity("Q1", "1900"), rich_entity("Q2", "1950"))
    build([write(tmp_path / "old.json", both)], tmp_path / "s")
    update(tmp_path / "s", added=[write(tmp_path / "x.json", b'{"id": "Q1", "missing": ""}\n')])
    built(tmp_path / "anew", write(tmp_path / "new.json", dump(rich_entity("Q2", "1950"))))

    assert triples_in(tmp_path / "s") == triples_in(tmp_path / "anew")


def test_a_redirect_replaces_the_entity(tmp_path: Path) -> None:
    both = dump(rich_entity("Q1", "1900"), entity("Q2"))
    build([write(tmp_path / "old.json", both)], tmp_path / "s")
    line = b'{"entity": "Q1", "redirect": "Q2"}\n'
    update(tmp_path / "s", added=[write(tmp_path / "x.json", line)])

    assert [line for line in triples_in(tmp_path / "s") if line.startswith("wd:Q1 ")] == [
        "wd:Q1 <http://www.w3.org/2002/07/owl#sameAs wd:Q2"
    ]


def test_what_a_slice_leaves_out_stays_out(tmp_path: Path) -> None:
    fields = entity("Q1", claims={"P31": [claim("P31", item("Q5"))]})
    wanted = Slice(plan=Plan(properties=frozenset({"P31"}), languages=frozenset({"en"})))
    source = write(tmp_path / "a.json", dump(fields))
    build([source], tmp_path / "s", options=Options(slice=wanted))
    more = {"P31": [claim("P31", item("Q6"))], "P40": [claim("P40", item("Q7"))]}
    update(tmp_path / "s", added=[write(tmp_path / "b.json", dump(entity("Q1", claims=more)))])
    found = triples_in(tmp_path / "s")

    assert "wd:Q1 wdt:P31 wd:Q6" in found
    assert not any("P40" in line or "Q5" in line for line in found)


def test_readers_keep_what_they_read_during_an_update(tmp_path: Path) -> None:
    build([write(tmp_path / "a.nt", OLD)], tmp_path / "s")
    with lease(tmp_path / "s") as held:
        update(tmp_path / "s", added=[write(tmp_path / "new.nt", NEW)])
        assert held.graph.is_dir()


@pytest.mark.parametrize(
    ("added", "removed"),
    [(["missing.nt"], []), ([], ["a.json"]), (["broken.ttl"], []), (["-"], [])],
)
def test_a_bad_update_changes_nothing(
    tmp_path: Path, added: list[str], removed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    built(tmp_path / "s", write(tmp_path / "a.nt", OLD))
    write(tmp_path / "a.json", b"{}")
    write(tmp_path / "broken.ttl", "<http://e/a> oops .")
    before = (tmp_path / "s" / "manifest.json").read_bytes()

    with pytest.raises(SourceError):
        update(tmp_path / "s", added=added, removed=removed)
    assert (tmp_path / "s" / "manifest.json").read_bytes() == before
    assert verify(tmp_path / "s").is_sound


def test_a_store_that_is_not_there_cannot_be_updated(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing):
        update(tmp_path / "s", added=[write(tmp_path / "new.nt", NEW)])

from __future__ import annotations

import gzip
import hashlib
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from kgqa_store.build import Options, build
from kgqa_store.errors import NoRoom, SourceError, StoreBusy
from kgqa_store.generations import building, lease
from kgqa_store.progress import Advanced, Event, Finished, Noticed, Started
from kgqa_store.room import check_room
from kgqa_store.slicing import Slice
from kgqa_store.sources import Source
from store_sources import GRAPH_ONLY, built, cities, triple, triples_in, write

BROKEN = "<http://example.org/a> broken .\n"


def test_a_store_holds_the_triples_of_its_sources(tmp_path: Path) -> None:
    one = write(tmp_path / "one.nt", triple("wd:Q1", "wdt:P31", "wd:Q2"))
    two = write(tmp_path / "two.nt.gz", gzip.compress(triple("wd:Q3", "wdt:P31", "wd:Q2").encode()))
    turtle = "@prefix wd: <http://www.wikidata.org/entity/> .\nwd:Q4 wd:Q5 wd:Q6, wd:Q7 .\n"
    three = write(tmp_path / "three.ttl", turtle)
    manifest = built(tmp_path / "store", one, two, three)

    assert triples_in(tmp_path / "store") == {
        "wd:Q1 wdt:P31 wd:Q2",
        "wd:Q3 wdt:P31 wd:Q2",
        "wd:Q4 wd:Q5 wd:Q6",
        "wd:Q4 wd:Q5 wd:Q7",
    }
    assert manifest.counts["triples"] == 4


def test_the_manifest_names_the_sources_with_their_checksums(tmp_path: Path) -> None:
    path = write(tmp_path / "one.nt", cities(10))
    (record,) = built(tmp_path / "store", path).sources

    assert record.name == str(path)
    assert (record.kind, record.lines, record.bytes) == ("nt", 30, path.stat().st_size)
    assert record.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_blank_nodes_of_two_files_are_different(tmp_path: Path) -> None:
    line = '_:x <http://www.wikidata.org/prop/direct/P1> "a" .\n'
    manifest = built(
        tmp_path / "store", write(tmp_path / "a.nt", line * 2), write(tmp_path / "b.nt", line)
    )

    assert manifest.counts["triples"] == 2


def test_broken_lines_are_skipped_counted_and_reported_with_their_number(tmp_path: Path) -> None:
    lines = cities(1000).splitlines(keepends=True)
    lines[41] = BROKEN
    lines[2000] = '<http://example.org/a> <http://example.org/b> "no end .\n'
    path = write(tmp_path / "a.nt", "".join(lines))
    told: list[Event] = []
    manifest = build([path], tmp_path / "store", options=GRAPH_ONLY, progress=told.append)

    assert manifest.counts["triples"] == 2998
    assert manifest.dropped == {"broken lines": 2}
    assert manifest.problems[0].startswith(f"{path}, line 42: ")
    assert manifest.problems[1].startswith(f"{path}, line 2,001: ")
    assert sum(isinstance(event, Noticed) for event in told) == 2


def test_invalid_utf8_is_a_broken_line(tmp_path: Path) -> None:
    line = b'<http://example.org/a> <http://example.org/b> "\xff\xfe" .\n'
    manifest = built(tmp_path / "s", write(tmp_path / "a.nt", cities(100).encode() + line))

    assert manifest.dropped == {"broken lines": 1}
    assert "line 301" in manifest.problems[0]


def test_an_address_with_a_space_is_a_broken_line(tmp_path: Path) -> None:
    line = "<http://example.org/a b> <http://example.org/b> <http://example.org/c> .\n"
    manifest = built(tmp_path / "s", write(tmp_path / "a.nt", cities(100) + line))

    assert manifest.dropped == {"broken lines": 1}


def test_a_handful_of_broken_lines_is_always_passed_over(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", cities(10) + BROKEN * 5)

    assert built(tmp_path / "s", path).counts["triples"] == 30


def test_more_than_a_thousandth_of_broken_lines_ends_the_build(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", cities(1000) + BROKEN * 6)

    with pytest.raises(SourceError, match="6 broken lines, of which 5 are allowed") as caught:
        built(tmp_path / "s", path)
    assert "line 3,001" in str(caught.value)
    assert "--max-errors" in caught.value.hint
    assert not (tmp_path / "s" / "manifest.json").exists()


def test_the_limit_of_broken_lines_can_be_set(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", cities(10) + BROKEN * 20)
    with pytest.raises(SourceError):
        built(
            tmp_path / "s",
            write(tmp_path / "b.nt", cities(9) + BROKEN),
            options=Options(index=False, max_errors=0),
        )

    assert built(tmp_path / "s", path, options=Options(index=False, max_errors=20))


def test_a_hopeless_file_ends_the_build_early(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", BROKEN * 300_000)

    with pytest.raises(SourceError, match="101 broken lines"):
        built(tmp_path / "s", path)


def test_a_broken_statement_of_turtle_ends_the_build_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.ttl", "<http://e/a> <http://e/b> 1 .\n\n<http://e/a> oops .\n")

    with pytest.raises(SourceError, match=r"a\.ttl, line 3"):
        built(tmp_path / "s", path)


@pytest.mark.parametrize("content", ["", "\n\n", "# nothing\n"])
def test_a_source_without_a_triple_makes_no_store(tmp_path: Path, content: str) -> None:
    with pytest.raises(SourceError, match="not a single triple"):
        built(tmp_path / "s", write(tmp_path / "a.nt", content))
    assert not (tmp_path / "s" / "manifest.json").exists()


def test_a_truncated_source_leaves_the_old_store_as_it_was(tmp_path: Path) -> None:
    store = tmp_path / "s"
    built(store, write(tmp_path / "a.nt", cities(10)))
    before = triples_in(store)
    packed = gzip.compress(cities(20_000).encode())

    with pytest.raises(SourceError, match="cut off"):
        built(store, write(tmp_path / "b.nt.gz", packed[:-200]))
    assert triples_in(store) == before
    assert sorted(path.name[:10] for path in store.iterdir()) == [
        ".builder",
        "generation",
        "manifest.j",
    ]


@pytest.mark.parametrize("small", [0, 1 << 30])
def test_a_process_of_its_own_reads_like_a_thread(
    tmp_path: Path, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa_store.feed.SMALL", small)
    size = 10_000
    lines = cities(size).splitlines(keepends=True)
    lines[size] = BROKEN
    path = write(tmp_path / "a.nt", "".join(lines))
    fed = Options(index=False, slice=Slice(title="all of it"))
    manifest = built(tmp_path / "s", path, options=fed)

    assert manifest.counts["triples"] == 3 * size - 1
    assert f"line {size + 1:,}" in manifest.problems[0]


def test_a_build_tells_how_far_it_is(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", cities(2000))
    told: list[Event] = []
    build([path], tmp_path / "s", options=GRAPH_ONLY, progress=told.append)

    stages = [event.stage for event in told if isinstance(event, Started)]
    assert stages == ["load", "optimize", "checksums"]
    assert [event.stage for event in told if isinstance(event, Finished)] == stages
    loaded = [event.done for event in told if isinstance(event, Advanced) and event.stage == "load"]
    assert loaded == sorted(loaded)
    assert loaded[-1] == path.stat().st_size


def test_two_builders_of_one_store_are_one_too_many(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", cities(10))
    with building(tmp_path / "s"), pytest.raises(StoreBusy, match="Another process is building"):
        built(tmp_path / "s", path)


def test_a_label_of_100_kilobytes_and_control_characters_are_stored(tmp_path: Path) -> None:
    long = "x" * 100_000
    content = triple("wd:Q1", "rdfs:label", f'"{long}"@en') + triple(
        "wd:Q1", "rdfs:label", '"bell \\u0007 and \x01"@en'
    )
    built(tmp_path / "s", write(tmp_path / "a.nt", content))

    assert {len(line) for line in triples_in(tmp_path / "s")} == {100_022, 44}


def test_a_full_disk_is_noticed_before_the_work(tmp_path: Path) -> None:
    path = tmp_path / "huge.nt"
    with path.open("wb") as file:
        file.truncate(1 << 43)

    with pytest.raises(NoRoom, match="the build needs about") as caught:
        built(tmp_path / "s", path)
    assert "--out" in caught.value.hint
    assert not (tmp_path / "s").exists()


def test_too_little_memory_is_noticed_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa_store.room.available_memory", lambda: 1_000_000)

    with pytest.raises(NoRoom, match="of memory are free"):
        check_room([Source(str(write(tmp_path / "a.nt", cities(10))), "nt")], tmp_path)


def test_the_limit_of_open_files_is_raised(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, before[1]))
    try:
        check_room([], tmp_path)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(16_384, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_readers_keep_their_generation_while_another_is_built(tmp_path: Path) -> None:
    store = tmp_path / "s"
    built(store, write(tmp_path / "a.nt", cities(10)))
    with lease(store) as first, lease(store) as second:
        built(store, write(tmp_path / "b.nt", cities(20)))
        assert first.graph.is_dir() and second.graph == first.graph
        with lease(store) as third:
            assert third.graph != first.graph
    built(store, write(tmp_path / "c.nt", cities(30)))

    assert not first.graph.exists()
    assert len(triples_in(store)) == 90


def test_blank_nodes_become_iris_that_are_the_same_throughout_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa_store.loading.SEGMENT", 1)
    monkeypatch.setattr("kgqa_store.loading.READ", 100)
    lines = [
        "_:a.b <http://e/p> _:c .\n",
        '<http://e/s> <http://e/p> "in text _:c stays <http://x> _:c" .\n',
        "\t_:c\t<http://e/p>\t_:a.b.\n",
        "<http://e/_:s> <http://e/p> _:c .\n",
    ]
    built(tmp_path / "s", write(tmp_path / "a.nt", "".join(lines)))
    found = sorted(
        re.sub(r"http://www.wikidata.org/.well-known/genid/\w{16}-", "genid:", line)
        for line in triples_in(tmp_path / "s")
    )

    assert found == [
        "<genid:a.b <http://e/p <genid:c",
        "<genid:c <http://e/p <genid:a.b",
        "<http://e/_:s <http://e/p <genid:c",
        '<http://e/s <http://e/p "in text _:c stays <http://x _:c"',
    ]


def test_a_graph_loaded_in_segments_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.nt", cities(3000))
    built(tmp_path / "whole", path)
    monkeypatch.setattr("kgqa_store.loading.SEGMENT", 50_000)
    monkeypatch.setattr("kgqa_store.loading.READ", 7_000)
    built(tmp_path / "parts", path)
    fed = Options(index=False, slice=Slice(title="all of it"))
    built(tmp_path / "fed", path, options=fed)

    assert triples_in(tmp_path / "whole") == triples_in(tmp_path / "parts")
    assert triples_in(tmp_path / "whole") == triples_in(tmp_path / "fed")


FULL = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
from kgqa_store.build import Options, build
from kgqa_store.errors import StoreError
try:
    build([sys.argv[1]], Path(sys.argv[2]), options=Options(index=False))
except StoreError as error:
    sys.exit(f"{error} {error.hint}")
"""


def test_a_disk_that_cannot_be_written_to_leaves_nothing_half_written(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", cities(20_000))
    command = [sys.executable, "-c", FULL, str(path), str(tmp_path / "s")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert result.returncode == 1
    assert "could not be written" in result.stderr
    assert "Traceback" not in result.stderr
    assert [entry.name for entry in (tmp_path / "s").iterdir()] == [".builder"]


def test_ids_of_any_length_are_stored(tmp_path: Path) -> None:
    long = "9" * 40
    lines = [
        triple(f"wd:Q{long}", "wdt:P31", "wd:Q5"),
        triple("wd:Q1", "wdt:P31", f"wd:Q{long}"),
        triple("wd:Q1", f"wdt:P{long}", "wd:Q5"),
        triple("wd:Q1", "rdfs:label", '"One"@en'),
        triple("wd:Q999999999999", "rdfs:label", '"Far"@en'),
    ]
    source = write(tmp_path / "a.nt", "".join(lines))
    for wanted in (Slice(), Slice(entities=("Q1",), depth=1), Slice(only_labelled=True)):
        build([source], tmp_path / "s", options=Options(slice=wanted))
        assert 'wd:Q1 rdfs:label "One"@en' in triples_in(tmp_path / "s")

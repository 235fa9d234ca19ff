"""N-Triples that the loader checks: the same as those that were checked before."""

from __future__ import annotations

import gzip
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kgqa_store.build import Options, build
from kgqa_store.errors import SourceError, StoreError
from kgqa_store.feed import Report
from kgqa_store.load_lines import keeps_lines, load_lines
from kgqa_store.produce import Job, produce
from kgqa_store.slicing import Slice
from kgqa_store.sources import Source
from store_sources import cities, triples_in, write

LINES = (
    b'<http://e/a> <http://e/b> "one" .',
    b'<http://e/a> <http://e/b> "two _:c" .',
    b"_:a <http://e/b> _:a.b .",
    b"<http://e/a> <http://e/b> _:a .",
    b"<http://e/a><http://e/b>_:a.",
    b'_:a <http://e/b> "two _:c" .  # _:d',
    b"# nothing",
    b"",
    b"<http://e/a> broken .",
    b"_:a broken _:b .",
    b"_:-a <http://e/b> <http://e/c> .",
    b"<http://e/a b> <http://e/b> <http://e/c> .",
    b'<http://e/a> <http://e/b> "\xff" .',
)
SOUND = LINES[0]
MANY = 1 << 60


@contextmanager
def segments(size: int) -> Iterator[None]:
    with patch("kgqa_store.loading.SEGMENT", size), patch("kgqa_store.sources.BLOCK", 40):
        yield


def loaded(job: Job) -> tuple[set[str], Report, bytes]:
    """Return what `load_lines` stores, says, and passes on."""
    store = ox.Store()
    with tempfile.TemporaryFile() as copy:
        report = load_lines(store, job, also=copy.fileno(), tell=lambda *_: None)
        copy.seek(0)
        return {str(quad.triple) for quad in store}, report, copy.read()


def fed(job: Job) -> tuple[bytes, dict[str, Any]]:
    """Return what comes of checking every line first."""
    blocks: list[bytes] = []
    outcome = produce(job, blocks.append, lambda *_: None)
    return b"".join(blocks), outcome


@given(
    st.lists(st.sampled_from(LINES), min_size=1, max_size=30),
    st.booleans(),
    st.sampled_from([1, 100, 400, 1 << 20]),
)
def test_the_loader_keeps_counts_and_passes_on_what_a_check_before_it_would(
    lines: list[bytes], ends: bool, size: int
) -> None:
    with tempfile.TemporaryDirectory() as folder, segments(size):
        path = Path(folder) / "a.nt"
        path.write_bytes(b"\n".join(lines) + b"\n" * ends)
        job = Job((Source(str(path), "nt"),), MANY)
        triples, report, copy = loaded(job)
        clean, outcome = fed(job)

    assert copy.split() == clean.split()
    assert triples == {str(quad.triple) for quad in ox.parse(clean, ox.RdfFormat.N_TRIPLES)}
    assert report.problems == tuple(outcome["problems"])
    assert (report.lines, report.counts, report.dropped) == (
        outcome["lines"],
        outcome["counts"],
        outcome["dropped"],
    )
    assert [asdict(record) for record in report.sources] == outcome["sources"]


def test_blank_nodes_are_named_where_they_are_and_nowhere_else(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", b"\n".join(LINES))
    with segments(1 << 20):
        triples, _, _ = loaded(Job((Source(str(path), "nt"),), MANY))
    plain = {re.sub(r"<http://www\.wikidata\.org/\S+/\w+-([\w.]+)>", r"[\1]", t) for t in triples}

    assert plain == {
        '<http://e/a> <http://e/b> "one"',
        '<http://e/a> <http://e/b> "two _:c"',
        "[a] <http://e/b> [a.b]",
        "<http://e/a> <http://e/b> [a]",
        '[a] <http://e/b> "two _:c"',
    }


def test_lines_are_numbered_in_each_source(tmp_path: Path) -> None:
    good = write(tmp_path / "a.nt", (SOUND + b"\n") * 50)
    bad = write(tmp_path / "b.nt", (SOUND + b"\n") * 9 + b"broken\n" + SOUND)
    with segments(100):
        _, report, _ = loaded(Job((Source(str(good), "nt"), Source(str(bad), "nt"))))

    assert [record.lines for record in report.sources] == [50, 11]
    (problem,) = report.problems
    assert problem.startswith(f"{bad}, line 10: ")


def test_a_broken_line_too_many_ends_the_load_at_once(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", (SOUND + b"\nbroken\n") * 5_000)
    told: list[int] = []
    job = Job((Source(str(path), "nt"),), 3)
    with segments(1000), pytest.raises(SourceError, match="4 broken lines, of which 3"):
        load_lines(ox.Store(), job, also=None, tell=lambda done, *_: told.append(done))

    assert told[-1] < 5_000


def test_only_whole_n_triples_are_checked_by_the_loader() -> None:
    lines, table = Source("a.nt", "nt"), Source("a.tsv", "tsv")

    assert keeps_lines(Job((lines,)))
    assert not keeps_lines(Job((lines,), slice=Slice(title="all of it")))
    assert not keeps_lines(Job((table,)))


def test_an_archive_is_loaded_in_segments(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt.gz", gzip.compress(cities(2000).encode()))
    with segments(20_000):
        build([path], tmp_path / "s", options=Options(index=False))

    assert len(triples_in(tmp_path / "s")) == 6000


def test_indexes_that_fail_say_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.nt", cities(20_000))

    def fail(*_: object) -> None:
        raise StoreError("no index today")

    monkeypatch.setattr("kgqa_store.collect.collect_from", fail)
    with pytest.raises(StoreError, match="no index today"):
        build([path], tmp_path / "s", options=Options(check_room=False))
    assert [entry.name for entry in (tmp_path / "s").iterdir()] == [".builder"]

"""Names whose source left escapes in them are found, and shown, as they were meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from kgqa_store.build import build
from kgqa_store.generations import lease
from kgqa_store.names import NameIndex
from kgqa_store.names_escapes import without_left_escapes
from store_sources import triple, write


@pytest.mark.parametrize(
    ("left", "meant"),
    [
        (r"C\u00E9sar Award", "César Award"),
        (r"\u0141\u00F3d\u017a", "Łódź"),
        (r"smile \uD83D\uDE00", "smile 😀"),
        (r"half \uD83D", r"half \uD83D"),
        (r"control \u0007", r"control \u0007"),
        (r"C:\users", r"C:\users"),
    ],
)
def test_escapes_that_a_source_left_in_a_name_are_undone(left: str, meant: str) -> None:
    assert without_left_escapes(left) == meant


def test_a_name_with_escapes_is_found_shown_and_counted(tmp_path: Path) -> None:
    lines = triple("wd:Q1", "rdfs:label", r'"C\\u00E9sar"@en')
    lines += triple("wd:Q2", "rdfs:label", r'"Andr\u00E9"@en')  # as N-Triples write it
    manifest = build([write(tmp_path / "a.nt", lines)], tmp_path / "s")

    with lease(tmp_path / "s") as held, NameIndex(held.path / "names") as names:
        assert [one.id for one in names.exact("Cesar")] == ["Q1"]
        assert names.labels(["Q1", "Q2"]) == {"Q1": "César", "Q2": "André"}
    assert manifest.counts["names with escapes"] == 1

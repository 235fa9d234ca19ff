"""Tables of edges, as KGTK has them, become the triples that the same facts in JSON become."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from kgqa_store.build import Options
from kgqa_store.errors import SourceError
from kgqa_store.slicing import Slice
from store_sources import built, triples_in, write

TABLE = """id\tnode1\tlabel\tnode2\trank\tnode2;wikidatatype
\tQ42\tlabel\t'Douglas Adams'@en\t\t
\tQ42\talias\t'D\\'Adams \\| N\\\\A'@en\t\t
\tQ42\tdescription\t'English writer'@en\t\t
Q42-P31-1\tQ42\tP31\tQ5\t\twikibase-item
Q42-P569-1\tQ42\tP569\t^1952-03-11T00:00:00Z/11\tnormal\ttime
Q42-P69-1\tQ42\tP69\tQ691283\tnormal\twikibase-item
\tQ42-P69-1\tP580\t^1971-01-01T00:00:00Z/9\t\ttime
Q42-P2048-1\tQ42\tP2048\t+1.96[1.95,1.97]Q11573\tpreferred\tquantity
\tQ42\tP345\t"nm0010930"\t\texternal-id
\tQ42\tP625\t@51.5/-0.25\t\tglobe-coordinate
\tQ5\tlabel\t'human'@en\t\t
"""


def table(tmp_path: Path, content: str, *, options: Options | None = None) -> set[str]:
    built(tmp_path / "s", write(tmp_path / "a.tsv", content), options=options or Options())
    return triples_in(tmp_path / "s")


def test_rows_become_texts_edges_and_statements(tmp_path: Path) -> None:
    found = table(tmp_path, TABLE)

    assert {
        'wd:Q42 rdfs:label "Douglas Adams"@en',
        'wd:Q42 skos:altLabel "D\'Adams | N\\\\A"@en',
        'wd:Q42 schema:description "English writer"@en',
        "wd:Q42 wdt:P31 wd:Q5",
        "wd:Q42 wdt:P69 wd:Q691283",
        "wd:Q42 p:P69 wds:Q42-P69-1",
        'wd:Q42 wdt:P345 "nm0010930"',
        'wd:Q42 wdt:P625 "Point(-0.25 51.5)"^^geo:wktLiteral',
        'wd:Q5 rdfs:label "human"@en',
    } <= found
    assert any(line.startswith("wds:Q42-P69-1 pq:P580") for line in found)
    assert any("wikibase:quantityUnit wd:Q11573" in line for line in found)
    assert not any("wds:Q42-P31" in line for line in found)


def test_a_table_is_cut_like_any_source(tmp_path: Path) -> None:
    wanted = Slice(entities=("Q42",))
    found = table(tmp_path, TABLE + "\tQ7\tlabel\t'other'@en\t\t\n", options=Options(slice=wanted))

    assert 'wd:Q5 rdfs:label "human"@en' in found
    assert not any("Q7" in line.split()[0] for line in found)


def test_what_cannot_be_read_is_counted(tmp_path: Path) -> None:
    rows = (
        "\tQ1\tlabel\t'One'@en\n\tQ1\n\tQ1\tP1\t%%\n\tQ1\tlabel\tno text\n"
        "\tsomething\tP1\tQ1\n\tQ1\tweight\t5\n"
    )
    source = tmp_path / "a.tsv.gz"
    source.write_bytes(gzip.compress(f"id\tnode1\tlabel\tnode2\n{rows}".encode()))
    manifest = built(tmp_path / "s", source)

    assert manifest.dropped == {
        "broken lines": 1,
        "values of tables that cannot be read": 1,
        "texts without a readable value or language": 1,
        "rows about something else than an entity or a row above": 1,
        "rows of something else than a property": 1,
    }
    assert manifest.problems[0].endswith("line 3: a row without node1, label and node2")


def test_a_table_without_a_header_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no header with the columns node1, label, node2"):
        table(tmp_path, "Q1\tP31\tQ5\n")

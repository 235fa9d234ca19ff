"""Dumps of wikis, and pages in HTML and Markdown, as sources of a text index."""

from __future__ import annotations

import bz2
from pathlib import Path

import pytest
from kgqa_store.errors import SourceError
from kgqa_store.pages import fetch_pages, pages_query
from kgqa_store.results import Table

from kgqa.text.html_pages import html_records
from kgqa.text.index import open_index
from kgqa.text.index_build import build_index
from kgqa.text.markdown_pages import markdown_records
from kgqa.text.wiki_dump import pages

DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">
<siteinfo><base>https://en.wikipedia.org/wiki/Main_Page</base></siteinfo>
<page><title>Dune (novel)</title><ns>0</ns><id>12</id><revision><id>99</id>
<contributor><id>5</id></contributor><model>wikitext</model>
<text xml:space="preserve">'''Dune''' is a novel by [[Frank Herbert]] &amp; others. {{cite}}
== Series ==
* ''Dune Messiah''
* ''Children of Dune''</text></revision></page>
<page><title>Dune book</title><ns>0</ns><id>13</id><redirect title="Dune (novel)" />
<revision><id>98</id><text>#REDIRECT [[Dune (novel)]]</text></revision></page>
<page><title>Talk:Dune</title><ns>1</ns><id>14</id>
<revision><id>97</id><text>I liked it.</text></revision></page>
<page><title>Ocean's Eleven</title><ns>0</ns><id>15</id>
<revision><id>96</id><text>A film.</text></revision></page>
</mediawiki>"""

HTML = """<!DOCTYPE html><html><head><title>Dune | Site</title><style>p {}</style></head><body>
<nav><a href="/">Home</a></nav><h1>Dune</h1><p>Dune is a <b>novel</b> by Frank&nbsp;Herbert.</p>
<script>alert("x")</script><h2>Sequels</h2><ul><li>Dune Messiah<ul><li>1969</li></ul></li>
<li>Children of Dune</li></ul><table><caption>Films</caption><tr><th>Year<th>Director</tr>
<tr><td>1984</td><td>David Lynch</td></tr><tr><td>2021</td><td>Denis Villeneuve</td></tr></table>
<p>Unclosed"""

MARKDOWN = """---
title: "Dune"
---
# A heading of its own
Dune is a **novel** by [Frank Herbert](https://example.org), ![x](y.png)
first published in 1965.

```
print("code")
```
Sequels
-------
- Dune Messiah
- *Children of Dune*

| Year | Director |
| --- | --- |
| 1984 | David Lynch |
"""


def test_only_articles_of_a_dump_are_read() -> None:
    content = DUMP.encode()
    found = list(pages("d.xml", (content[at : at + 7] for at in range(0, len(content), 7))))
    assert [(page.title, page.id) for page in found] == [
        ("Dune (novel)", "12"),
        ("Ocean's Eleven", "15"),
    ]


def test_a_dump_is_indexed_and_its_pages_tied_to_items(tmp_path: Path) -> None:
    source = tmp_path / "pages-articles.xml.bz2"
    source.write_bytes(bz2.compress(DUMP.encode()))
    about = {"https://en.wikipedia.org/wiki/Dune_(novel)": "Q190192"}
    manifest = build_index([source], tmp_path / "index", ties=lambda _: about)
    assert manifest.counts["documents tied by their address"] == 2
    with open_index(tmp_path / "index") as index:
        told = {one.id: (one.text, one.qid) for one in index.passages()}
    assert told["12"] == ("Dune is a novel by Frank Herbert & others.", "Q190192")
    assert told["12/1"] == ("Series. Dune Messiah. Children of Dune.", "Q190192")
    assert told["15"] == ("A film.", None)


@pytest.mark.parametrize(
    "text",
    [
        DUMP[:400],
        "<html><body></p>",
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><mediawiki>&b;</mediawiki>',
    ],
)
def test_what_is_no_dump_is_refused(tmp_path: Path, text: str) -> None:
    source = tmp_path / "d.xml"
    source.write_text(text)
    with pytest.raises(SourceError):
        build_index([source], tmp_path / "index")


def test_a_page_in_html_is_prose_lists_and_tables() -> None:
    told = [(one["title"], one["text"]) for one in html_records(HTML, id_="a", untitled="a")]
    assert told == [
        ("Dune", "Dune is a novel by Frank Herbert."),
        ("Dune", "Sequels.\nUnclosed"),
        ("Dune", "Sequels. Dune Messiah. 1969. Children of Dune."),
        (
            "Dune",
            "Sequels - Films. Year: 1984; Director: David Lynch. "
            "Year: 2021; Director: Denis Villeneuve.",
        ),
    ]


def test_a_page_in_markdown_is_prose_lists_and_tables() -> None:
    told = [one["text"] for one in markdown_records(MARKDOWN, id_="a", untitled="a")]
    titles = {one["title"] for one in markdown_records(MARKDOWN, id_="a", untitled="a")}
    assert titles == {"Dune"}
    assert told == [
        "Dune is a novel by Frank Herbert,  first published in 1965.",
        "Sequels. Dune Messiah. Children of Dune.",
        "Sequels. Year: 1984; Director: David Lynch.",
    ]


def test_a_folder_of_pages_is_one_source(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.html").write_text(HTML)
    (folder / "deep" / "My_notes.md").write_text("Only *words*.")
    (folder / "deep" / "b.png").write_bytes(b"\x89")
    (folder / ".git").mkdir()
    (folder / ".git" / "c.md").write_text("Hidden.")
    outside = tmp_path / "secret.md"
    outside.write_text("Secret.")
    (folder / "link.md").symlink_to(outside)
    manifest = build_index([folder], tmp_path / "index")
    assert [one.kind for one in manifest.sources] == ["folder"]
    with open_index(tmp_path / "index") as index:
        told = {one.id: (one.title, one.text) for one in index.passages()}
    assert told["deep/My_notes.md"] == ("My notes", "Only words.")
    assert {id_.partition("/")[0] for id_ in told} == {"a.html", "deep"}
    assert not any("Secret" in text or "Hidden" in text for _, text in told.values())


def test_a_folder_without_pages_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="without pages"):
        build_index([tmp_path / "empty"], tmp_path / "index")


def test_addresses_enter_a_query_as_terms_only() -> None:
    asked: list[str] = []

    def select(query: str) -> Table:
        asked.append(query)
        return Table((), [])

    odd = "https://en.wikipedia.org/wiki/A> } DROP ALL #"
    assert fetch_pages([odd, "no address", "https://en.wikipedia.org/wiki/Ocean's"], select) == {}
    assert "<https://en.wikipedia.org/wiki/Ocean%27s>" in asked[0]
    assert "DROP ALL" not in asked[0].replace("%20", " ").replace("_", " ") or "A%3E" in asked[0]
    with pytest.raises(ValueError, match="IRI"):
        pages_query(["<>"])

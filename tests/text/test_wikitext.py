"""Wiki markup as sections, lists and tables."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.text.sections import Items, Prose, Table, records
from kgqa.text.wikitext import sections, table_of

PAGE = """{{Infobox person|name={{nowrap|Al}}|born=1959}}
[[File:A.jpg|A [[picture]] ]]'''Alfred''' is an [[United States|American]] singer.<ref n="a">x</ref>
He was born in [[Downey, California]].<!-- hidden -->

== Filmography ==
{| class="wikitable sortable"
|+ Films
|-
! Year !! Title !! Role
|-
| rowspan="2" | 1988 || ''[[Tapeheads]]'' || Himself
|-
| ''[[The Naked Gun|Naked Gun]]'' || style="x" | Himself
|-
! scope="row" | 1989
| ''[[UHF (film)|UHF]]''
| George
|}
=== Awards ===
* [[Grammy Award]] (1985)
* Another one
[[Category:Singers]]
"""


def test_a_page_is_prose_lists_and_tables_below_their_headings() -> None:
    first, films, awards = sections(PAGE)
    assert first.blocks == [
        Prose("Alfred is an American singer.\nHe was born in Downey, California.")
    ]
    assert (films.heading, awards.heading) == ("Filmography", "Awards")
    assert awards.blocks == [Items(("Grammy Award (1985)", "Another one"))]


def test_a_cell_stands_in_every_row_that_it_spans() -> None:
    (table,) = sections(PAGE)[1].blocks
    assert table == Table(
        ("Year", "Title", "Role"),
        (
            ("1988", "Tapeheads", "Himself"),
            ("1988", "Naked Gun", "Himself"),
            ("1989", "UHF", "George"),
        ),
        "Films",
    )


def test_a_row_is_told_with_its_columns_and_the_heading() -> None:
    told = [one["text"] for one in records("Al", sections(PAGE), id_="7")]
    assert told[1] == (
        "Filmography - Films. Year: 1988; Title: Tapeheads; Role: Himself. "
        "Year: 1988; Title: Naked Gun; Role: Himself. Year: 1989; Title: UHF; Role: George."
    )
    assert told[2] == "Awards. Grammy Award (1985). Another one."


def test_the_first_document_has_the_id_of_its_page_and_each_its_own() -> None:
    ids = [one["id"] for one in records("Al", sections(PAGE), id_="7")]
    assert ids[0] == "7"
    assert len(set(ids)) == len(ids) == 3


def test_a_long_table_is_several_documents_each_with_its_heading() -> None:
    rows = "\n".join(f"|-\n| {year} || A film of that year" for year in range(1900, 2000))
    told = [
        one["text"]
        for one in records("F", sections(f"== Films ==\n{{|\n! Year !! Film\n{rows}\n|}}"), id_="1")
    ]
    assert len(told) > 3
    assert all(text.startswith("Films. Year: ") for text in told)
    assert all(len(text.split()) <= 100 for text in told)
    assert sum(text.count("A film of that year") for text in told) == 100


def test_columns_may_be_missing() -> None:
    assert table_of("\n|-\n| a || b\n|-\n| c\n") == Table((), (("a", "b"), ("c",)))


@pytest.mark.parametrize(
    "text",
    [
        "{{" * 50_000,
        "[[File:" * 20_000,
        "<!--" * 50_000,
        "<ref>" * 50_000,
        "{|\n" * 20_000,
        "{|\n|-\n" + "| a || b\n" * 20_000,
        "|" * 100_000,
        "== a ==\n" * 20_000,
        '{|\n|-\n| rowspan="9999" colspan="9999" | x\n' + "|-\n| y\n" * 500,
    ],
)
def test_a_broken_page_takes_no_long_time(text: str) -> None:
    began = time.process_time()
    list(records("T", sections(text), id_="1"))
    assert time.process_time() - began < 5


@given(st.text("{}[]|!-=*#<>/ref\nab :;'", max_size=200))
def test_any_text_is_some_page(text: str) -> None:
    for one in records("T", sections(text), id_="1"):
        assert one["text"].strip()

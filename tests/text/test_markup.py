from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.text.languages import is_english
from kgqa.text.markup import plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>Dune is a <b>novel</b>.</p>", "Dune is a novel."),
        ("Dune<ref name=a>Herbert</ref> is<ref name=b/> long.<br>Yes", "Dune is long.\nYes"),
        (
            "'''Dune''' is by [[Frank Herbert|Herbert]], a [[writer]].",
            "Dune is by Herbert, a writer.",
        ),
        ("{{Infobox|a={{b|c}}}}Dune[1][citation needed] is.", "Dune is."),
        ("[[File:a.jpg|thumb|x]]Dune.", "Dune."),
        ("== History ==\nOld.", "History\nOld."),
        ("Salt &amp; sand &#8211; &lt;3", "Salt & sand – <3"),
        ("See [https://example.org the page].", "See the page."),
        ("``Dune'' is", '"Dune" is'),
        ("so\u00adft\u200b and\x00 nul", "soft and nul"),
        ("<script>alert(1)</script>Safe.", "Safe."),
    ],
)
def test_markup_is_removed_and_noticed(text: str, expected: str) -> None:
    assert plain(text) == (expected, True)


@pytest.mark.parametrize("text", ["a < b and b > c", "He said [sic] so.", "{x} = 2", "it's 5'4"])
def test_what_is_no_markup_stays(text: str) -> None:
    assert plain(text) == (text, False)


def test_spare_space_goes_and_is_no_markup() -> None:
    assert plain("  a   b \n\n c ") == ("a b\nc", False)


@given(st.text(st.sampled_from("<>[]{}|'=&;ab \n/"), max_size=400) | st.text(max_size=200))
def test_any_text_has_words_and_ends_clean(text: str) -> None:
    found, _ = plain(text)

    assert found == found.strip()
    assert "\x00" not in found


@pytest.mark.parametrize("unit", ["<", "[[", "{{", "<ref>", "''", "&", "{{a", "[[a|", "<!--", "=="])
def test_markup_that_is_never_closed_takes_no_long_time(unit: str) -> None:
    began = time.process_time()
    plain(unit * 20_000)

    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The town lies on the river and was founded in 1200.", True),
        ("Die Stadt liegt an der Donau und ist die Hauptstadt von Österreich seit 1918.", False),
        ("La ville est la capitale de la France et une des plus grandes villes du monde.", False),
        ("La ciudad es la capital de España y una de las más grandes del mundo.", False),
        ("東京は日本の首都です。", False),
        ("Москва является столицей России", False),
        ("Frank Herbert", True),
        ("", True),
        ("1999 2000 2001", True),
    ],
)
def test_other_languages_are_told_by_letters_and_small_words(text: str, expected: bool) -> None:
    assert is_english(text) is expected

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from expressions import expressions
from hypothesis import given
from hypothesis import strategies as st

from kgqa.algebra import Query, parse_expression, to_english
from kgqa.algebra.inflection import ordinal, plural, with_article
from kgqa.algebra.lexicon import wording

CASES = tomllib.loads((Path(__file__).parent / "english_cases.toml").read_text(encoding="utf-8"))
LEXICON = tomllib.loads((files("kgqa.algebra") / "english.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: case["expression"][:60])
def test_an_expression_is_said_in_english(case: dict[str, str]) -> None:
    assert to_english(parse_expression(case["expression"]), CASES["labels"]) == case["english"]


@given(expressions(), st.sampled_from([{}, CASES["labels"]]))
def test_every_expression_can_be_said(query: Query, labels: dict[str, str]) -> None:
    text = to_english(query, labels)
    if '"' not in text:  # texts of the query may hold anything
        assert text == text.strip() and "  " not in text
        assert text.count("(") == text.count(")")
        assert not re.search(r"[\[\]{}|]", text)


@given(expressions(), st.text(min_size=1, max_size=8))
def test_no_label_breaks_a_sentence(query: Query, label: str) -> None:
    ids = [f"Q{number}" for number in range(1, 10)] + ["P1", "P2", "P31", "P57", "P577"]
    to_english(query, dict.fromkeys(ids, label))


def test_without_labels_the_ids_are_said() -> None:
    query = parse_expression("P1234567[Q99](Q1)")
    assert to_english(query, {}) == "instances of Q99 whose P1234567 is Q1"


def test_a_label_with_signs_of_a_wording_stays_as_it_is() -> None:
    labels = {"Q1": "{} [a|b]", "P57": "director"}
    assert to_english(parse_expression("P57(Q1)"), labels) == "works directed by {} [a|b]"


# --- What groups how -------------------------------------------------------------------------


def said(text: str) -> str:
    return to_english(parse_expression(text), CASES["labels"])


def test_what_ends_a_phrase_needs_no_brackets() -> None:
    assert said("P57(P19(Q84))") == "works directed by people born in London"


def test_what_stands_in_the_middle_of_a_phrase_is_bracketed() -> None:
    assert "directed by (people born in London)" in said("P57(P19(Q84)) - P161(Q45772)")


def test_expressions_that_group_differently_read_differently() -> None:
    inside = said("P57(P19(Q84) & P69(Q30))")
    outside = said("P57(P19(Q84)) & P69(Q30)")
    assert inside != outside


def test_a_test_inside_a_superlative_reads_differently_from_one_around_it() -> None:
    assert said("argmax(type(Q515)[P2046 > 5], P1082)") != said(
        "argmax(type(Q515), P1082)[P2046 > 5]"
    )


# --- The lexicon -----------------------------------------------------------------------------


@pytest.mark.parametrize("id_", LEXICON)
def test_an_entry_of_the_lexicon_has_one_hole_where_one_is_due(id_: str) -> None:
    entry = LEXICON[id_]
    assert set(entry) <= {
        "noun",
        "subject",
        "object",
        "of",
        "event",
        "most",
        "least",
        "age",
        "lacking",
        "within",
    }
    for field in ("subject", "of", "event"):
        assert entry.get(field, "{}").count("{}") == 1
    for field in ("noun", "object", "most", "least", "age", "lacking", "within"):
        assert "{}" not in entry.get(field, "")
    assert ("most" in entry) == ("least" in entry)
    assert re.sub(r"\[[^|\[\]]+\|[^|\[\]]+\]", "", entry.get("subject", "")).count("[") == 0


def test_no_two_properties_are_said_by_the_same_words() -> None:
    said_of = [(entry["subject"], id_) for id_, entry in LEXICON.items() if "subject" in entry]
    words = [words for words, _ in said_of]
    assert sorted({each for each in words if words.count(each) > 1}) == []


@pytest.mark.parametrize(
    ("label", "subject", "object_"),
    [
        ("score", "whose score is {}", "score"),
        ("has edition", "whose edition is {}", "edition"),
        ("lent by", "that [are|is] lent by {}", "thing"),
    ],
)
def test_the_label_of_an_unlisted_property_makes_its_wording(
    label: str, subject: str, object_: str
) -> None:
    words = wording("P1234567", label)
    assert (words.subject, words.object) == (subject, object_)


# --- Inflection ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("film", "films"),
        ("city", "cities"),
        ("country", "countries"),
        ("bay", "bays"),
        ("church", "churches"),
        ("bus", "buses"),
        ("box", "boxes"),
        ("human", "humans"),
        ("German", "Germans"),
        ("businessman", "businessmen"),
        ("woman", "women"),
        ("person", "people"),
        ("child", "children"),
        ("place of birth", "places of birth"),
        ("cast member", "cast members"),
        ("film series", "film series"),
        ("spacecraft", "spacecraft"),
        ("volcano", "volcanoes"),
        ("video", "videos"),
        ("basis", "bases"),
        ("taxon", "taxa"),
        ("wolf", "wolves"),
        ("golf", "golfs"),
        ("metre per second", "metres per second"),
        ("degree Celsius", "degrees Celsius"),
        ("foot", "feet"),
        ("film (genre)", "films (genre)"),
        ("instance of Q5", "instances of Q5"),
        ("stage-play", "stage-plays"),
        ("y", "ys"),
        ("", "s"),
    ],
)
def test_a_noun_has_a_plural(noun: str, expected: str) -> None:
    assert plural(noun) == expected


def test_places_have_words_up_to_nine_and_figures_above() -> None:
    assert [ordinal(n) for n in (1, 2, 9, 10, 11, 12, 21, 22, 23, 111)] == [
        *("first", "second", "ninth", "10th", "11th", "12th", "21st", "22nd", "23rd", "111th"),
    ]


def test_an_article_fits_the_sound_of_its_noun() -> None:
    nouns = ["actor", "film", "university", "uncle", "hour", "user"]
    assert [with_article(noun).split()[0] for noun in nouns] == ["an", "a", "a", "an", "an", "a"]


def test_a_place_with_what_is_in_it_is_said_plainly() -> None:
    within = "P19(Q1384 | P131({}) | P131(P131(Q1384)))"
    labels = {"Q1384": "Ohio"}

    said = to_english(parse_expression(within.format("Q1384")), labels)
    assert said == "people born in Ohio or a place in it"
    other = to_english(parse_expression(within.format("Q1")), labels)
    assert "or a place in it" not in other

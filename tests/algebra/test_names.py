"""Names stand for ids wherever an id may stand; a text is a name or a value by its place."""

from __future__ import annotations

import re

import pytest
from expressions import expressions
from hypothesis import given
from hypothesis import strategies as st

from kgqa.algebra import NotationError, Property, Query, Text, parse_expression, to_text
from kgqa.algebra.errors import UnknownName
from kgqa.algebra.names import Name

ITEMS = {"Christopher Nolan": "Q25191", "film": "Q11424", "Apollo 11": "Q43653", "Italy": "Q38"}
CLASSES = {"film": "Q11424", "city": "Q515"}
PROPERTIES = {
    **{"director": "P57", "located in": "P131", "count": "P999", "title": "P1476", "of": "P642"},
    **{"publication date": "P577", "start time": "P580", "place of birth": "P19"},
}


class Fixed:
    """Names of a few things; names of the form `item 42` and `property 57` mean their ids."""

    def item(self, name: Name) -> str:
        return self._found(ITEMS, "item", "Q", name)

    def class_(self, name: Name) -> str:
        return self._found(CLASSES, "item", "Q", name)

    def property(self, name: Name) -> str:
        return self._found(PROPERTIES, "property", "P", name)

    def is_property(self, words: str) -> bool:
        return words in PROPERTIES

    def has_items(self, property_: Property) -> bool:
        return property_.id not in ("P1476", "P577", "P580")

    def _found(self, known: dict[str, str], sort: str, letter: str, name: Name) -> str:
        made = re.fullmatch(rf"{sort} ([0-9]+)", name.words)
        found = known.get(name.words) or (made and letter + made[1])
        if found:
            return found
        raise UnknownName(
            f"no {sort} {name.words}", text=name.text, start=name.start, end=name.end, hint="look"
        )


def read(text: str) -> Query:
    return parse_expression(text, Fixed())


SAME = {
    'director("Christopher Nolan")': "P57(Q25191)",
    "director(Christopher Nolan)[publication date >= 2010]": "P57(Q25191)[P577 >= 2010]",
    '^"place of birth"(Christopher Nolan)': "^P19(Q25191)",
    'type("film")': "type(Q11424)",
    "type(film) & director(Christopher Nolan)": "type(Q11424) & P57(Q25191)",
    "located in[city](Italy)": "P131[Q515](Q38)",
    '"located in"["city"]("Italy")': "P131[Q515](Q38)",
    "Italy in located in(Italy)": "Q38 in P131(Q38)",
    '"Italy" in located in(Italy)': "Q38 in P131(Q38)",
    '("Italy" | "film") - Q1': '("Italy" | "film") - Q1',
    'located in("Italy" | "Apollo 11")': "P131(Q38 | Q43653)",
    "director(Apollo 11)": "P57(Q43653)",
    'title("Italy")': 'P1476("Italy")',
    '^title("Italy")': "^P1476(Q38)",
    'type(city)[title = "Italy"]': 'type(Q515)[P1476 = "Italy"]',
    'type(city)[director = "Italy"]': "type(Q515)[P57 = Q38]",
    '"Italy"[director = Q1]': "Q38[P57 = Q1]",
    '"Italy"': '"Italy"',
    'type(city) - "Italy"': "type(Q515) - Q38",
    'type(city) & "Italy"': "type(Q515) & Q38",
    '^title(Q1) = "Italy"': '^P1476(Q1) = "Italy"',
    '"Italy" = ^title(Q1)': '"Italy" = ^P1476(Q1)',
    '"Italy" = ^director(Q1)': "Q38 = ^P57(Q1)",
    'argmax("Italy" | "film", start time)': "argmax(Q38 | Q11424, P580)",
    "argmax(type(city), count)": "argmax(type(Q515), P999)",
    "argmax(type(city), count(director & type(film)))": (
        "argmax(type(Q515), count(P57 & type(Q11424)))"
    ),
    '"count"(Q1)': "P999(Q1)",
    "count(Q1)": "count(Q1)",
    'director{start time <= 1997, of = "Italy"}(Q1)': "P57{P580 <= 1997, P642 = Q38}(Q1)",
    "nth(2, director(Q1), director(Italy)@start time)": "nth(2, P57(Q1), P57(Q38)@P580)",
    'told("Italy", director("film")@start time)': "told(Q38, P57(Q11424)@P580)",
    'argmin(type(city), lapse(start time, director("Italy")@publication date))': (
        "argmin(type(Q515), lapse(P580, P57(Q38)@P577))"
    ),
    'director(argmax("Italy" | Q2, start time))': "P57(argmax(Q38 | Q2, P580))",
    'years(^start time("Italy"), 2000)': "years(^P580(Q38), 2000)",
}


@pytest.mark.parametrize("text", SAME)
def test_an_expression_with_names_is_the_one_with_ids(text: str) -> None:
    assert read(text) == parse_expression(SAME[text])


@given(expressions(), st.booleans())
def test_every_id_may_be_named(query: Query, quoted: bool) -> None:
    text = to_text(query)
    # Of a unit and of a text nothing is a name.
    if '"' in text or re.search(r"[0-9.] (?:Q[0-9]|[a-z])", text):
        return
    mark = '"' if quoted else ""
    named = re.sub(r"\bP([0-9]+)", rf"{mark}property \1{mark}", text)
    # A text that stands free is a value, so that quotes are for items inside of a relation.
    named = re.sub(r"\bQ([0-9]+)", r"item \1", named)

    assert read(named) == query


@given(expressions())
def test_without_names_an_expression_means_what_it_meant(query: Query) -> None:
    text = to_text(query)

    assert '"' in text or read(text) == query


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("director(Nobody Known)", "Nobody Known"),
        ("directr(Italy)", "directr"),
        ("type(city)[publishing date > 2010]", "publishing date"),
        ('director("Nobody" | "Italy")', '"Nobody"'),
        ("Nobody in director(Italy)", "Nobody"),
        ('"Nobody" in director(Italy)', '"Nobody"'),
        ("argmax(type(city), nothing)", "nothing"),
        ("director(Italy and film)", "Italy and film"),
        ("counts(Italy)", "counts"),
    ],
)
def test_a_name_that_is_not_known_is_marked(text: str, marked: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)

    assert text[caught.value.start : caught.value.end] == marked
    assert caught.value.hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("director(Italy and film)", "write & for 'and'"),
        ("counts(Italy)", "did you mean count?"),
        ("p57(Italy)", "did you mean P57?"),
        ("type(q5)", "did you mean Q5?"),
        ("director(", "write what belongs"),
        ("director", "look"),
    ],
)
def test_what_is_meant_for_something_else_has_its_own_hint(text: str, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)

    assert hint in caught.value.hint


@given(st.text(alphabet='ab PQ12()[]{}"&|-^,=<>@in', max_size=40))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    refused = None
    try:
        read(text)
    except NotationError as error:
        refused = error
    assert refused is None or 0 <= refused.start <= refused.end <= len(text) + 1


def test_a_text_is_a_value_where_names_are_not_asked_for() -> None:
    assert parse_expression('P57("Italy")').things == Text("Italy")  # type: ignore[union-attr]

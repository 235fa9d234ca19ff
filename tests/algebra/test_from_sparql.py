"""SPARQL becomes the expression that asks for the same, or is refused at the place that cannot."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kgqa_store.vocabulary import PREFIXES
from world_store import WORLD

from kgqa.algebra import NotationError, to_text
from kgqa.algebra.errors import Unsupported
from kgqa.algebra.from_sparql import from_sparql
from kgqa.algebra.from_sparql.grammar import parse
from kgqa.algebra.from_sparql.syntax import Ask, Select
from kgqa.execute.compile import compile_query

CASES = tomllib.loads(Path(__file__).with_name("sparql_cases.toml").read_text("utf-8"))["query"]
CONVERTED = [case for case in CASES if "algebra" in case]
SAME = [case for case in CONVERTED if "rows" not in case]
REFUSED = [case for case in CASES if "reason" in case]


def named(case: dict[str, Any]) -> str:
    return " ".join(case["sparql"].split())[:90]


@pytest.fixture(scope="module")
def world() -> ox.Store:
    store = ox.Store()
    store.load(WORLD.read_bytes(), format=ox.RdfFormat.TURTLE)
    return store


def answers(store: ox.Store, sparql: str) -> set[str] | bool:
    """What the first column has, each number as its value."""
    found = store.query(sparql, prefixes=dict(PREFIXES))
    if isinstance(found, ox.QueryBoolean):
        return bool(found)
    rows = [row[0] for row in found]  # type: ignore[union-attr]
    return {str(row.value) for row in rows if row is not None}


@pytest.mark.parametrize("case", CONVERTED, ids=named)
def test_a_query_becomes_its_expression(case: dict[str, Any]) -> None:
    assert to_text(from_sparql(case["sparql"]).query) == case["algebra"]


@pytest.mark.parametrize("case", SAME, ids=named)
def test_a_query_and_its_expression_have_the_same_answers(
    case: dict[str, Any], world: ox.Store
) -> None:
    sparql = case["sparql"].split("SERVICE wikibase:label")
    plain = sparql[0] + (" }" if len(sparql) > 1 else "")

    expected = answers(world, plain)

    assert answers(world, compile_query(from_sparql(case["sparql"]).query).sparql) == expected


def test_most_of_the_compared_queries_have_answers(world: ox.Store) -> None:
    found = [answers(world, compile_query(from_sparql(c["sparql"]).query).sparql) for c in SAME]

    assert sum(1 for one in found if one) > 0.8 * len(found)


@pytest.mark.parametrize("case", REFUSED, ids=named)
def test_what_has_no_expression_is_refused_with_its_reason_and_place(case: dict[str, Any]) -> None:
    with pytest.raises(Unsupported) as raised:
        from_sparql(case["sparql"])

    assert raised.value.reason == case["reason"]
    assert raised.value.exit_code == 3
    assert case["reason"] in str(raised.value) and "^" in str(raised.value)


def test_a_column_can_be_chosen() -> None:
    sparql = "SELECT ?x ?y { ?x wdt:P57 ?y . ?y wdt:P19 wd:Q111 }"

    assert to_text(from_sparql(sparql, column="y").query) == "P19(Q111) & ^P57(P57(P19(Q111)))"
    assert to_text(from_sparql(sparql, column="?x").query) == "P57(P19(Q111))"
    with pytest.raises(Unsupported, match="column"):
        from_sparql(sparql, column="z")


def test_a_limit_is_remarked() -> None:
    assert from_sparql("SELECT ?x { ?x wdt:P57 wd:Q121 } LIMIT 5").remarks == (
        "LIMIT 5 keeps some of them, whichever they are",
    )
    with pytest.raises(Unsupported, match="whichever"):
        from_sparql("SELECT ?y { { SELECT ?x { ?x wdt:P57 wd:Q121 } LIMIT 5 } ?x wdt:P161 ?y }")


@pytest.mark.parametrize(
    ("sparql", "place"),
    [
        ("SELECT ?x { ?x wdt:P57 }", "}"),
        ("SELECT { ?x wdt:P57 ?y }", "{"),
        ("SELECT ?x { ?x foo:P57 ?y }", "foo:P57"),
        ("SELECT ?x { ?x wdt:P57 ?y ", ""),
        ("CONSTRUCT { ?x ?y ?z } WHERE { ?x ?y ?z }", "CONSTRUCT"),
        ("SELECT ?x { ?x wdt:P57 ?y } ORDER ?x", "?x"),
        ("SELECT ?x { FILTER(?x = 'open) }", "'"),
        ("", ""),
    ],
)
def test_what_is_no_sparql_is_shown_where_it_goes_wrong(sparql: str, place: str) -> None:
    with pytest.raises(NotationError) as raised:
        from_sparql(sparql)

    error = raised.value
    assert not isinstance(error, Unsupported)
    assert error.text[error.start : error.end] == place


def test_a_query_of_many_groups_is_refused_and_does_not_exhaust_the_stack() -> None:
    with pytest.raises(NotationError, match="deeply"):
        from_sparql("SELECT ?x " + "{ " * 5000 + "?x wdt:P57 ?y" + " }" * 5000)
    with pytest.raises(NotationError):
        from_sparql("SELECT ?x { FILTER(" + "(" * 5000 + "?x" + ")" * 5000 + ") }")
    with pytest.raises(NotationError, match="characters"):
        from_sparql("SELECT ?x { ?x wdt:P57 ?y }" + " " * 200_000)


def test_strings_keep_their_escapes() -> None:
    query = parse(r"""SELECT ?x { ?x wdt:P1476 'it\'s \u0041 "title"\n'@en, '''a'b''' }""")

    assert isinstance(query, Select)
    assert [str(e.object.text) for e in query.group.elements] == [  # type: ignore[union-attr]
        'it\'s A "title"\n',
        "a'b",
    ]


SOME = """SELECT ASK WHERE { } ( ) [ ] . ; , | / ^ * + ? ! = < && || ?x ?y wd:Q5 wdt:P57 wdt:P279
p:P39 ps:P39 pq:P580 FILTER UNION MINUS OPTIONAL EXISTS NOT IN VALUES BIND AS COUNT GROUP BY ORDER
LIMIT DISTINCT YEAR HAVING 'text' 1 1.5 'unclosed @en <http://x> rdfs:label"""


@given(st.lists(st.sampled_from(SOME.split()), max_size=30).map(" ".join))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    for start in ("SELECT ?x { ", "ASK { ?x wdt:P57 wd:Q5 . ", ""):
        with suppress(NotationError):
            assert isinstance(parse(start + text), Ask | Select)
            assert from_sparql(start + text).query

"""Every file in tests/cases says what its expression means, and so does the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pyoxigraph as ox
import pytest
from case_files import FOLDER, Case, Sections, outcome, read_case, write_case
from evaluators import ask_oxigraph, ask_rdflib
from kgqa_store.opening import open_store
from kgqa_store.store import Store
from operator_table import NOTATIONS
from world_store import WORLD, build_world

from kgqa.algebra import parse_expression
from kgqa.execute.compile import compile_query
from kgqa.execute.run import compile_for

CASES = [read_case(path) for path in sorted(FOLDER.glob("*.case"))]
ANSWERED = [case for case in CASES if "refused" not in case.sections]

RDFLIB_ERRS = {
    # rdflib 7.6 joins an OPTIONAL over a nested sub-SELECT with rows of another ?x.
    "superlative_by_count_of_a_class",
}


def name_of(case: Case) -> str:
    return case.path.stem


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(build_world(tmp_path_factory.mktemp("world") / "store")) as opened:
        yield opened


@pytest.fixture(scope="module")
def triples() -> str:
    """Return the world without its dates before the common era, which rdflib cannot read."""
    quads = ox.parse(path=WORLD, format=ox.RdfFormat.TURTLE)
    lines = (f"{quad.triple} .\n" for quad in quads)
    return "".join(line for line in lines if '"-0' not in line)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_an_expression_means_what_its_case_says(case: Case, store: Store, accept: bool) -> None:
    found = outcome(case.expression, store)
    if accept:
        write_case(case, found)

    assert case.about, "a case starts with a sentence that says what it is about"
    assert without_sparql(found) == without_sparql(case.sections) or accept


@pytest.mark.parametrize("case", ANSWERED, ids=name_of)
def test_the_sparql_of_an_expression_is_that_of_its_case(
    case: Case, store: Store, accept: bool
) -> None:
    compiled = compile_for(parse_expression(case.expression), store)

    assert compiled.sparql.rstrip("\n") == case.sections["sparql"] or accept


def without_sparql(sections: Sections) -> Sections:
    return {heading: text for heading, text in sections.items() if heading != "sparql"}


@pytest.mark.parametrize("case", ANSWERED, ids=name_of)
def test_rdflib_gives_the_answers_of_the_product(case: Case, triples: str) -> None:
    if case.path.stem in RDFLIB_ERRS:
        pytest.xfail("rdflib is wrong here")
    sparql = case.sections["sparql"]

    assert ask_rdflib(triples, sparql) == ask_oxigraph(triples, sparql)


PLAIN = [
    *("simple", "inverse", "composition_of_three", "type", "typed_relation", "text"),
    *("intersection", "union", "union_inside_an_intersection", "filter_by_item"),
    *("difference", "difference_of_a_class", "difference_of_differences"),
    *("qualified_relation", "qualified_relation_leaves_deprecated_statements_out"),
    *("superlative_by_count", "superlative_of_the_fewest_counts_zero", "ordinal_by_count"),
]
"""Cases in which no unit and no precision of a date matters."""


@pytest.mark.parametrize("name", PLAIN)
def test_an_expression_means_the_same_where_nothing_is_known_of_the_graph(
    name: str, triples: str
) -> None:
    case = read_case(FOLDER / f"{name}.case")
    sparql = compile_query(parse_expression(case.expression)).sparql

    found = ask_oxigraph(triples, sparql)
    assert found == set(re.findall(r"\((Q\d+)\)$", case.sections["answers"], re.MULTILINE))


def test_every_operator_has_a_case() -> None:
    seen: set[str] = set()
    for case in ANSWERED:
        seen |= names_in(parse_expression(case.expression))

    assert set(NOTATIONS) - seen == set()


def names_in(node: object) -> set[str]:
    if isinstance(node, tuple):
        return set().union(*map(names_in, node))
    if not is_dataclass(node):
        return set()
    return {type(node).__name__}.union(*(names_in(getattr(node, f.name)) for f in fields(node)))


def test_a_case_that_is_written_is_read_as_the_same(tmp_path: Path) -> None:
    case = Case(tmp_path / "one.case", "About it.", {"expression": "Q1", "answers": "a\nb"})
    write_case(case, case.sections)

    assert read_case(case.path) == case

from __future__ import annotations

import random

import numpy as np
import pytest

from kgqa.align.property_text import BACKWARDS, FORWARDS, QUALIFIER
from kgqa.text.readers.wordpieces import Pieces, shipped_pieces
from kgqa.train.alignment_bank import Bank
from kgqa.train.alignment_lessons import Lesson, weighed
from kgqa.train.alignment_measure import Case, measure
from kgqa.train.alignment_queries import Said, said_by
from kgqa.train.alignment_questions import is_held_out

QUERIES = [
    ("SELECT ?x { wd:Q1 wdt:P57 ?x }", {Said("P57", FORWARDS, "Q1")}),
    ("SELECT ?x { ?x wdt:P57 wd:Q1 }", {Said("P57", BACKWARDS, "Q1")}),
    (
        "SELECT ?x { wd:Q1 wdt:P57 ?y . ?y wdt:P19 ?x }",
        {Said("P57", FORWARDS, "Q1"), Said("P19", FORWARDS)},
    ),
    (
        "SELECT ?x { wd:Q1 p:P39 ?s . ?s ps:P39 wd:Q2 . ?s pq:P580 ?x }",
        {Said("P39", FORWARDS, "Q1"), Said("P39", BACKWARDS, "Q2"), Said("P580", QUALIFIER)},
    ),
    (
        "ASK { wd:Q1 wdt:P19 wd:Q2 }",
        {Said("P19", FORWARDS, "Q1"), Said("P19", BACKWARDS, "Q2")},
    ),
]


@pytest.mark.parametrize(("sparql", "said"), QUERIES)
def test_a_gold_query_says_its_properties_in_their_roles(sparql: str, said: set[Said]) -> None:
    assert set(said_by(sparql)) == said


def test_a_query_without_algebra_says_its_triples() -> None:
    sparql = "SELECT ?x { wd:Q1 wdt:P57 ?x . SERVICE <http://a.b/> { ?x ?p ?o } }"
    assert Said("P57", FORWARDS, "Q1") in said_by(sparql)


def test_about_a_tenth_is_held_out_and_always_the_same() -> None:
    held = [is_held_out(f"lcquad2-{number}") for number in range(5_000)]

    assert 0.08 < sum(held) / len(held) < 0.12
    assert is_held_out("lcquad2-8") == is_held_out("lcquad2-8")


def lesson(*said: Said) -> Lesson:
    names = (("Q1", (0, 2)), ("Q2", (3, 5)))
    return Lesson("set", "Q1 Q2", Pieces([], []), names, said, tuple(() for _ in said))


def test_what_leads_from_the_name_counts_most_and_what_has_no_name_least() -> None:
    near, far, untold = Said("P1", 0, "Q1"), Said("P2", 0), Said("P3", 1, "Q9")
    found = dict(weighed(lesson(near, far, untold), "Q1"))

    assert found[near] > found[far] > found[untold] > 0


def test_the_label_of_a_property_is_never_left_out() -> None:
    pieces = shipped_pieces()
    names = tuple(pieces.of_all(["director", "film director", "directed by"]))
    rest = tuple(pieces.of_all(["who made it", "film", "human"]))
    one = Bank(("P57",), (names,), (rest,), np.ones(1, np.float32), 1010, 1)

    rows = [one.row(0, random.Random(seed)) for seed in range(40)]

    assert all(names[0].ids[0] in row for row in rows)
    assert len({tuple(row) for row in rows}) > 5


def test_recall_is_counted_among_what_is_around_the_name() -> None:
    among = np.array([3, 5, 7])
    cases = [Case("set", "", (0, 1), (), frozenset({right}), among) for right in (3, 5, 7, 7)]
    scores = np.array([99, 0, 0, 3, 0, 2, 0, 1.0], np.float32)

    found = measure(cases, lambda *_: scores)["set"]

    assert found.cases == 4
    assert found.recall == (0.25, 1.0, 1.0)
    assert found.surprise > 0

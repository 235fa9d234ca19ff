"""Of the things that two names may mean those are compared that are alike and likeliest."""

from __future__ import annotations

import re

import pytest
from candidate_readings import readings

from kgqa.engine import Engine
from kgqa.parse.parser import Parser


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which movie came out first, Dune or Titanic?", "Q11424"),
        ("Which book came out first, Dune or Moby-Dick?", "Q7725634"),
    ],
)
def test_two_of_the_kind_asked_for_are_compared(engine: Engine, question: str, kind: str) -> None:
    parser: Parser = engine.parser
    found = readings(engine, question)

    assert found
    for text in found:
        ids = re.findall(r"Q\d+", text)
        assert all(parser.kinds.is_any(id_, frozenset({kind})) for id_ in ids)


def test_what_comes_out_does_not_tell_which_two_are_meant(engine: Engine) -> None:
    found = readings(engine, "Was Dune released before Titanic?")

    pairs = [re.findall(r"Q\d+", text) for text in found]
    types = engine.parser.names.types
    assert pairs and len(pairs) == len({(*types(a), *types(b)) for a, b in pairs})


def test_nothing_is_compared_with_itself(engine: Engine) -> None:
    found = readings(engine, "Did Toy Story come out before Toy Story 3?")

    assert found and not any(len({*re.findall(r"Q\d+", text)}) == 1 for text in found)

"""What speaks for a value that was read for a question as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_store.opening import open_store

from kgqa.algebra import Entity
from kgqa.answers import TextProof, Words
from kgqa.merge.read_features import KINDS, Surroundings
from kgqa.merge.spans import Read
from kgqa.parse.parser import Parser

NOLAN = "Q25191"
QUESTION = "Who directed Inception?"


@pytest.fixture(scope="module")
def parser(sample_store: Path) -> Iterator[Parser]:
    with open_store(sample_store) as store:
        opened = Parser(store)
        yield opened
        opened.close()


def around(parser: Parser, question: str = QUESTION) -> Surroundings:
    return Surroundings(parser.parse(question), frozenset({NOLAN}), lambda _: 0.7, 0.9)


def read(text: str, value: Entity | Words = Entity(NOLAN), score: float = 0.5) -> Read:  # noqa: B008
    proof = TextProof("1", "Inception", None, 0, 1, text, score, QUESTION)
    return Read(value, score, (proof,))


def test_a_passage_shares_the_words_of_a_question_that_say_something(parser: Parser) -> None:
    judged = around(parser)
    one, none = read("Nolan directed it."), read("A film about dreams.")
    assert judged.features(one, [one])["shared"] == 1.0
    assert judged.features(none, [none])["shared"] == 0.5  # its title is all that it has


def test_a_reading_of_the_graph_backs_a_value_that_it_has(parser: Parser) -> None:
    judged = around(parser)
    one, other = read("Nolan directed it."), read("Cobb directed it.", Entity("Q38111"))
    assert judged.features(one, [one])["backed"] == 1.0
    assert judged.features(other, [other])["backed"] < 1.0


def test_what_only_has_a_name_is_neither_famous_nor_backed_nor_linked(parser: Parser) -> None:
    one = read("Nobody directed it.", Words("Nobody"))
    found = around(parser).features(one, [one])
    assert [found[name] for name in ("fame", "backed", "linked", "about")] == [0.0] * 4


def test_the_margin_is_to_the_best_other_value(parser: Parser) -> None:
    first, second = read("a", score=0.8), read("b", Words("Nobody"), score=0.3)
    judged = around(parser)
    assert judged.features(first, [first, second])["margin"] == pytest.approx(0.5)
    assert judged.features(second, [first, second])["margin"] == pytest.approx(-0.5)


def test_the_kind_of_a_question_is_told_by_its_words(parser: Parser) -> None:
    one = read("It is high.")
    plain = around(parser).features(one, [one])
    ordered = around(parser, "What is the highest mountain in Nepal?").features(one, [one])
    assert ordered["superlative"] > 0.5 > plain["superlative"]
    assert all(0 <= plain[kind] <= 1 for kind in KINDS)

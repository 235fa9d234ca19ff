"""Which questions ask for a set, how large the set is, and what kinds of answers fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from kgqa_store.opening import open_store

from kgqa.algebra import Entity, parse_expression
from kgqa.answers import Measurement, TextProof, Time, Value, Words
from kgqa.judge.lacking import Lacking
from kgqa.merge.asked_kind import is_asked_kind, is_impossible, is_of_named
from kgqa.merge.edges import names
from kgqa.merge.set_asked import asks_for_all, asks_for_set
from kgqa.merge.set_size import Size, size_of
from kgqa.merge.spans import Read, name_forms, parts_of
from kgqa.parse.analysis import analyse
from kgqa.parse.parser import Parser
from kgqa.text.passages import Passage

SEINE = Measurement(Decimal(777), "Q828224")


@pytest.fixture(scope="module")
def parser(sample_store: Path) -> Iterator[Parser]:
    store = open_store(sample_store)
    found = Parser(store)
    yield found
    found.close()
    store.close()


@pytest.mark.parametrize(
    ("question", "is_set"),
    [
        ("Which films did Christopher Nolan direct?", True),
        ("Who are the children of Johann Sebastian Bach?", True),
        ("Name all films by Christopher Nolan", True),
        ("What are some mountains in Nepal?", True),
        ("Who directed a film that Emma Thomas produced?", True),
        ("Where was Christopher Nolan born?", False),
        ("When was Inception released?", False),
        ("How many films did Christopher Nolan direct?", False),
        ("Is the Loire longer than the Seine?", False),
        ("What is the highest mountain in Nepal?", False),
    ],
)
def test_a_question_asks_for_a_set_or_for_one(parser: Parser, question: str, is_set: bool) -> None:
    assert asks_for_set(parser.parse(question), parser) is is_set


def test_who_asks_for_all_leaves_nothing_out() -> None:
    assert asks_for_all(analyse("Who are all the children of Bach?"))
    assert not asks_for_all(analyse("Who are the children of Bach?"))
    assert not asks_for_all(analyse("Who directed the film All Is Lost?"))


@pytest.mark.parametrize(
    ("question", "value", "fits"),
    [
        ("Is the Loire longer than the Seine?", SEINE, False),
        ("Is the Loire longer than the Seine?", Entity("Q1471"), False),
        ("Is the Loire longer than the Seine?", True, True),
        ("Was Einstein born in Ulm?", Measurement(Decimal(1879), None), False),
        ("How long is the Seine?", SEINE, True),
        ("How long is the Seine?", Entity("Q1471"), False),
        ("When was Inception released?", Time(2010, 1, 1, 9), True),
        ("When was Inception released?", Words("Paris"), False),
        ("Who directed Inception?", Measurement(Decimal(435), None), False),
        ("Who directed Inception?", Entity("Q25191"), True),
        ("How many films did Nolan direct?", Entity("Q25191"), False),
        ("What is the population of France?", Measurement(Decimal(67), None), True),
    ],
)
def test_only_what_is_asked_for_is_an_answer(question: str, value: Value, fits: bool) -> None:
    assert is_asked_kind(value, analyse(question)) is fits


def read_in(text: str, value: Value = SEINE, passage: str = "p1") -> Read:
    return Read(value, 0.5, (TextProof(passage, "", "", 0, 1, text, 0.5),))


def test_a_number_must_be_told_of_something_that_the_question_names(parser: Parser) -> None:
    parsed = parser.parse("What is the population of Inception?")
    assert any(link.is_name for link in parsed.linked.links)
    beside = read_in("On the date of its inception it had a population of 41,305.")
    of_it = read_in("Inception made 839 million dollars.")
    assert not is_of_named(beside, parsed, lambda id_: ())
    assert is_of_named(of_it, parsed, lambda id_: ())
    assert is_of_named(beside, parsed, lambda id_: {"p1"})
    assert is_of_named(replace(beside, value=Entity("Q1")), parsed, lambda id_: ())


def test_a_word_that_is_written_small_is_nobodys_name() -> None:
    small = Passage("p", "Nanjō", "On the date of its inception it had 41,305 people.")
    assert not names(small, "Inception")
    assert names(replace(small, text="He saw Inception twice."), "Inception")
    assert names(replace(small, text="It is the inception of the euro."), "inception")


def test_a_film_has_no_population(parser: Parser) -> None:
    link = parser.parse("What is the population of Inception?").linked.names[0][0]
    unusual = Lacking(link, "P1082", "population", True, frozenset(), is_usual=False)
    assert is_impossible(SEINE, unusual)
    assert not is_impossible(SEINE, replace(unusual, is_usual=True))
    assert not is_impossible(Entity("Q1"), unusual)
    assert not is_impossible(SEINE, None)


# --- How large ----------------------------------------------------------------------------------


def test_a_count_that_the_graph_states_is_said_beside_what_it_has() -> None:
    size = Size(2, 6, "stated", noun="child")
    assert size.said == "the graph has 2 of 6 children"
    assert size.is_short(insists=False)
    assert not replace(size, known=6).is_short(insists=True)
    assert replace(size, known=7).said == "the graph has 7, and states that there are 6 children"


def test_the_share_of_a_class_says_how_much_is_lacking() -> None:
    size = Size(5, 10, "share", 0.5, "author")
    assert size.said == "the graph has 5; of things like these 50% have an author in it"
    assert size.is_short(insists=False)
    whole = replace(size, share=0.995)
    assert not whole.is_short(insists=False) and whole.is_short(insists=True) and not whole.said


def test_what_others_have_is_only_a_reason_where_all_are_asked_for() -> None:
    size = Size(1, 2.4, "others")
    assert size.is_short(insists=True) and not size.is_short(insists=False) and not size.said


def test_the_store_tells_how_large_a_set_is(parser: Parser) -> None:
    films = [f"Q{number}" for number in (25188, 13417189)]
    size = size_of(parse_expression("P57(Q25191)"), films, parser)
    assert size is not None and size.basis == "share" and size.known == 2
    assert size_of(parse_expression("count(P57(Q25191))"), films, parser) == size
    assert size_of(parse_expression("argmax(type(Q11424), P2047)"), films, parser) is None


# --- From words to values -----------------------------------------------------------------------


def quote(text: str, said: str) -> TextProof:
    start = text.index(said)
    return TextProof("p", "", "", start, start + len(said), text, 0.5)


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("Ann Lee, Bob and Eve Ray", ["Ann Lee", "Bob", "Eve Ray"]),
        ("Ann Lee", ["Ann Lee"]),
        ("Ann and the others", ["Ann and the others"]),
        ("Bob and Bob", ["Bob", "Bob"]),
    ],
)
def test_what_a_quote_enumerates_is_told_apart(said: str, parts: list[str]) -> None:
    found = parts_of(quote(f"It was sung by {said} in May.", said))
    assert [one.quote for one in found] == parts
    assert len({one.start for one in found}) == len(parts)


def test_a_bracket_that_is_not_closed_is_no_part_of_a_name() -> None:
    passage = Passage("p", "", "Yennai Arindhaal (2015) is a film.", None, "")
    assert name_forms("Yennai Arindhaal (2015", passage)[0] == "Yennai Arindhaal"

"""A second look sees what readings give, and puts those that fit the question first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import RLock

import numpy as np
import pytest
from kgqa_store.opening import open_store

from kgqa.algebra import parse_expression
from kgqa.judge import second_look
from kgqa.judge.reading_texts import ReadingTexts
from kgqa.judge.second_look import LOOKED_AT, SecondLook, fits, shipped
from kgqa.parse.candidate import Candidate
from kgqa.parse.members import Literal, Member
from kgqa.parse.parser import Parser
from kgqa.train.look_lessons import Lesson, Shown, lesson_of
from kgqa.train.readings import Read


@pytest.fixture(scope="module")
def parser(sample_store: Path) -> Iterator[Parser]:
    with open_store(sample_store) as store:
        parser = Parser(store)
        yield parser
        parser.close()


@pytest.fixture(scope="module")
def texts(parser: Parser) -> ReadingTexts:
    return ReadingTexts(parser.names, parser.schema)


def reading(algebra: str, *members: Member) -> Candidate:
    return Candidate(parse_expression(algebra), (), "generic", {}, 0.0, members)


def test_a_reading_is_said_with_its_first_answer_described(texts: ReadingTexts) -> None:
    said = texts.text(reading("^P57(Q25188)", "Q25191"))

    assert said.startswith("the director of Inception: Christopher Nolan, ")


def test_the_best_known_answers_come_first_and_the_others_are_counted(
    parser: Parser, texts: ReadingTexts
) -> None:
    known = ["Q25191", "Q38111", "Q25188", "Q548823", "Q19877770"]
    best = max(known, key=parser.names.popularity)

    said = texts.text(reading("P57(Q25191)", *known))

    assert f": {parser.names.labels([best])[best]}" in said
    assert said.endswith("; 5 in all")


@pytest.mark.parametrize(
    ("member", "said"),
    [
        (Literal("date", "1970-07-30T00:00:00Z", 1970.5), "1970-07-30"),
        (Literal("date", "1970-01-01T00:00:00Z", 1970.0), "1970"),
        (Literal("date", "-0044-03-15T00:00:00Z", -44.0), "-0044-03-15"),
        (Literal("number", "148.0", 148.0), "148"),
        (Literal("number", "+7800000000", 7.8e9), "7800000000"),
        (Literal("text", "True"), "yes"),
        (Literal("text", "False"), "no"),
        (Literal("text", "O Fortuna"), "O Fortuna"),
    ],
)
def test_values_are_said_as_people_write_them(
    texts: ReadingTexts, member: Literal, said: str
) -> None:
    assert texts.text(reading("^P569(Q25191)", member)).endswith(f": {said}")


def test_a_reading_of_which_nothing_is_known_is_said_alone(texts: ReadingTexts) -> None:
    unknown = replace(reading("^P57(Q25188)"), members=None)

    assert texts.text(unknown) == "the director of Inception"


def test_what_was_looked_at_has_its_fit_among_its_features(
    parser: Parser, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = parser.parse("Who directed Inception?")
    last = [one for one in parsed.candidates[:LOOKED_AT] if one.members][-1]
    wanted = ReadingTexts(parser.names, parser.schema).text(last)

    def told(network: object, question: str, texts: Sequence[str]) -> list[float]:
        assert question == "Who directed Inception?" and len(set(texts)) == len(texts)
        return [1.0 if text == wanted else -90.0 for text in texts]

    monkeypatch.setattr(second_look, "fits", told)
    looked = SecondLook(parser, RLock()).look(parsed)

    fitting = [one.query for one in looked.candidates if one.features.get("fit") == 1.0]
    assert last.query in fitting
    assert [one.query for one in looked.candidates] == [one.query for one in parsed.candidates]


def test_without_readings_there_is_nothing_to_look_at(parser: Parser) -> None:
    parsed = replace(parser.parse("Who directed Inception?"), candidates=())

    assert SecondLook(parser, RLock()).look(parsed) == parsed


def test_the_shipped_network_prefers_what_the_words_say() -> None:
    found = fits(
        shipped(),
        "Who directed Inception?",
        [
            "the director of Inception: Christopher Nolan, British film director",
            "the publication date of Inception: 2010-07-16",
            "the genre of Inception: heist film, film genre",
        ],
    )

    assert max(found) == found[0] > 0


def test_a_question_becomes_a_lesson_in_which_no_text_comes_twice() -> None:
    f1 = np.array([0.0, 0.5, 1.0, 1.0], np.float32)
    nothing = np.zeros(0, np.float32)
    one = Read(
        *("Who directed Inception?", ("the director: Nolan", "the writer", "the writer")),
        *(np.array([2, 0, 1], np.int32), nothing, f1, nothing.astype(np.int32)),
        *(nothing, nothing, 1.0),
        is_known=True,
    )

    assert lesson_of(one) == Lesson(
        "Who directed Inception?",
        (
            Shown("the director: Nolan", is_right=True, worth=1.0),
            Shown("the writer", is_right=False, worth=0.0),
        ),
    )

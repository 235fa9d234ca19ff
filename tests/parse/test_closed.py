"""Questions that name what they choose from: who of two, since when, and how many of a kind."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from candidate_readings import readings
from kgqa_store.names import NameIndex

from kgqa.algebra import Entity, to_text
from kgqa.engine import Engine
from kgqa.parse.lookups import Lookups
from kgqa.parse.members import Member


@pytest.mark.parametrize(
    ("question", "reading", "answer"),
    [
        ("Who died first, Abraham Lincoln or George Washington?", "argmin(Q91 | Q23, P570)", "Q23"),
        ("Which war ended first, World War I or World War II?",
         "argmin(Q361 | Q362, P582)", "Q361"),
        ("Who was president first, Barack Obama or Abraham Lincoln?",
         "argmin(Q76 | Q91, P39(Q11696)@P580)", "Q91"),
        ("Who has directed more films, Steven Spielberg or Christopher Nolan?",
         "argmax(Q8877 | Q25191, count(^P57 & type(Q11424)))", "Q8877"),
        ("Who had the longer presidency, George Washington or Franklin D. Roosevelt?",
         "argmax(Q23 | Q8007, P39(Q11696)@P582 - P580)", "Q8007"),
        ("Who reigned longer, Queen Victoria or Elizabeth II?",
         "argmax(Q9439 | Q9682, P39(Q9134365)@P582 - P580)", "Q9682"),
        ("Whose reign was shorter, Queen Victoria's or George VI's?",
         "argmin(Q9439 | Q280856, P39(Q9134365)@P582 - P580)", "Q280856"),
        ("Who ruled longer, Henry VIII or Elizabeth I?",
         "argmax(Q38370 | Q7207, P39(Q18810062)@P582 - P580)", "Q7207"),
    ],
)  # fmt: skip
def test_one_of_two_is_chosen_by_what_the_words_say(
    engine: Engine, question: str, reading: str, answer: str
) -> None:
    reply = engine.ask(question)

    assert to_text(reply.readings[0].query) == reading
    assert [one.value for one in reply.answers] == [Entity(answer)]


@pytest.mark.parametrize(
    ("question", "reading", "holds"),
    [
        ("Did Abraham Lincoln die before George Washington?", "^P570(Q91) < ^P570(Q23)", False),
        ("Did Fyodor Dostoevsky outlive Leo Tolstoy?", "^P570(Q991) > ^P570(Q7243)", False),
        ("Did Titanic outgross Inception?", "^P2142(Q44578) > ^P2142(Q25188)", True),
        ("Did Barack Obama become president before Abraham Lincoln?",
         "Q76 in argmin(Q76 | Q91, P39(Q11696)@P580)", False),
        ("Was Barack Obama president in 2010?",
         "Q76 in P39{P580 <= 2010, P582 >= 2010}(Q11696)", True),
        ("Was Barack Obama president in 1990?",
         "Q76 in P39{P580 <= 1990, P582 >= 1990}(Q11696)", False),
        ("Was Barack Obama elected president in 2008?",
         "Q76 in P39{P580 >= 2008, P580 <= 2009}(Q11696)", True),
        ("Did Barack Obama leave office as president in 2017?",
         "Q76 in P39{P582 = 2017}(Q11696)", True),
        ("Did Abraham Lincoln become president after 1880?",
         "Q91 in P39{P580 > 1880}(Q11696)", False),
        ("Did Queen Victoria reign in 1850?",
         "Q9439 in P39{P580 <= 1850, P582 >= 1850}(Q9134365)", True),
        ("Did Queen Victoria reign longer than Elizabeth II?",
         "Q9439 in argmax(Q9439 | Q9682, P39(Q9134365)@P582 - P580)", False),
        ("Did Angela Merkel serve longer than Helmut Kohl?",
         "Q567 in argmax(Q567 | Q2518, P39(Q4970706)@P582 - P580)", False),
        ("Have Christian Bale and Michael Caine ever starred in a film together?",
         "exists(P161(Q45772) & P161(Q123351))", True),
        ("Has Christopher Nolan won an Academy Award?", "Q25191 in P166(type(Q19020))", True),
        ("Has Steven Spielberg won more Academy Awards than Christopher Nolan?",
         "count(^P166(Q8877) & type(Q19020)) > count(^P166(Q25191) & type(Q19020))", False),
        ("Has Steven Spielberg directed more films than Christopher Nolan?",
         "count(P57(Q8877) & type(Q11424)) > count(P57(Q25191) & type(Q11424))", True),
        ("Is Mount Everest the tallest mountain in Asia?", "Q513 in ^P610(Q48)", True),
        ("Has Christopher Nolan directed any film other than Inception?",
         "exists(P57(Q25191) - Q25188)", True),
        ("Does Portugal border any countries besides Spain?", "exists(^P47(Q45) - Q29)", False),
    ],
)  # fmt: skip
def test_it_is_told_whether_something_is_so(
    engine: Engine, question: str, reading: str, holds: bool
) -> None:
    reply = engine.ask(question)

    assert to_text(reply.readings[0].query) == reading
    assert [one.value for one in reply.answers] == [holds]


@pytest.mark.parametrize(
    "question",
    [
        "Which band has more electoral votes, The Beatles or Queen?",
        "Who has more goldfish, Steven Spielberg or Christopher Nolan?",
    ],
)
def test_what_no_word_says_is_not_counted(engine: Engine, question: str) -> None:
    assert not readings(engine, question)


def test_that_it_is_one_does_not_say_that_it_is_the_largest(engine: Engine) -> None:
    found = readings(engine, "Is France the largest country in Europe?")

    assert found and all(text.startswith(("Q142 in argmax", "Q142 in nth")) for text in found)


def test_a_word_without_a_capital_is_not_short_for_a_thing(engine: Engine) -> None:
    found = engine.parser.parse("Did France win a war with Germany?")

    assert [link.label for name in found.linked.names for link in name if not link.is_name] == [
        "war"
    ]


def test_who_dies_first_is_not_who_is_born_first(engine: Engine) -> None:
    found = readings(engine, "Who died first, Abraham Lincoln or George Washington?")

    assert not any("P569" in text for text in found)


def test_what_is_left_out_must_be_among_what_is_asked_about(engine: Engine) -> None:
    assert not readings(engine, "Has Christopher Nolan directed any film other than Titanic?")


def test_of_offices_of_one_name_the_one_whose_time_is_told_is_meant(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    senator, question = "Q4416090", "Was Charles de Gaulle named president after 1960?"
    whole, labels = Lookups.objects, NameIndex.labels

    def with_another(lookups: Lookups, id_: str, property_: str) -> tuple[Member, ...]:
        found = whole(lookups, id_, property_)
        return (*found, senator) if (id_, property_) == ("Q2042", "P39") else found

    def as_president(names: NameIndex, ids: Iterable[str]) -> dict[str, str]:
        return {**labels(names, ids), **({senator: "president"} if senator in {*ids} else {})}

    monkeypatch.setattr(Lookups, "objects", with_another)
    monkeypatch.setattr(NameIndex, "labels", as_president)

    assert [*readings(engine, question)] == ["Q2042 in P39{P580 > 1960}(Q191954)"]


@pytest.mark.parametrize(
    "question",
    ["Did Barack Obama resign as president?", "Was Barack Obama shot while president?"],
)
def test_who_held_an_office_need_not_have_done_what_else_is_said(
    engine: Engine, question: str
) -> None:
    assert not any("P39" in text for text in readings(engine, question))


def test_who_of_two_is_in_a_group_is_not_who_was_in_it_longer(engine: Engine) -> None:
    assert readings(engine, "Who was in the Beatles, Elvis Presley or Ringo Starr?")
    assert not readings(engine, "Who was in the Beatles longer, Elvis Presley or Ringo Starr?")

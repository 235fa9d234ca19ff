"""That something is not so is said only where the graph tells what the words ask about."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from candidate_readings import readings
from kgqa_store.names import NameIndex

from kgqa.algebra import to_text
from kgqa.engine import Engine
from kgqa.parse.candidate import Candidate
from kgqa.parse.lookups import Edges, Lookups


@pytest.mark.parametrize(
    ("question", "reading", "holds"),
    [
        ("Was Tom Hanks in the movie Toy Story?", "Q2263 in ^P725(Q171048)", True),
        ("Was Leonardo DiCaprio in the movie Inception?", "Q38111 in ^P161(Q25188)", True),
        ("Was Tom Hanks in the movie Inception?", "Q2263 in ^P161(Q25188)", False),
        ("Is France the capital of Germany?", "Q142 in ^P36(Q183)", False),
    ],
)
def test_what_two_names_are_to_each_other_is_told(
    engine: Engine, question: str, reading: str, holds: bool
) -> None:
    reply = engine.ask(question)

    assert reading in [to_text(one.query) for one in reply.readings]
    assert [answer.value for answer in reply.answers] == [holds]


def test_who_is_in_a_film_is_not_denied_where_its_cast_is_not_known(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "Was Tom Hanks in the movie Inception?"
    whole = Lookups.out

    def without_cast(lookups: Lookups, ids: Iterable[str]) -> dict[str, Edges]:
        found = whole(lookups, ids)
        return {
            id_: {p: values for p, values in edges.items() if p != "P161"}
            for id_, edges in found.items()
        }

    assert [*readings(engine, question)] == ["Q2263 in ^P161(Q25188)"]
    monkeypatch.setattr(Lookups, "out", without_cast)
    assert not readings(engine, question)


@pytest.mark.parametrize(
    ("question", "reading", "holds"),
    [
        ("Was Albert Einstein born in Germany?", "Q937 in P19(Q183 | P17(Q183))", True),
        ("Was Albert Einstein born in Switzerland?", "Q937 in P19(Q39 | P17(Q39))", False),
        ("Was Marie Curie born in France?", "Q7186 in P19(Q142 | P17(Q142))", False),
        ("Was Abraham Lincoln born in Kentucky?",
         "Q91 in P19(Q1603 | P131(Q1603) | P131(P131(Q1603)))", True),
        ("Did Barack Obama study in the United States?", "Q76 in P69(Q30 | P17(Q30))", True),
    ],
)  # fmt: skip
def test_who_is_born_in_a_town_is_born_where_the_town_lies(
    engine: Engine, question: str, reading: str, holds: bool
) -> None:
    reply = engine.ask(question)

    assert to_text(reply.readings[0].query) == reading
    assert [answer.value for answer in reply.answers] == [holds]


def test_what_passes_over_a_name_is_another_claim(engine: Engine) -> None:
    found = readings(engine, "Was Tom Hanks in the movie Inception?")

    assert found and all("Q25188" in text and "Q2263" in text for text in found)


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("Is Christopher Nolan the director of Inception and Casablanca?", False),
        ("Did Christopher Nolan direct Inception and Tenet?", True),
        ("Did Christian Bale play Batman in The Dark Knight?", True),
    ],
)
def test_of_three_names_two_may_tell(engine: Engine, question: str, holds: bool) -> None:
    assert [answer.value for answer in engine.ask(question).answers] == [holds]


@pytest.mark.parametrize(
    ("question", "reading", "holds"),
    [
        ("Has Leonardo DiCaprio ever been in a film with Matt Damon?",
         "exists(P161(Q38111) & P161(Q175535))", True),
        ("Has Tom Hanks been in a film with Timothée Chalamet?",
         "exists(P161(Q2263) & P161(Q19877770))", False),
        ("Did John Lennon play in a band with Paul McCartney?",
         "exists(P527(Q1203) & P527(Q2599))", True),
    ],
)  # fmt: skip
def test_who_is_with_somebody_has_a_part_in_the_same_thing(
    engine: Engine, question: str, reading: str, holds: bool
) -> None:
    reply = engine.ask(question)

    assert [to_text(one.query) for one in reply.readings] == [reading]
    assert [answer.value for answer in reply.answers] == [holds]


def test_of_what_a_name_hardly_means_nothing_is_denied(engine: Engine) -> None:
    found = readings(engine, "Is Emma Watson from Wales?")

    assert found and all("Q25" in text for text in found)  # not the Princess of Wales


def with_edges(monkeypatch: pytest.MonkeyPatch, changed: dict[str, Edges]) -> None:
    """Make a store tell something else of some entities; nothing where a property has no value."""
    whole = Lookups.out

    def out(lookups: Lookups, ids: Iterable[str]) -> dict[str, Edges]:
        found = {id_: edges | changed.get(id_, {}) for id_, edges in whole(lookups, ids).items()}
        return {id_: {p: v for p, v in edges.items() if v} for id_, edges in found.items()}

    monkeypatch.setattr(Lookups, "out", out)


def test_who_is_of_a_larger_country_may_be_from_a_part_of_it(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, reading = "Is Emma Watson from Germany?", "Q39476 in P27(Q183)"
    with_edges(monkeypatch, {"Q39476": {"P19": (), "P27": ("Q142",)}})
    assert reading in readings(engine, question)

    with_edges(monkeypatch, {"Q183": {"P361": ("Q142",)}})  # as if Germany were a part of France
    assert not readings(engine, question)


def test_a_citizen_of_a_country_need_not_be_born_there(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "Was Albert Einstein born in the United States?"
    with_edges(monkeypatch, {"Q937": {"P19": ("Q1726",), "P27": ("Q30",)}})
    monkeypatch.setattr(Lookups, "objects", lambda *_: ())  # nobody knows where that town lies

    assert "Q937 in P27(Q30)" not in readings(engine, question)


def test_a_country_lies_where_its_continent_is_and_not_its_empire(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_edges(monkeypatch, {"Q155": {"P17": ("Q155", "Q1033")}})  # as if Nigeria had owned Brazil

    found = readings(engine, "What is the most populous sovereign state in Africa?")

    assert "argmax(P30(Q15) & type(Q3624078), P1082)" in found
    assert not any("P17(Q15 | P30(Q15))" in text for text in found)


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("Is Paris a country?", False),
        ("Is Germany a city?", False),
        ("Is Paris a city?", True),
    ],
)
def test_to_be_a_country_is_not_to_have_one(engine: Engine, question: str, holds: bool) -> None:
    reply = engine.ask(question)

    assert "in type(" in to_text(reply.readings[0].query)
    assert [answer.value for answer in reply.answers] == [holds]


def test_a_kind_that_has_the_word_in_its_name_is_not_denied(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, reading = "Is Paris a lake?", "Q90 in type(Q23397)"
    assert reading in readings(engine, question)

    whole = NameIndex.labels
    monkeypatch.setattr(
        NameIndex,
        "labels",
        lambda self, ids, *more: {
            id_: "salt lake of France" if id_ == "Q515" else label
            for id_, label in whole(self, ids, *more).items()
        },
    )
    assert reading not in readings(engine, question)


def test_kinds_are_not_of_kinds(engine: Engine) -> None:
    assert not readings(engine, "Are films books?")


def test_of_a_mistyped_name_nothing_is_denied(engine: Engine) -> None:
    assert [*readings(engine, "Did Tom Hanks direct Inception?")] == ["Q2263 in ^P57(Q25188)"]
    assert not readings(engine, "Did Ton Hanks direct Inception?")
    assert readings(engine, "Did Cristopher Nolan direct Inception?")


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Did Leonardo DiCaprio win an Oscar?", "Q38111 in P166(Q103916)"),
        ("Did Leonardo DiCaprio win an Oscar for Inception?", None),
        ("Did Ken Watanabe win an Oscar for Inception?", None),
    ],
)
def test_who_has_won_has_not_won_for_every_film(
    engine: Engine, question: str, reading: str | None
) -> None:
    found = [text for text, one in readings(engine, question).items() if _is_affirmed(one)]

    assert found[:1] == ([reading] if reading else [])


def _is_affirmed(candidate: Candidate) -> bool:
    return not candidate.features.get("denied")


@pytest.mark.parametrize(
    "question",
    [
        "Is the highest mountain located in Asia?",
        "Is the longest river located in Africa?",
        "Is Paris the largest city in Germany?",
        "Did Harper Lee only write one novel?",
        "Did Christopher Nolan only direct Inception?",
        "Is France the only country that borders Spain?",
        "Did Tom Hanks see Christopher Nolan direct Inception?",
    ],
)
def test_what_is_not_told_is_not_denied(engine: Engine, question: str) -> None:
    assert not readings(engine, question)


def test_what_is_ordered_with_others_may_not_be_the_first(engine: Engine) -> None:
    reply = engine.ask("Is Munich the largest city in Germany?")

    assert to_text(reply.readings[0].query) == "Q1726 in argmax(P17(Q183) & type(Q515), P1082)"
    assert [answer.value for answer in reply.answers] == [False]

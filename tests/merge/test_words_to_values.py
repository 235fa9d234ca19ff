"""From words in passages to values: dates, amounts, names, and which of them are the same."""

from __future__ import annotations

from decimal import Decimal

import pytest

from kgqa.algebra import Entity
from kgqa.answers import Answer, Fact, GraphProof, Measurement, TextProof, Time, Value, Words
from kgqa.judge.same_values import is_near, is_same
from kgqa.merge.amounts_in_words import amount_in, date_in
from kgqa.merge.gold_texts import is_meant
from kgqa.merge.ordering import places_of
from kgqa.merge.spans import Read, gathered, name_forms
from kgqa.merge.union import united
from kgqa.text.passages import Passage

METRE, KILOMETRE, CENTIMETRE = "Q11573", "Q828224", "Q174728"


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("on 14 October 1066", Time(1066, 10, 14)),
        ("October 14th, 1066", Time(1066, 10, 14)),
        ("in November 1997", Time(1997, 11, 1, 10)),
        ("1949", Time(1949, 1, 1, 9)),
        ("44 BC", Time(-43, 1, 1, 9)),
        ("1969-07-20", Time(1969, 7, 20)),
        ("45 May 1999", None),
        ("long ago", None),
    ],
)
def test_a_date_is_as_exact_as_it_is_written(text: str, date: Time | None) -> None:
    assert date_in(text) == date


@pytest.mark.parametrize(
    ("value", "text", "is_right"),
    [
        (True, "Yes", True),
        (True, "No", False),
        (Entity("Q3392"), "The Nile", True),
        (Entity("Q3392"), "The Amazon", False),
        (Measurement(Decimal(8), None), "8 years", True),
        (Measurement(Decimal(1200), None), "1,200", True),
        (Measurement(Decimal(12), None), "1,200", False),
        (Time(1946, 12, 18), "18-Dec-46", True),
        (Time(1946, 12, 17), "18-Dec-46", False),
        (Time(1996, 1, 1, 9), "1996", True),
        (Words("nile"), "The Nile", True),
    ],
)
def test_a_value_is_what_a_text_of_gold_data_means(value: Value, text: str, is_right: bool) -> None:
    called = {"The Nile": frozenset({"Q3392"})}
    assert is_meant(value, text, lambda name: called.get(name, frozenset())) is is_right


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("1,233 km", Measurement(Decimal(1233), KILOMETRE)),
        ("229 centimetres (7 ft 6 in)", Measurement(Decimal(229), CENTIMETRE)),
        ("32.93 million", Measurement(Decimal(32930000))),
        ("4,805.59 metres", Measurement(Decimal("4805.59"), METRE)),
        ("386,400 square kilometres", Measurement(Decimal(386400), "Q712226")),
        ("twelve", Measurement(Decimal(12))),
        ("nobody knows", None),
    ],
)
def test_an_amount_has_its_unit(text: str, amount: Measurement | None) -> None:
    assert amount_in(text) == amount


def test_the_unit_of_an_amount_may_stand_behind_what_was_read() -> None:
    assert amount_in("229", " centimetres tall") == Measurement(Decimal(229), CENTIMETRE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Time(1999, 12, 31), Time(1999, 1, 1, 9)),
        (Measurement(Decimal(1), KILOMETRE), Measurement(Decimal(1000), METRE)),
        (Measurement(Decimal(8849), METRE), Measurement(Decimal("8848.86"), METRE)),
        (Words("Villeneuve"), Words("Denis Villeneuve")),
        (Entity("Q1"), Entity("Q1")),
        (True, True),
    ],
)
def test_values_that_say_the_same(one: Value, other: Value) -> None:
    assert is_same(one, other) and is_same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Time(1999, 12, 31), Time(1999, 12, 30)),
        (Measurement(Decimal(1), KILOMETRE), Measurement(Decimal(1), METRE)),
        (Measurement(Decimal(1), KILOMETRE), Measurement(Decimal(1000), "Q11570")),
        (Words("Denis Villeneuve"), Words("Denis")),
        (Entity("Q1"), Words("Q1")),
        (True, False),
    ],
)
def test_values_that_do_not(one: Value, other: Value) -> None:
    assert not is_same(one, other) and not is_same(other, one)


def test_two_lengths_of_a_river_are_near_and_a_length_and_a_mass_are_not() -> None:
    rhine = Measurement(Decimal(1233), KILOMETRE)
    assert is_near(rhine, Measurement(Decimal(1320), KILOMETRE))
    assert not is_near(rhine, Measurement(Decimal(5000), KILOMETRE))
    assert not is_near(rhine, Measurement(Decimal(1233), "Q11570"))


def test_a_part_of_a_name_is_the_name_that_stands_in_the_passage() -> None:
    passage = Passage("1", "Dune", "Denis Villeneuve directed it. Villeneuve had read the book.")
    assert name_forms("Villeneuve", passage)[0] == "Denis Villeneuve"


def test_a_name_does_not_run_over_the_end_of_a_sentence() -> None:
    passage = Passage("1", "Rhône", "It is the Rhône. The Rhône flows into the sea.")
    assert "Rhône. The Rhône" not in name_forms("Rhône", passage)


def test_words_around_a_name_are_left_out() -> None:
    passage = Passage(
        "1", "", "He was born in Guatemala City on 9 March 1979 and grew up in Miami."
    )
    assert "Guatemala City" in name_forms("Guatemala City on 9 March 1979", passage)


def proof(passage: str, score: float = 0.5) -> TextProof:
    return TextProof(passage, "", "", 0, 4, "text of a passage", score)


def test_passages_that_say_the_same_are_one_answer_that_is_surer() -> None:
    reads = [
        Read(Words("Villeneuve"), 0.5, (proof("a"),)),
        Read(Words("Denis Villeneuve"), 0.4, (proof("b"),)),
        Read(Words("Frank Herbert"), 0.3, (proof("c"),)),
    ]
    first, second = gathered(reads)
    assert first.value == Words("Denis Villeneuve") and first.score > 0.5
    assert [one.passage for one in first.proofs] == ["a", "b"]
    assert second.value == Words("Frank Herbert")


def test_a_key_that_is_out_of_reach_is_misread() -> None:
    keys: dict[str, Value] = {
        "Q1": Measurement(Decimal(180), CENTIMETRE),
        "Q2": Measurement(Decimal("1.7"), METRE),
        "Q3": Measurement(Decimal(163), CENTIMETRE),
        "Q4": Measurement(Decimal(1), CENTIMETRE),
        "Q5": Measurement(Decimal(9), "Q11570"),
    }
    assert places_of(keys, 1, read=frozenset({"Q3", "Q4"})) == ["Q3"]
    assert places_of(keys, 2, read=frozenset({"Q3", "Q4"})) == ["Q2"]
    assert places_of(keys, 9, read=frozenset()) == []


def answer(value: Value, sure: float, *proofs: GraphProof | TextProof) -> Answer:
    return Answer(value, sure, proofs)


def test_what_graph_and_text_say_has_the_proofs_of_both_and_is_surer() -> None:
    graph = GraphProof(Entity("Q1"), "SELECT", (Fact(Entity("Q1"), "P1", Entity("Q2")),))
    stated = answer(Entity("Q2"), 0.5, graph)
    read = answer(Entity("Q2"), 0.5, proof("a"))
    (both,), conflicts = united([stated], [read], one_value=True)
    assert both.source == "both" and both.confidence == 0.75 and not both.is_joint
    assert conflicts == ()


def test_a_passage_that_says_otherwise_is_shown_and_not_hidden() -> None:
    stated = answer(Time(1990, 1, 1, 9), 0.6, GraphProof(Entity("Q1"), "SELECT", ()))
    read = answer(Time(1991, 1, 1, 9), 0.5, proof("a"))
    answers, (conflict,) = united([stated], [read], one_value=True)
    assert [one.source for one in answers] == ["kg", "text"]
    assert (conflict.graph, conflict.text) == (stated.value, read.value)


def test_of_what_a_thing_has_several_another_is_no_conflict() -> None:
    stated = answer(Entity("Q2"), 0.6, GraphProof(Entity("Q1"), "SELECT", ()))
    read = answer(Entity("Q3"), 0.5, proof("a"))
    answers, conflicts = united([stated], [read], one_value=False)
    assert len(answers) == 2 and conflicts == ()


def test_an_answer_without_a_proof_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="needs a proof"):
        Answer(Entity("Q1"), 0.5, ())

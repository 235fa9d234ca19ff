"""Laws of uniting graph and text, over random answers and random passages."""

from __future__ import annotations

import random
from decimal import Decimal

from hypothesis import assume, given
from hypothesis import strategies as st

from kgqa.algebra import Apply, Entity, Property
from kgqa.answers import Answer, GraphProof, Measurement, TextProof, Time, Value
from kgqa.judge.same_values import is_same
from kgqa.merge.members import Known, best_first, chance_of_member, member
from kgqa.merge.neighbours import Joined
from kgqa.merge.spans import Read, gathered
from kgqa.merge.union import gathered_answers, united

VALUES: list[Value] = [
    *(Entity(f"Q{number}") for number in range(1, 7)),
    Time(1999, 1, 1, 9),
    Measurement(Decimal(5), None),
]
WORDS = ("ann", "bob", "sang", "wrote", "films", "in", "vienna")
values = st.sampled_from(VALUES)
entities = st.sampled_from(VALUES[:6])
chances = st.integers(1, 99).map(lambda number: number / 100)


def proof(number: int, score: float) -> TextProof:
    """Return a quote from one of forty passages, whose words follow from its number."""
    text = " ".join(random.Random(number).choices(WORDS, k=1 + number % 6))
    question = "Which films did Ann direct?"
    return TextProof(f"p{number}", "", "", 0, 3, text, score, question)


passages = st.builds(proof, st.integers(1, 40), chances)
reads = st.builds(
    lambda value, one, fits: Read(value, one.score, (one,), fits),
    entities,
    passages,
    st.just(1.0),
)
texts = st.builds(lambda value, one: Answer(value, one.score, (one,)), values, passages)
facts = st.builds(
    lambda value, chance: Answer(
        value, chance, (GraphProof(Apply(Property("P57"), Entity("Q1")), "SELECT", ()),)
    ),
    values,
    chances,
)
graphs = st.lists(facts, max_size=5, unique_by=lambda one: one.value)
KNOWN = Known(
    (frozenset({"ann"}), frozenset({"vienna"})),
    frozenset({"films", "wrote"}),
    Joined(frozenset({"Q1"}), frozenset({"Q2"})),
    frozenset({"p1"}),
)


def judged(found: list[Read]) -> list[Answer]:
    """Return what is said of passages: one answer for each value."""
    return [member(one, chance_of_member(one, KNOWN)) for one in gathered(found, len(found))]


def told(answers: list[Answer]) -> dict[Value, float]:
    return {one.value: one.confidence for one in answers}


@given(graphs)
def test_a_graphs_answers_united_with_nothing_stay_as_they_are(graph: list[Answer]) -> None:
    assert united(graph, [], one_value=False) == (tuple(graph), ())
    assert united(graph, [], one_value=True) == (tuple(graph), ())


@given(st.lists(texts, max_size=5, unique_by=lambda one: one.value))
def test_answers_from_text_united_with_nothing_stay_as_they_are(text: list[Answer]) -> None:
    assert united([], text, one_value=False) == (tuple(text), ())


@given(graphs, st.lists(texts, max_size=6))
def test_a_united_list_has_all_that_either_side_has(
    graph: list[Answer], text: list[Answer]
) -> None:
    found, _ = united(graph, gathered_answers(text), one_value=False)
    for one in (*graph, *text):
        assert any(is_same(one.value, other.value) for other in found)
    assert len(best_first(found)) == len(found)


@given(graphs, st.lists(texts, max_size=6))
def test_agreement_raises_confidence_and_lowers_none(
    graph: list[Answer], text: list[Answer]
) -> None:
    alone = told(graph)
    for one in united(graph, gathered_answers(text), one_value=False)[0]:
        if one.value in alone:
            assert one.confidence >= alone[one.value]
            if one.source == "both" and alone[one.value] < 0.99:
                assert one.confidence > alone[one.value]


@given(graphs, st.lists(texts, max_size=6))
def test_nothing_of_the_graph_is_shown_as_text_nor_the_other_way_round(
    graph: list[Answer], text: list[Answer]
) -> None:
    for one in united(graph, gathered_answers(text), one_value=False)[0]:
        has_fact = any(is_same(one.value, other.value) for other in graph)
        has_passage = any(is_same(one.value, other.value) for other in text)
        expected = {(True, True): "both", (True, False): "kg", (False, True): "text"}
        assert one.source == expected[has_fact, has_passage]


@given(st.lists(reads, max_size=8), st.integers(0, 1000))
def test_the_order_of_passages_does_not_matter(found: list[Read], seed: int) -> None:
    shuffled = list(found)
    random.Random(seed).shuffle(shuffled)
    assert judged(shuffled) == judged(found)


@given(st.lists(reads, max_size=8), reads)
def test_a_proof_more_never_lowers_confidence(found: list[Read], more: Read) -> None:
    before, after = told(judged(found)), told(judged([*found, more]))
    for value, confidence in before.items():
        assert after[value] >= confidence


@given(st.lists(reads, min_size=1, max_size=8))
def test_a_passage_that_repeats_itself_says_no_more_by_that(found: list[Read]) -> None:
    assert told(judged([*found, *found])) == told(judged(found))


@given(reads, passages)
def test_two_passages_that_agree_say_more_than_one(one: Read, more: TextProof) -> None:
    assume(one.proofs[0].passage != more.passage)
    other = Read(one.value, more.score, (more,), 1.0)
    alone = told(judged([one]))[one.value]
    assert told(judged([one, other]))[one.value] > alone


@given(st.lists(texts, max_size=8))
def test_each_value_read_is_listed_once_with_the_proofs_of_all_ways(text: list[Answer]) -> None:
    found = gathered_answers(text)
    assert all(not is_same(a.value, b.value) for i, a in enumerate(found) for b in found[:i])
    for one in text:
        same = next(other for other in found if is_same(one.value, other.value))
        assert same.confidence >= one.confidence
        assert one.proofs[0].passage in {each.passage for each in same.text_proofs}

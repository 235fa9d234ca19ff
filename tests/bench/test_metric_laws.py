"""What every metric must obey, and that another way of computing it gives the same."""

from __future__ import annotations

import pytest
from bench import recomputed
from hypothesis import given
from hypothesis import strategies as st

from kgqa.bench.judges import judge_ambigqa, judge_qampari, judge_quasar, judge_values
from kgqa.bench.metrics import ambigqa, mintaka
from kgqa.bench.metrics.resampling import bootstrap, compare
from kgqa.bench.metrics.words import bag_f1, normal, signs_and_words, token_f1, tokenised
from kgqa.bench.question import Given, Pair, Prediction, Question

CLOSE = 1e-9
WORDS = st.sampled_from(["the", "red", "Red!", "dog", "a", "War", "of", "1999", "é", "x-y", "x y"])
TEXTS = st.lists(WORDS, max_size=5).map(" ".join)
IDS = st.lists(st.sampled_from([f"Q{i}" for i in range(1, 9)]), unique=True, max_size=6)
NAMES = st.lists(st.lists(TEXTS.filter(normal), min_size=1, max_size=3), min_size=1, max_size=4)


def said(texts: list[str]) -> Prediction:
    return Prediction(tuple(Given(text) for text in texts))


def asked(gold: list[str], **more: object) -> Question:
    return Question("1", "?", gold=tuple((one,) for one in gold), **more)  # type: ignore[arg-type]


@given(IDS, IDS)
def test_marks_of_values_agree_with_sets(found: list[str], gold: list[str]) -> None:
    marked = judge_values(asked(gold), said(found))
    if not gold:
        assert marked == {}
        return
    names = ("precision", "recall", "f1", "exact")
    expected = recomputed.set_scores(found, gold)

    assert [marked[name] for name in names] == pytest.approx(expected, abs=CLOSE)
    assert marked["hits@1"] == float(bool(found) and found[0] in gold)


@given(IDS, IDS, st.randoms())
def test_the_order_of_answers_matters_to_the_first_one_only(
    found: list[str], gold: list[str], random: object
) -> None:
    shuffled = list(found)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = judge_values(asked(gold), said(found)), judge_values(asked(gold), said(shuffled))

    assert {k: v for k, v in one.items() if k != "hits@1"} == pytest.approx(
        {k: v for k, v in other.items() if k != "hits@1"}, abs=CLOSE
    )


@given(TEXTS, TEXTS)
def test_texts_are_compared_as_the_definitions_say(found: str, gold: str) -> None:
    assert normal(found) == recomputed.simple(found)
    one, other = recomputed.simple(found).split(), recomputed.simple(gold).split()
    assert token_f1(found, gold) == pytest.approx(recomputed.bag_f1(one, other), abs=CLOSE)
    assert signs_and_words(found) == recomputed.tokens(found)
    assert mintaka.text_exact(found, gold) == recomputed.text_exact(found, gold)
    f1 = recomputed.bag_f1(found.split(), gold.split())
    assert mintaka.text_f1(found, gold) == pytest.approx(f1, abs=CLOSE)


@given(st.lists(TEXTS.filter(normal), max_size=5), NAMES)
def test_qampari_agrees_with_another_way(found: list[str], gold: list[list[str]]) -> None:
    question = Question("1", "?", gold=tuple(map(tuple, gold)))
    marked = judge_qampari(question, said(found))
    expected = recomputed.qampari(found, gold)

    names = ("precision", "recall", "f1")
    assert [marked[name] for name in names] == pytest.approx(list(map(float, expected)), abs=CLOSE)
    assert marked["f1_at_least_half"] == float(2 * expected[2] >= 1)
    assert marked["recall_at_least_0.8"] == float(5 * expected[1] >= 4)


@given(st.lists(TEXTS.filter(normal), max_size=4), NAMES)
def test_answers_of_ambigqa_are_matched_one_to_one(found: list[str], gold: list[list[str]]) -> None:
    pairs = tuple(Pair("what?", tuple(names)) for names in gold)
    value = ambigqa.answer_f1(pairs, [Pair("", (one,)) for one in found])
    most = recomputed.best_matching(gold, found) if found else 0
    bound = 2 * most / (len(gold) + len(found)) if found else 0.0

    # The official matching is greedy: never above the best one, and never below half of it.
    assert bound / 2 - CLOSE <= value <= bound + CLOSE


@given(TEXTS, TEXTS, TEXTS)
def test_bleu_and_edit_f1_agree_with_another_way(prompt: str, found: str, gold: str) -> None:
    words = [tokenised(text).split() for text in (prompt, found, gold)]
    edited = recomputed.edit_f1(*words)

    assert ambigqa.edit_f1(prompt, found, gold) == pytest.approx(edited, abs=CLOSE)
    if "|" not in gold:
        for size in range(1, 5):
            value = recomputed.bleu(words[1], words[2], size)
            assert ambigqa.bleu(found, gold, size=size) == pytest.approx(value, abs=CLOSE)


@given(st.lists(TEXTS.filter(normal), max_size=4), NAMES, TEXTS)
def test_every_mark_is_between_nothing_and_all(
    found: list[str], gold: list[list[str]], context: str
) -> None:
    groups = tuple(map(tuple, gold))
    pairs = tuple(Pair(f"what {names[0]}", names) for names in groups)
    question = Question("1", "?", gold=groups, annotations=(pairs,), contexts=(context,))
    rewritten = tuple(Pair(text, (text,)) for text in found)
    prediction = Prediction(tuple(Given(text) for text in found), pairs=rewritten)
    for judge in (judge_qampari, judge_ambigqa, judge_quasar, judge_values):
        marked = judge(question, prediction)
        # BLEU's official constants let an equal sentence come out a hair above or below 1.
        assert all(-CLOSE <= value <= 1 + CLOSE for value in marked.values())
        nothing = judge(question, Prediction())
        assert all(value == 0.0 for name, value in nothing.items() if name != "search")


@given(NAMES)
def test_perfect_predictions_get_everything(gold: list[list[str]]) -> None:
    seen: set[str] = set()
    groups = []
    for names in gold:  # two answers of one name are one answer
        fresh = tuple(name for name in names if normal(name) not in seen)
        seen |= {normal(name) for name in names}
        if fresh:
            groups.append(fresh)
    pairs = tuple(Pair(f"what is {names[0]}", names) for names in groups)
    question = Question("1", "what", gold=tuple(groups), annotations=(pairs,))
    prediction = Prediction(
        tuple(Given(names[0]) for names in groups),
        pairs=tuple(Pair(pair.question, pair.answers[:1]) for pair in pairs),
    )

    many, ambiguous = judge_qampari(question, prediction), judge_ambigqa(question, prediction)
    assert many["f1"] == many["exact"] == many["hits@1"] == 1.0
    assert ambiguous["f1_answer"] == ambiguous["f1_edit"] == 1.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_an_interval_lies_within_the_values(values: list[float]) -> None:
    found = bootstrap(values, draws=50)

    assert min(values) - CLOSE <= found.low <= found.high <= max(values) + CLOSE


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=12))
def test_a_difference_turned_round_is_as_likely(pairs: list[tuple[float, float]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    there, back = compare(one, other, draws=200), compare(other, one, draws=200)

    assert there.mean == pytest.approx(-back.mean, abs=CLOSE)
    assert there.p_value == pytest.approx(back.p_value, abs=CLOSE)
    assert 0 < there.p_value <= 1


@given(st.lists(WORDS, max_size=6), st.lists(WORDS, max_size=6))
def test_bags_agree_either_way(one: list[str], other: list[str]) -> None:
    assert bag_f1(one, other) == pytest.approx(bag_f1(other, one), abs=CLOSE)
    assert bag_f1(one, other) == pytest.approx(recomputed.bag_f1(one, other), abs=CLOSE)

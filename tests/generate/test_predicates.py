from __future__ import annotations

import pytest

from kgqa.generate import predicates

PASSIVE = "[were|was] directed by {}"
PAST = "<directed|direct> {}"
PRESENT = "[border|borders] {}"
HAVING = "[have|has] {} as [their|its] director"


def test_a_predicate_agrees_with_many_and_with_one() -> None:
    assert predicates.inflected(HAVING, many=True) == "have {} as their director"
    assert predicates.inflected(HAVING, many=False) == "has {} as its director"


@pytest.mark.parametrize(
    ("predicate", "said"),
    [
        (PASSIVE, "[were|was] not directed by {}"),
        (PAST, "did not direct {}"),
        (PRESENT, "[do|does] not border {}"),
        (HAVING, "[do|does] not have {} as [their|its] director"),
        ("held the position of {}", None),
    ],
)
def test_what_can_be_denied_is_denied(predicate: str, said: str | None) -> None:
    assert predicates.negated(predicate) == said


@pytest.mark.parametrize(
    ("predicate", "asked"),
    [
        (PASSIVE, "Was X directed by {}"),
        (PAST, "Did X direct {}"),
        (PRESENT, "Does X border {}"),
        (HAVING, "Does X have {} as [their|its] director"),
    ],
)
def test_a_predicate_is_asked_of_one(predicate: str, asked: str) -> None:
    assert predicates.asked_of(predicate, "X") == asked


def test_only_an_active_verb_leaves_a_gap() -> None:
    assert predicates.gap(PAST) == "{} directed"
    assert predicates.inverted(PAST) == "did {} direct"
    assert predicates.inverted(PRESENT) == "does {} border"
    assert predicates.gap(PASSIVE) is None
    assert predicates.gap("<played|play> the instrument {}") is None


def test_a_short_form_leaves_out_the_verb_to_be_but_not_before_a_noun() -> None:
    assert predicates.reduced(PASSIVE) == "directed by {}"
    assert predicates.reduced("[are|is] [members|a member] of {}") is None


def test_a_name_that_says_its_kind_is_not_told_it_twice() -> None:
    said = "are in the league {}"

    assert predicates.filled(said, "Premier League", the=True) == "are in the Premier League"
    assert predicates.filled(said, "Serie A") == "are in the league Serie A"


def test_an_article_stands_before_names_that_need_one_and_before_common_nouns() -> None:
    assert predicates.filled("lie in {}", "United Kingdom", the=True) == "lie in the United Kingdom"
    assert predicates.filled("worked as {a}", "actor") == "worked as an actor"

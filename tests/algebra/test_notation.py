from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path

import pytest
from expressions import expressions
from hypothesis import given
from hypothesis import strategies as st

from kgqa.algebra import (
    AlgebraError,
    Apply,
    Date,
    Difference,
    Entity,
    Filter,
    Intersection,
    NotationError,
    Number,
    Property,
    Quantity,
    Query,
    Subtraction,
    Text,
    Union,
    parse_expression,
    to_text,
)
from kgqa.algebra.notation import DEEPEST

MISTAKES = tomllib.loads(
    (Path(__file__).parent / "notation_errors.toml").read_text(encoding="utf-8")
)["mistake"]


@given(expressions())
def test_reading_what_was_printed_gives_the_same_expression(query: Query) -> None:
    assert parse_expression(to_text(query)) == query


@given(expressions())
def test_reading_what_was_printed_with_unicode_signs_gives_the_same_expression(
    query: Query,
) -> None:
    assert parse_expression(to_text(query, unicode=True)) == query


@given(expressions(), st.data())
def test_a_damaged_expression_is_read_or_refused_with_a_place_and_a_hint(
    query: Query, data: st.DataObject
) -> None:
    text = to_text(query)
    place = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(place, min(len(text), place + 3)))
    inserted = data.draw(st.sampled_from(["", "(", ")", "[", "P1", "Q1", "&", " in ", "-", "'"]))
    damaged = text[:place] + inserted + text[end:]
    try:
        parse_expression(damaged)
    except NotationError as error:
        _is_helpful(error, damaged)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_with_a_place_and_a_hint(text: str) -> None:
    try:
        parse_expression(text)
    except NotationError as error:
        _is_helpful(error, text)


def _is_helpful(error: NotationError, text: str) -> None:
    assert 0 <= error.start < error.end <= len(text) + 1
    assert error.problem and "\n" not in error.problem
    assert error.hint and "\n" not in error.hint
    shown, marks = str(error).splitlines()[-2:]
    assert marks.strip("^ ") == "" and "^" in marks and len(shown) < 100


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["text"][:40])
def test_a_mistake_is_explained(mistake: dict[str, str]) -> None:
    with pytest.raises(NotationError) as raised:
        parse_expression(mistake["text"])
    error = raised.value
    assert error.problem == mistake["problem"]
    assert mistake["text"][error.start : error.end] == mistake["at"]
    assert error.hint == mistake["hint"]
    _is_helpful(error, mistake["text"])


def test_the_offending_words_are_underlined() -> None:
    with pytest.raises(NotationError) as raised:
        parse_expression("P57(Q25191) and\nP161(q42)")
    assert str(raised.value) == "'and' cannot stand after ')'\n  P57(Q25191) and\n              ^^^"


def test_wide_characters_do_not_shift_the_mark() -> None:
    with pytest.raises(NotationError) as raised:
        parse_expression('"日本" & nope')
    shown, marks = str(raised.value).splitlines()[1:]
    assert marks.index("^") == shown.index("nope") + 2  # two characters are two columns wide


# --- Limits ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["(" * 5000, "^" * 5000, "P1(" * 5000, "Q1" + "-Q1" * 5000])
def test_no_nesting_exhausts_the_stack(text: str) -> None:
    with pytest.raises(NotationError, match="nested more than 60 levels deep"):
        parse_expression(text)


def test_brackets_do_not_multiply_the_depth_of_a_chain() -> None:
    text = "Q1"
    for _ in range(DEEPEST - 5):
        text = f"({text})" + "-Q1" * 50
    with pytest.raises(NotationError, match="nested more than 60 levels deep"):
        parse_expression(text)


def test_the_deepest_expression_is_read_and_printed() -> None:
    text = "P1(" * (DEEPEST - 1) + "Q1" + ")" * (DEEPEST - 1)
    assert to_text(parse_expression(text)) == text


def test_a_long_input_is_refused_at_once() -> None:
    with pytest.raises(NotationError, match="has 100000 characters, more than 20000"):
        parse_expression("x" * 100_000)


def test_a_mistake_is_an_algebra_error_that_exits_with_3() -> None:
    with pytest.raises(AlgebraError) as raised:
        parse_expression("?")
    assert raised.value.exit_code == 3


# --- What binds how --------------------------------------------------------------------------

Q = {number: Entity(f"Q{number}") for number in range(1, 5)}


def test_a_difference_binds_tighter_than_an_intersection_and_that_tighter_than_a_union() -> None:
    rest = Difference(Q[3], Q[4])
    expected = Union((Q[1], Intersection((Q[2], rest))))
    assert parse_expression("Q1 | Q2 & Q3 - Q4") == expected


@pytest.mark.parametrize(
    "text",
    [
        "Q1 - (Q2 - Q3)",
        "Q1 - (Q2 & Q3)",
        "(Q1 & Q2) - Q3",
        "(Q1 | Q2) & Q3",
        "Q1 & (Q2 & Q3)",
        "Q1 | (Q2 | Q3)",
        "(Q1 - Q2)[P1 = 5]",
        "(Q1 | Q2)[P1 = Q1 | Q2]",
        "P1(Q1 | Q2)",
        "count(Q1) - (5 - count(Q2))",
        "argmax(Q1 | Q2, count(P1 & (Q1 | Q2)))",
        "argmax(Q1, count(^P1 & Q1 & Q2))",
        "P1{P2 = Q1 | Q2, P3 > 5}[Q1](Q2)",
        "Q1 | Q2 = Q3 | Q4",
        "5 metre in Q1 | Q2",
        "Q1 - -0044-03",
        "count(Q1) - -5",
    ],
)
def test_brackets_stand_where_they_are_needed_and_nowhere_else(text: str) -> None:
    assert to_text(parse_expression(text)) == text
    assert to_text(parse_expression(f"(({text}))")) == text


def test_differences_group_from_the_left() -> None:
    assert parse_expression("Q1 - Q2 - Q3") == Difference(Difference(Q[1], Q[2]), Q[3])


def test_a_test_belongs_to_the_part_before_it() -> None:
    query = parse_expression("Q1 & Q2[P1 = 5]")
    assert isinstance(query, Intersection) and isinstance(query.operands[1], Filter)


def test_a_minus_beside_a_number_subtracts_and_between_sets_takes_out() -> None:
    assert isinstance(parse_expression("count(Q1) - Q2"), Subtraction)
    assert isinstance(parse_expression("Q1 - 5"), Subtraction)
    assert isinstance(parse_expression("Q1 - Q2"), Difference)


def test_signs_of_set_theory_are_read_too() -> None:
    assert parse_expression("Q1 ⊔ Q2 ⊓ Q3 ∖ Q4") == parse_expression("Q1 | Q2 & Q3 - Q4")


def test_spaces_and_newlines_mean_nothing() -> None:
    assert parse_expression("\n P57 (\tQ1 )") == Apply(Property("P57"), Q[1])


# --- Values ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8849", Number(Decimal(8849))),
        ("-0.5", Number(Decimal("-0.5"))),
        ("1.5e3", Number(Decimal(1500))),
        ("8849 metre", Quantity(Decimal(8849), Entity("Q11573"))),
        ("8849 m", Quantity(Decimal(8849), Entity("Q11573"))),
        ("8849 Q11573", Quantity(Decimal(8849), Entity("Q11573"))),
        ("5 square kilometre", Quantity(Decimal(5), Entity("Q712226"))),
        ("5 %", Quantity(Decimal(5), Entity("Q11229"))),
        ("-40 °C", Quantity(Decimal(-40), Entity("Q25267"))),
        ("1999-12-31", Date(1999, 12, 31)),
        ("1999-12", Date(1999, 12)),
        ("-0043-03-15", Date(-43, 3, 15)),
        ('"a \\"quoted\\" word"', Text('a "quoted" word')),
        ('"\\u00e9\\U0001F600\\n"', Text("é😀\n")),
    ],
)
def test_a_value_is_read(text: str, value: object) -> None:
    assert parse_expression(text) == value


def test_a_sign_inside_a_text_stays_with_unicode_signs() -> None:
    query = Union((Text('"a" & b'), Q[1]))
    assert to_text(query, unicode=True) == '"\\"a\\" & b" ⊔ Q1'

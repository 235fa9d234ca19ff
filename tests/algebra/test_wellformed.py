from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from kgqa.algebra import (
    AlgebraError,
    Apply,
    Comparison,
    Condition,
    Count,
    Date,
    Difference,
    Entity,
    Existence,
    Filter,
    IllFormed,
    Intersection,
    Inverse,
    Lapse,
    Membership,
    Named,
    Number,
    Ordinal,
    Property,
    Qualified,
    Quantity,
    Stated,
    Subtraction,
    Superlative,
    Tally,
    Text,
    Told,
    Type,
    Typed,
    Union,
    Years,
    operators,
    terms,
)

Q1, Q2, P1 = Entity("Q1"), Entity("Q2"), Property("P1")
FIVE = Number(Decimal(5))
TRUTH = Comparison(Q1, "=", Q2)
TEST = Condition(P1, ">", FIVE)

REFUSED: dict[str, Callable[[], object]] = {
    "'q42' is no Wikidata item": lambda: Entity("q42"),
    "'P31' is no Wikidata item": lambda: Entity("P31"),
    "'Q0' is no Wikidata item": lambda: Entity("Q0"),
    "'Q1> . ?s ?p ?o' is no Wikidata item": lambda: Entity("Q1> . ?s ?p ?o"),
    "'Q42' is no Wikidata property": lambda: Property("Q42"),
    "Entity takes a text as its id, not a whole number (42)": lambda: Entity(42),  # type: ignore[arg-type]
    "there is no month 13": lambda: Date(1999, 13),
    "month 2 of 1900 has no day 29": lambda: Date(1900, 2, 29),
    "the year 1.000e+20 is out of range": lambda: Date(10**20, 1),
    "NaN is no number to compute with": lambda: Number(Decimal("NaN")),
    "Infinity is no number to compute with": lambda: Quantity(Decimal("Infinity"), Q1),
    "a number has 400 digits at most": lambda: Number(Decimal("1e999")),
    "Number takes a number as its amount, not a whole number (5)": lambda: Number(5),  # type: ignore[arg-type]
    "a text cannot hold half a surrogate pair": lambda: Text("\ud800"),
    "Intersection needs two operands at least": lambda: Intersection((Q1,)),
    "Union needs two operands at least": lambda: Union(()),
    "Union.operands must be a tuple, not a list": lambda: Union([Q1, Q2]),  # type: ignore[arg-type]
    "Intersection takes a set of things as its operands, not a truth (Comparison)": (
        lambda: Intersection((Q1, TRUTH))  # type: ignore[arg-type]
    ),
    "Union takes a set of things as its operands, not a number (Count)": (
        lambda: Union((Q1, Count(Q2)))  # type: ignore[arg-type]
    ),
    "Apply takes a set of things as its things, not a Property": lambda: Apply(P1, P1),  # type: ignore[arg-type]
    "Apply takes a relation as its relation, not an Entity": lambda: Apply(Q1, Q1),  # type: ignore[arg-type]
    "Inverse takes a relation as its relation, not a Typed": (
        lambda: Inverse(Typed(P1, Q1))  # type: ignore[arg-type]
    ),
    "Typed takes an Entity as its type, not a set (Type)": lambda: Typed(P1, Type(Q1)),  # type: ignore[arg-type]
    "Filter needs one test at least": lambda: Filter(Q1, ()),
    "Qualified needs one test at least": lambda: Qualified(P1, ()),
    "a qualifier is a property by itself": (
        lambda: Qualified(P1, (Condition(Inverse(P1), "=", Q1),))
    ),
    "a number is subtracted, not taken out of a set": lambda: Difference(Q1, FIVE),
    "neither side of the subtraction is a number": lambda: Subtraction(Q1, Q2),
    "a name is compared with no letter": lambda: Named(Q1, "~", Text(" ")),
    "there is no place 0": lambda: Ordinal(0, Q1, P1),
    "Ordinal takes a whole number as its place, not a bool": lambda: Ordinal(True, Q1, P1),
    "no set has 1000000000 places": lambda: Ordinal(10**10, Q1, P1),
    "Superlative takes one of 'max' 'min' as its extreme, not a text ('most')": (
        lambda: Superlative("most", Q1, P1)  # type: ignore[arg-type]
    ),
    "Superlative takes a key as its key, not an Entity": lambda: Superlative("max", Q1, Q2),  # type: ignore[arg-type]
    "an item is neither larger nor smaller than anything": lambda: Comparison(Q1, "<", FIVE),
    "a text is neither larger nor smaller than anything": lambda: Condition(P1, ">=", Text("a")),
    "a class is neither larger nor smaller than anything": lambda: Condition(P1, ">", Type(Q1)),
    "Membership takes one item or value as its term, not a set (Type)": (
        lambda: Membership(Type(Q1), Q2)  # type: ignore[arg-type]
    ),
    "Existence takes a set of things as its things, not a truth (Existence)": (
        lambda: Existence(Existence(Q1))  # type: ignore[arg-type]
    ),
}


@pytest.mark.parametrize("problem", REFUSED)
def test_what_is_ill_formed_cannot_be_built_and_says_why(problem: str) -> None:
    with pytest.raises(IllFormed) as raised:
        REFUSED[problem]()
    assert str(raised.value) == problem
    assert isinstance(raised.value, AlgebraError)


def test_every_refusal_has_a_hint_but_that_of_a_wrong_container() -> None:
    silent = []
    for problem, build in REFUSED.items():
        try:
            build()
        except IllFormed as error:
            silent += [] if error.hint else [problem]
    assert silent == ["Union.operands must be a tuple, not a list"]


def test_every_operator_refuses_fields_of_a_wrong_sort() -> None:
    kinds = [
        kind
        for module in (operators, terms)
        for kind in vars(module).values()
        if isinstance(kind, type) and hasattr(kind, "__dataclass_fields__")
    ]
    assert len(set(kinds)) == 32
    for kind in kinds:
        wrong = [object()] * len(kind.__dataclass_fields__)
        with pytest.raises(IllFormed):
            kind(*wrong)


@pytest.mark.parametrize(
    "build",
    [
        lambda: Date(2000, 2, 29),
        lambda: Date(-4, 2, 29),
        lambda: Date(0, 1),
        lambda: Tally(Inverse(Inverse(P1)), Type(Q1)),
        lambda: Stated(Inverse(P1), Type(Q1), P1),
        lambda: Stated(P1, Q1, P1, P1),
        lambda: Lapse(P1, Property("P2")),
        lambda: Lapse(P1, Stated(P1, Q1, P1)),
        lambda: Told(Q1, Stated(P1, Q1, P1), -2),
        lambda: Years(FIVE, Date(2000, 1)),
        lambda: Filter(FIVE, (TEST, TEST)),
        lambda: Comparison(Count(Q1), "<", Apply(P1, Q1)),
    ],
)
def test_what_is_well_formed_can_be_built(build: Callable[[], object]) -> None:
    build()


def test_nodes_are_values() -> None:
    assert Union((Q1, Q2)) == Union((Entity("Q1"), Entity("Q2")))
    assert len({Number(Decimal("1.0")), Number(Decimal(1))}) == 1
    with pytest.raises(AttributeError):
        Q1.id = "Q2"  # type: ignore[misc]

"""Every well-formed expression of the algebra, whatever any graph has to say about it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from hypothesis import strategies as st

from kgqa.algebra import (
    Aggregate,
    Apply,
    Comparison,
    Condition,
    Count,
    Date,
    Difference,
    Entity,
    Existence,
    Filter,
    Having,
    Intersection,
    Inverse,
    Key,
    Lapse,
    Membership,
    Named,
    Near,
    Number,
    Operand,
    Ordinal,
    Property,
    Qualified,
    Quantity,
    Query,
    Relation,
    Stated,
    Subtraction,
    Superlative,
    Tally,
    Term,
    Text,
    Things,
    Told,
    Type,
    Typed,
    Union,
    Way,
    Years,
)
from kgqa.algebra.units import units

_NUMERIC = (Number, Quantity, Count, Years, Subtraction)
_UNORDERED = (Entity, Type, Text)

# --- Terms -----------------------------------------------------------------------------------


def entities() -> st.SearchStrategy[Entity]:
    """Draw items, few of them, so that some occur twice."""
    return st.integers(1, 9).map(lambda number: Entity(f"Q{number}"))


def properties() -> st.SearchStrategy[Property]:
    """Draw properties, few of them; some that the English lexicon has words for."""
    ids = ["P1", "P2", "P31", "P57", "P19", "P577", "P569", "P1082", "P39", "P166"]
    return st.sampled_from(ids).map(Property)


def amounts() -> st.SearchStrategy[Decimal]:
    """Draw numbers such as people write, and a few others."""
    short = st.decimals(-(10**9), 10**9, places=3, allow_nan=False, allow_infinity=False)
    return short | st.integers(1900, 2030).map(Decimal) | st.just(Decimal("1.5E+300"))


def days(year: int) -> st.SearchStrategy[Date]:
    """Draw days and months of a year."""
    return st.builds(Date, st.just(year), st.integers(1, 12), st.none() | st.integers(1, 28))


def values() -> st.SearchStrategy[Text | Date | Number | Quantity]:
    """Draw texts, dates, numbers, and quantities in units that have a name or none."""
    measures = st.sampled_from([*units(), "Q7"]).map(Entity)
    texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
    return (
        st.builds(Text, texts | st.sampled_from(['"', "a & b", '\\" - \\', "\n", "{}"]))
        | st.integers(-5000, 9999).flatmap(days)
        | st.builds(Number, amounts())
        | st.builds(Quantity, amounts(), measures)
    )


def terms() -> st.SearchStrategy[Term]:
    """Draw items and values."""
    return entities() | values()


# --- Relations, tests and keys ---------------------------------------------------------------


def conditions(
    bounds: st.SearchStrategy[Operand], relations: st.SearchStrategy[Way]
) -> st.SearchStrategy[Condition]:
    """Draw tests against `bounds`, for order only where the bound has one."""

    def compared(bound: Operand) -> st.SearchStrategy[Condition]:
        return st.builds(Condition, relations, comparators(bound), st.just(bound))

    return bounds.flatmap(compared)


def comparators(*sides: Operand) -> st.SearchStrategy[str]:
    """Draw comparators that can stand between the two sides."""
    ordered = not any(isinstance(side, _UNORDERED) for side in sides)
    return st.sampled_from(["=", "!=", "<", "<=", ">", ">="] if ordered else ["=", "!="])


def ways(bounds: st.SearchStrategy[Operand]) -> st.SearchStrategy[Way]:
    """Draw properties, plain and qualified, forwards and backwards, and backwards twice."""
    tests = st.lists(conditions(bounds, properties()), min_size=1, max_size=2).map(tuple)
    plain = properties() | st.builds(Qualified, properties(), tests)
    return plain | st.builds(Inverse, plain | st.builds(Inverse, plain))


def qualifiers(things: st.SearchStrategy[Things]) -> st.SearchStrategy[Stated]:
    """Draw qualifiers of edges."""
    items = things.filter(lambda each: not isinstance(each, Text | Date | Number | Quantity))
    return st.builds(Stated, ways(things), items, properties())


def keys(things: st.SearchStrategy[Things]) -> st.SearchStrategy[Key]:
    """Draw ways, counts, qualifiers and times between dates."""
    tallies = st.builds(Tally, ways(things), st.none() | things)
    return (
        ways(things)
        | tallies
        | qualifiers(things)
        | st.builds(replace, qualifiers(things), since=properties())
        | st.builds(Lapse, properties(), properties() | qualifiers(things))
    )


def relations(things: st.SearchStrategy[Things]) -> st.SearchStrategy[Relation]:
    """Draw ways and typed relations."""
    return ways(things) | st.builds(Typed, ways(things), entities())


# --- Sets, numbers and truths ----------------------------------------------------------------


def things() -> st.SearchStrategy[Things]:
    """Draw sets."""
    return st.recursive(terms() | st.builds(Type, entities()), _larger, max_leaves=6)


def lengths() -> st.SearchStrategy[Quantity]:
    """Draw lengths in kilometres."""
    numbers = st.integers(0, 9000).map(Decimal)
    return st.builds(Quantity, numbers, st.just(Entity("Q828224")))


def _names() -> st.SearchStrategy[Text]:
    texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
    return texts.filter(str.strip).map(Text)


def _larger(inner: st.SearchStrategy[Things]) -> st.SearchStrategy[Things]:
    sets = inner.filter(lambda each: not isinstance(each, _NUMERIC))
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    tests = st.lists(conditions(inner | _numbers(inner), ways(inner)), min_size=1, max_size=2)
    places = st.integers(-3, 3).filter(bool)
    return (
        st.builds(Apply, relations(inner), inner)
        | st.builds(Intersection, several)
        | st.builds(Union, several)
        | st.builds(Difference, sets, sets)
        | st.builds(Filter, inner, tests.map(tuple))
        | st.builds(Superlative, st.sampled_from(["max", "min"]), inner, keys(inner))
        | st.builds(Ordinal, places, inner, keys(inner))
        | st.builds(Named, inner, st.sampled_from(["~", "^=", "="]), _names())
        | st.builds(
            Having,
            inner,
            st.builds(Tally, ways(inner), st.none() | inner),
            comparators(Number(Decimal(1))),
            st.builds(Number, st.integers(-2, 5).map(Decimal)),
        )
        | st.builds(Near, sets, properties(), st.none() | properties(), sets, lengths())
        | st.builds(Told, inner, qualifiers(inner), st.none() | places)
    )


def _numbers(sets: st.SearchStrategy[Things]) -> st.SearchStrategy[Operand]:
    functions = st.sampled_from(["sum", "average", "min", "max"])
    base = st.builds(Count, sets) | st.builds(Years, sets, sets)
    base |= st.builds(Aggregate, functions, sets, properties())
    sides = sets | base
    return base | st.builds(Subtraction, base, sides) | st.builds(Subtraction, sides, base)


def expressions() -> st.SearchStrategy[Query]:
    """Draw well-formed expressions of all sorts."""
    sets = things()
    operands = sets | _numbers(sets)

    def compared(left: Operand, right: Operand) -> st.SearchStrategy[Comparison]:
        return st.builds(Comparison, st.just(left), comparators(left, right), st.just(right))

    pairs = st.tuples(operands, operands)
    return (
        operands
        | pairs.flatmap(lambda pair: compared(*pair))
        | st.builds(Membership, terms(), sets)
        | st.builds(Existence, sets)
    )

"""The query algebra: what a question means, with no word about how it is answered.

A graph K is a set of edges (s, r, o), some of which carry qualifiers. Expressions come in sorts,
and each has one denotation over K:

    Relation   ⟦r⟧ ⊆ Term × Term    pairs (x, y) such that x has y as its r
    Key        ⟦k⟧ : Term → values  what members of a set are ordered by
    Things     ⟦X⟧ ⊆ Term           a set of entities or values
    Amount     ⟦A⟧ ⊆ numbers        a number; none where an operand has none
    Truth      ⟦T⟧ ∈ {true, false}

An operator is a frozen dataclass, and its docstring is its definition. Operators have no behaviour:
what prints, rewrites, compiles or evaluates them are functions elsewhere, which use `match`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from kgqa.algebra.terms import Entity, Number, Property, Quantity, Term, Text
from kgqa.algebra.wellformed import check

# --- Relations -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Inverse:
    """A relation read backwards. ⟦^r⟧ = {(y, x) : (x, y) ∈ ⟦r⟧}."""

    relation: Property | Qualified | Inverse

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Qualified:
    """Only edges whose qualifiers pass. ⟦r{q}⟧ = {(x, y) : an edge (x, r, y) satisfies every q}."""

    property: Property
    conditions: tuple[Condition, ...]

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Typed:
    """A relation whose left end has a type. ⟦r[t]⟧ = {(x, y) ∈ ⟦r⟧ : x ∈ ⟦type(t)⟧}."""

    relation: Property | Qualified | Inverse
    type: Entity

    def __post_init__(self) -> None:
        check(self)


Relation: TypeAlias = Property | Qualified | Inverse | Typed
Way: TypeAlias = Property | Qualified | Inverse
"""A relation in the place of a key or a test, where it leads from a member to its values."""

# --- Conditions and keys ---------------------------------------------------------------------

Comparator: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Sign: TypeAlias = Literal["~", "^=", "="]
"""How a name is compared with a text: it contains it, starts with it, or is it."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A test of x's values. x satisfies `r ? B` iff ∃v. (x, v) ∈ ⟦r⟧ and ∃b ∈ ⟦B⟧. v ? b."""

    relation: Way
    comparator: Comparator
    bound: Operand

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Tally:
    """A count as key. ⟦count(r & Y)⟧(x) = |{y ∈ ⟦Y⟧ : (x, y) ∈ ⟦r⟧}|, all y where Y is left out."""

    relation: Way
    within: Things | None = None

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Stated:
    """A qualifier as key. ⟦r(Y)@q⟧(x) = {v : an edge (x, r, y) with y ∈ ⟦Y⟧ has v as its q}.

    Edges count as for r{q}. A date counts by its day as written, whatever its precision.
    ⟦r(Y)@q - p⟧(x) has instead the times from a p to a later q of an edge, in months of 31 days.
    """

    relation: Way
    things: Things
    qualifier: Property
    since: Property | None = None

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Lapse:
    """A time between two as key. ⟦lapse(p, k)⟧(x) = {b - a : a ∈ ⟦p⟧(x), b ∈ ⟦k⟧(x), a ≤ b}.

    Both are dates, which count by their days as written; a month has 31 days.
    """

    since: Property
    until: Property | Stated

    def __post_init__(self) -> None:
        check(self)


Key: TypeAlias = Property | Qualified | Inverse | Tally | Stated | Lapse

# --- Things ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Type:
    """The instances of a class. ⟦type(c)⟧ = {x : (x, P31/P279*, c)}."""

    entity: Entity

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Apply:
    """What has the relation to something in X. ⟦r(X)⟧ = {x : ∃y ∈ ⟦X⟧. (x, y) ∈ ⟦r⟧}."""

    relation: Relation
    things: Things

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Intersection:
    """What is in all of them. ⟦X & Y⟧ = ⟦X⟧ ∩ ⟦Y⟧."""

    operands: tuple[Things, ...]

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Union:
    """What is in any of them. ⟦X | Y⟧ = ⟦X⟧ ∪ ⟦Y⟧."""

    operands: tuple[Things, ...]

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Difference:
    """What is in the first and not in the second. ⟦X - Y⟧ = ⟦X⟧ ∖ ⟦Y⟧.

    Where X and Y are what items have as a property whose values are numbers, it is a Subtraction.
    """

    left: Things
    right: Things

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Filter:
    """Those that pass every test. ⟦X[q]⟧ = {x ∈ ⟦X⟧ : x satisfies every q}."""

    things: Things
    conditions: tuple[Condition, ...]

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Named:
    """Those with such a name. ⟦X[name ~ "t"]⟧ = {x ∈ ⟦X⟧ : a label of x contains t}.

    `^=` is for labels that start with t, `=` for those that are t. Capital letters do not count,
    nor does the language of the label.
    """

    things: Things
    sign: Sign
    text: Text

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Having:
    """Those with so many values. ⟦X[count(r & Y) ≥ n]⟧ = {x ∈ ⟦X⟧ : ⟦count(r & Y)⟧(x) ≥ n}."""

    things: Things
    tally: Tally
    comparator: Comparator
    number: Number

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Near:
    """Those not far from others. ⟦near(X, p, Y, d)⟧ = {x ∈ ⟦X⟧ : some y ∈ ⟦Y⟧ is at most d away}.

    p leads to points, and `a & b` to latitude and longitude. The globe's radius is 6,371,008.8 m.
    """

    things: Things
    place: Property
    longitude: Property | None
    center: Things
    distance: Quantity

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Superlative:
    """All with the extreme key. ⟦argmax(X, k)⟧ = {x ∈ ⟦X⟧ : ∃k(x), no y ∈ ⟦X⟧ has k(y) > k(x)}.

    `argmin` likewise with <. Of several values of a key the largest counts for argmax, the
    smallest for argmin. Members without a key are left out; a `count` key is 0 then.
    """

    extreme: Literal["max", "min"]
    things: Things
    key: Key

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Ordinal:
    """Those at a place in the order of the key; ties share a place.

    ⟦nth(1, X, k)⟧ = ⟦argmin(X, k)⟧, ⟦nth(n + 1, X, k)⟧ = ⟦nth(n, X - argmin(X, k), k)⟧, and
    ⟦nth(-n, X, k)⟧ likewise with argmax. By a key r(Y)@q it is turns that are counted: nth(n)
    are those with a q that begins the n-th turn of all. Of what several q of one x say in a row,
    with none of others between, the first begins it: who held an office twice, with others
    between, is at two places, and two who began in one year share theirs.
    """

    place: int
    things: Things
    key: Key

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Told:
    """What edges say by a qualifier. ⟦told(X, r(Y)@q)⟧ = {v : x ∈ ⟦X⟧, v ∈ ⟦r(Y)@q⟧(x)}.

    ⟦told(X, k, n)⟧ has of these only the date at place n, as ordered by the days as written; from
    behind where n < 0.
    """

    things: Things
    key: Stated
    place: int | None = None

    def __post_init__(self) -> None:
        check(self)


Things: TypeAlias = (
    Term
    | Type
    | Apply
    | Intersection
    | Union
    | Difference
    | Filter
    | Named
    | Having
    | Near
    | Superlative
    | Ordinal
    | Told
)

# --- Amounts ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Count:
    """How many. ⟦count(X)⟧ = |⟦X⟧|."""

    things: Things

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A sum, an average or an extreme. ⟦sum(X, r)⟧ = {Σ v : x ∈ ⟦X⟧, (x, v) ∈ ⟦r⟧}.

    Likewise `average`, `min` and `max`, each of what all members have; none where they have none.
    Amounts count in the unit of r, in SI units if it has several; those of another dimension than
    most are left out. `min` and `max` are of dates, too, by their days as written.
    """

    function: Literal["sum", "average", "min", "max"]
    things: Things
    relation: Property | Qualified

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Years:
    """Completed years from a to b. ⟦years(A, B)⟧ = {years from a to b : a ∈ ⟦A⟧, b ∈ ⟦B⟧}."""

    start: Things
    end: Things

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Subtraction:
    """⟦A - B⟧ on numbers = {a − b : a ∈ ⟦A⟧, b ∈ ⟦B⟧}."""

    left: Operand
    right: Operand

    def __post_init__(self) -> None:
        check(self)


Amount: TypeAlias = Count | Aggregate | Years | Subtraction
Operand: TypeAlias = Things | Amount

# --- Truths ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether some values compare. ⟦A ? B⟧ = ∃a ∈ ⟦A⟧, b ∈ ⟦B⟧. a ? b."""

    left: Operand
    comparator: Comparator
    right: Operand

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Membership:
    """Whether a term is among them. ⟦t in X⟧ = (t ∈ ⟦X⟧)."""

    term: Term
    things: Things

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Existence:
    """Whether there are any. ⟦exists(X)⟧ = (⟦X⟧ ≠ ∅)."""

    things: Things

    def __post_init__(self) -> None:
        check(self)


Truth: TypeAlias = Comparison | Membership | Existence
Query: TypeAlias = Things | Amount | Truth

"""SPARQL as a tree: what `grammar.parse` reads, and all that the conversion looks at.

Every part that can be refused knows where it stands: `span` is its start and end in the text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]

# --- Terms and paths -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, or a blank node, whose name begins with `_:` and which is never shown."""

    name: str


@dataclass(frozen=True, slots=True)
class Iri:
    """An IRI in full."""

    value: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal: what is written, and the name of its datatype without the namespace, if any."""

    text: str
    datatype: str = ""


Node: TypeAlias = Variable | Iri | Literal


@dataclass(frozen=True, slots=True)
class Step:
    """A path of one predicate."""

    predicate: str


@dataclass(frozen=True, slots=True)
class Back:
    """A path walked from its end: `^p`."""

    path: Path


@dataclass(frozen=True, slots=True)
class Sequence:
    """Paths one after the other: `p/q`."""

    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Any of several paths: `p|q`."""

    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """A path walked again and again: `p*`, `p+`, or at most once, `p?`."""

    path: Path
    sign: str


Path: TypeAlias = Step | Back | Sequence | Choice | Repeated

# --- Expressions -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """A function, an aggregate or an operator, by its name in capitals or its sign."""

    name: str
    arguments: tuple[Expression, ...]
    distinct: bool = False
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Exists:
    """Whether a pattern has a solution, or has none."""

    group: Group
    negated: bool
    span: Span = field(default=(0, 0), compare=False)


Expression: TypeAlias = Node | Call | Exists

# --- Patterns --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Triple:
    """A triple pattern, whose predicate is a path or a variable."""

    subject: Node
    path: Path | Variable
    object: Node
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Filter:
    """A test of every solution."""

    test: Expression
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Optional:
    """A pattern that solutions need not have."""

    group: Group
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Minus:
    """A pattern that solutions must not have."""

    group: Group
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Either:
    """Groups of which one holds: a UNION, or a group within a group where there is one only."""

    groups: tuple[Group, ...]
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Bind:
    """A variable that stands for an expression."""

    expression: Expression
    variable: Variable
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Values:
    """The values that variables may have, row by row; None where a row says nothing."""

    variables: tuple[Variable, ...]
    rows: tuple[tuple[Node | None, ...], ...]
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Service:
    """A pattern that another service answers."""

    name: str
    group: Group
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """What stands between braces."""

    elements: tuple[Element, ...]
    span: Span = field(default=(0, 0), compare=False)


# --- Queries ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the result: a variable, and the expression that it stands for, if any."""

    variable: Variable
    expression: Expression | None = None
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Order:
    """What rows are ordered by."""

    expression: Expression
    descending: bool
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Select:
    """A SELECT. Without columns it is `SELECT *`."""

    columns: tuple[Column, ...]
    group: Group
    distinct: bool = False
    by: tuple[Expression, ...] = ()
    having: tuple[Expression, ...] = ()
    orders: tuple[Order, ...] = ()
    limit: int | None = None
    offset: int = 0
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Ask:
    """An ASK."""

    group: Group


Element: TypeAlias = Triple | Filter | Optional | Minus | Either | Bind | Values | Service | Select
SparqlQuery: TypeAlias = Select | Ask

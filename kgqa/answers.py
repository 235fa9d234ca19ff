"""What comes back: answers with their proofs.

An answer without a proof cannot be built. A proof by the graph is the expression that was asked,
the SPARQL that ran, and the facts it rests on; a proof by text is a passage, and where in it the
answer stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, TypeAlias

from kgqa.algebra import Entity, Query
from kgqa.algebra.printer import amount_text, date_text
from kgqa.algebra.units import unit_name


@dataclass(frozen=True, slots=True)
class Time:
    """A date as the graph has it: year, month and day, as far as its precision goes.

    `precision` is Wikidata's: 11 day, 10 month, 9 year, 8 decade, 7 century, 6 millennium.
    """

    year: int
    month: int
    day: int
    precision: int = 11

    @property
    def text(self) -> str:
        """The date in ISO 8601, cut at its precision."""
        month = self.month if self.precision >= 10 else None
        return date_text(self.year, month, self.day if self.precision >= 11 else None)


@dataclass(frozen=True, slots=True)
class Measurement:
    """A number, with its unit where the graph states one."""

    amount: Decimal
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """A text, with its language where it has one; also an address, a place on earth, an id."""

    text: str
    language: str | None = None


Value: TypeAlias = Entity | Time | Measurement | Words | bool
"""What an answer can be."""


@dataclass(frozen=True, slots=True)
class Fact:
    """An edge of the graph, or the lack of one.

    `property` is a P-number, or a key such as ``count(P166)`` for a number that was counted.
    """

    subject: Value
    property: str
    object: Value | str
    qualifiers: tuple[tuple[str, Value], ...] = ()
    statement: str | None = None
    is_missing: bool = False
    """Whether the proof is that there is no such edge. The object may then be an expression."""
    role: str = ""
    """What the fact is there for, where it is not simply true of the answer: ``runner-up``."""


@dataclass(frozen=True, slots=True)
class GraphProof:
    """Why the graph says so: the expression, the SPARQL that ran, and the facts it rests on."""

    reading: Query
    sparql: str
    facts: tuple[Fact, ...]
    more: int = 0
    """How many facts there are beyond those listed."""


@dataclass(frozen=True, slots=True)
class TextProof:
    """Where a text says so: a passage, and the characters [start, end) of it that were read."""

    passage: str
    """The id of the passage in its index."""
    title: str
    url: str
    start: int
    end: int
    text: str
    """The whole passage, so that `text[start:end]` is what was read."""
    score: float
    """How likely the reader thinks that this is the answer to what it was asked: 0 to 1."""
    question: str = ""
    """What the reader was asked."""
    fact: Fact | None = None
    """The edge that the passage was read for, where it stands for one; the graph lacks it."""

    @property
    def quote(self) -> str:
        """The words that were read; empty where a whole passage was judged."""
        return self.text[max(0, self.start) : max(0, self.end)]


Proof: TypeAlias = GraphProof | TextProof
Source: TypeAlias = Literal["kg", "text", "both"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A value, how sure we are of it (0 to 1), and at least one proof."""

    value: Value
    confidence: float
    proofs: tuple[Proof, ...]
    is_joint: bool = False
    """Whether it takes all the proofs together; otherwise each of them is enough."""

    @property
    def source(self) -> Source:
        """What the answer rests on: facts of the graph, passages, or both."""
        kinds = {type(proof) for proof in self.proofs}
        if len(kinds) > 1:
            return "both"
        return "kg" if GraphProof in kinds else "text"

    @property
    def graph_proofs(self) -> tuple[GraphProof, ...]:
        """The proofs by the graph."""
        return tuple(proof for proof in self.proofs if isinstance(proof, GraphProof))

    @property
    def text_proofs(self) -> tuple[TextProof, ...]:
        """The proofs by passages."""
        return tuple(proof for proof in self.proofs if isinstance(proof, TextProof))

    def __post_init__(self) -> None:
        if not self.proofs:
            raise ValueError("an answer needs a proof")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence is between 0 and 1, not {self.confidence}")


@dataclass(frozen=True, slots=True)
class LinkedName:
    """A name in a question or an expression, and what it was taken for."""

    mention: str
    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Result:
    """The answers to one expression, best known first, and what was run to find them."""

    query: Query
    sparql: str
    answers: tuple[Answer, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
    """The labels of every id in the answers and their proofs, where the store has one."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds by stage."""
    reason: str = ""
    """Why there is no answer, where there is none and the graph shows it."""
    links: tuple[LinkedName, ...] = ()
    """What the names in the expression were taken for."""


# --- Replies ---------------------------------------------------------------------------------

Outcome: TypeAlias = Literal["answered", "ambiguous", "no-answer", "failed"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a question: an expression, and how likely it is the right one."""

    query: Query
    score: float
    links: tuple[LinkedName, ...] = ()
    sparql: str = ""
    """What was run for it; empty where it was not run."""
    operator: str = ""
    """The kind of question it takes it for: generic, count, superlative, …"""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A question that leaves no doubt, and its answers."""

    question: str
    answers: tuple[Answer, ...]
    reading: Reading


@dataclass(frozen=True, slots=True)
class Conflict:
    """An answer of the graph and one of a text that cannot both be right."""

    graph: Value
    text: Value
    proof: TextProof
    """The passage that says otherwise."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a question: its answers, or the reason why there are none."""

    question: str
    language: str
    outcome: Outcome
    reason: str = ""
    answers: tuple[Answer, ...] = ()
    readings: tuple[Reading, ...] = ()
    """How the question can be understood, best first; the answers are those to the first."""
    interpretations: tuple[Interpretation, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds by stage."""
    understood: bool = True
    """Whether anything in the question was recognised."""
    conflicts: tuple[Conflict, ...] = ()
    """Where a passage says otherwise than the graph."""
    note: str = ""
    """What kept texts from being read, as a sentence without its full stop."""


def value_text(value: Value, labels: Mapping[str, str]) -> str:
    """Return a value as a person reads it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Entity(id_):
            return labels.get(id_, id_)
        case Time():
            return time_text(value)
        case Measurement(amount, unit):
            text = amount_text(amount)
            return f"{text} {_unit_label(unit, labels)}" if unit else text
        case Words(text):
            return text


def _unit_label(unit: str, labels: Mapping[str, str]) -> str:
    name = unit_name(unit)
    return labels.get(unit, unit) if name == unit else name


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def time_text(time: Time) -> str:
    """Return a date as a person reads it: 30 July 1970, 1970s, 44 BCE."""
    era = "" if time.year > 0 else " BCE"
    year = time.year if time.year > 0 else 1 - time.year
    match time.precision:
        case 11 | 12 | 13 | 14:
            return f"{time.day} {MONTHS[time.month - 1]} {year}{era}"
        case 10:
            return f"{MONTHS[time.month - 1]} {year}{era}"
        case 9:
            return f"{year}{era}"
        case 8:
            return f"{year // 10 * 10}s{era}"
        case 7:
            return f"{_ordinal((year + 99) // 100)} century{era}"
        case _:
            return f"{_ordinal((year + 999) // 1000)} millennium{era}"


def _ordinal(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"

"""Why an answer is one: facts of the graph, a passage that says so, or what a model recalls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kgqa.algebra import Query
from kgqa.answers.values import Value


@dataclass(frozen=True, slots=True)
class Fact:
    """An edge of the graph, or the lack of one.

    `property` is a P-number, `name` for a label, or a key such as ``count(P166)`` for a number that
    was counted.
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


NAME = "name"
"""The property of facts that tell a label."""


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


@dataclass(frozen=True, slots=True)
class Recollection:
    """Who says so without a source: a model that saw the question alone."""

    model: str
    """The checkpoint, by its folder or its name."""
    text: str
    """What it said."""
    score: float
    """How likely the model thinks what it says: 0 to 1, not calibrated."""
    question: str
    """What it was asked."""


Proof: TypeAlias = GraphProof | TextProof | Recollection

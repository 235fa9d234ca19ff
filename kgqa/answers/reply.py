"""What came of a question: its answers, how it was understood, or why there is no answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from kgqa.algebra import Query
from kgqa.answers.answer import Answer, Answers, LinkedName, labelled
from kgqa.answers.in_short import short
from kgqa.answers.proofs import TextProof
from kgqa.answers.values import Value

Outcome: TypeAlias = Literal["answered", "ambiguous", "no-answer", "failed"]


@dataclass(frozen=True, slots=True, repr=False)
class Reading:
    """One way to understand a question: an expression, and how likely it is the right one."""

    query: Query
    score: float
    links: tuple[LinkedName, ...] = ()
    sparql: str = ""
    """What was run for it; empty where it was not run."""
    operator: str = ""
    """The kind of question it takes it for: generic, count, superlative, …"""
    unused: tuple[str, ...] = ()
    """The words of the question that it does not cover."""

    def __repr__(self) -> str:
        return f"<Reading {short(self.query)}, {self.score:.2f}>"


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


@dataclass(frozen=True, slots=True, repr=False)
class Reply(Answers):
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
    hint: str = ""
    """What to try next where there is no answer; empty where the reason says enough."""
    note: str = ""
    """What kept texts from being read, as a sentence without its full stop."""
    coverage: str = ""
    """How many the graph has of a set and how many passages add, in the same form."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "answers", labelled(self.answers, self.labels))
        told = [
            replace(one, answers=labelled(one.answers, self.labels)) for one in self.interpretations
        ]
        object.__setattr__(self, "interpretations", tuple(told))

    def __repr__(self) -> str:
        said = short(self.answers) if self.answers else f"{self.outcome}, {self.reason}"
        return f"<Reply {self.question!r}: {said}>"

    def to_dict(self) -> dict[str, Any]:
        """Return what `kgqa ask --json` prints, as a dictionary."""
        from kgqa.as_json import reply_document

        return reply_document(self)

    def _repr_html_(self) -> str:
        from kgqa.answers.as_html import reply_page

        return reply_page(self)

"""A question of any benchmark, with what is right, and what a system says to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa.parse.parser import Parsed


@dataclass(frozen=True, slots=True)
class GoldLink:
    """A name in a question, and the entity that it means."""

    id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A question that leaves no doubt, and every accepted spelling of its answer."""

    question: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of text, and the title of the page it is from where that is known."""

    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with what is right. What a benchmark does not have is empty."""

    id: str
    text: str
    kind: str = ""
    category: str = ""
    language: str = "en"
    answer_type: str = ""
    gold: tuple[tuple[str, ...], ...] = ()
    """The right answers, each by all its accepted spellings: ids, values or names."""
    extended: tuple[tuple[str, ...], ...] = ()
    """The same and further right answers, where a set was annotated a second time."""
    gold_text: str | None = None
    """The answer as one text, where a benchmark has such."""
    links: tuple[GoldLink, ...] = ()
    number: str | None = None
    """For a question of how many: the number of the gold answers."""
    sparql: str = ""
    algebra: str = ""
    """An expression for the right answers, where a set was made from a graph."""
    annotations: tuple[tuple[Pair, ...], ...] = ()
    """Each annotator's answers; a single answer is one pair without a question."""
    evidence: tuple[tuple[Passage, ...], ...] = ()
    """The passages that prove each answer, for the answers that have such."""
    contexts: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()

    @property
    def proofs(self) -> tuple[Passage, ...]:
        """The passages that prove any answer."""
        return tuple(proof for proofs in self.evidence for proof in proofs)

    @property
    def first_spellings(self) -> tuple[str, ...]:
        """The right answers, each by its first spelling."""
        return tuple(group[0] for group in self.gold if group)


@dataclass(frozen=True, slots=True)
class Given:
    """An answer as a system gives it: a text, and all the names of what it means."""

    text: str
    names: tuple[str, ...] = ()
    kind: str = ""
    """What the text spells, where that is known: entity, date, number, boolean or string."""

    @property
    def label(self) -> str:
        """The first name, or else the text: what a person reads."""
        return self.names[0] if self.names else self.text

    @property
    def spellings(self) -> tuple[str, ...]:
        """The label, the other names, and the text, each once."""
        return tuple(dict.fromkeys((self.label, *self.names, self.text)))


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a system says to a question, best answer first."""

    answers: tuple[Given, ...] = ()
    outcome: str = "answered"
    reason: str = ""
    pairs: tuple[Pair, ...] = ()
    """Unambiguous questions with their answers, where the system gives such."""
    passages: tuple[Passage, ...] | None = None
    """What was retrieved, best first; None from a system that retrieves nothing, or is silent."""
    read: int | None = None
    """So many of the passages, from the first on, were read; all where it is not told."""
    confidence: float = 0.0
    reading: str = ""
    english: str = ""
    operator: str = ""
    sparql: str = ""
    proofs: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)
    parsed: Parsed | None = None
    """How our own engine read the question."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The answers as texts."""
        return tuple(answer.text for answer in self.answers)

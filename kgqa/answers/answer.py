"""One answer, and lists of them: an answer without a proof cannot be built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kgqa.algebra import Entity, Query
from kgqa.answers.in_short import cut, short
from kgqa.answers.proofs import GraphProof, Proof, Recollection, TextProof
from kgqa.answers.sureness import SAID, Sure, sure_of
from kgqa.answers.values import Measurement, Value, value_text

if TYPE_CHECKING:
    import pandas as pd

Source: TypeAlias = Literal["kg", "text", "both", "model"]


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """A value, how sure we are of it (0 to 1), and at least one proof."""

    value: Value
    confidence: float
    proofs: tuple[Proof, ...]
    is_joint: bool = False
    """Whether it takes all the proofs together; otherwise each of them is enough."""
    label: str = field(default="", compare=False)
    """The value as a person reads it: a name, `30 July 1970`, `4000 metre`, `yes`."""
    amount: Measurement | None = None
    """The number of a group, where one of each is asked for: how many members it has."""

    @property
    def id(self) -> str | None:
        """The id of an entity, such as Q42; None where the answer is no entity."""
        return self.value.id if isinstance(self.value, Entity) else None

    @property
    def sure(self) -> Sure:
        """How sure the answer is, in a word."""
        return sure_of(self.confidence)

    @property
    def source(self) -> Source:
        """What the answer rests on: facts, passages, both, or only what a model recalls."""
        kinds = {type(proof) for proof in self.proofs} - {Recollection}
        if not kinds:
            return "model"
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

    @property
    def recollections(self) -> tuple[Recollection, ...]:
        """What models say without a source."""
        return tuple(proof for proof in self.proofs if isinstance(proof, Recollection))

    def __post_init__(self) -> None:
        if not self.proofs:
            raise ValueError("an answer needs a proof")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence is between 0 and 1, not {self.confidence}")
        if not self.label:
            object.__setattr__(self, "label", value_text(self.value, {}))

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        named = f"{cut(self.label)} ({self.id})" if self.id else cut(self.label)
        return f"<Answer {named}, {SAID[self.sure]}>"


def labelled(answers: tuple[Answer, ...], labels: Mapping[str, str]) -> tuple[Answer, ...]:
    """Return answers, each with its label."""
    pairs = [(one, value_text(one.value, labels)) for one in answers]
    return tuple([one if one.label == text else replace(one, label=text) for one, text in pairs])


class Answers:
    """A list of answers, best first, and what a program or a notebook makes of it.

    It is true where there are answers: a count of 0 and a `no` are answers, too.
    """

    __slots__ = ()
    answers: tuple[Answer, ...]

    @property
    def best(self) -> Answer | None:
        """The first answer; None where there is none."""
        return self.answers[0] if self.answers else None

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def __getitem__(self, place: int) -> Answer:
        return self.answers[place]

    def __str__(self) -> str:
        return "\n".join(answer.label for answer in self.answers)

    def to_dict(self) -> dict[str, Any]:
        """Return what `--json` prints, as a dictionary."""
        raise NotImplementedError

    def to_json(self) -> str:
        """Return what `--json` prints."""
        import orjson

        return orjson.dumps(self.to_dict(), option=orjson.OPT_INDENT_2).decode()

    def to_pandas(self) -> pd.DataFrame:
        """Return a data frame with a row for each answer; pandas must be installed."""
        from kgqa.answers.as_frame import frame

        return frame(self.answers)

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class LinkedName:
    """A name in a question or an expression, and what it was taken for."""

    mention: str
    id: str
    label: str


@dataclass(frozen=True, slots=True, repr=False)
class Result(Answers):
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

    def __post_init__(self) -> None:
        object.__setattr__(self, "answers", labelled(self.answers, self.labels))

    def __repr__(self) -> str:
        return f"<Result {short(self.query)}: {short(self.answers)}>"

    def to_dict(self) -> dict[str, Any]:
        """Return what `kgqa query --json` prints, as a dictionary."""
        from kgqa.as_json import document

        return document(self)

    def _repr_html_(self) -> str:
        from kgqa.answers.as_html import result_page

        return result_page(self)

"""Whether a passage supports what is said: statements by template, and two ways to judge them.

Reading points at an answer; the verifier judges a statement as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa.text.readers.extractive import ExtractiveReader
    from kgqa.text.readers.reading import Reader

WH = re.compile(
    r"\b(?:(?:in|on|at|by|for|with|from|to|of) )?"
    r"(?:who|whom|what|which|where|when|how (?:many|much|long|old|far|often|tall|large))\b"
    r"(?: (?:year|century|day|month|city|country|person|people|type|kind|group|company)\b)?",
    re.IGNORECASE,
)


def stated(subject: str, relation: str, object_: str) -> str:
    """Return an edge as a sentence."""
    return f"The {relation} of {subject} is {object_}."


def answered(question: str, answer: str) -> str:
    """Return a question with its answer in place of what it asks for."""
    plain = question.strip().rstrip("?").strip()
    placed, count = WH.subn(lambda _: answer, plain, count=1)
    return f"{placed}." if count else f"{plain}: {answer}."


def with_sentences_before(sentences: Sequence[str], number: int, before: int = 2) -> str:
    """Return a sentence with those before it, which is how QAMPARI's proofs are judged."""
    return " ".join(sentences[max(0, number - before) : number + 1])


@dataclass(frozen=True, slots=True)
class Verifier:
    """Judges by what the reader that is given points at, or by a network that knows entailment.

    That network is the shipped verifier where none is given; it is read when it is first asked.
    """

    reader: ExtractiveReader
    network: ExtractiveReader | None = None

    def entails(self, premise: str, hypothesis: str) -> float:
        """Return how likely a premise entails a hypothesis."""
        from kgqa.text.verifying.verifier import opened

        return (self.network or opened()).judged(hypothesis, [premise])[0][0]

    def says(self, passage: str, title: str, edge: tuple[str, str, str]) -> float:
        """Return how likely a passage with its title says an edge: subject, relation and object."""
        return self.entails(f"{title}. {passage}" if title else passage, stated(*edge))

    def supports(self, question: str, passage: str, answer: str) -> float:
        """Return how likely a passage gives this answer to a question."""
        return supports(self.reader, question, passage, answer)


def supports(reader: Reader, question: str, passage: str, answer: str) -> float:
    """Return how likely a passage gives this answer to a question.

    It is the score of the best span that is the answer, or has it in it or is in it. A reader that
    tells the scores of unlikely spans is asked for those, too.
    """
    unlikely = {"threshold": 0.0, "spans": 10} if hasattr(reader, "scored") else {}
    wanted = _plain(answer)
    best = 0.0
    for span in reader.read(question, [passage], **unlikely):
        told = _plain(span.text)
        if told and wanted and (f" {told} " in f" {wanted} " or f" {wanted} " in f" {told} "):
            best = max(best, span.score)
    return best


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))

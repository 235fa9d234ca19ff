"""Who judges whether a text says what a sentence says: our reader, a command, or nobody."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from kgqa.generate.errors import GenerateError
from kgqa.generate.programs import Program
from kgqa.generate.relations import Relation
from kgqa.text.readers.verify import supports

NOBODY, READER, ASKING = "none", "reader", "asking"


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text should say: as a sentence, and as a question with its answer."""

    hypothesis: str
    question: str
    answer: str


def claim_of(relation: Relation, subject: str, object_: str) -> Claim:
    """Return what a text should say of an edge."""
    hypothesis = relation.hypothesis(subject, object_)
    return Claim(hypothesis, relation.asked_for_object(subject), object_)


class Verifier(Protocol):
    """Judges texts."""

    def entails(self, claim: Claim, premises: Sequence[str]) -> list[float]:
        """Return for each premise how likely it says what is claimed."""

    def close(self) -> None:
        """Give back what it holds."""


class Nobody:
    """Takes every sentence that names both sides."""

    def entails(self, claim: Claim, premises: Sequence[str]) -> list[float]:
        """Return that each does."""
        return [1.0] * len(premises)

    def close(self) -> None:
        """Do nothing."""


class ByReader:
    """Judges by the head for entailment of an extractive reader."""

    def __init__(self, name: str = "default") -> None:
        """Open the shipped reader, or one in a folder."""
        from kgqa.text.readers.extractive import ExtractiveReader
        from kgqa.text.readers.reading import open_reader

        reader = open_reader(name)
        if not isinstance(reader, ExtractiveReader):
            raise GenerateError(f"The reader {name} does not judge entailment.")
        self._reader = reader

    def entails(self, claim: Claim, premises: Sequence[str]) -> list[float]:
        """Return for each premise how likely it says what is claimed."""
        return [judged[0] for judged in self._reader.judged(claim.hypothesis, premises)]

    def close(self) -> None:
        """Do nothing: readers are shared."""


class ByAsking:
    """Judges by what a reader points at when it is asked for one side of an edge."""

    def __init__(self, name: str = "default") -> None:
        """Open the shipped reader, or one in a folder."""
        from kgqa.text.readers.reading import open_reader

        self._reader = open_reader(name)

    def entails(self, claim: Claim, premises: Sequence[str]) -> list[float]:
        """Return for each premise the score of the answer, as the reader finds it there."""
        return [supports(self._reader, claim.question, one, claim.answer) for one in premises]

    def close(self) -> None:
        """Do nothing: readers are shared."""


class ByCommand:
    """Judges by a command: a line of JSON with claim and premises, a line with numbers."""

    def __init__(self, line: str) -> None:
        """Start the command."""
        self._program = Program(line)

    def entails(self, claim: Claim, premises: Sequence[str]) -> list[float]:
        """Return what the command says."""
        told = self._program.reply({**asdict(claim), "premises": list(premises)})
        try:
            scores = [float(one) for one in json.loads(told)]
        except (ValueError, TypeError) as error:
            raise GenerateError(
                f"The verifier {self._program.line!r} gave no list of numbers: {told[:60]!r}.",
                hint='it reads {"hypothesis", "question", "premises", ...} and writes [0.9, ...]',
            ) from error
        if len(scores) != len(premises):
            told = f"{len(scores)} numbers for {len(premises)} texts"
            raise GenerateError(f"The verifier {self._program.line!r} gave {told}.")
        return scores

    def close(self) -> None:
        """End the command."""
        self._program.close()


def verifier_of(name: str) -> Verifier:
    """Return the verifier that is named: `none`, `reader`, `asking`, or a command.

    The second and third may have the folder of a reader behind a colon.
    """
    if name == NOBODY:
        return Nobody()
    if name == READER or name.startswith(f"{READER}:"):
        return ByReader(name.partition(":")[2] or "default")
    if name == ASKING or name.startswith(f"{ASKING}:"):
        return ByAsking(name.partition(":")[2] or "default")
    return ByCommand(name)

"""Who judges whether a text says what an edge says: our verifier or reader, a command, nobody."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from kgqa.generate.errors import GenerateError
from kgqa.generate.programs import Program
from kgqa.generate.relations import Relation
from kgqa.text.readers.verify import stated, supports

NOBODY, VERIFIER, READER, ASKING = "none", "verifier", "reader", "asking"

EVEN = 0.5
"""What is as likely as not."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text should say: as a sentence, and as a question with its answer."""

    hypothesis: str
    question: str
    answer: str
    statement: str = ""
    """The same by the label of the property, as our verifier has learned it."""


def claim_of(relation: Relation, subject: str, object_: str) -> Claim:
    """Return what a text should say of an edge."""
    hypothesis = relation.hypothesis(subject, object_)
    statement = stated(subject, relation.label, object_)
    return Claim(hypothesis, relation.asked_for_object(subject), object_, statement)


class Verifier(Protocol):
    """Judges texts."""

    limit: float
    """What a text must be given that says what is claimed, where nobody tells another."""

    def entails(self, claim: Claim, premises: Sequence[str]) -> list[float]:
        """Return for each premise how likely it says what is claimed."""

    def close(self) -> None:
        """Give back what it holds."""


class Nobody:
    """Takes every sentence that names both sides."""

    limit = EVEN

    def entails(self, claim: Claim, premises: Sequence[str]) -> list[float]:
        """Return that each does."""
        return [1.0] * len(premises)

    def close(self) -> None:
        """Do nothing."""


class ByVerifier:
    """Judges by the network that has learned what passages say of edges."""

    def __init__(self, folder: str = "") -> None:
        """Open the shipped verifier, or one in a folder."""
        from kgqa.text.verifying.verifier import opened

        self._network = opened(Path(folder) if folder else None)
        self.limit = self._network.calibration.threshold

    def entails(self, claim: Claim, premises: Sequence[str]) -> list[float]:
        """Return for each premise how likely it says what is claimed."""
        judged = self._network.judged(claim.statement or claim.hypothesis, premises)
        return [one[0] for one in judged]

    def close(self) -> None:
        """Do nothing: verifiers are shared."""


class ByReader:
    """Judges by the head for entailment of an extractive reader."""

    limit = EVEN

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

    limit = EVEN

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

    limit = EVEN

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
    """Return who is named: `none`, `verifier`, `reader`, `asking`, or a command.

    Behind a colon may stand the folder of another verifier, or reader.
    """
    if name == NOBODY:
        return Nobody()
    if name == VERIFIER or name.startswith(f"{VERIFIER}:"):
        return ByVerifier(name.partition(":")[2])
    if name == READER or name.startswith(f"{READER}:"):
        return ByReader(name.partition(":")[2] or "default")
    if name == ASKING or name.startswith(f"{ASKING}:"):
        return ByAsking(name.partition(":")[2] or "default")
    return ByCommand(name)

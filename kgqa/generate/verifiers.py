"""Who judges whether a text says what a sentence says: our reader, a command, or nobody."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from kgqa.generate.errors import GenerateError
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
    """Judges by a command: a line of JSON with hypothesis and premises, a line with numbers."""

    def __init__(self, line: str) -> None:
        """Start the command."""
        self._line = line
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command
                shlex.split(line), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except (OSError, ValueError) as error:
            raise GenerateError(f"The verifier {line!r} cannot be started: {error}.") from error

    def entails(self, claim: Claim, premises: Sequence[str]) -> list[float]:
        """Return what the command says."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None  # noqa: S101 - both are pipes
        assert stdout is not None  # noqa: S101
        try:
            asked = {**asdict(claim), "premises": list(premises)}
            stdin.write(json.dumps(asked) + "\n")
            stdin.flush()
            told = json.loads(stdout.readline())
            scores = [float(one) for one in told]
        except (OSError, ValueError, TypeError) as error:
            raise GenerateError(
                f"The verifier {self._line!r} gave no list of numbers: {error}.",
                hint='it reads {"hypothesis", "question", "premises", ...} and writes [0.9, ...]',
            ) from error
        if len(scores) != len(premises):
            raise GenerateError(
                f"The verifier {self._line!r} gave {len(scores)} numbers for {len(premises)} texts."
            )
        return scores

    def close(self) -> None:
        """End the command."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(timeout=10)


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

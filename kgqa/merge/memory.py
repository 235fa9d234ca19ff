"""What a closed-book reader says to a question that the graph is silent about.

It has read nothing, so there is no passage to cite: the proof names the model, and the answer is
never more than a guess.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa_store.store import Store

from kgqa.algebra import Entity
from kgqa.answers import Answer, Recollection, Reply, Value, Words
from kgqa.answers.sureness import LIKELY
from kgqa.errors import ReaderError
from kgqa.judge.known_names import KnownNames
from kgqa.merge.labelling import labels_for
from kgqa.settings import Settings

if TYPE_CHECKING:
    from kgqa.merge.when_to_read import Mode
    from kgqa.text.readers.reading import Reader

CLOSED = "closed:"
"""How the names of readers begin that see the question alone."""
SUREST = LIKELY - 0.01
"""Nothing that only a model says is more than a guess."""


class Memory:
    """A closed-book reader, opened when it is first asked."""

    def __init__(self, store: Store, names: KnownNames, settings: Settings) -> None:
        """Ask the reader of `settings`; what it says is looked up among `names`."""
        self._store, self._names, self._settings = store, names, settings
        self._reader: Reader | None = None

    def recalled(self, reply: Reply, mode: Mode) -> Reply:
        """Return the reply with what the reader says; the same one where something answers it."""
        if mode == "never" or reply.outcome != "no-answer":
            return reply
        try:
            answers = self._answers(reply.question)
        except (ReaderError, MemoryError) as error:
            return replace(reply, note=str(error).rstrip("."))
        if not answers:
            return reply
        told = replace(reply, outcome="answered", reason="", hint="", understood=True)
        found = replace(told, answers=answers)
        return labels_for(found, self._store, self._settings.language)

    def _answers(self, question: str) -> tuple[Answer, ...]:
        name = self._settings.reader
        if self._reader is None:
            from kgqa.text.readers.reading import open_reader

            self._reader = open_reader(name)
        model = name.removeprefix(CLOSED)
        return tuple(
            Answer(
                self._value(span.text),
                round(min(span.score, SUREST), 4),
                (Recollection(model, span.text, round(span.score, 4), question),),
            )
            for span in self._reader.read(question, ())
        )

    def _value(self, text: str) -> Value:
        known = self._names.called(text)
        return Words(text) if known is None else Entity(known)

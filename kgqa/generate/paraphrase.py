"""Questions in other words: any program may say them, and parsing back shows that they mean it.

A paraphrase is kept where our own parser reads from it what the algebra of the question denotes.
What the parser does not understand is not kept, be it right or not.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections import Counter
from typing import Any, Protocol

import numpy as np
from kgqa_store.errors import StoreError
from kgqa_store.store import Store

from kgqa.algebra import AlgebraError, Query
from kgqa.denote import TooLarge
from kgqa.engine import Engine
from kgqa.errors import KgqaError
from kgqa.generate.errors import ParaphraseFailed
from kgqa.generate.programs import Program
from kgqa.generate.world import World

SECONDS = 60.0
MOST = 10
"""Paraphrases of one question that are looked at."""
LARGEST = 1 << 20
"""Bytes of a reply that are read."""


class Rewording(Protocol):
    """Says questions in other words."""

    def reworded(self, question: str, algebra: str) -> list[str]:
        """Return a question in other words."""

    def close(self) -> None:
        """Give back what it holds."""


class ByCommand:
    """A command that reads a question a line and writes its rewordings a line, as JSON."""

    def __init__(self, line: str) -> None:
        """Start the command."""
        self._program = Program(line)

    def reworded(self, question: str, algebra: str) -> list[str]:
        """Return what the command writes."""
        told = self._program.reply({"question": question, "algebra": algebra})
        return _questions(told, f"The command {self._program.line!r}")

    def close(self) -> None:
        """End the command."""
        self._program.close()


class ByAddress:
    """An address that each question is posted to."""

    def __init__(self, url: str) -> None:
        """Note the address."""
        self._url = url

    def reworded(self, question: str, algebra: str) -> list[str]:
        """Return what the address replies."""
        body = json.dumps({"question": question, "algebra": algebra}).encode()
        head = {"Content-Type": "application/json", "Accept": "application/json"}
        request = urllib.request.Request(self._url, body, head)  # noqa: S310 - http or https
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as reply:  # noqa: S310
                told = reply.read(LARGEST).decode("utf-8", "replace")
        except (OSError, urllib.error.URLError) as error:
            hint = "is it running? try it with curl"
            raise ParaphraseFailed(f"{self._url} failed: {error}.", hint=hint) from error
        return _questions(told, self._url)

    def close(self) -> None:
        """Do nothing: each question has a connection of its own."""


def _questions(told: str, who: str) -> list[str]:
    """Return the questions of a reply: `{"questions": [...]}` or a list."""
    try:
        found: Any = json.loads(told)
        listed = found["questions"] if isinstance(found, dict) else found
        texts = [str(one).strip() for one in listed]
    except (ValueError, KeyError, TypeError) as error:
        raise ParaphraseFailed(
            f"{who} gave no questions: {told[:60]!r}.",
            hint='it should write {"questions": ["..."]} for each question',
        ) from error
    return [text for text in dict.fromkeys(texts) if text][:MOST]


def rewording_of(target: str) -> Rewording:
    """Return who rewords: an address, or a command."""
    return ByAddress(target) if target.startswith(("http://", "https://")) else ByCommand(target)


class Paraphraser:
    """Adds paraphrases that mean the same to records."""

    def __init__(self, target: str, store: Store, world: World) -> None:
        """Ask `target` for words, and the parser what they mean."""
        self._rewording = rewording_of(target)
        self._engine = Engine(store)
        self._world = world

    def add(self, query: Query, record: dict[str, Any], removed: Counter[str]) -> None:
        """Give a record the paraphrases that are read as its query."""
        kept = []
        for text in self._rewording.reworded(record["question_text"], record["algebra"]):
            if text == record["question_text"]:
                removed["paraphrases that say the same words"] += 1
            elif self.means(text, query):
                kept.append(text)
            else:
                removed["paraphrases that are read otherwise, or not at all"] += 1
        record["paraphrases"] = kept

    def means(self, question: str, query: Query) -> bool:
        """Whether the best reading of a question denotes what a query denotes."""
        try:
            reply = self._engine.ask(question)
            read = reply.readings[0].query if reply.readings else None
            return read is not None and _same(self._world.denote(read), self._world.denote(query))
        except (KgqaError, StoreError, AlgebraError, TooLarge):
            return False

    def close(self) -> None:
        """Close what was opened, but for the store."""
        self._rewording.close()
        self._engine.close()


def _same(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    return type(one) is type(other) and one == other

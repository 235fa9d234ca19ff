"""Systems that read: passages of a text index, or those that come with the question.

`--option retrieval=gold` gives the reader the passages that hold the answer, so that one sees what
retrieval costs; `--option reader=NAME` chooses the reader, `--option passages=N` how many it reads,
`--option threshold=P` from which probability on a further answer is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa_store.store import Store

from kgqa.bench.errors import BenchError
from kgqa.bench.metrics.qampari import DEPTHS
from kgqa.bench.metrics.quasar import is_retrieved
from kgqa.bench.metrics.words import normal
from kgqa.bench.question import Given, Passage, Prediction, Question
from kgqa.bench.row import MOST
from kgqa.bench.systems.system import MANY, Spec

if TYPE_CHECKING:
    from kgqa_store.names import NameIndex

    from kgqa.text.index import TextIndex

PASSAGES = 20
DEEPEST = DEPTHS[-1]
"""Passages that are retrieved, so that recall can be told at every depth; fewer are read."""
THRESHOLD = 0.3
CLOSED = "closed:"
"""How the names of readers begin that read nothing."""


class Reading:
    """Finds passages, reads them, and gives what is read; names become ids where a store is."""

    def __init__(self, spec: Spec, store: Store | None) -> None:
        from kgqa.text.readers.reading import open_reader

        name = spec.options.get("reader", "default")
        self._reader = open_reader(name)
        self._is_closed = name.startswith(CLOSED)
        self._is_gold = spec.options.get("retrieval") == "gold"
        self._most = int(spec.options.get("passages", PASSAGES))
        self._threshold = float(spec.options.get("threshold", THRESHOLD))
        self._is_many = spec.benchmark in MANY
        self._names: NameIndex | None = getattr(store, "names", None)
        self._index: TextIndex | None = None
        if spec.text:
            from kgqa.text.index import open_index

            self._index = open_index(spec.text)

    def answer(self, question: Question) -> Prediction:
        """Return what the passages say to a question."""
        passages = None if self._is_closed else self._passages(question)
        found = self._read(question, passages or ())
        return replace(found, passages=passages, read=None if self._is_closed else self._most)

    def _read(self, question: Question, passages: Sequence[Passage]) -> Prediction:
        passages = passages[: self._most]
        texts = [one.text for one in passages]
        if not texts and not self._is_closed:
            return Prediction(outcome="no-answer", reason="no passage was found")
        if question.kind == "yesno":
            return self._truth(question, texts)
        spans = self._reader.read(question.text, texts)
        best = {normal(span.text): span for span in reversed(spans) if normal(span.text)}
        ordered = sorted(best.values(), key=lambda span: -span.score)
        several = [span for span in ordered[1:] if span.score >= self._threshold]
        kept = [*ordered[:1], *(several if self._is_many else [])][:MOST]
        cited = [passages[span.passage] for span in kept[:3] if span.passage >= 0]
        return Prediction(
            tuple(self._given(span.text) for span in kept),
            "answered" if kept else "no-answer",
            confidence=round(kept[0].score, 4) if kept else 0.0,
            proofs=tuple(dict.fromkeys(map(_quoted, cited))),
        )

    def _passages(self, question: Question) -> tuple[Passage, ...]:
        if self._is_gold and question.proofs:
            return question.proofs
        if question.contexts:
            contexts = question.contexts
            if self._is_gold:
                answer = question.first_spellings[0]
                contexts = tuple(one for one in contexts if is_retrieved(answer, [one]))
            return tuple(map(Passage, contexts))
        if self._index is None:
            raise BenchError("There is nothing to read.", hint="name a text index with --text")
        hits = self._index.search(question.text, k=max(self._most, DEEPEST))
        return tuple(Passage(hit.passage.text, hit.passage.title) for hit in hits)

    def _truth(self, question: Question, texts: Sequence[str]) -> Prediction:
        likely = self._reader.is_true(question.text, texts)
        if likely is None:
            return Prediction(outcome="no-answer")
        answer = Given(str(likely >= 0.5), kind="boolean")
        return Prediction((answer,), confidence=round(max(likely, 1 - likely), 4))

    def _given(self, text: str) -> Given:
        found = self._names.exact(text, limit=1) if self._names is not None else []
        return Given(found[0].id, (text,), "entity") if found else Given(text, (text,))

    def close(self) -> None:
        """Close the index."""
        if self._index is not None:
            self._index.close()


def _quoted(passage: Passage) -> str:
    return f"{passage.title}: {passage.text}".strip(": ")

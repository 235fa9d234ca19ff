"""Baselines that run anywhere: readers by words, BM25 before them, and memory of other questions.

`bm25` reads the passages of `--text`, an index or a file, that BM25 finds; `memory` gives the
answers of the most similar question of another file (`--option memory=FILE`) and reads nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa.bench.errors import BenchError
from kgqa.bench.metrics.qampari import DEPTHS
from kgqa.bench.question import Given, Passage, Prediction, Question
from kgqa.bench.records import read_records
from kgqa.bench.systems.bm25 import BM25
from kgqa.bench.systems.candidates import READERS, names_in
from kgqa.bench.systems.system import Spec, System

if TYPE_CHECKING:
    from kgqa_store.store import Store

PASSAGES = 20
"""Passages that are read for one question."""
CANDIDATES = 60
"""Names in the passages that are given a score; the first ones, for those passages fit best."""
NAMES = (*READERS, "bm25", "memory")


def open_baseline(spec: Spec, store: Store | None) -> System:
    """Return the baseline of that name."""
    if spec.name in READERS:
        return WordReader(spec.name)
    if spec.name == "bm25":
        return Retriever(spec)
    if spec.name == "memory":
        return Memory(spec)
    raise BenchError(f"There is no system {spec.name!r}.", hint=f"there are {', '.join(NAMES)}")


def ranked(name: str, question: Question, contexts: Sequence[str]) -> tuple[Given, ...]:
    """Return the candidates that a reader gives a score to, best first, equal ones by name."""
    candidates = question.candidates or names_in(contexts)[:CANDIDATES]
    scores = READERS[name](question, contexts, candidates)
    best = sorted(scores, key=lambda one: (-scores[one], one))
    return tuple(Given(one, (one,)) for one in best if scores[one] != 0 or name == "wd")


class WordReader:
    """Reads the contexts of the question itself."""

    def __init__(self, name: str) -> None:
        self._name = name

    def answer(self, question: Question) -> Prediction:
        """Return the best candidates."""
        found = ranked(self._name, question, question.contexts)[:1]
        texts = tuple(Passage(text) for text in question.contexts)
        return Prediction(found, "answered" if found else "no-answer", passages=texts)

    def close(self) -> None:
        """Do nothing."""


class Retriever:
    """Reads the passages that BM25 finds, by a sliding window with distances."""

    def __init__(self, spec: Spec) -> None:
        if not spec.text:
            raise BenchError(
                "The baseline bm25 needs passages.",
                hint="name a text index or a .jsonl[.gz] file with --text",
            )
        self._search = _indexed(spec.text) if Path(spec.text).is_dir() else _in_memory(spec.text)
        self._reader = spec.options.get("reader", "sw+d")
        self._most = int(spec.options.get("passages", PASSAGES))
        self._is_many = spec.benchmark == "qampari"

    def answer(self, question: Question) -> Prediction:
        """Return the best candidate in the best passages; several where several are asked for."""
        found = self._search(question.text, max(self._most, DEPTHS[-1]))
        answers = ranked(self._reader, question, [one.text for one in found[: self._most]])
        kept = answers if self._is_many else answers[:1]
        outcome = "answered" if kept else "no-answer"
        return Prediction(kept, outcome, passages=tuple(found), read=self._most)

    def close(self) -> None:
        """Do nothing: the passages go with the process."""


def _in_memory(path: str) -> Callable[[str, int], list[Passage]]:
    """Return a search over the passages of a file."""
    passages = [
        Passage(record.text("text"), str(record.fields.get("title") or ""))
        for record in read_records(Path(path))
    ]
    index = BM25(f"{one.title} {one.text}" for one in passages)
    return lambda question, limit: [passages[i] for i in index.best(question, limit)]


def _indexed(folder: str) -> Callable[[str, int], list[Passage]]:
    """Return a search in a text index."""
    from kgqa.text.index import open_index

    index = open_index(folder)
    return lambda question, limit: [
        Passage(hit.passage.text, hit.passage.title) for hit in index.search(question, k=limit)
    ]


class Memory:
    """Gives the answers to the most similar question it knows."""

    def __init__(self, spec: Spec) -> None:
        from kgqa.bench.benchmarks import BENCHMARKS

        if "memory" not in spec.options:
            raise BenchError(
                "The baseline memory needs questions to remember.",
                hint="name a file of another split with --option memory=FILE",
            )
        self._known = BENCHMARKS[spec.benchmark].read(Path(spec.options["memory"]))
        self._index = BM25(question.text for question in self._known)

    def answer(self, question: Question) -> Prediction:
        """Return the answers to the nearest other question."""
        near = self._index.best(question.text, 2)
        others = [self._known[i] for i in near if self._known[i].id != question.id]
        gold = others[0].gold if others else ()
        answers = tuple(Given(group[0], group) for group in gold if group)
        return Prediction(answers, "answered" if answers else "no-answer")

    def close(self) -> None:
        """Do nothing: the questions are in memory."""

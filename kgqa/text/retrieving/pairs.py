"""What a retriever learns from: questions, a passage that answers each, and one that does not.

The passage that does not is one that words find (a hard negative). Questions come with passages,
with answers that a text index is searched for, or from edges of a store by patterns of questions.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kgqa.text.passages import Passage
from kgqa.text.readers.distant import sought
from kgqa.text.readers.examples import Example

if TYPE_CHECKING:
    from kgqa_store.adjacency import Adjacency
    from kgqa_store.names import NameIndex

    from kgqa.text.index import TextIndex
    from kgqa.text.retrieval_measure import GoldQuestion
    from kgqa.text.verifying.alignments import Alignment

FOUND = 10
"""Passages that words find, among which those are that do not answer."""
FREE = ("MIT", "CC0 1.0", "CC BY 4.0", "CC BY-SA 4.0", "Apache-2.0")
"""Licences of patterns that may be learned from."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A question, a passage that answers it, and one that does not; empty where none was found."""

    question: str
    passage: str
    other: str = ""
    kind: str = ""


def shown(title: str, text: str) -> str:
    """Return a passage as vectors are made of it."""
    return f"{title}. {text}"


def of_examples(
    examples: Iterable[Example], index: TextIndex, *, kind: str = "read"
) -> Iterator[Pair]:
    """Yield questions with their own passages, and passages without their answers."""
    for one in examples:
        if not one.spans:
            continue
        start, end = one.spans[0]
        answer = one.answer or one.passage[start:end]
        hits = [hit.passage for hit in index.search(one.question, k=FOUND)]
        others = [hit for hit in hits if answer not in hit.text and hit.text not in one.passage]
        title = one.title.replace("_", " ")
        yield Pair(one.question, shown(title, one.passage), _first(others), kind)


def of_questions(
    questions: Sequence[GoldQuestion], index: TextIndex, *, barred: Sequence[str] = ()
) -> Iterator[Pair]:
    """Yield questions with passages that name what they name and have an answer in it."""
    by_question: dict[str, tuple[list[Example], list[Example]]] = {}
    for one in sought(index, questions, barred=barred):
        by_question.setdefault(one.question, ([], []))[not one.spans].append(one)
    for question, (right, wrong) in by_question.items():
        other = shown(wrong[0].title, wrong[0].passage) if wrong else ""
        yield Pair(question, shown(right[0].title, right[0].passage), other, "found")


def patterns(path: Path) -> dict[str, list[str]]:
    """Return the patterns of questions for subjects, by property; only what may be learned from.

    Each has [Y] where the value stands, and perhaps [TYPE] where the class of what is asked stands.
    """
    opened = gzip.open if path.suffix == ".gz" else open
    found: dict[str, list[str]] = {}
    with opened(path, "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            asks = record.get("kind") == "question (subject asked)"
            if asks and record.get("lang") == "en" and record.get("licence") in FREE:
                found.setdefault(record["property"], []).append(record["pattern"])
    return found


class ByEdges:
    """Asks for the subjects of edges that passages tell of."""

    def __init__(
        self,
        graph: Adjacency,
        names: NameIndex,
        index: TextIndex,
        said: Mapping[str, Sequence[str]],
        chance: random.Random,
    ) -> None:
        """Ask by the patterns `said` about the edges of a store."""
        self._graph, self._names, self._index = graph, names, index
        self._said, self._chance = said, chance

    def pairs(self, alignments: Iterable[Alignment]) -> Iterator[Pair]:
        """Yield questions about those alignments whose relation has a pattern."""
        for one in alignments:
            if one.relation not in self._said or not one.value_id:
                continue
            question = self._asked(one)
            found = [hit.passage for hit in self._index.search(question, k=FOUND)]
            right = self._right(one.relation, one.value_id)
            others = [hit for hit in found if hit.qid and hit.qid not in right]
            yield Pair(question, shown(one.title, one.passage), _first(others), "edge")

    def _asked(self, one: Alignment) -> str:
        pattern = self._chance.choice(self._said[one.relation])
        classes = self._names.types(one.subject_id)
        kind = next(iter(self._names.labels(classes[:1]).values()), "thing")
        question = pattern.replace("[TYPE]", kind).replace("[Y]", one.value)
        return re.sub(r"\s+", " ", question).strip()

    def _right(self, relation: str, value: str) -> set[str]:
        node = self._graph.entity(value)
        if node is None:
            return set()
        subjects = self._graph.subjects(relation, np.array([node], dtype=np.int32)).tolist()
        return {self._graph.text(one) for one in subjects}


def _first(passages: Sequence[Passage]) -> str:
    return shown(passages[0].title, passages[0].text) if passages else ""


def write(path: Path, pairs: Iterable[Pair]) -> None:
    """Write pairs, one object per line."""
    with path.open("w", encoding="utf-8") as file:
        for pair in pairs:
            file.write(json.dumps(asdict(pair), ensure_ascii=False) + "\n")


def read(path: Path) -> list[Pair]:
    """Return the pairs of a file; ValueError where it is none."""
    try:
        with path.open(encoding="utf-8") as file:
            return [Pair(**json.loads(line)) for line in file]
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path} has no pairs in it ({error})") from error

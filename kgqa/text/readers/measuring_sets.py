"""How well sets of spans are read, and how well right answers are told from wrong ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgqa.text.readers.examples import Example
from kgqa.text.readers.extractive import ExtractiveReader
from kgqa.text.readers.scores import area, normal
from kgqa.text.readers.verify import Verifier, answered


@dataclass(frozen=True, slots=True)
class Sets:
    """Precision, recall and F1 over all spans of all questions, where a span must be exact."""

    questions: int
    precision: float
    recall: float
    f1: float


def multispan(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Yield question, passage and answers of MultiSpanQA: words, with labels B, I and O."""
    for record in json.loads(path.read_text(encoding="utf-8"))["data"]:
        answers: list[list[str]] = []
        for word, label in zip(record["context"], record["label"], strict=True):
            if label == "B":
                answers.append([word])
            elif label == "I" and answers:
                answers[-1].append(word)
        told = [" ".join(words) for words in answers]
        yield " ".join(record["question"]), " ".join(record["context"]), told


def sets(
    reader: ExtractiveReader, asked: Sequence[tuple[str, str, list[str]]], *, most: int = 10
) -> Sets:
    """Return how well the spans above the reader's threshold are the answers, as sets."""
    shared = said = wanted = 0
    for question, passage, answers in asked:
        told = {normal(span.text) for span in reader.read(question, [passage], spans=most)}
        golds = {normal(answer) for answer in answers}
        shared += len(told & golds)
        said += len(told)
        wanted += len(golds)
    return Sets(
        len(asked),
        shared / said if said else 0.0,
        shared / wanted if wanted else 0.0,
        2 * shared / (said + wanted) if said + wanted else 0.0,
    )


@dataclass(frozen=True, slots=True)
class Verified:
    """Areas under ROC of two ways to tell right answers from wrong ones of the same passage."""

    answers: int
    by_reading: float
    by_entailment: float


def verification(
    reader: ExtractiveReader, examples: Sequence[Example], *, seed: int = 4
) -> Verified:
    """Return how well right answers are told from the answers to other questions of a passage."""
    chance = random.Random(seed)
    verifier = Verifier(reader)
    by_passage: dict[str, list[Example]] = {}
    for example in examples:
        by_passage.setdefault(example.passage, []).append(example)
    scores: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for example in examples:
        others = [
            other.answer
            for other in by_passage[example.passage]
            if normal(other.answer) != normal(example.answer)
        ]
        if not others:
            continue
        for answer, right in ((example.answer, True), (chance.choice(others), False)):
            read = verifier.supports(example.question, example.passage, answer)
            stated = answered(example.question, answer)
            scores[right].append((read, verifier.entails(example.passage, stated)))
    areas = [
        area([both[way] for both in scores[True]], [both[way] for both in scores[False]])
        for way in (0, 1)
    ]
    return Verified(len(scores[True]), *areas)

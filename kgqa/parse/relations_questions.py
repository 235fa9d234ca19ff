"""Question sets as training and test material: masked words, and the relations they mean."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from kgqa_store.names_text import tokens
from kgqa_store.schema_words import SMALL_WORDS

from kgqa.parse.relations_lexicon import Relation
from kgqa.parse.relations_sparql import hops
from kgqa.parse.relations_words import QUESTION_WORDS, Span, masked

HELD_OUT = 5
"""One QALD question in so many is for testing."""

FILES = (
    "simplequestions_wikidata/train.txt",
    "simplequestions_wikidata/valid.txt",
    "entityquestions/train",
    "entityquestions/dev",
    "wikiwebquestions/train.jsonl",
    "wikiwebquestions/dev.json",
    "qald/qald_10_train.jsonl",
    "qald/qald_9_plus_en_train.json",
    "rubq/RuBQ_2.0_dev.json",
    "popqa/popqa_a.json",
    "mintaka/mintaka_train_en.jsonl",
    "mintaka/mintaka_dev.json",
)
"""What a folder of question sets has in it."""

POPQA = {"place of birth": "P19", "occupation": "P106"}

Names = Callable[[str], Sequence[str]]
"""From the id of an entity to its label and aliases."""


@dataclass(frozen=True, slots=True)
class Example:
    """Masked words of a question, and the relations of which one is meant."""

    source: str
    entity: str
    """The entity that the relation leads from; empty if only its name is known."""
    words: tuple[str, ...]
    relations: tuple[Relation, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Reading:
    """How questions are read: the names of entities, and words that are no names."""

    names: Names
    vocabulary: Collection[str]


def training(folder: Path, reading: Reading) -> Iterator[Example]:
    """Yield the examples of the training parts of the sets in `folder`."""
    yield from simple_questions(folder / "simplequestions_wikidata" / "train.txt", reading)
    yield from entity_questions(folder / "entityquestions" / "train")
    yield from queries("wikiwebquestions", _lines(folder / "wikiwebquestions/train.jsonl"), reading)
    yield from queries("qald", (row for row in _qald(folder) if not _held_out(row)), reading)
    yield from queries("rubq", _rubq(folder), reading)


def testing(folder: Path, reading: Reading) -> Iterator[Example]:
    """Yield the examples of the parts that are not trained on; only relations of entities."""
    yield from simple_questions(folder / "simplequestions_wikidata" / "valid.txt", reading)
    yield from entity_questions(folder / "entityquestions" / "dev")
    yield from popqa(folder / "popqa" / "popqa_a.json")
    rows = [
        (row["utterance"], row["sparql"]) for row in _json(folder / "wikiwebquestions" / "dev.json")
    ]
    yield from queries("wikiwebquestions", rows, reading, near=True)
    yield from queries("qald", (row for row in _qald(folder) if _held_out(row)), reading, near=True)


def simple_questions(path: Path, reading: Reading) -> Iterator[Example]:
    """Yield SimpleQuestions; `R19` is P19 from the object's side, so it is read forwards."""
    for line in path.read_text(encoding="utf-8").splitlines():
        entity, name, _, question = line.split("\t")
        span = find_mention(question, reading.names(entity)) or unknown(question, reading)
        relation = f"P{name[1:]}", name.startswith("P")
        yield Example("simplequestions", entity, masked(question, span), (relation,))


def entity_questions(folder: Path) -> Iterator[Example]:
    """Yield EntityQuestions: the questions of a file differ in the name of the entity only."""
    for path in sorted(folder.glob("P*.json")):
        questions = [row["question"] for row in _json(path)]
        before = _shared_start(questions)
        after = _shared_start([question[::-1] for question in questions])
        relation = path.name.partition(".")[0], True
        for question in questions:
            words = masked(question, (before, len(question) - after))
            yield Example("entityquestions", "", words, (relation,))


def _shared_start(texts: Sequence[str]) -> int:
    """Return how many letters all texts begin with."""
    first, last = min(texts), max(texts)  # what these two share, all between them do
    pairs = zip(first, last, strict=False)
    return next((place for place, (one, two) in enumerate(pairs) if one != two), len(first))


def popqa(path: Path) -> Iterator[Example]:
    """Yield PopQA, which names the entity and the label of the property."""
    for row in _json(path):
        start = row["question"].find(row["subj"])
        if start >= 0:
            words = masked(row["question"], (start, start + len(row["subj"])))
            entity = row["s_uri"].rpartition("/")[2]
            yield Example("popqa", entity, words, ((POPQA[row["prop"]], True),))


def queries(
    source: str, rows: Iterable[tuple[str, str]], reading: Reading, *, near: bool = False
) -> Iterator[Example]:
    """Yield an example for each relation of a gold query, with `near` only those of entities."""
    for question, query in rows:
        found = hops(query)
        spans = {
            hop.entity: find_mention(question, reading.names(hop.entity))
            or unknown(question, reading)
            for hop in found
        }
        for entity, span in spans.items():
            others = [other for name, other in spans.items() if other and name != entity]
            words = masked(question, span, others)
            first = tuple(hop.relation for hop in found if hop.entity == entity and hop.near)
            if first:
                yield Example(source, entity, words, first)
            for hop in found:
                if hop.entity == entity and not hop.near and not near:
                    yield Example(source, entity, words, (hop.relation,), 0.3)


def find_mention(question: str, names: Sequence[str]) -> Span | None:
    """Return where one of `names` stands in `question`: the longest, or else most of its words."""
    said = list(tokens(question))
    words = [token.base for token in said]
    best: tuple[int, int, int] = (0, 0, 0)
    for name in names:
        wanted = [token.base for token in tokens(name)]
        for start in range(len(words) - len(wanted) + 1):
            if wanted and words[start : start + len(wanted)] == wanted:
                best = max(best, (len(wanted), start, start + len(wanted)))
    if not best[0] and names:
        best = _partly(words, {token.base for name in names for token in tokens(name)})
    return _span(question, said[best[1]].start, said[best[2] - 1].end) if best[0] else None


def _partly(words: list[str], wanted: Collection[str]) -> tuple[int, int, int]:
    """Return the longest run of words that occur in names, and that are not all small words."""
    best = (0, 0, 0)
    for start, end in _runs([word in wanted for word in words]):
        while start < end and words[start] in SMALL_WORDS:
            start += 1
        while end > start and words[end - 1] in SMALL_WORDS:
            end -= 1
        best = max(best, (end - start, start, end))
    return best


def unknown(question: str, reading: Reading) -> Span | None:
    """Return the longest run of words that are no common words: probably the entity."""
    said = list(tokens(question))
    strange = [
        token.base not in reading.vocabulary and token.base not in QUESTION_WORDS for token in said
    ]
    longest = max(_runs(strange), key=lambda run: run[1] - run[0], default=None)
    if longest is None:
        return None
    return _span(question, said[longest[0]].start, said[longest[1] - 1].end)


def _runs(marks: Sequence[bool]) -> Iterator[tuple[int, int]]:
    start = None
    for place, mark in enumerate([*marks, False]):
        if mark and start is None:
            start = place
        elif not mark and start is not None:
            yield start, place
            start = None


def _span(question: str, start: int, end: int) -> Span:
    return (start, end - 2) if question[end - 2 : end] in ("'s", "’s") else (start, end)


def common_words(texts: Iterable[str], *, least: int = 2) -> frozenset[str]:
    """Return the words that stand in small letters mostly and at least so often: no names."""
    small: Counter[str] = Counter()
    large: Counter[str] = Counter()
    for text in texts:
        for place, word in enumerate(re.findall(r"[^\W\d_]+", text)):
            if word.islower():
                small[word] += 1
            elif place:
                large[word.lower()] += 1
    return frozenset(
        word for word, count in small.items() if count >= least and count > large[word]
    )


def cased_texts(folder: Path) -> Iterator[str]:
    """Yield texts of the sets in which names have capital letters."""
    for row in _json_lines(folder / "mintaka" / "mintaka_train_en.jsonl"):
        yield row["question"]
    for row in _json(folder / "popqa" / "popqa_a.json"):
        yield row["question"]
        for paragraph in row["paragraphs"]:
            yield paragraph["text"]


def _held_out(row: tuple[str, str]) -> bool:
    return sha256(row[0].lower().encode()).digest()[0] % HELD_OUT == 0


def _qald(folder: Path) -> Iterator[tuple[str, str]]:
    rows = [*_lines(folder / "qald" / "qald_10_train.jsonl")]
    rows += [
        (row["question"], row["sparql"])
        for row in _json(folder / "qald" / "qald_9_plus_en_train.json")
    ]
    yield from {question.lower(): (question, query) for question, query in rows}.values()


def _rubq(folder: Path) -> Iterator[tuple[str, str]]:
    for row in _json(folder / "rubq" / "RuBQ_2.0_dev.json"):
        if row["question_eng"] and row["query"]:
            yield row["question_eng"], row["query"]


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    for row in _json_lines(path):
        yield row["question"], row["sparql"]


def _json_lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _json(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(path.read_bytes())
    return rows

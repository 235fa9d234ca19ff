"""Questions of which only the answer is known: a relation that leads to it may be the one meant.

Mintaka's training part names entities and answers by their labels only. Where an entity that the
question may mention is joined to one that the answer may be, each relation between the two is
allowed; training shares the question among them as it finds them likely.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson
from kgqa_store.names import NameIndex
from kgqa_store.names_mentions import Mention

from kgqa.parse.relations_graph import Edges
from kgqa.parse.relations_questions import Example
from kgqa.parse.relations_words import Span, masked

CANDIDATES = 3
"""Entities that are tried for each mention and for the answer."""
MOST_MENTIONS = 6
WEIGHT = 0.5
"""What such a question counts, compared with one whose relation is known."""

EXCLUDED = frozenset(("P1889", "P460", "P5008", "P910", "P1424", "P2959"))
"""Properties by which Wikidata keeps order among its own pages."""

UNCLEAR = frozenset(("count", "difference", "comparative", "yesno"))
"""Types of questions in which a relation to the answer is mostly not the one that is asked for."""


def mintaka_train(path: Path, names: NameIndex, edges: Edges) -> Iterator[Example]:
    """Yield the questions of Mintaka's training part whose answer is joined to a mention."""
    for line in path.read_bytes().splitlines():
        row = orjson.loads(line)
        if row["answerType"] == "entity" and row["complexityType"] not in UNCLEAR:
            answers = [found.id for found in names.exact(row["answerLabel"], limit=CANDIDATES)]
            yield from _joined(row["question"], answers, names, edges)
        elif row["answerType"] == "date":
            years = re.findall(r"\b\d{4}\b", row["answerText"])
            yield from _dated(row["question"], years, names, edges)


def _joined(question: str, answers: list[str], names: NameIndex, edges: Edges) -> Iterator[Example]:
    mentions = proper(question, names.mentions(question, limit=CANDIDATES))[:MOST_MENTIONS]
    spans: list[Span] = [(mention.start, mention.end) for mention in mentions]
    for mention, span in zip(mentions, spans, strict=True):
        for candidate in mention.candidates[:CANDIDATES]:
            found = {
                relation
                for answer in answers
                if answer != candidate.id
                for relation in edges.between(candidate.id, answer)
                if relation[0] not in EXCLUDED
            }
            if found:
                words = masked(question, span, [other for other in spans if other != span])
                yield Example("mintaka", candidate.id, words, tuple(sorted(found)), WEIGHT)
                break


def _dated(question: str, years: list[str], names: NameIndex, edges: Edges) -> Iterator[Example]:
    """Yield the mentions of a question that have a date in one of `years`."""
    for mention in proper(question, names.mentions(question, limit=CANDIDATES))[:MOST_MENTIONS]:
        for candidate in mention.candidates[:CANDIDATES]:
            found = {relation for relation, year in edges.dated(candidate.id) if year in years}
            if found:
                words = masked(question, (mention.start, mention.end))
                yield Example("mintaka", candidate.id, words, tuple(sorted(found)), WEIGHT)
                break


def proper(question: str, mentions: Iterable[Mention]) -> list[Mention]:
    """Return mentions with a capital letter or a digit that do not overlap, longer ones first."""
    chosen: list[Mention] = []
    for mention in sorted(mentions, key=lambda one: (one.start - one.end, one.start)):
        named = any(letter.isupper() or letter.isdigit() for letter in mention.text)
        apart = all(mention.end <= one.start or one.end <= mention.start for one in chosen)
        if named and apart and (mention.start > 0 or " " in mention.text):
            chosen.append(mention)
    return sorted(chosen, key=lambda one: one.start)


def mintaka_dev(path: Path, edges: Edges) -> Iterator[Example]:
    """Yield Mintaka's development questions in which an entity is joined to an answer."""
    for row in orjson.loads(path.read_bytes()):
        answers = _answers(row)
        entities = [
            (one["name"], (one["span"][0], one["span"][1]))
            for one in row["questionEntity"]
            if one["entityType"] == "entity" and one["name"] and one["span"]
        ]
        for entity, span in entities:
            found = {
                relation
                for answer in answers
                if answer != entity
                for relation in edges.between(entity, answer)
            }
            if found:
                others = [other for _, other in entities if other != span]
                words = masked(row["question"], span, others)
                yield Example("mintaka", entity, words, tuple(sorted(found)))


def _answers(row: dict[str, Any]) -> list[str]:
    if row["answer"]["answerType"] != "entity":
        return []
    return [one["name"] for one in row["answer"]["answer"] or () if one["name"]]

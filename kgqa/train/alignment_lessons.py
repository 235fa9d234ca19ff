"""Questions of sets as lessons: their pieces, their names, and the words that say each property."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgqa.align.asked import Span
from kgqa.align.property_text import BACKWARDS
from kgqa.parse.property_words import PropertyWords, said_at
from kgqa.parse.relation_words import shipped
from kgqa.parse.relations_questions import Reading, find_mention, unknown
from kgqa.parse.words import words_of
from kgqa.parse.world import world
from kgqa.text.readers.wordpieces import Pieces, WordPieces
from kgqa.train.alignment_queries import Said
from kgqa.train.alignment_questions import Question

FAR, UNTOLD = 0.5, 0.3
"""What a property counts that leads on from another, and one from an entity without a name."""

Names = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question with the characters of its names, and the places of what it says among ways."""

    source: str
    text: str
    pieces: Pieces
    names: tuple[tuple[str, Span], ...]
    said: tuple[Said, ...]
    words: tuple[tuple[Span, ...], ...]
    """For each property that is said, the characters of the words that are known to say it."""


def lessons(
    questions: Iterable[Question], reading: Reading, called: PropertyWords, pieces: WordPieces
) -> Iterator[Lesson]:
    """Yield lessons for questions; those that say nothing but a kind are left out."""
    for question in questions:
        said = tuple(one for one in question.said if not _is_kind(one))
        if not said or len(question.text) > 300:
            continue
        names = tuple(_names(question, said, reading))
        words = words_of(question.text)
        free = {
            place: word.stem
            for place, word in enumerate(words)
            if not any(word.start < end and start < word.end for _, (start, end) in names)
        }
        spoken = tuple(
            tuple((words[at].start, words[at].end) for at in sorted(_words(one, free, called)))
            for one in said
        )
        yield Lesson(question.source, question.text, pieces.of(question.text), names, said, spoken)


def _is_kind(said: Said) -> bool:
    """Whether a property only says of what kind something is."""
    return said.role == BACKWARDS and said.property in world().classes


def _words(said: Said, free: dict[int, str], called: PropertyWords) -> frozenset[int]:
    learned = shipped().get((said.property, said.role != BACKWARDS), frozenset())
    return said_at(free, called.called(said.property), learned, frozenset())


def _names(
    question: Question, said: Sequence[Said], reading: Reading
) -> Iterator[tuple[str, Span]]:
    given = dict(question.names)
    for entity in dict.fromkeys(one.entity for one in said if one.entity):
        if entity in given:
            start = question.text.find(given[entity])
            span = (start, start + len(given[entity])) if start >= 0 and given[entity] else None
        else:
            names = reading.names(entity)
            span = find_mention(question.text, names) or (
                None if names else unknown(question.text, reading)
            )
        if span is not None:
            yield entity, span


def weighed(lesson: Lesson, focus: str | None) -> Iterator[tuple[Said, float]]:
    """Yield what a lesson says with what it counts where properties lead from `focus`."""
    named = {entity for entity, _ in lesson.names}
    for said in lesson.said:
        if focus is not None and said.entity == focus:
            yield said, 1.0
        elif said.entity and said.entity not in named:
            yield said, UNTOLD
        else:
            yield said, 1.0 if focus is None else FAR

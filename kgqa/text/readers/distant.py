"""Examples from questions that come without passages: what a text index finds for them.

A passage that names all that the question names, is about one of these or about the answer, and
has the answer in it is taken as one that answers (Mintz et al., 2009, call this distant
supervision); a passage that was found and has nothing of the answer is one that does not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa.text.readers.examples import Example, held_out
from kgqa.text.words import STOP_WORDS, words_in

if TYPE_CHECKING:
    from kgqa.text.index import TextIndex
    from kgqa.text.passages import Passage
    from kgqa.text.retrieval_measure import GoldQuestion

FOUND = 8
"""Passages that are looked through for each question."""
TAKEN = 2
"""Passages with an answer, and passages without, that are taken for a question at most."""
PLACES = 2
"""Places of an answer in a passage that count: the later ones are seldom what was asked for."""
LEAST = 3
"""Characters of an answer; shorter ones stand in many a passage by chance."""
_CAPITAL = re.compile(r"(?<=\s)[\"'(]?([A-Z]\w*)")


def sought(
    index: TextIndex, questions: Iterable[GoldQuestion], *, barred: Iterable[str] = ()
) -> Iterator[Example]:
    """Yield examples with and without an answer for questions that some passage answers.

    Nothing is taken from passages whose ids begin with one of `barred`, nor of held-out articles.
    """
    shut = tuple(barred)
    for question in questions:
        hits = [hit.passage for hit in index.search(question.text, k=FOUND)]
        open_ = [one for one in hits if not (one.id.startswith(shut) or _is_held_out(one))]
        found = list(_of(question, open_))
        if any(one.spans for one in found):
            yield from found


def _of(question: GoldQuestion, passages: Iterable[Passage]) -> Iterator[Example]:
    named, asked = names_in(question.text), set(words_in(question.text))
    names = [name for one in question.answers for name in one if len(name) >= LEAST]
    wanted = {word for name in names for word in words_in(name)} - STOP_WORDS
    if not named or wanted <= asked:  # nothing to go by, or a choice between what it names
        return
    left = {True: TAKEN, False: TAKEN}
    for passage in passages:
        title, words = set(words_in(passage.title)), set(words_in(passage.text))
        spans = _places(passage.text, names)
        if spans:
            sure = named <= words | title and bool(title & (named | wanted))
        else:  # a part of the answer may be another name of it
            sure = not (words | title) & (wanted - asked)
        if left[bool(spans)] and sure:
            left[bool(spans)] -= 1
            yield Example(question.text, passage.text, spans, passage.title, names[0])


def names_in(question: str) -> set[str]:
    """Return the words of a question that begin with a capital, but for its first."""
    return {word for found in _CAPITAL.findall(question) for word in words_in(found)} - STOP_WORDS


def _places(text: str, names: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Return the first places where one of the names stands as whole words."""
    places = [
        found.span()
        for name in names
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    ]
    return tuple(sorted(places)[:PLACES])


def _is_held_out(passage: Passage) -> bool:
    """Whether it is of a held-out article, whose title has blanks or, as in addresses, none."""
    return held_out(passage.title) or held_out(passage.title.replace(" ", "_"))


def write(path: Path, examples: Iterable[Example]) -> None:
    """Write examples, one object per line."""
    with path.open("w", encoding="utf-8") as file:
        for one in examples:
            record = {
                "question": one.question,
                "passage": one.passage,
                "title": one.title,
                "answer": one.answer,
                "spans": one.spans,
            }
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def read(path: Path) -> list[Example]:
    """Return the examples of a file."""
    return [
        Example(
            record["question"],
            record["passage"],
            tuple((start, end) for start, end in record["spans"]),
            record["title"],
            record["answer"],
        )
        for record in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    ]

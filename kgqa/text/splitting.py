"""From a document to passages: at most a hundred words each, cut where sentences end.

A passage is a piece of its document's text as it stands there, so that offsets in one are offsets
in the other. Only a sentence that is itself too long is cut between words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa.text.passages import Document, Passage

MOST_WORDS = 100
LONGEST_WORD = 80
"""Characters without a space that count as one word; what is longer counts as several."""

_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
WORD = re.compile(rf"[{_CJK}]|[^\s{_CJK}]{{1,{LONGEST_WORD}}}")
"""A word as it is counted: what stands between spaces, or one sign of Chinese or Japanese."""
_SIGN = re.compile(f"[{_CJK}]")

_END = re.compile(
    r"[.!?]+[\"'”’)\]]*(?=\s+[\"'“‘(\[]*[^\W_a-z])"  # an end, a space, and no small letter
    r"|(?<=[a-z0-9)])[.!?](?=[A-Z][a-z])"  # the space was lost
    r"|[。！？]+[」』”）]*"
    r"|\s*\n"
)
_ABBREVIATED = re.compile(
    r"(?:^|[\s(\"'])(?:[A-Z]|[A-Z]\.[A-Z]|Mr|Mrs|Ms|Dr|St|Ste|Mt|Ft|Jr|Sr|Prof|Gen|Col|Capt|Lt|Sgt"
    r"|Rev|Hon|Gov|Sen|Rep|Pres|No|Nos|vs|c|ca|cf|al|approx|e\.g|i\.e|lit|b|d|r|fl|Vol|pp|Op|Bros)$"
)
_LOOK_BACK = 12
"""Characters before a full stop in which an abbreviation is looked for."""


def split(document: Document, *, most: int = MOST_WORDS) -> Iterator[Passage]:
    """Yield the passages of a document, in order; together they hold all its words."""
    spans = list(_packed(document.text, most))
    for place, (start, end) in enumerate(spans, 1):
        yield Passage(
            id=document.id if len(spans) == 1 else f"{document.id}#{place}",
            title=document.title,
            text=document.text[start:end],
            qid=document.qid,
            url=document.url,
            start=start,
        )


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a text begin and end, without the space around them."""
    start = 0
    for found in _END.finditer(text):
        if found[0] == "." and _ABBREVIATED.search(
            text, max(start, found.start() - _LOOK_BACK), found.start()
        ):
            continue
        yield from _trimmed(text, start, found.end())
        start = found.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end


def _packed(text: str, most: int) -> Iterator[tuple[int, int]]:
    """Yield spans of whole sentences, each as long as `most` words allow."""
    words = text.split()
    longest = max(map(len, words), default=0)
    is_usual = longest <= LONGEST_WORD and (text.isascii() or not _SIGN.search(text))
    if is_usual and len(words) <= most:  # three documents of four
        yield from _trimmed(text, 0, len(text))
        return
    held: tuple[int, int] | None = None
    held_words = 0
    for start, end, count in _pieces(text, most, is_usual):
        if held is not None and held_words + count <= most:
            held, held_words = (held[0], end), held_words + count
            continue
        if held is not None:
            yield held
        held, held_words = (start, end), count
    if held is not None:
        yield held


def _pieces(text: str, most: int, is_usual: bool) -> Iterator[tuple[int, int, int]]:
    """Yield sentences with their numbers of words, those beyond `most` words in several pieces.

    In what is usual, words are what stands between spaces.
    """
    for start, end in sentences(text):
        if is_usual and (count := len(text[start:end].split())) <= most:
            yield start, end, count
            continue
        words = [found.span() for found in WORD.finditer(text, start, end)]
        for first in range(0, len(words), most):
            last = min(first + most, len(words))
            yield words[first][0], words[last - 1][1], last - first

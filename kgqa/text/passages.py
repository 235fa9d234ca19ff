"""What is read: documents as they come, and the passages they are cut into."""

from __future__ import annotations

from dataclasses import dataclass

import orjson

PASSAGES = "passages.jsonl"
"""The file of an index that holds its passages, one a line."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text with a name, before it is cut into passages."""

    id: str
    title: str
    text: str
    qid: str | None = None
    """The entity that the text is about, where the source says so."""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """At most a hundred words of a document, from the beginning of a sentence to the end of one."""

    id: str
    """The id of its document, with `#` and its place where the document has several passages."""
    title: str
    text: str
    qid: str | None = None
    """The entity that the document is about, where the source says so."""
    url: str = ""
    start: int = 0
    """Where it begins in the text of its document, in characters."""


def passage_line(passage: Passage) -> bytes:
    """Return a passage as a line of JSON; fields that say nothing are left out."""
    fields: dict[str, str | int] = {
        "id": passage.id,
        "title": passage.title,
        "text": passage.text,
    }
    if passage.qid:
        fields["qid"] = passage.qid
    if passage.url:
        fields["url"] = passage.url
    if passage.start:
        fields["start"] = passage.start
    return orjson.dumps(fields) + b"\n"


def parse_passage(line: bytes) -> Passage:
    """Return the passage that a line of JSON holds."""
    return Passage(**orjson.loads(line))

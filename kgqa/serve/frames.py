"""What the server and its worker processes say to each other: frames on a pipe.

A frame is one byte for its kind, four for its length, and its content. A task is JSON; a result is
a line of JSON with its status and type, and then the bytes that the client gets.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

HEADER = struct.Struct("!cI")
TASK, STAGE, RESULT, READY = b"T", b"S", b"R", b"Y"
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be done by a worker: what, with what, and within how many seconds."""

    name: str
    given: Mapping[str, Any]
    seconds: float

    def packed(self) -> bytes:
        """Return the frame of the task."""
        return frame(TASK, orjson.dumps([self.name, dict(self.given), self.seconds]))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the client gets: a status, a body of a type, and headers."""

    status: int
    type: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    def packed(self) -> bytes:
        """Return the frame of the outcome."""
        head = orjson.dumps([self.status, self.type, dict(self.headers)])
        return frame(RESULT, head + b"\n" + self.body)


def frame(kind: bytes, content: bytes = b"") -> bytes:
    """Return a frame with its header."""
    return HEADER.pack(kind, len(content)) + content


def unpacked_task(content: bytes) -> Task:
    """Return the task that a frame holds."""
    return Task(*orjson.loads(content))


def unpacked_outcome(content: bytes) -> Outcome:
    """Return the outcome that a frame holds."""
    head, _, body = content.partition(b"\n")
    status, type_, headers = orjson.loads(head)
    return Outcome(status, type_, body, headers)


def as_json(fields: object, status: int = 200) -> Outcome:
    """Return what is told as JSON."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
    return Outcome(status, JSON, orjson.dumps(fields, option=options))

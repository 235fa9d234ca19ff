"""What came of one question of a run: a line of rows.jsonl."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

MOST = 10_000
"""Answers to one question that are judged and written down."""


@dataclass(slots=True)
class Row:
    """What came of one question."""

    id: str
    question: str
    kind: str
    category: str = ""
    answer_type: str = ""
    language: str = "en"
    gold: list[str] = field(default_factory=list)
    gold_text: str = ""
    found: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    """A name of each answer."""
    kinds: list[str] = field(default_factory=list)
    """What each answer is: entity, date, number, …"""
    pairs: list[tuple[str, str]] = field(default_factory=list)
    """Unambiguous questions with their answers."""
    outcome: str = ""
    reason: str = ""
    operator: str = ""
    reading: str = ""
    english: str = ""
    sparql: str = ""
    proofs: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    confidence: float = 0.0
    hit: float = 0.0
    exact: float = 0.0
    f1: float = 0.0
    recall: float = 0.0
    marks: dict[str, float] = field(default_factory=dict)
    """Everything that is measured, by name."""
    best: float = 0.0
    """Whether the best reading is right, sure or not."""
    stage: str = ""
    """What went wrong first; `ok` where nothing did."""
    links_first: int = 0
    links_five: int = 0
    links_known: int = 0
    operator_right: bool | None = None
    has_ends: bool = False
    """Whether entities of the question and of its answers are told, so that a way can be asked."""
    hops: int | None = None
    """Steps in the store, at most 2, from an entity of the question to a gold answer."""
    gold_known: int = 0
    """How many of the gold answers the store has."""
    unknown: list[str] = field(default_factory=list)
    """Entities of the question and its answers that the store lacks."""
    missing: list[str] = field(default_factory=list)
    """Properties that the gold query needs, and the store lacks there."""
    is_covered: bool = False
    """Whether the store can hold the answer."""
    oracles: dict[str, float] = field(default_factory=dict)
    """What would be right, if one part did its best."""
    ms: float = 0.0
    overhead_ms: float = 0.0
    """What judging took, beside answering and running a gold query."""
    timings: dict[str, float] = field(default_factory=dict)
    memory_mb: float = 0.0

    def line(self) -> str:
        """Return the row as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


NAMES = frozenset(one.name for one in fields(Row))


def row_from(record: Mapping[str, Any]) -> Row:
    """Return the row that a line of JSON spells; fields of other versions are left out."""
    return Row(**{name: value for name, value in record.items() if name in NAMES})

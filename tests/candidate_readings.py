"""The readings of a question, by their expressions."""

from __future__ import annotations

from kgqa.algebra import to_text
from kgqa.engine import Engine
from kgqa.parse.candidate import Candidate


def readings(engine: Engine, question: str) -> dict[str, Candidate]:
    """Return all readings of a question that an engine composes."""
    found = engine.parser.parse(question, limit=400).candidates
    return {to_text(candidate.query): candidate for candidate in found}

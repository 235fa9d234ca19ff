"""How sure an answer is, in a word that follows from its confidence."""

from __future__ import annotations

from typing import Literal, TypeAlias

Sure: TypeAlias = Literal["sure", "likely", "guess"]

SURE = 0.8
"""From this confidence on an answer is sure."""
LIKELY = 0.5
"""From this confidence on an answer is likely; a guess is more often wrong than right."""
SAID = {"sure": "sure", "likely": "likely", "guess": "a guess"}
"""The words as people read them."""


def sure_of(confidence: float) -> Sure:
    """Return the word for a confidence from 0 to 1."""
    if confidence >= SURE:
        return "sure"
    return "likely" if confidence >= LIKELY else "guess"

"""Answers and expressions in few words, as a prompt of Python shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kgqa.algebra import Query, to_text

if TYPE_CHECKING:
    from kgqa.answers.answer import Answer

FEW = 3
"""So many answers are named."""
LONGEST = 60
"""Characters of an expression or a name."""


def short(shown: Query | Sequence[Answer]) -> str:
    """Return an expression, or the first of some answers and how many more there are."""
    if not isinstance(shown, Sequence):
        return cut(to_text(shown))
    if not shown:
        return "no answer"
    first = ", ".join(cut(answer.label) for answer in shown[:FEW])
    more = len(shown) - FEW
    return f"{first} and {more:,} more" if more > 0 else first


def cut(text: str) -> str:
    """Return a text, or its beginning where it is long."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"

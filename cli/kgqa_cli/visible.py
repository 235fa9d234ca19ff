"""Text from a graph, made safe to show on a terminal."""

from __future__ import annotations


def visible(text: str) -> str:
    """Return `text` on one line and without what a terminal would obey."""
    return "".join(sign if sign.isprintable() else " " for sign in text)

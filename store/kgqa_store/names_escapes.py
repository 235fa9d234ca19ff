r"""Escapes that a source left in its names, such as `C\u00E9sar` for César.

Programs that write N-Triples from JSON escape a second time what they did not decode. The graph
keeps such a text as it is; the name index has what was meant, or nobody would find it.
"""

from __future__ import annotations

import re
import unicodedata

_ESCAPE = r"\\u[0-9A-Fa-f]{4}"
_ESCAPES = re.compile(f"(?:{_ESCAPE})+")
_DOUBLED = re.compile(rb"\\" + _ESCAPE.encode())
"""Such an escape in N-Triples, where a backslash is written twice."""


def has_left_escapes(literal: bytes) -> bool:
    """Whether a literal as it stands in N-Triples has escapes that are left over."""
    return b"\\u" in literal and _DOUBLED.search(literal) is not None


def without_left_escapes(text: str) -> str:
    """Return a text with the signs that its source meant."""
    return _ESCAPES.sub(_meant, text) if "\\u" in text else text


def _meant(match: re.Match[str]) -> str:
    """Return the signs of escapes in UTF-16, or the escapes if they stand for no text."""
    try:
        text = bytes.fromhex(match[0].replace("\\u", "")).decode("utf-16-be")
    except UnicodeDecodeError:  # half of a surrogate pair
        return match[0]
    return match[0] if any(unicodedata.category(sign) == "Cc" for sign in text) else text

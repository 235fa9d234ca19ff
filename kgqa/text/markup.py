"""Text without the signs that lay it out: HTML, wiki markup, control characters, spare space."""

from __future__ import annotations

import html
import re

_SIGNS = re.compile(
    r"[<&\[{\x00-\x08\x0b-\x1f\x7f\xad\u200b-\u200f\u2028-\u202f\u2060\ufeff]|''|==|``|  "
)
"""What must be there for anything to be removed."""
_DROPPED = re.compile(
    r"<!--.{0,5000}?-->|<(ref|script|style|math|table|gallery)\b[^<>]{0,500}(?:/>|>.{0,5000}?</\1\s*>)",
    re.DOTALL | re.IGNORECASE,
)
_BREAK = re.compile(r"<(?:br|/p|/div|/li|/h[1-6]|/tr)\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,1000}>")
_TEMPLATE = re.compile(r"\{\{[^{}]*\}\}|\{\|[^{}]*\|\}")
_FILE = re.compile(r"\[\[(?:File|Image|Category):[^\[\]]*\]\]", re.IGNORECASE)
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_OUTSIDE = re.compile(r"\[https?://[^\s\[\]]+ ?([^\[\]]*)\]")
_NOTE = re.compile(r"\[(?:\d{1,3}|[a-z]|edit|citation needed|note \d+)\]")
_HEADING = re.compile(r"^(={2,6})\s*(.{1,200}?)\s*\1\s*$", re.MULTILINE)
_QUOTES = re.compile(r"'{2,5}")
_INVISIBLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\xad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")
_SPACE = re.compile(r"[ \t\r\x0b\x0c\xa0\u2028\u2029\u202f]+")
_EMPTY_LINES = re.compile(r" ?\n[ \n]*")
_NESTING = 12
"""How deep templates may stand in each other."""


def plain(text: str) -> tuple[str, bool]:
    """Return the words of a text without its markup, and whether there was any.

    Spare space is no markup. A text without markup keeps every other sign.
    """
    if not _SIGNS.search(text):
        return text.strip(), False
    found = text
    if "<" in found or "&" in found:
        if "</" in found or "/>" in found or "-->" in found:  # or nothing is ever closed
            found = _DROPPED.sub(" ", found)
        found = _TAG.sub("", _BREAK.sub("\n", found))
        found = html.unescape(found)
    found = _INVISIBLE.sub("", found)
    if "{{" in found or "{|" in found:
        for _ in range(_NESTING):
            found, removed = _TEMPLATE.subn("", found)
            if not removed:
                break
    if "[" in found:
        found = _LINK.sub(r"\1", _FILE.sub("", found))
        found = _NOTE.sub("", _OUTSIDE.sub(r"\1", found))
    if "``" in found:  # quotation marks, as TeX and treebanks have them
        found = found.replace("``", '"').replace("''", '"')
    found = _QUOTES.sub("", _HEADING.sub(r"\2", found))
    is_changed = found != text
    return _EMPTY_LINES.sub("\n", _SPACE.sub(" ", found)).strip(), is_changed

"""The ends of IRIs as words: `isSuppliedBy`, `list_price`, `HTTPServer-2`."""

from __future__ import annotations

import re
from urllib.parse import unquote

_END = re.compile(r"[^/#:?=]+(?=[/#]*$)")
_JOINT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_GAP = re.compile(r"[\s_+-]+")


def namespace_of(iri: str) -> str:
    """Return an IRI up to its last `#` or `/`, or else its last `:`."""
    for sign in ("#", "/", ":"):
        place = iri.rfind(sign, 0, len(iri) - 1)
        if place >= 0 and iri[place - 1 : place + 1] != "//":
            return iri[: place + 1]
    return ""


def local_name(iri: str) -> str:
    """Return the end of an IRI."""
    found = _END.search(iri)
    return unquote(found[0]) if found else iri


def words_of(iri: str) -> str:
    """Return the end of an IRI as words in small letters, but for names and shortenings."""
    parts = [part for gap in _GAP.split(local_name(iri)) for part in _JOINT.split(gap) if part]
    if len(parts) < 2 or all(part[:1].isupper() for part in parts):
        return " ".join(parts)
    return " ".join(part if part.isupper() else part[:1].lower() + part[1:] for part in parts)


def class_words(iri: str) -> str:
    """Return the end of the IRI of a class or a property as words in small letters."""
    return " ".join(part if part.isupper() else part.lower() for part in words_of(iri).split())

"""Which format a client gets: the Accept header of HTTP (RFC 9110, section 12.5.1)."""

from __future__ import annotations

from collections.abc import Sequence


def preferred(accept: str, offered: Sequence[str]) -> str | None:
    """Return the type among `offered` that a client likes best; None where it takes none of them.

    Of types that it likes equally the first offered one is taken; without a header, too.

    >>> preferred("text/csv;q=0.5, application/*", ["text/csv", "application/json"])
    'application/json'
    """
    ranges = list(map(_range, filter(None, map(str.strip, accept.split(","))))) or [("*/*", 1.0)]
    best, liking = None, 0.0
    for type_ in offered:
        quality = _quality(type_, ranges)
        if quality > liking:
            best, liking = type_, quality
    return best


def _range(text: str) -> tuple[str, float]:
    """Return a media range and its quality; parameters other than q do not matter here."""
    name, *parameters = (part.strip().lower() for part in text.split(";"))
    quality = 1.0
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                quality = min(1.0, max(0.0, float(value)))
            except ValueError:
                quality = 0.0
    return name, quality


def _quality(type_: str, ranges: Sequence[tuple[str, float]]) -> float:
    """Return how much a type is liked: the most specific range that fits says so."""
    main = type_.partition("/")[0]
    for name in (type_, f"{main}/*", "*/*"):
        found = [quality for range_, quality in ranges if range_ == name]
        if found:
            return max(found)
    return 0.0

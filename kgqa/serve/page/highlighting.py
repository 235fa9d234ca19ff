"""The words of SPARQL and of the algebra by their kind, for colours."""

from __future__ import annotations

import re
from collections.abc import Iterator

_KINDS = re.compile(
    r"""
      (?P<comment>\#[^\n]*)
    | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<iri><[^<>\s]*>)
    | (?P<variable>[?$]\w+)
    | (?P<id>\b(?:\w+:)?[QP][1-9]\d*\b)
    | (?P<name>\b\w*:[\w.-]*)
    | (?P<keyword>\b(?:PREFIX|SELECT|DISTINCT|WHERE|ASK|CONSTRUCT|DESCRIBE|FILTER|OPTIONAL|UNION
        |MINUS|VALUES|BIND|AS|GROUP|ORDER|HAVING|LIMIT|OFFSET|BY|COUNT|MAX|MIN|NOT|EXISTS|IN
        |type|count|argmax|argmin|nth|exists|years|told|lapse|in)\b)
    | (?P<number>\b\d[\d.-]*\b)
    """,
    re.VERBOSE,
)


def highlighted(text: str) -> Iterator[tuple[str, str]]:
    """Yield the text in pieces, each with its kind; empty where it has none."""
    at = 0
    for found in _KINDS.finditer(text):
        if found.start() > at:
            yield "", text[at : found.start()]
        yield found.lastgroup or "", found.group()
        at = found.end()
    if at < len(text):
        yield "", text[at:]

"""Queries of Wikidata's own service in plain SPARQL 1.1, as far as they mean the same.

Its engine knows named subqueries (`WITH {…} AS %x`, `INCLUDE %x`), hints to its planner, and a
service for labels; a local store knows none of these, and has the labels in its graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_PIECE = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|<[^<>\s]*>|#[^\n]*|[{}]',
    re.DOTALL,
)
_SERVICE = re.compile(
    r"\bSERVICE\s+(?:wikibase:label|<http://wikiba\.se/ontology#label>)\s*\{", re.I
)
_NAMED = re.compile(r"\bWITH\s*\{", re.I)
_AS = re.compile(r"\s*AS\s*%(\w+)", re.I)
_HINT = re.compile(r"\bhint:\w+\s+hint:\w+\s+(?:\"[^\"]*\"|'[^']*'|[^\s.}]+)\s*\.?", re.I)
_LABELLED = re.compile(r"[?$](\w+)\s+(?:rdfs:label|schema:description|skos:altLabel)\s+[?$](\w+)")
_LABEL = re.compile(r"[?$](\w+)Label\b")


def plain(sparql: str) -> str:
    """Return a query without what only Wikidata's own service understands."""
    found = _HINT.sub(" ", "".join(_without_comments(sparql)))
    return _labels(_subqueries(found))


def _without_comments(text: str) -> Iterator[str]:
    last = 0
    for match in _PIECE.finditer(text):
        if match[0][0] == "#":
            yield text[last : match.start()]
            last = match.end()
    yield text[last:]


def _closing(text: str, start: int) -> int:
    """Return the place after the brace that closes the group which `start` is inside of."""
    depth = 1
    for match in _PIECE.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return match.end()
    return len(text)


def _subqueries(text: str) -> str:
    """Return the query with each named subquery where it is included."""
    bodies: dict[str, str] = {}
    while match := _NAMED.search(text):
        end = _closing(text, match.end())
        name = _AS.match(text, end)
        if name is None:
            return text
        bodies[name[1]] = text[match.end() - 1 : end]
        text = text[: match.start()] + text[name.end() :]
    for _ in bodies:  # one may include another
        for name_, body in bodies.items():
            parts = re.split(rf"\bINCLUDE\s+%{name_}\b", text, flags=re.I)
            text = body.join(parts)
    return text


def _labels(text: str) -> str:
    """Return the query with labels looked up in the graph, where the service would give them."""
    while match := _SERVICE.search(text):
        end = _closing(text, match.end())
        told = _LABELLED.findall(text[match.end() : end])
        rest = text[: match.start()] + text[end:]
        named = [(name, f"{name}Label") for name in _named_by_labels(rest)]
        pairs = [pair for pair in told or named if _is_needed(pair[0], pair[1], rest)]
        looked_up = " ".join(
            f'OPTIONAL {{ ?{one} rdfs:label ?{label} FILTER(LANG(?{label}) = "en") }}'
            for one, label in pairs
        )
        text = f"{text[: match.start()]} {looked_up} {text[end:].lstrip().removeprefix('.')}"
    return text


def _named_by_labels(text: str) -> list[str]:
    """Return the variables whose label has a variable, too."""
    names = dict.fromkeys(_LABEL.findall(text))
    return [name for name in names if re.search(rf"[?$]{name}\b", text)]


def _is_needed(one: str, label: str, text: str) -> bool:
    """Whether the answers differ without the label: it is no more than shown beside its thing.

    Looking up the labels of all there is before other patterns can take a store for ever.
    """
    head, _, rest = text.partition("{")
    body = rest.rpartition("}")[0]
    is_shown = re.search(rf"[?$]{one}\b", head) or "*" in head
    return not is_shown or bool(re.search(rf"[?$]{label}\b", body))

"""Which relations a gold SPARQL query reads, and from which entities.

Only the triple patterns are looked at, with regular expressions: what a query of a question set
says is wanted as training material, not its meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.parse.relations_lexicon import Relation

_PREFIXES = (
    (re.compile(r"<http://www\.wikidata\.org/entity/(Q\d+)>"), r"wd:\1"),
    (re.compile(r"<http://www\.wikidata\.org/prop/direct/(P\d+)>"), r"wdt:\1"),
    (re.compile(r"<http://www\.wikidata\.org/prop/statement/(P\d+)>"), r"ps:\1"),
    (re.compile(r"<http://www\.wikidata\.org/prop/qualifier/(P\d+)>"), r"pq:\1"),
    (re.compile(r"<http://www\.wikidata\.org/prop/(P\d+)>"), r"p:\1"),
)
_TOKENS = re.compile(r"\b(?:wd:Q|wdt:P|p:P|ps:P|pq:P|psv:P|pqv:P)\d+|\?\w+|[.;,{}]|\"[^\"]*\"")

RESTRICTIONS = frozenset(("P31", "P279", "P21", "P106"))
"""Properties that say of what kind an answer is, rather than how it is related."""


@dataclass(frozen=True, slots=True)
class Hop:
    """A relation that a query reads: from an entity of the question, or further on (`near`)."""

    entity: str
    relation: Relation
    near: bool


_Triple = tuple[str, tuple[str, ...], str]


def hops(query: str) -> list[Hop]:
    """Return the relations that `query` reads, starting at its entities."""
    triples = list(_statements(list(_triples(query))))
    found: list[Hop] = []
    reached: dict[str, str] = {}
    for start, path, end in triples:
        if start.startswith("wd:"):
            found += _along(start[3:], path, inverse=True)
            reached.setdefault(end, start[3:])
        if end.startswith("wd:"):
            found += _along(end[3:], path[::-1], inverse=False)
            reached.setdefault(start, end[3:])
    for start, path, end in triples:
        if start.startswith("?") and end.startswith("?"):
            if start in reached:
                found += [Hop(reached[start], (name, True), near=False) for name in path]
            elif end in reached:
                found += [Hop(reached[end], (name, False), near=False) for name in path[::-1]]
    return list(dict.fromkeys(filter(_tells, found)))


def _tells(hop: Hop) -> bool:
    """Whether a hop says something of the relation asked for, not only of the kind of thing."""
    return hop.relation[0] not in RESTRICTIONS or (hop.near and hop.relation[1])


def _along(entity: str, path: tuple[str, ...], *, inverse: bool) -> Iterator[Hop]:
    for place, name in enumerate(path):
        yield Hop(entity, (name, inverse), near=place == 0)


def _triples(query: str) -> Iterator[_Triple]:
    """Yield subject, properties of the path with their prefixes, and object of each pattern."""
    for pattern, short in _PREFIXES:
        query = pattern.sub(short, query)
    body = query[query.find("{") :]
    subject = ""
    path: list[str] = []
    last: list[str] = []
    for part in _TOKENS.findall(body):
        if part in ".{}":
            subject, path, last = "", [], []
        elif part == ";":
            path = []
        elif part == ",":
            path = last
        elif re.match(r"(wdt|p|ps|pq|psv|pqv):", part):
            path.append(part)
        elif subject and path:
            yield subject, tuple(path), part
            path, last = [], path
        else:
            subject, path = part, []


def _statements(triples: list[_Triple]) -> Iterator[_Triple]:
    """Yield triples without statement nodes and without qualifiers."""
    owners = {end: start for start, path, end in triples if path[0].startswith("p:")}
    for start, path, end in triples:
        first = path[0].partition(":")[0]
        if first in ("pq", "psv", "pqv"):
            continue
        names = tuple(dict.fromkeys(name.partition(":")[2] for name in path if "q" not in name[:2]))
        if first == "ps":
            yield owners.get(start, start), names, end
        elif first != "p" or len(path) > 1 or not _has_value(end, triples):
            yield start, names, end


def _has_value(statement: str, triples: list[_Triple]) -> bool:
    return any(start == statement and path[0].startswith("ps:") for start, path, _ in triples)

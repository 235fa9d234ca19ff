"""Whether a query has a SERVICE clause, as the engine itself reads it.

The engine does not show what it parsed, and its parser cuts words in ways of its own: in
`?s ?p 1.0SERVICE<http://x/>{}` and in `SERVICE:x {}` it finds the keyword. So it is asked twice, on
a database with nothing in it. Every "service" in the text becomes another word of that length which
occurs nowhere in it: names, texts, IRIs and comments stay what they are, and so the text stays a
query; where the letters are the keyword, it is none any more. Only a text without the letters is
ever evaluated here.
"""

from __future__ import annotations

import random
import re

import pyoxigraph as ox

from kgqa_store.errors import QueryRefused
from kgqa_store.query_text import tokens_of
from kgqa_store.vocabulary import PREFIXES
from kgqa_store.worker import PADDING

_SERVICE = re.compile("service", re.IGNORECASE | re.ASCII)
_CLAUSE = re.compile(r"service((?:[ \t\r\n]++|\#[^\r\n]*+)*+)(silent)?", re.IGNORECASE | re.ASCII)
_LETTERS = "JKQXYZ"  # no word of SPARQL can be made of them


def may_ask_others(sparql: str) -> bool:
    """Whether the letters of SERVICE occur at all; what takes no time for almost all queries."""
    return "service" in sparql.lower()


def refuse_services(sparql: str) -> None:
    """Refuse a query with a SERVICE clause; raise `SyntaxError` for what is no query."""
    other = _unused(sparql)
    try:
        look(_SERVICE.sub(lambda found: _cased(other, found[0]), sparql))
    except SyntaxError as error:
        try:
            look(without_services(sparql))
        except SyntaxError:
            if not _seems_to_ask(sparql):
                raise error from None  # for its places are those of the query
        raise service_error(sparql) from None


def without_services(sparql: str) -> str:
    """Return `sparql` with GRAPH for SERVICE, which has the same grammar but for SILENT."""

    def graph(match: re.Match[str]) -> str:
        return "GRAPH" + _SERVICE.sub("GRAPH", match[1])

    return _CLAUSE.sub(graph, sparql)


def look(sparql: str) -> None:
    """Raise `SyntaxError` if `sparql`, which must not have a SERVICE clause, is no query."""
    if may_ask_others(sparql):
        raise AssertionError("what is evaluated must not be able to reach another server")
    try:
        ox.Store().query(sparql + PADDING, prefixes=dict(PREFIXES))
    except (RuntimeError, ValueError, OSError):
        return  # it was understood, and only cannot be run


def _unused(sparql: str) -> str:
    """Return a word as long as SERVICE that `sparql` does not hold."""
    known = sparql.upper()
    while (word := "".join(random.choices(_LETTERS, k=len("SERVICE")))) in known:
        pass
    return word


def _seems_to_ask(sparql: str) -> bool:
    """Whether what is no query has the word SERVICE, so that mending the rest would not help."""
    return any(
        token.kind == "word" and token.text.upper() == "SERVICE" for token in tokens_of(sparql)
    )


def _cased(word: str, like: str) -> str:
    """Return `word` with the capitals of `like`, so that ?service and ?Service stay two."""
    pairs = zip(word, like, strict=True)
    return "".join(sign if other.isupper() else sign.lower() for sign, other in pairs)


def service_error(sparql: str) -> QueryRefused:
    """Return why a query with a SERVICE clause is refused, and what to write instead."""
    hint = "Leave the SERVICE clause out, or send the query to an endpoint: --store https://..."
    if "wikibase:label" in sparql:
        label = '?x rdfs:label ?xLabel FILTER(LANG(?xLabel) = "en")'
        hint = f"Ask for the label itself: OPTIONAL {{ {label} }}"
    return QueryRefused(
        "SERVICE asks another server, and a local store makes no network requests.", hint=hint
    )

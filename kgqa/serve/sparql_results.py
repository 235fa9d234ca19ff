"""Results of SPARQL in the format that a client asks for."""

from __future__ import annotations

import pyoxigraph as ox
from kgqa_store.result_formats import pieces, used_prefixes
from kgqa_store.results import Result, Triples

from kgqa.serve.frames import Outcome
from kgqa.serve.negotiation import preferred
from kgqa.serve.problems import Refused

RESULTS = {
    "application/sparql-results+json": "json",
    "application/json": "json",
    "application/sparql-results+xml": "xml",
    "application/xml": "xml",
    "text/xml": "xml",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
}
"""Formats of tables and truths; the first is the default."""
GRAPHS = {
    "text/turtle": ox.RdfFormat.TURTLE,
    "application/n-triples": ox.RdfFormat.N_TRIPLES,
    "application/ld+json": ox.RdfFormat.JSON_LD,
    "application/rdf+xml": ox.RdfFormat.RDF_XML,
    "application/json": ox.RdfFormat.JSON_LD,
    "text/plain": ox.RdfFormat.N_TRIPLES,
}
"""Formats of graphs; the first is the default."""


def serialised(result: Result, accept: str) -> Outcome:
    """Return a result in the format that `accept`, a header of HTTP, prefers."""
    if isinstance(result, Triples):
        type_ = chosen(accept, tuple(GRAPHS))
        return Outcome(200, f"{type_}; charset=utf-8", graph(result, GRAPHS[type_]))
    type_ = chosen(accept, tuple(RESULTS))
    body = b"".join(pieces(result, RESULTS[type_]))
    return Outcome(200, f"{type_}; charset=utf-8", body)


def graph(triples: Triples, form: ox.RdfFormat) -> bytes:
    """Return triples in a format of RDF."""
    prefixes = used_prefixes(triples.triples) if form == ox.RdfFormat.TURTLE else None
    return ox.serialize(triples.triples, format=form, prefixes=prefixes) or b""


def chosen(accept: str, offered: tuple[str, ...]) -> str:
    """Return the type that a client gets, or refuse where it takes none."""
    found = preferred(accept, offered)
    if found is None:
        raise Refused(
            406,
            f"None of the formats in the Accept header can be given here: {accept[:200]}.",
            hint=f"accept one of {', '.join(offered)}",
            kind="NotAcceptable",
        )
    return found

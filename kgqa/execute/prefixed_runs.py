"""Queries run with the prefixes of a graph."""

from __future__ import annotations

from collections.abc import Callable

from kgqa_store.graph_vocabulary import GraphVocabulary
from kgqa_store.results import Table


def prefixed(run: Callable[[str], Table], vocabulary: GraphVocabulary) -> Callable[[str], Table]:
    """Return what runs a query with the prefixes of a graph; those of Wikidata go unsaid."""
    if vocabulary.is_wikidata:
        return run
    prologue = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in vocabulary.prefixes.items())
    return lambda sparql: run(prologue + sparql)

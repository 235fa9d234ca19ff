"""How proofs ask a graph: with its prefixes, and for the shortest way up to a class."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kgqa_store.graph_vocabulary import GraphVocabulary
from kgqa_store.results import Node, Table


def prefixed(run: Callable[[str], Table], vocabulary: GraphVocabulary) -> Callable[[str], Table]:
    """Return what runs a query with the prefixes of a graph; those of Wikidata go unsaid."""
    if vocabulary.is_wikidata:
        return run
    prologue = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in vocabulary.prefixes.items())
    return lambda sparql: run(prologue + sparql)


def shortest(
    start: Node, target: Node, steps: Mapping[Node | None, list[Node | None]]
) -> list[Node]:
    """Return the nodes of a shortest way."""
    paths: list[list[Node]] = [[start]]
    seen: set[Node | None] = {start}
    while paths:
        path = paths.pop(0)
        if path[-1] == target:
            return path
        onward = [y for y in steps.get(path[-1], []) if y is not None and y not in seen]
        seen.update(onward)
        paths += [[*path, y] for y in onward]
    return []

"""The statements of a graph that say something beside an edge: since when, in what role.

RDF 1.2 has a node that reifies a triple, `e:job rdf:reifies <<( e:a v:worksFor e:b )>>`, which
`e:a v:worksFor e:b {| v:since 2010 |}` is short for; older graphs have an rdf:Statement with its
rdf:subject, rdf:predicate and rdf:object.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyoxigraph as ox

from kgqa_store.vocabulary import RDF

REIFIES, REIFICATION, NONE = "reifies", "reification", "none"
"""How a graph tells statements; the first that it has is taken."""
LOOKED_FOR = "auto"
"""In a profile: whichever of them the graph has."""
_REIFIES = ox.NamedNode(f"{RDF}reifies")
_SUBJECT, _PREDICATE, _OBJECT = (
    ox.NamedNode(f"{RDF}{name}") for name in ("subject", "predicate", "object")
)
_ABOUT_ITSELF = frozenset(
    f"{RDF}{name}" for name in ("type", "subject", "predicate", "object", "reifies")
)
"""The predicates of a statement that say no more than which edge it is about."""


@dataclass(frozen=True, slots=True)
class Reified:
    """A statement about an edge."""

    node: str
    subject: str
    predicate: str
    object: ox.NamedNode | ox.Literal


def way_of(graph: ox.Store, wanted: str = LOOKED_FOR) -> str:
    """Return how a graph tells statements, if it does as a profile wants."""
    for way, predicate in ((REIFIES, _REIFIES), (REIFICATION, _SUBJECT)):
        if wanted in (LOOKED_FOR, way):
            for quad in graph.quads_for_pattern(None, predicate, None, ox.DefaultGraph()):
                if way == REIFICATION or isinstance(quad.object, ox.Triple):
                    return way
    return NONE


def reified(graph: ox.Store, way: str) -> Iterator[Reified]:
    """Yield the statements of a graph about edges between IRIs, or from them to values."""
    if way == REIFIES:
        for quad in graph.quads_for_pattern(None, _REIFIES, None, ox.DefaultGraph()):
            if isinstance(quad.object, ox.Triple) and isinstance(quad.subject, ox.NamedNode):
                told = quad.object
                yield from _reified(quad.subject, told.subject, told.predicate, told.object)
    elif way == REIFICATION:
        for quad in graph.quads_for_pattern(None, _SUBJECT, None, ox.DefaultGraph()):
            for predicate in _objects(graph, quad.subject, _PREDICATE):
                for object_ in _objects(graph, quad.subject, _OBJECT):
                    yield from _reified(quad.subject, quad.object, predicate, object_)


def qualifiers(graph: ox.Store, node: str) -> Iterator[tuple[str, ox.NamedNode | ox.Literal]]:
    """Yield what a statement says beside its edge, by predicates."""
    about = graph.quads_for_pattern(ox.NamedNode(node), None, None, ox.DefaultGraph())
    for quad in about:
        is_told = isinstance(quad.object, ox.NamedNode | ox.Literal)
        if is_told and quad.predicate.value not in _ABOUT_ITSELF:
            yield quad.predicate.value, quad.object  # type: ignore[misc]  # told just before


def _objects(graph: ox.Store, subject: object, predicate: ox.NamedNode) -> list[object]:
    found = graph.quads_for_pattern(subject, predicate, None, ox.DefaultGraph())  # type: ignore[arg-type]
    return [quad.object for quad in found]


def _reified(node: object, subject: object, predicate: object, value: object) -> Iterator[Reified]:
    are_named = (isinstance(one, ox.NamedNode) for one in (node, subject, predicate))
    if all(are_named) and isinstance(value, ox.NamedNode | ox.Literal):
        yield Reified(node.value, subject.value, predicate.value, value)  # type: ignore[attr-defined]

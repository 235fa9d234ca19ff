"""Paths in the formats of other programs, as `kgqa.formats` has them for answers."""

from __future__ import annotations

from typing import Any, assert_never

from kgqa.answers import Fact
from kgqa.as_json import fact_object, link_object, named
from kgqa.formats import Written
from kgqa.paths.finding import Path, Paths
from kgqa.paths.sentences import line, sentence

COLUMNS = (
    *("path", "step", "subject", "property", "object"),
    *("subject_label", "property_label", "object_label"),
)
"""What is told of an edge of a path; `docs/formats.md` says it."""


def document(found: Paths) -> dict[str, Any]:
    """Return paths as `kgqa path --json` prints them."""
    return {
        "from": named(found.start, found.labels),
        "to": named(found.end, found.labels),
        "links": [link_object(link) for link in found.links],
        "paths": [_path_object(path, found) for path in found.paths],
        "looked_at": found.looked_at,
        "complete": found.is_complete,
        "timings_ms": dict(found.timings),
    }


def _path_object(path: Path, found: Paths) -> dict[str, Any]:
    return {
        "length": len(path.steps),
        "cost": path.cost,
        "text": line(path, found.labels),
        "english": sentence(path, found),
        "things": [named(id_, found.labels) for id_ in path.items],
        "facts": [fact_object(fact, found.labels) for fact in path.facts],
    }


def written(found: Paths, form: Written) -> str:
    """Return paths as a text in a format."""
    from kgqa.formats.rows import as_csv, as_markdown, as_tsv

    match form:
        case "csv":
            return as_csv(COLUMNS, _rows(found))
        case "tsv":
            return as_tsv(COLUMNS, _rows(found))
        case "markdown":
            rows = [(line(one, found.labels), sentence(one, found)) for one in found.paths]
            return as_markdown(("path", "in words"), rows)
        case "turtle" | "jsonld":
            return _rdf(found, form)
        case "graphml":
            return _graphml(found)
        case _:
            assert_never(form)


def _rows(found: Paths) -> list[tuple[object, ...]]:
    """Return a row for each edge of each path."""
    return [
        (place, step_place, *(one["id"] for one in ends), *(one["label"] for one in ends))
        for place, path in enumerate(found.paths, start=1)
        for step_place, step in enumerate(path.steps, start=1)
        for fact in step.facts
        for ends in [_ends(fact, found)]
    ]


def _ends(fact: Fact, found: Paths) -> list[dict[str, Any]]:
    edge = fact_object(fact, found.labels)
    return [edge["subject"], edge["property"], edge["object"]]


def _rdf(found: Paths, form: str) -> str:
    from rdflib import PROV, RDF, RDFS, Literal

    from kgqa.formats.provenance import KGQA, Writer, as_jsonld, as_turtle
    from kgqa.formats.rdf_values import made, share

    writer = Writer(found.labels)
    for rank, path in enumerate(found.paths, start=1):
        node = made("path", *path.items)
        for kind in (PROV.Entity, KGQA.Path):
            writer.say(node, RDF.type, kind)
        writer.say(node, RDFS.label, Literal(sentence(path, found)))
        writer.say(node, KGQA.rank, Literal(rank))
        writer.say(node, KGQA.cost, share(path.cost))
        writer.say(node, PROV.wasAttributedTo, writer.agent)
        for fact in path.facts:
            writer.say(node, PROV.wasDerivedFrom, writer.statement(fact))
    graph = writer.finished()
    return as_turtle(graph) if form == "turtle" else as_jsonld(graph)


def _graphml(found: Paths) -> str:
    from kgqa.algebra import Entity
    from kgqa.formats.proof_graph import Drawing, as_graphml

    drawing = Drawing(found.labels)
    for place, id_ in enumerate((found.start, found.end), start=1):
        drawing.graph.nodes[drawing.node(Entity(id_))]["answer"] = place
    for path in found.paths:
        for fact in path.facts:
            drawing.fact(fact)
    return as_graphml(drawing.graph)

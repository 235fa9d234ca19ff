"""Proofs as a graph of networkx, and as GraphML (http://graphml.graphdrawing.org)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import networkx

from kgqa.algebra import Entity
from kgqa.answers import Answer, Fact, Reply, Result, TextProof, Value, value_text
from kgqa.as_json import named

if TYPE_CHECKING:
    Graph = networkx.MultiDiGraph[str]

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def proof_graph(found: Result | Reply) -> Graph:
    """Return what answers rest on: things and values are nodes, facts and quotations are edges.

    A node has a `label`, a `kind` (entity, value, expression, passage) and `answer`, which is its
    rank among the answers and 0 for all else. An edge has a `label` and a `kind` (fact, missing,
    quotation).
    """
    drawing = Drawing(found.labels)
    for rank, answer in enumerate(found.answers, start=1):
        drawing.answer(rank, answer)
    return drawing.graph


class Drawing:
    """A graph that grows by answers and facts."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        """Begin with nothing."""
        self.labels = labels
        self.graph: Graph = networkx.MultiDiGraph()
        self._drawn: set[Fact] = set()

    def answer(self, rank: int, answer: Answer) -> None:
        """Draw an answer with its proofs."""
        node = self.node(answer.value)
        self.graph.nodes[node].update(answer=rank, confidence=round(answer.confidence, 4))
        for proof in answer.graph_proofs:
            for fact in proof.facts:
                self.fact(fact)
        for passage in answer.text_proofs:
            self._quotation(node, passage)

    def node(self, value: Value | str) -> str:
        """Return the node of a value, which is drawn if it is not there yet."""
        match value:
            case str():
                id_, kind, label = f"expression:{value}", "expression", str(self._named(value))
            case Entity(id_):
                kind, label = "entity", self.labels.get(id_, id_)
            case _:
                label = value_text(value, self.labels)
                id_, kind = f"value:{label}", "value"
        return self._drawn_node(_clean(id_), label, kind)

    def _key(self) -> str:
        """Return an id that no edge has: GraphML wants them different in the whole graph."""
        return f"e{self.graph.number_of_edges() + 1}"

    def _drawn_node(self, id_: str, label: str, kind: str) -> str:
        if id_ not in self.graph:
            self.graph.add_node(id_, label=_clean(label), kind=kind, answer=0)
        return id_

    def _named(self, text: str) -> object:
        return named(text, self.labels)["label"]

    def fact(self, fact: Fact) -> None:
        """Draw an edge of the graph, or the lack of one; each once."""
        if fact in self._drawn:
            return
        self._drawn.add(fact)
        qualifiers = "; ".join(
            f"{self._named(property_)}: {value_text(value, self.labels)}"
            for property_, value in fact.qualifiers
        )
        self.graph.add_edge(
            self.node(fact.subject),
            self.node(fact.object),
            key=self._key(),
            label=_clean(str(self._named(fact.property))),
            property=fact.property,
            statement=_clean(fact.statement or ""),
            qualifiers=_clean(qualifiers),
            kind="missing" if fact.is_missing else "fact",
            role=fact.role,
        )

    def _quotation(self, node: str, proof: TextProof) -> None:
        title = proof.title or proof.passage
        passage = self._drawn_node(f"passage:{_clean(proof.passage)}", title, "passage")
        self.graph.nodes[passage].update(text=_clean(proof.text), url=_clean(proof.url))
        self.graph.add_edge(
            node,
            passage,
            key=self._key(),
            label="quoted from",
            kind="quotation",
            quote=_clean(proof.quote),
            start=proof.start,
            end=proof.end,
            score=round(proof.score, 4),
        )


def as_graphml(graph: Graph) -> str:
    """Return a graph as GraphML."""
    lines = networkx.generate_graphml(graph)
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *lines, ""])


def _clean(text: str) -> str:
    """Return a text without what XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)

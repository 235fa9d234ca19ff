"""The W3C's suite of SPARQL tests, read from its manifests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pyoxigraph as ox

MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
QT = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
KINDS = {f"{MF}QueryEvaluationTest", f"{MF}CSVResultFormatTest"}
_FROM = re.compile(r"\bFROM\s+(?:NAMED\s+)?<([^>]*)>", re.I)


@dataclass(frozen=True)
class Test:
    """One test: a query on a dataset, and the file with its result; files are URLs."""

    name: str
    """Its folder and its fragment: `sparql11/exists#exists01`."""
    query: str
    data: tuple[str, ...]
    graphs: tuple[str, ...]
    result: str

    @cached_property
    def text(self) -> str:
        """The query as it stands in its file."""
        return path_of(self.query).read_text(encoding="utf-8")

    @property
    def based_query(self) -> str:
        """The query with its own address as its base."""
        return f"BASE <{self.query}>\n{self.text}"


@dataclass(frozen=True)
class Dataset:
    """Files of RDF: those of the default graph, and those that are graphs of their own."""

    data: tuple[str, ...]
    graphs: tuple[str, ...]

    def quads(self) -> Iterator[ox.Quad]:
        """Give all quads."""
        for url in self.data:
            for quad in parsed(url):
                yield ox.Quad(quad.subject, quad.predicate, quad.object)
        for url in self.graphs:
            for quad in parsed(url):
                yield ox.Quad(quad.subject, quad.predicate, quad.object, ox.NamedNode(url))

    def as_nquads(self) -> bytes:
        """Return the dataset as one file."""
        return ox.serialize(self.quads(), format=ox.RdfFormat.N_QUADS) or b""

    def as_store(self) -> ox.Store:
        """Return the dataset in memory."""
        store = ox.Store()
        store.extend(self.quads())
        for url in self.graphs:
            store.add_graph(ox.NamedNode(url))  # which may be empty
        return store


def path_of(url: str) -> Path:
    """Return the file at an address."""
    return Path(unquote(urlsplit(url).path))


def parsed(url: str) -> list[ox.Quad]:
    """Return the quads of a file; blank nodes of two files are never the same."""
    path = path_of(url)
    syntax = ox.RdfFormat.from_extension(path.suffix[1:]) or ox.RdfFormat.TURTLE
    return list(ox.parse(path=str(path), format=syntax, base_iri=url, rename_blank_nodes=True))


def dataset_of(test: Test) -> Dataset:
    """Return the data of a test; where none is named, those that its query names."""
    if test.data or test.graphs:
        return Dataset(test.data, test.graphs)
    named = (urljoin(test.query, name) for name in _FROM.findall(test.text))
    return Dataset((), tuple(dict.fromkeys(url for url in named if path_of(url).is_file())))


def tests_in(suite: Path) -> Iterator[Test]:
    """Give the query evaluation tests of all manifests below a folder."""
    for path in sorted(suite.resolve().rglob("manifest.ttl")):
        store = ox.Store()
        store.extend(parsed(path.as_uri()))
        for kind in sorted(KINDS):
            for quad in store.quads_for_pattern(None, _node(RDF + "type"), _node(kind)):
                yield _test(store, quad.subject, path)


def _test(store: ox.Store, subject: ox.NamedNode | ox.BlankNode, path: Path) -> Test:
    action = _values(store, subject, MF + "action")[0]
    folder = path.parent.relative_to(path.parents[2])
    return Test(
        name=f"{folder}#{subject.value.rpartition('#')[2]}",
        query=_values(store, action, QT + "query")[0].value,
        data=tuple(node.value for node in _values(store, action, QT + "data")),
        graphs=tuple(sorted(node.value for node in _values(store, action, QT + "graphData"))),
        result=_values(store, subject, MF + "result")[0].value,
    )


def _node(iri: str) -> ox.NamedNode:
    return ox.NamedNode(iri)


def _values(store: ox.Store, subject: ox.NamedNode | ox.BlankNode, iri: str) -> list:  # type: ignore[type-arg]
    return [quad.object for quad in store.quads_for_pattern(subject, _node(iri), None)]

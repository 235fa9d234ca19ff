"""N-Quads and TriG: the default graph as N-Triples, named graphs as N-Quads beside them.

Everything that answers questions is made from the default graph: statistics, names, relations.
Named graphs lie in the same database, and SPARQL reaches them by GRAPH and FROM.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pyoxigraph as ox

from kgqa_store.errors import SourceError
from kgqa_store.rdf_source import TRIPLES, Readable, genid, reason, too_long
from kgqa_store.tally import Tally

FORMATS = {"nq": ox.RdfFormat.N_QUADS, "trig": ox.RdfFormat.TRIG}
NAMED = "named.nq"
"""The file for what is in named graphs."""
ALL = "all"
"""In the place of the IRI of a graph: all graphs."""
OUTSIDE = "triples of named graphs"


def quad_lines(
    blocks: Iterable[bytes],
    kind: str,
    name: str,
    tally: Tally,
    named: Path | None,
    graph: str = "",
) -> Iterator[bytes]:
    """Give the default graph as blocks of N-Triples; named graphs are appended to `named`.

    `graph` is the IRI of a graph that is taken for the default one, alone; with `all` they all
    are together.
    """
    with io.BufferedReader(Readable(blocks), 1 << 16) as file:
        quads = iter(ox.parse(file, FORMATS[kind]))
        while True:
            try:
                some = list(islice(quads, TRIPLES))
            except SyntaxError as error:
                raise SourceError(
                    f"{name}, line {error.lineno or 0:,}: {reason(error)}.",
                    hint="Mend the statement; only N-Triples and JSON can skip broken lines.",
                ) from error
            except MemoryError as error:
                raise too_long(name, tally.lines) from error
            if not some:
                return
            tally.lines += len(some)
            outside = [quad for quad in some if not _is_inside(quad, graph)]
            _keep(outside, name, tally, named if not graph else None)
            inside = [quad.triple for quad in some if _is_inside(quad, graph)]
            if inside:
                yield ox.serialize(inside, format=ox.RdfFormat.N_TRIPLES) or b""


def _is_inside(quad: ox.Quad, graph: str) -> bool:
    """Whether a triple is in the graph that is asked for."""
    if graph == ALL:
        return True
    return quad.graph_name == (ox.NamedNode(graph) if graph else ox.DefaultGraph())


def _keep(quads: list[ox.Quad], name: str, tally: Tally, named: Path | None) -> None:
    if named is None:
        tally.drop(OUTSIDE, len(quads))
        return
    tally.counts[OUTSIDE] += len(quads)
    with named.open("ab") as file:
        lines = ox.serialize([_without_blanks(quad, name) for quad in quads], format=FORMATS["nq"])
        file.write(lines or b"")


def _without_blanks(quad: ox.Quad, name: str) -> ox.Quad:
    """Return `quad` with the IRIs that blank nodes of its file have in the default graph, too."""
    terms = (quad.subject, quad.object, quad.graph_name)
    one, two, graph = (genid(t, name) if isinstance(t, ox.BlankNode) else t for t in terms)
    return ox.Quad(one, quad.predicate, two, graph)  # type: ignore[arg-type]


def load_named(store: ox.Store, folder: Path) -> None:
    """Load what `quad_lines` left in `folder`, if anything."""
    path = folder / NAMED
    if path.exists():
        store.bulk_load(path=str(path), format=FORMATS["nq"], lenient=True)
        path.unlink()

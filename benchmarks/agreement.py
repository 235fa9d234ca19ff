"""Whether arrays and SPARQL say the same: `python benchmarks/agreement.py --store DIR`.

Queries are drawn by walking through the graph of a store. Each is answered by the adjacency arrays
and by the SPARQL that we compile; what differs is printed, and the time of both is summed up.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from random import Random
from statistics import median

import numpy as np
from kgqa_store.adjacency_terms import node_term
from kgqa_store.errors import LimitReached
from kgqa_store.opening import open_store
from kgqa_store.results import Table
from kgqa_store.store import Store
from walks import Walker

from kgqa.algebra import IllFormed, Query, to_text
from kgqa.denote import Denotation, Graph, TooLarge, denote
from kgqa.errors import Incomparable
from kgqa.execute.compile import compile_query

SECONDS = 20.0
"""What a query may take in SPARQL before it is passed over."""


@dataclass(slots=True)
class Tally:
    """What came of the queries so far."""

    counts: Counter[str] = field(default_factory=Counter)
    ratios: list[float] = field(default_factory=list)
    arrays: list[float] = field(default_factory=list)


def compare(query: Query, graph: Graph, store: Store, tally: Tally) -> None:
    """Ask both, and print what differs."""
    try:
        sparql = compile_query(query, store.statistics).sparql
        began = time.perf_counter()
        ours = _spelled(denote(query, graph), graph)
        between = time.perf_counter()
        result = store.run(sparql, seconds=SECONDS)
        after = time.perf_counter()
    except Incomparable:
        tally.counts["refused"] += 1
        return
    except (LimitReached, TooLarge) as error:
        tally.counts[type(error).__name__] += 1
        return
    tally.arrays.append(between - began)
    tally.ratios.append((after - between) / (between - began))
    theirs = result if isinstance(result, bool) else _of_table(result, graph)
    tally.counts["same" if ours == theirs else "different"] += 1
    tally.counts["with an answer"] += bool(theirs)
    if ours != theirs:
        print(to_text(query))
        if not isinstance(ours, bool) and not isinstance(theirs, bool):
            print(f"  arrays alone {sorted(ours - theirs)[:5]}")
            print(f"  SPARQL alone {sorted(theirs - ours)[:5]}")


def _spelled(found: Denotation, graph: Graph) -> frozenset[str] | bool:
    if isinstance(found, bool):
        return found
    if isinstance(found, np.ndarray):
        return frozenset(str(tuple(graph.term(node))) for node in found.tolist())
    return frozenset(str(tuple(graph.term(graph.number(Decimal(one))))) for one in found)


def _of_table(table: object, graph: Graph) -> frozenset[str]:
    assert isinstance(table, Table)
    found = set()
    for row in table.rows:
        text = re.sub(
            r"\^\^<[^>]*#integer>$", "^^<http://www.w3.org/2001/XMLSchema#decimal>", str(row[0])
        )
        found.add(str(tuple(node_term(text.encode()))))
    return frozenset(found)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--queries", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    tally = Tally()
    with open_store(options.store) as store:
        graph = Graph.of_store(store)
        if graph is None:
            raise SystemExit(f"{options.store} has no arrays: kgqa store update DIR --reindex")
        walker = Walker(graph, Random(options.seed))
        while sum(tally.counts.values()) - tally.counts["with an answer"] < options.queries:
            try:
                query = walker.query()
            except (IllFormed, TooLarge):
                continue
            compare(query, graph, store, tally)
    print(dict(tally.counts))
    print(f"arrays: median {1e6 * median(tally.arrays):.0f} microseconds; SPARQL takes")
    print(f"{median(tally.ratios):.0f} times as long (median)")


if __name__ == "__main__":
    main()

"""How long the alignment takes: opening it, reading all properties of a store, and a question.

    python benchmarks/alignment.py --store STORE

What was kept of an earlier opening is left alone: properties are read anew in a folder of its own.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

from kgqa_store.names_opening import open_schema

from kgqa.align.aligned import align
from kgqa.align.asked import asked
from kgqa.align.network import open_network
from kgqa.align.properties import Properties
from kgqa.stores import folder_of
from kgqa.text.readers.wordpieces import shipped_pieces

QUESTION = "Where was the wife of the director of Titanic born?"
TIMES = 200


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="sample")
    folder = Path(folder_of(parser.parse_args().store))
    began = time.perf_counter()
    network, pieces = open_network(), shipped_pieces()
    print(f"opening: {time.perf_counter() - began:.2f} s")
    with tempfile.TemporaryDirectory() as home, open_schema(folder) as schema:
        os.environ["KGQA_HOME"] = home
        ids = schema.properties()
        for when in ("at first", "later"):
            began = time.perf_counter()
            properties = Properties.of(ids, schema, network, pieces)
            print(f"{len(ids):,} properties {when}: {time.perf_counter() - began:.2f} s")
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        align(asked(pieces.of(QUESTION), [(38, 45)]), properties, network).likely()
        taken.append(time.perf_counter() - began)
    print(f"a question: {1000 * statistics.median(taken):.1f} ms")


if __name__ == "__main__":
    main()

"""Whether a store is whole: its files are those that were built, and its parts fit together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pyoxigraph as ox

from kgqa_store.checksums import checksum, stable_files
from kgqa_store.collect_lines import IRREGULAR, NUMBER, UNKNOWN
from kgqa_store.errors import StoreError
from kgqa_store.file_damage import file_damage
from kgqa_store.generations import Lease, lease
from kgqa_store.graph_vocabulary import predicate_iri
from kgqa_store.manifest import Manifest
from kgqa_store.opening_arrays import adjacency_in
from kgqa_store.progress import Advanced, Progress, silent, timed
from kgqa_store.spool import KINDS
from kgqa_store.statistics import load_statistics

SAMPLE = 20
"""How many properties are counted again."""
LARGEST = 200_000
"""Properties with more edges than this are not counted again; the checksums speak for them."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was looked at, and what is wrong with it."""

    manifest: Manifest
    files: int
    bytes: int
    damages: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found to be wrong."""
        return not self.damages


def verify(directory: Path, *, quick: bool = False, progress: Progress = silent) -> Findings:
    """Look for damage in the store at `directory`.

    With `quick`, large files are read only if they were written to since they were built.
    """
    with lease(directory) as held:
        damages = list(_file_damages(held, quick, progress))
        if not damages:
            with timed("compare", progress):
                damages += _graph_damages(held)
        sizes = [record.bytes for record in held.manifest.files.values()]
        return Findings(held.manifest, len(sizes), sum(sizes), tuple(damages))


def _file_damages(held: Lease, quick: bool, progress: Progress) -> Iterator[str]:
    files = held.manifest.files
    present = {str(path.relative_to(held.path)): path for path in stable_files(held.path)}
    for name in sorted(present.keys() - files.keys()):
        yield f"{name} does not belong to this generation"
    total = sum(record.bytes for record in files.values())
    done = 0
    with timed("verify", progress, total=total, unit="bytes"):
        for name, record in sorted(files.items()):
            path = held.path / name
            if what := file_damage(path, record, record.checksum, checksum, every_byte=not quick):
                yield f"{name} {what}"
            done += record.bytes
            progress(Advanced("verify", done))


def _graph_damages(held: Lease) -> Iterator[str]:
    """Give what the graph, its statistics and the manifest say differently."""
    if not held.graph.is_dir():
        return
    try:
        store = ox.Store.read_only(str(held.graph))
        found = next(iter(store), None)
        if (found is not None) != bool(held.manifest.counts.get("triples")):
            yield "the graph and the manifest do not agree on whether there are triples"
        yield from _index_damages(held, store)
    except StoreError as error:
        yield str(error).rstrip(".")
    except (OSError, ValueError, RuntimeError) as error:  # corruption is a RuntimeError
        yield f"the graph cannot be read: {error}"


def _index_damages(held: Lease, store: ox.Store) -> Iterator[str]:
    """Give what indexes say differently of some properties than the graph."""
    path = held.path / "statistics.json"
    if not path.exists():
        return
    statistics, adjacency = load_statistics(path), adjacency_in(held.path)
    edges = statistics.edges
    vocabulary = statistics.vocabulary
    # Which classes and properties an ontology has is in the graph of one's own alone.
    left_out = () if vocabulary.is_wikidata else (vocabulary.instance,)
    countable = sorted(
        name for name, one in edges.items() if one.edges <= LARGEST and name not in left_out
    )
    for name in random.Random(1).sample(countable, min(SAMPLE, len(countable))):
        predicate = ox.NamedNode(predicate_iri(vocabulary, name) or name)
        quads = store.quads_for_pattern(None, predicate, None, ox.DefaultGraph())
        counted = sum(1 for _ in islice(quads, LARGEST + 1))
        said = edges[name].edges
        # The graph has one term for all spellings of a number, the statistics one for each.
        numbers = sum(edges[name].kinds.get(KINDS[kind], 0) for kind in (NUMBER, IRREGULAR))
        if not 0 <= said - counted <= numbers:
            yield f"{name} has {counted:,} edges in the graph and {said:,} in the statistics"
        if adjacency is not None:
            # Values that nobody knows are in the graph alone.
            counted -= edges[name].kinds.get(KINDS[UNKNOWN], 0)
            said = len(adjacency.sorted_objects(name))
            if not 0 <= counted - said <= numbers:
                yield f"{name} has {counted:,} edges in the graph and {said:,} in the arrays"

"""Which profile a graph is of, and its indexes by that profile."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pyoxigraph as ox

from kgqa_store.errors import SourceError
from kgqa_store.graph_names import quads_of
from kgqa_store.graph_vocabulary import WIKIDATA as WIKIDATA_VOCABULARY
from kgqa_store.prefixes import declared
from kgqa_store.profile import (
    RDF,
    SHIPPED,
    WIKIDATA,
    Profile,
    keep_profile,
    kept_profile,
    read_profile,
)
from kgqa_store.progress import Noticed, Progress, timed
from kgqa_store.sources import Source
from kgqa_store.statistics import load_statistics

LOOKED_AT = 20_000
"""Triples by which a graph is judged."""


def index_by_profile(
    place: Path, sources: Sequence[Source], wanted: str | None, *, progress: Progress
) -> None:
    """Make the indexes of the graph in `place` anew where it is not of Wikidata's vocabulary.

    Those of Wikidata's are there already: they are made while the graph is loaded.
    """
    given = None if wanted is None else read_profile(wanted)
    is_own = all(one.kind in ("json", "tsv") for one in sources)  # formats of Wikidata itself
    if given is None and (is_own or _speaks_wikidata(place)):
        return
    if given is not None and given.name == WIKIDATA:
        _refuse_without_wikidata(place)
        return
    if not (place / "graph").is_dir():
        raise SourceError(
            "The sources are in another vocabulary than Wikidata's, and their indexes are made "
            "from the graph.",
            hint="Leave --index-only out.",
        )
    from kgqa_store.collect_graph import collect_graph

    _refuse_empty(place / "graph")
    profile = given or recognised(place / "graph")
    for name in ("names", "adjacency"):
        shutil.rmtree(place / name, ignore_errors=True)
    with timed("index", progress):
        collect_graph(place / "graph", place, profile, declared(sources))
        keep_profile(profile, place)
    _tell_of_ontology_alone(place, progress)
    progress(Noticed(f"Profile: {profile.name}" + ("" if given else " (by the look of the data)")))


def index_again(old: Path, place: Path, sources: Sequence[Source] = ()) -> bool:
    """Make the indexes of a graph in `place` as those in `old` were; False where that is not ours.

    What things were called stays: the prefixes of `old` come before those of the sources.
    """
    path = old / "statistics.json"
    vocabulary = load_statistics(path).vocabulary if path.is_file() else WIKIDATA_VOCABULARY
    if vocabulary.is_wikidata:
        return False
    from kgqa_store.collect_graph import collect_graph

    profile = kept_profile(old, vocabulary.profile)
    _refuse_empty(place / "graph")
    collect_graph(place / "graph", place, profile, {**declared(sources), **vocabulary.prefixes})
    keep_profile(profile, place)
    return True


def _tell_of_ontology_alone(place: Path, progress: Progress) -> None:
    """Say of a graph that only tells what words mean that there is nothing to ask."""
    statistics = load_statistics(place / "statistics.json")
    if not statistics.edges.keys() - {statistics.vocabulary.subclass}:
        progress(
            Noticed(
                "The sources say what words mean, and nothing of any thing: give the data, too, "
                "as kgqa store build ontology.ttl data.ttl --out DIR"
            )
        )


def _refuse_empty(graph: Path) -> None:
    """Refuse a graph of which nothing can be asked."""
    if next(quads_of(ox.Store.read_only(str(graph))), None) is None:
        raise SourceError(
            "All that the sources tell is in named graphs, and questions look at the default one.",
            hint="Read them as one: --graph all, or one of them: --graph IRI",
        )


def recognised(graph: Path) -> Profile:
    """Return the profile that a graph is of, by the look of it."""
    store = ox.Store.read_only(str(graph))
    quads = islice(quads_of(store), LOOKED_AT)
    starts = Counter(
        profile.name
        for subject, _, _ in quads
        for profile in _RECOGNISABLE
        if subject.startswith(profile.recognised_by)
    )
    return read_profile(starts.most_common(1)[0][0] if starts else RDF)


_RECOGNISABLE = [one for one in map(read_profile, SHIPPED) if one.recognised_by]


def _speaks_wikidata(place: Path) -> bool:
    """Whether one entity of Wikidata has a name, an edge or a statement."""
    from kgqa_store.names import NameIndex

    statistics = load_statistics(place / "statistics.json")
    if statistics.edges or statistics.statements or statistics.datatypes:
        return True
    with NameIndex.open(place / "names") as names:
        return names.counts["entities"] > 0


def _refuse_without_wikidata(place: Path) -> None:
    if not _speaks_wikidata(place):
        raise SourceError(
            "The sources say nothing in Wikidata's vocabulary: wd:Q1, wdt:P1, rdfs:label of wd:Q1.",
            hint="Leave --profile wikidata out, and their own vocabulary is looked at.",
        )

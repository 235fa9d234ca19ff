"""What is in a store, for people: the largest classes and properties, languages, degrees, sizes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

import pyoxigraph as ox

from kgqa_store.damage import reading, sound_lease
from kgqa_store.generations import Lease
from kgqa_store.manifest import Manifest
from kgqa_store.names_layers import INDEX
from kgqa_store.names_tables import NameTables, decoded
from kgqa_store.statistics import Statistics, load_statistics
from kgqa_store.vocabulary import RDFS, WD, WDT

LABEL = ox.NamedNode(f"{RDFS}label")
INSTANCE = ox.NamedNode(f"{WDT}P31")
_ENTITY = re.compile(rf"{re.escape(WD)}[QPL]\d+")
SAMPLE = 300_000
"""How many triples languages and degrees are judged by; Oxigraph keeps them by the hash of their
subject, so the first ones are as good as random ones."""
MEMBERS = 200_000
"""Up to so many edges of P31 are counted where there is no index of classes."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something with a number, such as a property and how many edges it has."""

    id: str
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What is in a store."""

    directory: str
    manifest: Manifest
    sizes: dict[str, int]
    """Bytes on disk, by part: graph, names, ..."""
    profile: str
    """How the graph tells things."""
    edges: int
    """How many truthy edges there are."""
    properties: int
    """How many properties they have."""
    entities: int
    """How many entities have names."""
    top_properties: tuple[Named, ...]
    top_classes: tuple[Named, ...]
    languages: dict[str, int]
    """Labels by language, the most frequent first."""
    labels_seen: int
    """How many labels that was counted from."""
    degrees: dict[str, int]
    """How many entities of a sample have how many truthy edges: `1`, `2-3`, `4-7`, ..."""


def overview(directory: Path, *, top: int = 10, language: str = "en") -> Overview:
    """Return what is in the store at `directory`, with the `top` largest of everything."""
    with sound_lease(directory) as held, reading(directory):
        return _looked_at(held, top, language)


def _looked_at(held: Lease, top: int, language: str) -> Overview:
    with _names_of(held) as names:
        path = held.path / "statistics.json"
        statistics = load_statistics(path) if path.exists() else Statistics()
        store = ox.Store.read_only(str(held.graph)) if held.graph.is_dir() else ox.Store()
        edges = {name: one.edges for name, one in statistics.edges.items()}
        classes = _classes(store, statistics, names, top)
        languages, degrees = _sample(store)

        def largest(counts: dict[str, int]) -> tuple[Named, ...]:
            return _named(store, names, counts, top, language)

        return Overview(
            directory=str(held.directory),
            manifest=held.manifest,
            sizes=sizes_of(held),
            profile=statistics.vocabulary.profile,
            edges=sum(edges.values()),
            properties=len(edges),
            entities=names.meta["entities"] if names else 0,
            top_properties=largest(edges),
            top_classes=largest(classes),
            languages=dict(languages.most_common()),
            labels_seen=languages.total(),
            degrees=degrees,
        )


def sizes_of(held: Lease) -> dict[str, int]:
    """Return the bytes on disk of a generation, by part."""
    sizes: Counter[str] = Counter()
    for name, record in held.manifest.files.items():
        sizes[name.partition("/")[0]] += record.bytes
    return dict(sizes.most_common())


@contextmanager
def _names_of(held: Lease) -> Iterator[NameTables | None]:
    """Give the name index of a store, if it has one."""
    if not (held.path / "names" / INDEX).exists():
        yield None
        return
    tables = NameTables(held.path / "names")
    try:
        yield tables
    finally:
        tables.close()


def _named(
    store: ox.Store, names: NameTables | None, counts: dict[str, int], top: int, language: str
) -> tuple[Named, ...]:
    def label(name: str) -> str:
        number = names.ids.number(name) if names is not None else None
        if names is None or number is None:
            return label_of(store, name, language)
        return names.label(number, language) or ""

    largest = Counter(counts).most_common(top)
    return tuple(Named(name, label(name), count) for name, count in largest)


def label_of(store: ox.Store, name: str, language: str) -> str:
    """Return the label of an entity in a language, or in any; empty where it has none."""
    quads = store.quads_for_pattern(ox.NamedNode(WD + name), LABEL, None, ox.DefaultGraph())
    labels = [quad.object for quad in quads if isinstance(quad.object, ox.Literal)]
    best = [one.value for one in labels if one.language == language]
    return (best or [one.value for one in labels] or [""])[0]


def _classes(
    store: ox.Store, statistics: Statistics, names: NameTables | None, top: int
) -> dict[str, int]:
    heavy = statistics.heavy.get("P31", {})
    if len(heavy) >= top:
        return dict(heavy)
    if names is not None:
        with names.cursor("classes") as cursor:
            sizes = {int.from_bytes(key, "big"): decoded(one)["size"] for key, one in cursor}
        return {names.ids.id(number) or "": size for number, size in sizes.items() if size}
    quads = islice(store.quads_for_pattern(None, INSTANCE, None, ox.DefaultGraph()), MEMBERS)
    return Counter(
        quad.object.value.removeprefix(WD)
        for quad in quads
        if isinstance(quad.object, ox.NamedNode) and quad.object.value.startswith(WD)
    )


def _sample(store: ox.Store) -> tuple[Counter[str], dict[str, int]]:
    """Return labels by language and entities by degree, among the first triples of the store."""
    languages: Counter[str] = Counter()
    degrees: Counter[int] = Counter()
    quads = islice(store.quads_for_pattern(None, None, None, ox.DefaultGraph()), SAMPLE)
    for subject, facts in groupby(quads, lambda quad: quad.subject):
        if not isinstance(subject, ox.NamedNode) or not _ENTITY.fullmatch(subject.value):
            continue
        edges = 0
        for quad in facts:
            edges += quad.predicate.value.startswith(WDT)
            if quad.predicate == LABEL and isinstance(quad.object, ox.Literal):
                languages[quad.object.language or ""] += 1
        degrees[edges.bit_length()] += 1
    bins = range(max(degrees, default=-1) + 1)
    return languages, {_bin(power): degrees[power] for power in bins}


def _bin(power: int) -> str:
    low, high = (1 << power) >> 1, (1 << power) - 1
    return str(low) if low == high or power == 0 else f"{low}-{high}"

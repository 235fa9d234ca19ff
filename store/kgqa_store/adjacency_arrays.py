"""The files of the adjacency arrays: how a graph lies in them, how they are written and opened.

`columns` holds one array after the other and is memory-mapped; `about.json` says where each begins,
and what the numbers in them mean. Rows of edges are in the order of property, subject and object,
and a second time in that of property, object and subject: what belongs to a node is found by
bisection.
"""

from __future__ import annotations

import mmap
from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import orjson

from kgqa_store.adjacency_classes import closure, reverse
from kgqa_store.adjacency_content import Content, Detail, Ints, Nodes, Places, Reals, Rows, rows
from kgqa_store.adjacency_terms import NO_VALUE, NODE_KINDS
from kgqa_store.errors import StoreDamaged, StoreVersion

FOLDER = "adjacency"
"""The folder of the arrays beside a graph."""
ABOUT, COLUMNS = "about.json", "columns"
FORMAT = 1
ALIGNED = 64
"""Every array begins at a multiple of so many bytes, as vector instructions like it."""
CLASSES = ("P31", "P279")
"""The properties that tell classes, where the files do not say: Wikidata's."""


@dataclass(frozen=True, slots=True)
class About:
    """What the numbers in the arrays mean."""

    properties: tuple[str, ...]
    details: tuple[Detail, ...]
    starts: tuple[int, ...]
    """Where the nodes of each of `NODE_KINDS` begin, and where the last of them ends."""
    classes: tuple[str, str] = CLASSES
    """The properties that lead to the class of a thing, and to what is above a class."""


@dataclass(frozen=True, slots=True)
class Arrays:
    """The columns."""

    texts: npt.NDArray[np.uint8]
    text_starts: Places
    values: Reals
    """What literals amount to; entities, which come first, have no entry."""
    edge_starts: Places
    """Where the edges of each property begin."""
    subjects: Ints
    objects: Ints
    details: Ints
    back_starts: Places
    back_objects: Ints
    back_subjects: Ints
    around_starts: Places
    """Where what is around each node begins: a property, twice, and 1 if it leads to the node."""
    around: Ints
    degrees: Ints
    """How many nodes each of `around` leads to."""
    statement_starts: Places
    statement_subjects: Ints
    statement_objects: Ints
    statement_details: Ints
    statements_by_object: Ints
    """The statements of each property in the order of their objects."""
    qualifier_starts: Places
    """Where the qualifiers of each statement begin."""
    qualifier_properties: Ints
    qualifier_values: Ints
    qualifier_details: Ints
    classes: Ints
    """All that is a subclass, or has one."""
    ancestor_starts: Places
    ancestors: Ints
    descendant_starts: Places
    descendants: Ints


def arrays_of(content: Content) -> tuple[About, Arrays]:
    """Return a canonical graph as arrays."""
    about = About(
        tuple(content.properties), tuple(content.details), content.nodes.starts, content.classes
    )
    edges, statements, qualifiers = content.edges, content.statements, content.qualifiers
    properties = np.arange(len(content.properties) + 1)
    pairs = _pairs(edges)
    back = pairs.take(np.lexsort((pairs.subjects, pairs.objects, pairs.properties)))
    up = closure(*_links(content, content.classes[1]))
    down = reverse(up)
    around_starts, around, degrees = _around(pairs, len(content.nodes))
    lengths = [len(text) for text in content.nodes.texts]
    return about, Arrays(
        texts=np.frombuffer(b"".join(content.nodes.texts), dtype=np.uint8),
        text_starts=np.cumsum([0, *lengths]),
        values=content.nodes.values[content.nodes.starts[1] :],
        edge_starts=np.searchsorted(edges.properties, properties),
        subjects=edges.subjects,
        objects=edges.objects,
        details=_narrow(edges.details),
        back_starts=np.searchsorted(back.properties, properties),
        back_objects=back.objects,
        back_subjects=back.subjects,
        around_starts=around_starts,
        around=around,
        degrees=degrees,
        statement_starts=np.searchsorted(statements.properties, properties),
        statement_subjects=statements.subjects,
        statement_objects=statements.objects,
        statement_details=_narrow(statements.details),
        statements_by_object=_int32(
            np.lexsort((statements.subjects, statements.objects, statements.properties))
        ),
        qualifier_starts=np.searchsorted(qualifiers.subjects, np.arange(len(statements) + 1)),
        qualifier_properties=qualifiers.properties,
        qualifier_values=qualifiers.objects,
        qualifier_details=_narrow(qualifiers.details),
        classes=up.classes,
        ancestor_starts=up.starts,
        ancestors=up.reached,
        descendant_starts=down.starts,
        descendants=down.reached,
    )


def _pairs(edges: Rows) -> Rows:
    """Return edges without their details, each once."""
    fresh = np.ones(len(edges), dtype=bool)
    columns = (edges.properties, edges.subjects, edges.objects)
    fresh[1:] = np.any([column[1:] != column[:-1] for column in columns], axis=0)
    return edges.take(fresh)


def _links(content: Content, property_: str) -> tuple[Ints, Ints]:
    """Return the edges of a property between entities."""
    if property_ not in content.properties:
        return np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int32)
    edges, number = content.edges, list(content.properties).index(property_)
    start, end = np.searchsorted(edges.properties, [number, number + 1])
    subjects, objects = edges.subjects[start:end], edges.objects[start:end]
    entities = objects < content.nodes.starts[1]
    return subjects[entities], objects[entities]


def _around(pairs: Rows, nodes: int) -> tuple[Places, Ints, Ints]:
    """Return for each node its properties in both directions, with the number of edges."""
    ends = np.concatenate([pairs.subjects, pairs.objects]).astype(np.int64)
    ways = np.concatenate([2 * pairs.properties, 2 * pairs.properties + 1])
    width = int(ways.max(initial=0)) + 1
    keys, counts = np.unique(ends * width + ways, return_counts=True)
    starts = np.searchsorted(keys, np.arange(nodes + 1) * width)
    return starts, _int32(keys % width), _int32(counts)


def _int32(column: npt.NDArray[np.int64]) -> Ints:
    return column.astype(np.int32)


def _narrow(details: Ints) -> Ints:
    """Return details in two bytes each, where that is enough: nearly always."""
    return details.astype(np.uint16) if details.max(initial=0) < 1 << 16 else details


def content_of(about: About, arrays: Arrays) -> Content:
    """Return the graph that was made into arrays."""
    texts, bounds = arrays.texts.tobytes(), arrays.text_starts.tolist()
    owners = np.repeat(np.arange(len(arrays.statement_subjects)), np.diff(arrays.qualifier_starts))
    return Content(
        Nodes(
            [texts[start:end] for start, end in pairwise(bounds)],
            np.concatenate([np.full(about.starts[1], NO_VALUE), arrays.values]),
            about.starts,
        ),
        about.properties,
        about.details,
        rows((_numbers(arrays.edge_starts), arrays.subjects, arrays.objects, arrays.details)),
        rows(
            (
                _numbers(arrays.statement_starts),
                arrays.statement_subjects,
                arrays.statement_objects,
                arrays.statement_details,
            )
        ),
        rows(
            (
                arrays.qualifier_properties,
                owners,
                arrays.qualifier_values,
                arrays.qualifier_details,
            )
        ),
        about.classes,
    )


def _numbers(starts: Places) -> Places:
    """Return the number of the property of each row."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


# --- Files -----------------------------------------------------------------------------------


def save(content: Content, folder: Path) -> None:
    """Write a canonical graph as arrays into a new folder."""
    about, arrays = arrays_of(content)
    folder.mkdir()
    places: dict[str, tuple[str, int, int]] = {}
    with (folder / COLUMNS).open("wb") as file:
        for one in fields(Arrays):
            column: npt.NDArray[Any] = getattr(arrays, one.name)
            file.write(bytes(-file.tell() % ALIGNED))
            places[one.name] = (column.dtype.str, file.tell(), len(column))
            file.write(np.ascontiguousarray(column).data)
    record = {
        "format": FORMAT,
        "kinds": NODE_KINDS,
        "starts": about.starts,
        "columns": places,
        "properties": about.properties,
        "details": about.details,
    }
    if about.classes != CLASSES:
        record["classes"] = about.classes
    (folder / ABOUT).write_bytes(orjson.dumps(record))


def load(folder: Path) -> tuple[About, Arrays]:
    """Return the arrays in a folder, memory-mapped: bytes are read when they are looked at."""
    try:
        record = orjson.loads((folder / ABOUT).read_bytes())
        _check_format(folder, record)
        with (folder / COLUMNS).open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        columns = {
            name: np.frombuffer(mapped, dtype, length, start)
            for name, (dtype, start, length) in record["columns"].items()
        }
        return _about(record), Arrays(**columns)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise StoreDamaged(
            f"The adjacency arrays of the store cannot be read: {folder} ({error}).",
            hint="Build the store again: kgqa store build SOURCE... --out DIR",
        ) from error


def _check_format(folder: Path, record: Mapping[str, Any]) -> None:
    if record["format"] != FORMAT:
        raise StoreVersion(
            f"The adjacency arrays {folder} have format {record['format']}, this program reads "
            f"format {FORMAT}.",
            hint="Upgrade the program: pip install --upgrade kgqa",
        )


def _about(record: Mapping[str, Any]) -> About:
    details = tuple((str(unit), int(precision)) for unit, precision in record["details"])
    instance, subclass = record.get("classes", CLASSES)
    return About(
        tuple(record["properties"]), details, tuple(record["starts"]), (instance, subclass)
    )

"""What the planner knows of a graph without asking it: counts by property, kinds of values.

`Statistics` is a value: it is collected once when a store is built, lies beside it as JSON, and is
read in a few milliseconds by `load_statistics`. Nothing here looks at the graph.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from kgqa_store.errors import StoreDamaged
from kgqa_store.graph_vocabulary import WIKIDATA, GraphVocabulary

HEAVY = 200
"""An object with at least this many edges of one property is counted by itself."""


@dataclass(frozen=True, slots=True)
class PropertyStatistics:
    """How one property is used in the graph."""

    edges: int = 0
    """How many edges there are."""
    subjects: int = 0
    """How many different subjects they have."""
    objects: int = 0
    """How many different objects they have."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """How many edges lead to which kind of value: entity, number, date, text, other, unknown.

    A number that is not written as Wikidata's RDF writes it (`"+10"^^xsd:decimal`) is `irregular`:
    another spelling of the same number is another term.
    """
    units: Mapping[str, int] = field(default_factory=dict)
    """How many quantities are given in which unit (its Q-number; `""` where no unit is known)."""
    precisions: Mapping[int, int] = field(default_factory=dict)
    """How many dates have which precision (Wikidata's numbers: 9 year, 10 month, 11 day)."""
    form: str = ""
    """The datatype of its dates where it is not xsd:dateTime: `date`, `gYear`, `gYearMonth`.

    That of numbers that are durations is `duration`.
    """


@dataclass(frozen=True, slots=True)
class Statistics:
    """How the properties of a graph are used."""

    edges: Mapping[str, PropertyStatistics] = field(default_factory=dict)
    """Truthy edges (`wdt:`), by P-number."""
    qualifiers: Mapping[str, PropertyStatistics] = field(default_factory=dict)
    """Qualifiers (`pq:`), by P-number; a subject is a statement."""
    statements: Mapping[str, int] = field(default_factory=dict)
    """How many full statements (`p:`) a property has."""
    heavy: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """For each property, the objects (Q-numbers) with `HEAVY` edges or more, and how many."""
    instances: Mapping[str, int] = field(default_factory=dict)
    """About how many instances a class has with all its subclasses, where these are `HEAVY`."""
    deprecated: int = 0
    """How many statements are marked as deprecated."""
    datatypes: Mapping[str, str] = field(default_factory=dict)
    """The declared datatype of each property that has one, as in `WikibaseItem`, `Quantity`."""
    vocabulary: GraphVocabulary = WIKIDATA
    """How the things of the graph are named."""


SEEN = {
    "entity": "WikibaseItem",
    "number": "Quantity",
    "irregular": "Quantity",
    "date": "Time",
    "text": "String",
}
"""The datatype that a property has by the kind of its values."""


def datatype_of(statistics: Statistics, name: str) -> str:
    """Return the datatype of a property: as declared, else as most of its values are.

    Empty where it has no values, or most are of no kind that tells.
    """
    declared = statistics.datatypes.get(name)
    if declared:
        return declared
    counts: dict[str, int] = {}
    used = statistics.edges.get(name) or statistics.qualifiers.get(name) or PropertyStatistics()
    for kind, count in used.kinds.items():
        if kind != "unknown":
            counts[SEEN.get(kind, "")] = counts.get(SEEN.get(kind, ""), 0) + count
    most = max(counts, key=lambda datatype: counts[datatype], default="")
    return most if 2 * counts.get(most, 0) > sum(counts.values()) else ""


def save_statistics(statistics: Statistics, path: Path) -> None:
    """Write `statistics` to `path` such that `load_statistics(path) == statistics`."""
    import orjson  # here, because a planner that is given its statistics needs no JSON

    record = {each.name: getattr(statistics, each.name) for each in fields(Statistics)}
    record["edges"] = {name: _told(one) for name, one in statistics.edges.items()}
    record["qualifiers"] = {name: _told(one) for name, one in statistics.qualifiers.items()}
    if statistics.vocabulary.is_wikidata:
        del record["vocabulary"]
    # Properties are in order, so that the same graph gives the same bytes.
    path.write_bytes(orjson.dumps(record, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_SORT_KEYS))


def _told(use: PropertyStatistics) -> dict[str, Any]:
    """Return how a property is used, without what goes without saying."""
    record = {each.name: getattr(use, each.name) for each in fields(PropertyStatistics)}
    if not use.form:
        del record["form"]
    return record


def load_statistics(path: Path) -> Statistics:
    """Return the statistics that lie at `path`."""
    import orjson

    try:
        return _statistics(orjson.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreDamaged(
            f"The statistics of the store cannot be read: {path} ({error}).",
            hint=f"Build the store again: kgqa store build SOURCE... --out {path.parent.parent}",
        ) from error


def _statistics(record: dict[str, Any]) -> Statistics:
    """Return the statistics that `record`, read from JSON, spells out."""
    return Statistics(
        edges={name: _property(entry) for name, entry in record["edges"].items()},
        qualifiers={name: _property(entry) for name, entry in record["qualifiers"].items()},
        statements=dict(record["statements"]),
        heavy={name: dict(counts) for name, counts in record["heavy"].items()},
        instances=dict(record.get("instances", {})),
        deprecated=int(record["deprecated"]),
        datatypes=dict(record["datatypes"]),
        vocabulary=_vocabulary(record["vocabulary"]) if "vocabulary" in record else WIKIDATA,
    )


def _vocabulary(record: dict[str, Any]) -> GraphVocabulary:
    lists = {name: tuple(record[name]) for name in ("symmetric", "transitive")}
    return GraphVocabulary(**{**record, **lists})


def _property(record: dict[str, Any]) -> PropertyStatistics:
    """Return how one property is used; JSON turns the numbers of precisions into text."""
    return PropertyStatistics(
        edges=record["edges"],
        subjects=record["subjects"],
        objects=record["objects"],
        kinds=record["kinds"],
        units=record["units"],
        form=record.get("form", ""),
        precisions={int(name): count for name, count in record["precisions"].items()},
    )

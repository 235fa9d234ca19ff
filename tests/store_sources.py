"""Sources for tests of the store: a few facts as N-Triples, and entities as Wikidata's JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pyoxigraph as ox
from kgqa_store.build import Options, build
from kgqa_store.generations import lease
from kgqa_store.manifest import Manifest
from kgqa_store.vocabulary import PREFIXES

GRAPH_ONLY = Options(index=False)


def triple(subject: str, predicate: str, object_: str) -> str:
    """Return a line of N-Triples; names have prefixes, an object in quotes is a text."""
    term = object_ if object_.startswith(('"', "<")) else iri(object_)
    return f"{iri(subject)} {iri(predicate)} {term} .\n"


def iri(name: str) -> str:
    prefix, _, local = name.partition(":")
    return f"<{PREFIXES[prefix]}{local}>"


def cities(number: int) -> str:
    """Return a graph of `number` cities, three lines each."""
    return "".join(
        triple(f"wd:Q{n + 100}", "wdt:P31", "wd:Q515")
        + triple(f"wd:Q{n + 100}", "rdfs:label", f'"City {n}"@en')
        + triple(f"wd:Q{n + 100}", "wdt:P17", f"wd:Q{n % 7 + 1}")
        for n in range(number)
    )


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def built(directory: Path, *sources: Path, options: Options = GRAPH_ONLY) -> Manifest:
    """Build a store without indexes, which other tests are about."""
    return build([str(source) for source in sources], directory, options=options)


def triples_in(directory: Path) -> set[str]:
    """Return the triples of the store in `directory`, with prefixes."""
    with lease(directory) as held:
        store = ox.Store.read_only(str(held.graph))
        return {_shortened(str(quad.triple)) for quad in store}


def _shortened(line: str) -> str:
    for prefix, namespace in sorted(PREFIXES.items(), key=lambda item: -len(item[1])):
        line = line.replace(f"<{namespace}", f"{prefix}:")
    return line.replace(">", "")


def entity(name: str = "Q1", *, label: str | None = "One", **more: object) -> dict[str, Any]:
    """Return an entity as a dump has it."""
    labels = {"en": {"language": "en", "value": label}} if label is not None else {}
    return {
        "type": "item",
        "id": name,
        "labels": labels,
        "descriptions": {},
        "aliases": {},
        "claims": {},
        "sitelinks": {},
    } | more


def claim(
    property_name: str, datavalue: object = None, datatype: str = "wikibase-item", **more: object
) -> dict[str, Any]:
    """Return a statement; without a value, its value is unknown."""
    return {
        "mainsnak": snak(property_name, datavalue, datatype),
        "type": "statement",
        "id": f"Q1$0000-{property_name}",
        "rank": "normal",
    } | more


def snak(property_name: str, datavalue: object, datatype: str) -> dict[str, Any]:
    kind = "somevalue" if datavalue is None else "value"
    fields = {"snaktype": kind, "property": property_name, "datatype": datatype}
    return fields if datavalue is None else fields | {"datavalue": datavalue}


def item(name: str) -> dict[str, Any]:
    return {"type": "wikibase-entityid", "value": {"entity-type": "item", "id": name}}


def time(text: str, precision: int = 11, calendar: str = "Q1985727") -> dict[str, Any]:
    model = f"http://www.wikidata.org/entity/{calendar}"
    value = {"time": text, "precision": precision, "calendarmodel": model, "timezone": 0}
    return {"type": "time", "value": value}


def quantity(amount: str, unit: str = "1") -> dict[str, Any]:
    unit = unit if unit == "1" else f"http://www.wikidata.org/entity/{unit}"
    return {"type": "quantity", "value": {"amount": amount, "unit": unit}}


def string(text: str) -> dict[str, Any]:
    return {"type": "string", "value": text}


def dump(*entities: object) -> bytes:
    """Return a dump with an entity a line inside an array."""
    return b"[\n" + b",\n".join(map(orjson.dumps, entities)) + b"\n]\n"

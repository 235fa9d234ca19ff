"""Compare the embedded sample with a larger Wikidata store, fact by fact.

    python benchmarks/check_sample.py STORE [--unknown] [--file movies.kg]

STORE is a store built by `kgqa store build`, or a bare Oxigraph directory. Ids are compared by
label, statements by value; what the store contradicts is listed, and with `--unknown` also what it
does not know. A contradiction is a thing to look at, not always an error of ours: a larger store
may be older, and for measured quantities it holds another year's figure.
"""

from __future__ import annotations

import argparse
import json
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pyoxigraph as ox
from kgqa_store.sample import SOURCES
from kgqa_store.sample.compile import Sample, load_sample
from kgqa_store.sample.resolve import Statement
from kgqa_store.sample.source import Entity
from kgqa_store.sample.values import Item, Point, Quantity, Text, Time
from kgqa_store.vocabulary import RDFS, SKOS, WD, WDT

Node: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Literal

LABEL = ox.NamedNode(RDFS + "label")
ALIAS = ox.NamedNode(SKOS + "altLabel")

ONE_VALUE = {"P569", "P570", "P19", "P20", "P22", "P25", "P21", "P571", "P577", "P36", "P403"}
"""Properties where another value in the store speaks against ours; others may have many values."""

TOLERANCE = {"P1082": 0.25, "P2142": 0.25, "P2046": 0.1, "P2043": 0.15, "P1174": 1.0}
"""By how much measured quantities may differ: populations grow, rivers are measured anew."""

CLOSE = 0.03
"""By how much any other quantity may differ."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the store says about one thing in the sample."""

    verdict: str
    where: str
    what: str
    store_says: str = ""


def open_graph(path: Path) -> ox.Store:
    """Return the graph of a store, or of a bare Oxigraph directory."""
    manifest = path / "manifest.json"
    if manifest.exists():
        generation = json.loads(manifest.read_text(encoding="utf-8"))["generation"]
        path = path / generation / "graph"
    return ox.Store.read_only(str(path))


def plain(name: str) -> str:
    """Return the name without case, accents and punctuation."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in decomposed if character.isalnum())


class Check:
    """The sample beside a graph."""

    def __init__(self, sample: Sample, graph: ox.Store) -> None:
        self.sample = sample
        self.graph = graph
        self.labels = {entity.name: entity.label for entity in sample.entities}
        self.property_labels = {property.id: property.label for property in sample.properties}
        self.inverses = {
            property.id: other.id
            for property in sample.properties
            for other in sample.properties
            if property.inverse == other.label
        }

    def findings(self) -> Iterator[Finding]:
        """Yield what the graph says about every id and every statement."""
        for entity in self.sample.entities:
            yield self.identity(entity)
        for statement in self.sample.statements:
            yield self.fact(statement)

    def identity(self, entity: Entity) -> Finding:
        """Return whether the graph calls the id as we do."""
        node = ox.NamedNode(WD + entity.name)
        known = [
            value.value for predicate in (LABEL, ALIAS) for value in self.objects(node, predicate)
        ]
        ours = {plain(name) for name in (entity.label, entity.title, *entity.aliases)}
        what = f"{entity.name} {entity.label}"
        if not known:
            return Finding("id unknown", str(entity.place), what)
        verdict = "id confirmed" if ours & {plain(name) for name in known} else "id contradicted"
        return Finding(verdict, str(entity.place), what, known[0])

    def fact(self, statement: Statement) -> Finding:
        """Return whether the graph has the statement, has another value, or has none."""
        values = self.values(statement.subject, statement.property)
        place, what = str(statement.place), self.english(statement)
        if any(self.agrees(statement, value) for value in values) or self.has_inverse(statement):
            return Finding("confirmed", place, what)
        if not values:
            return Finding("unknown", place, what)
        shown = "; ".join(sorted({self.show(value) for value in values})[:6])
        single = statement.property in ONE_VALUE or isinstance(statement.value, Quantity)
        return Finding("contradicted" if single else "other values", place, what, shown)

    def values(self, subject: str, property: str) -> list[Node]:
        """Return the values the graph has for a subject and property."""
        return self.objects(ox.NamedNode(WD + subject), ox.NamedNode(WDT + property))

    def objects(self, subject: ox.NamedNode, predicate: ox.NamedNode) -> list[Node]:
        """Return what the graph has behind a subject and a predicate."""
        quads = self.graph.quads_for_pattern(subject, predicate, None)
        return [quad.object for quad in quads if not isinstance(quad.object, ox.Triple)]

    def has_inverse(self, statement: Statement) -> bool:
        """Return whether the graph has the edge in the other direction."""
        back = self.inverses.get(statement.property)
        if back is None or not isinstance(statement.value, Item):
            return False
        found = self.values(statement.value.id, back)
        return any(value.value == WD + statement.subject for value in found)

    def agrees(self, statement: Statement, value: Node) -> bool:
        """Return whether a value of the graph is ours, dates at the coarser precision."""
        match statement.value:
            case Item(id):
                return bool(value.value == WD + id)
            case Time(year, month, day, precision):
                text = value.value
                ours = f"{'-' if year < 0 else ''}{abs(year):04}-{month:02}-{day:02}"
                length = {9: -6, 10: -3, 11: 10 + (year < 0)}[precision]
                start = ours[:length]
                # Values of year precision are written as the first of January.
                return bool(text.startswith(start) or text.startswith(ours[:-6] + "-01-01"))
            case Quantity(amount, _):
                return self.is_near(statement.property, float(amount), value.value)
            case Text(text, _):
                return plain(value.value) == plain(text)
            case Point():
                return True

    def is_near(self, property: str, ours: float, theirs: str) -> bool:
        """Return whether two numbers agree, square metres and kilometres included."""
        try:
            other = float(theirs)
        except ValueError:
            return False
        allowed = TOLERANCE.get(property, CLOSE) * abs(ours)
        scales = (1, 1e-6, 1e-3, 1e-2, 2.59, 1.609, 0.3048)
        return any(abs(ours - other * scale) <= allowed for scale in scales)

    def english(self, statement: Statement) -> str:
        """Return the statement as words."""
        match statement.value:
            case Item(id):
                value = self.labels.get(id, id)
            case Time(year, month, day, precision):
                parts = (f"{year}", f"{month:02}", f"{day:02}")
                value = "-".join(parts[: precision - 8])
            case Quantity(amount, unit):
                value = f"{amount} {self.labels.get(unit, unit)}".strip()
            case Text(text, _):
                value = text
            case Point(latitude, longitude):
                value = f"{latitude} {longitude}"
        subject = self.labels[statement.subject]
        property = self.property_labels[statement.property]
        return f"{subject} ({statement.subject}) · {property} · {value}"

    def show(self, value: Node) -> str:
        """Return a value of the graph as words."""
        if isinstance(value, ox.NamedNode):
            for label in self.objects(value, LABEL):
                return str(label.value)
            return str(value.value.removeprefix(WD))
        return str(value.value)[:24]


def main() -> None:
    """Print the findings and their counts by file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("--unknown", action="store_true", help="list what the store does not know")
    parser.add_argument("--other", action="store_true", help="list other values, too")
    parser.add_argument("--file", help="speak of one source file alone")
    options = parser.parse_args()
    shown = {"contradicted", "id contradicted"}
    shown |= {"unknown", "id unknown"} if options.unknown else set()
    shown |= {"other values"} if options.other else set()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for finding in Check(load_sample(SOURCES), open_graph(options.store)).findings():
        file = finding.where.partition(":")[0]
        if options.file and file != options.file:
            continue
        counts[file][finding.verdict] += 1
        if finding.verdict in shown:
            tail = f"   [store: {finding.store_says}]" if finding.store_says else ""
            print(f"{finding.verdict:<16} {finding.where:<20} {finding.what}{tail}")
    verdicts = sorted({verdict for counter in counts.values() for verdict in counter})
    print("\n" + " ".join(f"{title:>16}" for title in ("file", *verdicts)))
    for file, counter in sorted(counts.items()):
        print(" ".join(f"{cell:>16}" for cell in (file, *(counter[name] for name in verdicts))))


if __name__ == "__main__":
    main()

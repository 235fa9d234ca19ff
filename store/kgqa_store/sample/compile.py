"""The sample's sources, checked and turned into Wikidata's RDF.

`python -m kgqa_store.sample.compile` says what is wrong in the sources, or how much is in them;
with names of files behind it, it speaks of these alone.
"""

from __future__ import annotations

import gc
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path
from urllib.parse import quote

from kgqa_store.errors import SourceError
from kgqa_store.sample.resolve import Names, Resolved, Statement, resolve
from kgqa_store.sample.source import DATATYPES, Entity, Mistake, Property, read_sources
from kgqa_store.sample.values import literal, simple_form, value_node
from kgqa_store.vocabulary import (
    PQ,
    PQV,
    PS,
    PSV,
    RDF,
    RDFS,
    SCHEMA,
    SKOS,
    WD,
    WDS,
    WDT,
    WIKIBASE,
    P,
)

SHOWN = 40
"""So many mistakes are listed at once."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The sample without a mistake in it: names are ids, and every inverse is there."""

    entities: tuple[Entity, ...]
    properties: tuple[Property, ...]
    statements: tuple[Statement, ...]

    @property
    def qualifiers(self) -> int:
        """How many qualifiers all statements have together."""
        return sum(len(statement.qualifiers) for statement in self.statements)


def load_sample(folder: Path) -> Sample:
    """Return the sample whose sources lie in `folder`, or raise with all that is wrong in them."""
    with _no_collection():
        sample, mistakes = check_sample(folder)
    if mistakes:
        raise _error(mistakes)
    return sample


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the garbage collector out: it takes a third of the time and finds no circles here."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def check_sample(folder: Path) -> tuple[Sample, list[Mistake]]:
    """Return what can be understood of the sources in `folder`, and every mistake in them."""
    sources = read_sources(folder)
    mistakes = list(sources.mistakes)
    names = Names.of(sources, mistakes)
    resolved: Resolved = resolve(sources, names)
    mistakes += resolved.mistakes
    entities = tuple(entity for entity in sources.entities if not entity.is_addition)
    sample = Sample(entities, sources.properties, resolved.statements)
    return sample, sorted(mistakes, key=lambda mistake: mistake.place)


def sample_lines(sample: Sample) -> Iterator[str]:
    """Yield the sample as N-Triples, each line once, in the same order every time."""
    for property in sample.properties:
        yield from _property_lines(property)
    for entity in sample.entities:
        yield from _entity_lines(entity)
    told: set[str] = set()
    by_edge: dict[tuple[str, str], list[Statement]] = defaultdict(list)
    for statement in sample.statements:
        by_edge[statement.subject, statement.property].append(statement)
    for statements in by_edge.values():
        best = any(statement.preferred for statement in statements)
        for statement in statements:
            yield from _statement_lines(statement, told, truthy=statement.preferred or not best)


def _property_lines(property: Property) -> Iterator[str]:
    iri = f"<{WD}{property.id}>"
    yield f"{iri} <{RDF}type> <{WIKIBASE}Property> ."
    yield f"{iri} <{WIKIBASE}directClaim> <{WDT}{property.id}> ."
    yield f"{iri} <{WIKIBASE}propertyType> <{WIKIBASE}{DATATYPES[property.datatype]}> ."
    yield f"{iri} <{RDFS}label> {literal(property.label, 'en')} ."
    for alias in property.aliases:
        yield f"{iri} <{SKOS}altLabel> {literal(alias, 'en')} ."


def _entity_lines(entity: Entity) -> Iterator[str]:
    iri = f"<{WD}{entity.name}>"
    yield f"{iri} <{RDFS}label> {literal(entity.label, 'en')} ."
    yield f"{iri} <{SCHEMA}description> {literal(entity.description, 'en')} ."
    for alias in entity.aliases:
        yield f"{iri} <{SKOS}altLabel> {literal(alias, 'en')} ."
    for language, label in entity.labels:
        yield f"{iri} <{RDFS}label> {literal(label, language)} ."
    if entity.title != "-":
        page = f"<https://en.wikipedia.org/wiki/{quote(entity.title.replace(' ', '_'))}>"
        yield f"{page} <{SCHEMA}about> {iri} ."
        yield f"{page} <{SCHEMA}name> {literal(entity.title, 'en')} ."


def _statement_lines(statement: Statement, told: set[str], *, truthy: bool) -> Iterator[str]:
    """Yield the lines of a statement, without the edges and value nodes that are already told."""
    subject, property = f"<{WD}{statement.subject}>", statement.property
    value = simple_form(statement.value)
    if truthy and (edge := f"{subject} <{WDT}{property}> {value} .") not in told:
        told.add(edge)
        yield edge
    node = value_node(statement.value)
    if truthy and not statement.preferred and not statement.qualifiers and node is None:
        return
    iri = f"<{WDS}{statement.subject}-{_digest(statement)}>"
    rank = "PreferredRank" if statement.preferred else "NormalRank"
    yield f"{subject} <{P}{property}> {iri} ."
    yield f"{iri} <{PS}{property}> {value} ."
    yield f"{iri} <{WIKIBASE}rank> <{WIKIBASE}{rank}> ."
    if node is not None:
        yield f"{iri} <{PSV}{property}> {node[0]} ."
        yield from _node_lines(node, told)
    for name, qualifier in statement.qualifiers:
        yield f"{iri} <{PQ}{name}> {simple_form(qualifier)} ."
        if detail := value_node(qualifier):
            yield f"{iri} <{PQV}{name}> {detail[0]} ."
            yield from _node_lines(detail, told)


def _node_lines(node: tuple[str, tuple[str, ...]], told: set[str]) -> tuple[str, ...]:
    if node[0] in told:
        return ()
    told.add(node[0])
    return node[1]


def _digest(statement: Statement) -> str:
    """Return a name for the statement that depends on what it says alone."""
    parts = [statement.subject, statement.property, "*" if statement.preferred else ""]
    for value in (statement.value, *(value for _, value in statement.qualifiers)):
        node = value_node(value)
        parts.append(node[0] if node else simple_form(value))
    parts += [name for name, _ in statement.qualifiers]
    return md5(" ".join(parts).encode(), usedforsecurity=False).hexdigest()


def _error(mistakes: list[Mistake]) -> SourceError:
    listed = "\n".join(f"  {mistake}" for mistake in mistakes[:SHOWN])
    more = f"\n  and {len(mistakes) - SHOWN} more" if len(mistakes) > SHOWN else ""
    count = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
    return SourceError(
        f"The sample's sources have {count}:\n{listed}{more}",
        hint="mend them, then run: python -m kgqa_store.sample.compile",
    )


def _report(folder: Path, files: Iterable[str]) -> int:
    sample, mistakes = check_sample(folder)
    chosen = set(files)
    for mistake in mistakes:
        if not chosen or mistake.place.file in chosen:
            sys.stdout.write(f"{mistake}\n")
    per_file: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for entity in sample.entities:
        per_file[entity.place.file][0] += 1
    for statement in sample.statements:
        per_file[statement.place.file][1] += 1
        per_file[statement.place.file][2] += len(statement.qualifiers)
    counts = (len(sample.entities), len(sample.statements), sample.qualifiers)
    for name, row in [*sorted(per_file.items()), ("all", counts)]:
        sys.stdout.write(
            "{:<18} {:>6} entities {:>6} statements {:>6} qualifiers\n".format(name, *row)
        )
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(_report(Path(__file__).parent, sys.argv[1:]))

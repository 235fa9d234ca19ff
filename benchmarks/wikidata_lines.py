"""Wikidata's RDF as N-Triples lines: edges, full statements, value nodes, names, sitelinks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

ENTITY = "<http://www.wikidata.org/entity/"
DIRECT = "<http://www.wikidata.org/prop/direct/"
CLAIM = "<http://www.wikidata.org/prop/"
STATEMENT = "<http://www.wikidata.org/entity/statement/"
VALUE = "<http://www.wikidata.org/value/"
ONTOLOGY = "<http://wikiba.se/ontology#"
TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
ALIAS = "<http://www.w3.org/2004/02/skos/core#altLabel>"
DESCRIPTION = "<http://schema.org/description>"
XSD = "<http://www.w3.org/2001/XMLSchema#"

YEAR, MONTH, DAY = 9, 10, 11
"""Wikidata's numbers for the precision of a date."""

METRE, KILOMETRE, FOOT = "Q11573", "Q828224", "Q3710"
MINUTE, DOLLAR, SQUARE_KILOMETRE, ONE = "Q7727", "Q4917", "Q712226", "Q199"


@dataclass(frozen=True, slots=True)
class Item:
    """The entity with this Q-number."""

    id: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A date: what is finer than its precision is January, the first."""

    year: int
    month: int
    day: int
    precision: int


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in a unit, by the unit's Q-number."""

    number: int
    unit: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that nobody knows: a blank node of its own."""


Value: TypeAlias = Item | Moment | Amount | Unknown
Qualifiers: TypeAlias = tuple[tuple[str, Value], ...]


@dataclass(slots=True)
class Lines:
    """The lines made so far and not yet taken; every line is a different triple."""

    pending: list[str] = field(default_factory=list)
    taken: int = 0
    statements: int = 0
    unknowns: int = 0
    value_nodes: set[str] = field(default_factory=set)

    def take(self) -> str:
        """Return the pending lines as text, and forget them."""
        text = "".join(self.pending)
        self.taken += len(self.pending)
        self.pending.clear()
        return text

    @property
    def count(self) -> int:
        """How many lines were made."""
        return self.taken + len(self.pending)

    def edge(self, subject: str, relation: str, object_: str) -> None:
        """Add a truthy edge between two entities."""
        self.pending.append(f"{ENTITY}{subject}> {DIRECT}{relation}> {ENTITY}{object_}> .\n")

    def text(self, subject: str, predicate: str, text: str, language: str) -> None:
        """Add a label, an alias or a description."""
        self.pending.append(f'{ENTITY}{subject}> {predicate} "{text}"@{language} .\n')

    def sitelink(self, subject: str, title: str) -> None:
        """Add the page of the English Wikipedia that is about the entity."""
        page = f"<https://en.wikipedia.org/wiki/{title.replace(' ', '_')}>"
        self.pending += (
            f"{page} <http://schema.org/about> {ENTITY}{subject}> .\n",
            f"{page} <http://schema.org/isPartOf> <https://en.wikipedia.org/> .\n",
            f'{page} <http://schema.org/name> "{title}"@en .\n',
        )

    def statement(
        self,
        subject: str,
        relation: str,
        value: Value,
        *,
        rank: str = "Normal",
        truthy: bool = True,
        qualifiers: Qualifiers = (),
    ) -> None:
        """Add a full statement: its rank, its value and qualifiers, and its truthy edge."""
        self.statements += 1
        node = f"{STATEMENT}{subject}-{self.statements:032x}>"
        simple = self._simple(value)
        if truthy:
            self.pending.append(f"{ENTITY}{subject}> {DIRECT}{relation}> {simple} .\n")
        self.pending += (
            f"{ENTITY}{subject}> {CLAIM}{relation}> {node} .\n",
            f"{node} {CLAIM}statement/{relation}> {simple} .\n",
            f"{node} {ONTOLOGY}rank> {ONTOLOGY}{rank}Rank> .\n",
        )
        if full := self._node(value):
            self.pending.append(f"{node} {CLAIM}statement/value/{relation}> {full} .\n")
        for qualifier, qualified in qualifiers:
            self._qualifier(node, qualifier, qualified)

    def property(self, id_: str, label: str, datatype: str) -> None:
        """Add a property: its label, its datatype, and the predicate of its truthy edges."""
        node = f"{ENTITY}{id_}>"
        self.text(id_, LABEL, label, "en")
        self.pending += (
            f"{node} {TYPE} {ONTOLOGY}Property> .\n",
            f"{node} {ONTOLOGY}propertyType> {ONTOLOGY}{datatype}> .\n",
            f"{node} {ONTOLOGY}directClaim> {DIRECT}{id_}> .\n",
        )

    def no_value(self, subject: str, relation: str) -> None:
        """Say that the entity is known to have no value."""
        self.pending.append(f"{ENTITY}{subject}> {TYPE} {CLAIM}novalue/{relation}> .\n")

    def _qualifier(self, node: str, relation: str, value: Value) -> None:
        self.pending.append(f"{node} {CLAIM}qualifier/{relation}> {self._simple(value)} .\n")
        if full := self._node(value):
            self.pending.append(f"{node} {CLAIM}qualifier/value/{relation}> {full} .\n")

    def _simple(self, value: Value) -> str:
        match value:
            case Item(id_):
                return f"{ENTITY}{id_}>"
            case Moment():
                return _date_time(value)
            case Amount(number):
                return f'"{number:+d}"^^{XSD}decimal>'
            case Unknown():
                self.unknowns += 1
                return f"_:unknown{self.unknowns}"

    def _node(self, value: Value) -> str | None:
        match value:
            case Moment(year, month, day, precision):
                name = f"{year + 20_000:08x}{month:08x}{day:08x}{precision:08x}"
                if name not in self.value_nodes:
                    self._describe(name, "Time", time=_date_time(value), precision=precision)
            case Amount(number, unit):
                name = f"{number & 0xFFFFFFFFFFFF:016x}{int(unit[1:]):016x}"
                if name not in self.value_nodes:
                    self._describe(name, "Quantity", amount=number, unit=unit)
            case _:
                return None
        return f"{VALUE}{name}>"

    def _describe(
        self,
        name: str,
        kind: str,
        *,
        time: str = "",
        precision: int = 0,
        amount: int = 0,
        unit: str = "",
    ) -> None:
        self.value_nodes.add(name)
        node = f"{VALUE}{name}>"
        self.pending.append(f"{node} {TYPE} {ONTOLOGY}{kind}Value> .\n")
        if time:
            self.pending += (
                f"{node} {ONTOLOGY}timeValue> {time} .\n",
                f'{node} {ONTOLOGY}timePrecision> "{precision}"^^{XSD}integer> .\n',
            )
        else:
            self.pending += (
                f'{node} {ONTOLOGY}quantityAmount> "{amount:+d}"^^{XSD}decimal> .\n',
                f"{node} {ONTOLOGY}quantityUnit> {ENTITY}{unit}> .\n",
            )


def _date_time(moment: Moment) -> str:
    sign = "-" if moment.year < 0 else ""
    day = f"{sign}{abs(moment.year):04d}-{moment.month:02d}-{moment.day:02d}"
    return f'"{day}T00:00:00Z"^^{XSD}dateTime>'

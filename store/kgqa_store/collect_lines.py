"""N-Triples, read once: each line goes to the spool of what it is about, and is forgotten."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from kgqa_store import vocabulary
from kgqa_store.entity_ids import WIKIDATA_IDS, EntityIds
from kgqa_store.names_escapes import has_left_escapes
from kgqa_store.spool import KINDS, MOST_DIGITS, OTHER, PROPERTY, Spool, tag
from kgqa_store.term_spool import TermSpool

ENTITY, NUMBER, DATE, TEXT, ELSE, UNKNOWN, IRREGULAR = range(len(KINDS))

_ITEM = f"<{vocabulary.WD}Q".encode()
_PROPERTY = f"<{vocabulary.WD}P".encode()
_ENTITY = f"<{vocabulary.WD}".encode()
_START = len(_ITEM)
_LONGEST = _START + MOST_DIGITS + 1
_GENID = vocabulary.UNKNOWN_VALUE.encode()
_NUMBERS = ("decimal", "integer", "double", "float", "nonNegativeInteger", "int", "long")
_DATES = ("dateTime", "date", "gYear", "gYearMonth")
_LITERALS = MappingProxyType(
    {f"<{vocabulary.XSD}{name}>".encode(): NUMBER for name in _NUMBERS}
    | {f"<{vocabulary.XSD}{name}>".encode(): DATE for name in _DATES}
    | {f"<{vocabulary.XSD}string>".encode(): TEXT}
)

_REGULAR = re.compile(
    rb'"[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?"\^\^<%bdecimal>' % vocabulary.XSD.encode()
)
"""A number as dumps write it: equal numbers are then equal terms."""

NAME_BUCKETS = 256
"""Names are divided by the number of their entity, modulo this."""

NAMES_IN_MEMORY = 50_000

_NAMES = MappingProxyType(
    {
        f"<{vocabulary.RDFS}label>".encode(): b"l",
        f"<{vocabulary.SKOS}altLabel>".encode(): b"a",
        f"<{vocabulary.SCHEMA}description>".encode(): b"d",
    }
)
_ABOUT = f"<{vocabulary.SCHEMA}about>".encode()
_SITELINKS = f"<{vocabulary.WIKIBASE}sitelinks>".encode()
_RANK = f"<{vocabulary.WIKIBASE}rank>".encode()
_DEPRECATED = f"<{vocabulary.WIKIBASE}DeprecatedRank>".encode()
_TYPE = f"<{vocabulary.WIKIBASE}propertyType>".encode()
_UNIT = f"<{vocabulary.WIKIBASE}quantityUnit>".encode()
_PRECISION = f"<{vocabulary.WIKIBASE}timePrecision>".encode()
_NODE_VALUES = frozenset(
    {f"<{vocabulary.WIKIBASE}{name}>".encode() for name in ("timeValue", "quantityAmount")}
)

Handler: TypeAlias = Callable[[bytes, bytes], None]
"""What to do with the subject and the object of a line."""


def number_of(term: bytes) -> int:
    """Return the number of an RDF term as it stands in N-Triples.

    Different entities have different numbers; everything else shares one by chance only.
    """
    if len(term) <= _LONGEST:  # no IRI that only begins like one
        try:
            if term.startswith(_ITEM):
                return int(term[_START:-1])
            if term.startswith(_PROPERTY):
                return PROPERTY + int(term[_START:-1])
        except ValueError:
            pass
    return OTHER | hash(term) & OTHER - 1


def kind_of(term: bytes) -> int:
    """Return the place in `KINDS` of the kind of value that `term` is."""
    if term.startswith(b'"'):
        _, mark, datatype = term.rpartition(b'"^^')
        kind = _LITERALS.get(datatype, ELSE) if mark else TEXT
        return IRREGULAR if kind == NUMBER and not _REGULAR.fullmatch(term) else kind
    if term.startswith(b"_:") or _GENID in term:
        return UNKNOWN
    return ENTITY if term.startswith(_ENTITY) else ELSE


class LineReader:
    """Reads N-Triples into spools: what is left of a graph when only counting is wanted."""

    def __init__(self, folder: Path, ids: EntityIds = WIKIDATA_IDS) -> None:
        """Spool into `folder`, which exists and is empty; `ids` are those of the numbers."""
        self.ids = ids
        self.edges = Spool(folder, "edges")
        self.qualifiers = Spool(folder, "qualifiers")
        self.statements = Spool(folder, "statements")
        self.main_values = Spool(folder, "main-values")
        self.values = Spool(folder, "values")
        self.qualifier_values = Spool(folder, "qualifier-values")
        self.units = Spool(folder, "units")
        self.precisions = Spool(folder, "precisions")
        self.node_values = Spool(folder, "node-values")
        self.deprecated = Spool(folder, "deprecated")
        self.sitelinks = Spool(folder, "sitelinks")
        self.pages = Spool(folder, "pages")
        self.terms = TermSpool(folder / "terms")
        self.datatypes: dict[str, str] = {}
        self.name_bytes = 0
        self.escaped_names = 0
        """How many labels, aliases and descriptions have escapes that are left over."""
        self._name_paths = [folder / f"names-{bucket:03}" for bucket in range(NAME_BUCKETS)]
        self._names: defaultdict[int, list[bytes]] = defaultdict(list)
        self._names_held = 0
        self._title = self._name(b"t")
        self._handlers: dict[bytes, Handler | None] = {}
        self._tail = b""

    def feed(self, chunk: bytes) -> None:
        """Read a piece of N-Triples; it need not end where a line ends."""
        lines = (self._tail + chunk).split(b"\n")
        self._tail = lines.pop()
        handlers = self._handlers
        for line in lines:
            try:
                subject, predicate, rest = line.split(None, 2)
            except ValueError:  # an empty line
                continue
            try:
                handler = handlers[predicate]
            except KeyError:
                handler = handlers[predicate] = self._handler(predicate)
            if handler:
                handler(subject, rest.rstrip(b" .\t\r"))
        self._relieve()

    def finish(self) -> None:
        """Read what is left of the last line."""
        if self._tail:
            self.feed(b"\n")
        if self.name_bytes:
            self._write_names()
        self.name_bytes += sum(len(name) + 1 for names in self._names.values() for name in names)

    def property_id(self, number: int) -> str:
        """Return the id of the property of a number."""
        return self.ids.id(PROPERTY + number) or f"P{number}"

    def names_of(self, bucket: int) -> Iterator[bytes]:
        """Yield what is said of the entities of a bucket: number, a tab, kind, and the term."""
        yield from self._names.pop(bucket, ())  # few names never leave the memory
        path = self._name_paths[bucket]
        if path.exists():
            with path.open("rb") as file:
                for line in file:
                    yield line.rstrip(b"\n")
            path.unlink()

    def _relieve(self) -> None:
        for spool in vars(self).values():
            if isinstance(spool, Spool):
                spool.relieve()
        self.terms.relieve()
        if self._names_held > NAMES_IN_MEMORY:
            self._write_names()

    def _write_names(self) -> None:
        for bucket, names in self._names.items():
            with self._name_paths[bucket].open("ab") as file:
                self.name_bytes += file.write(b"\n".join(names) + b"\n")
        self._names.clear()
        self._names_held = 0

    def _handler(self, predicate: bytes) -> Handler | None:
        """Return what to do with lines of `predicate`, and None if nothing is to be done."""
        if predicate in _NAMES:
            return self._name(_NAMES[predicate])
        match predicate:
            case _ if predicate == _ABOUT:
                return self._about
            case _ if predicate == _SITELINKS:
                return self._sitelinks
            case _ if predicate == _RANK:
                return self._rank
            case _ if predicate == _TYPE:
                return self._datatype
            case _ if predicate == _UNIT:
                return self._unit
            case _ if predicate == _PRECISION:
                return self._precision
            case _ if predicate in _NODE_VALUES:
                return self._node_value
        return self._of_property(predicate[1:-1].decode(errors="replace"))

    def _of_property(self, predicate: str) -> Handler | None:
        namespace, _, name = predicate.rpartition("/P")
        if not (name.isascii() and name.isdigit()) or len(name) > MOST_DIGITS:
            return None
        match namespace + "/":
            case vocabulary.WDT:
                return _adder(self.edges, int(name), self.terms, of_entities=True)
            case vocabulary.PQ:
                return _adder(self.qualifiers, int(name), self.terms)
            case vocabulary.PS:
                return _adder(self.main_values, int(name), self.terms)
            case vocabulary.P:
                return _adder(self.statements, int(name), None)
            case vocabulary.PSV:
                return _adder(self.values, int(name), None)
            case vocabulary.PQV:
                return _adder(self.qualifier_values, int(name), None)
            case _:
                return None

    def _name(self, kind: bytes) -> Handler:
        def add(subject: bytes, text: bytes) -> None:
            number = number_of(subject)
            if number < OTHER:
                self._names[number % NAME_BUCKETS].append(b"%d\t%b%b" % (number, kind, text))
                self._names_held += 1
                self.escaped_names += has_left_escapes(text)

        return add

    def _about(self, page: bytes, entity: bytes) -> None:
        if b".wikipedia.org/wiki/" in page:
            self._title(entity, page)
            self.pages.rows.extend((0, number_of(entity), number_of(page)))

    def _sitelinks(self, subject: bytes, count: bytes) -> None:
        # Dumps say it of the page about the entity (wdata:Q42), the query service of the entity.
        digits = subject.rpartition(b"/Q")[2][:-1]
        value = count.split(b'"')[1] if count.startswith(b'"') else b""
        if digits.isdigit() and value.isdigit():
            self.sitelinks.rows.extend((0, int(digits), int(value)))

    def _rank(self, statement: bytes, rank: bytes) -> None:
        if rank == _DEPRECATED:
            self.deprecated.rows.extend((0, number_of(statement), 0))

    def _datatype(self, subject: bytes, datatype: bytes) -> None:
        if subject.startswith(_PROPERTY):
            name = datatype[1:-1].decode(errors="replace")
            self.datatypes["P" + subject[_START:-1].decode()] = name.rpartition("#")[2]

    def _unit(self, node: bytes, unit: bytes) -> None:
        self.units.rows.extend((0, number_of(node), number_of(unit)))

    def _precision(self, node: bytes, precision: bytes) -> None:
        digits = precision.split(b'"')[1] if precision.startswith(b'"') else b""
        if digits.isdigit():
            self.precisions.rows.extend((0, number_of(node), int(digits)))

    def _node_value(self, node: bytes, value: bytes) -> None:
        self.node_values.rows.extend((0, number_of(node), number_of(value)))


def _adder(
    spool: Spool, number: int, terms: TermSpool | None, *, of_entities: bool = False
) -> Handler:
    """Return what adds an edge of the property with that number to `spool`.

    Values that have no number of their own are left in `terms`, and so are subjects `of_entities`.
    """
    to_item = tag(number, ENTITY)

    def add(subject: bytes, value: bytes) -> None:
        start = number_of(subject)
        if of_entities and start >= OTHER and terms is not None:
            terms.add(start, subject)
        end = number_of(value)
        if value.startswith(_ITEM):
            spool.rows.extend((to_item, start, end))
        else:
            kind = kind_of(value)
            spool.rows.extend((tag(number, kind), start, end))
            if kind == UNKNOWN:
                return
        if end >= OTHER and terms is not None:
            terms.add(end, value)

    return add

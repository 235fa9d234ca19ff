"""One reading of the sources that tells who leads to whom, as tables of numbers on disk.

A row of three 64-bit numbers a line: what a slice keeps is then found without the sources, however
many steps it takes. Items have their own numbers, statements and value nodes a hash.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from kgqa_store.entity_set import EntitySet
from kgqa_store.json_source import PAGE_ID, entities
from kgqa_store.line_roles import ITEM, LABEL, VALUE, Role, item_number, object_of, role_of
from kgqa_store.quad_source import quad_lines
from kgqa_store.rdf_source import turtle_lines
from kgqa_store.sources import Decoded, Source, whole_lines
from kgqa_store.spool import MOST_DIGITS
from kgqa_store.tally import Tally
from kgqa_store.tsv_source import table_entities
from kgqa_store.vocabulary import WD, WIKIBASE
from kgqa_store.wikidata_entity import Plan

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Table: TypeAlias = npt.NDArray[np.uint64]

Handler: TypeAlias = Callable[[bytes, bytes], None]
"""What to do with the subject of a line and with what follows its predicate."""

UNREADABLE = 1 << 60
"""While a slice is cut broken lines are passed over; the pass that loads them counts them."""
HELD = 1 << 18
"""Rows that wait in memory."""
AT_ONCE = 1 << 21
"""Rows that are looked at together."""
DECLARATION = f"<{WIKIBASE}propertyType>".encode()
IDENTIFIER = f"<{WIKIBASE}ExternalId>".encode()
_PROPERTY = f"<{WD}P".encode()


def node_number(term: bytes) -> int:
    """Return a number for a statement or value node, the same in every process."""
    return int.from_bytes(hashlib.blake2b(term, digest_size=8).digest(), "big")


class Rows:
    """A table on disk that grows: a property, what it leads from, what it leads to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held = array("Q")
        self._path.touch()

    def add(self, property_number: int, start: int, end: int) -> None:
        """Append a row."""
        self._held.extend((property_number, start, end))
        if len(self._held) > 3 * HELD:
            self._write()

    def parts(self) -> Iterator[Table]:
        """Give the table in parts of bounded size."""
        import numpy as np

        self._write()
        with self._path.open("rb") as file:
            while len(part := np.fromfile(file, dtype=np.uint64, count=3 * AT_ONCE)):
                yield part.reshape(-1, 3)

    def _write(self) -> None:
        with self._path.open("ab") as file:
            self._held.tofile(file)
        del self._held[:]


class Survey:
    """What sources tell about entities, statements and value nodes, once they have been read."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Write the tables into `folder`, which exists."""
        self.edges = Rows(folder / "edges")
        """Truthy, between items."""
        self.claims = Rows(folder / "claims")
        """From items to statements."""
        self.nodes = Rows(folder / "nodes")
        """From statements to value nodes."""
        self.details = Rows(folder / "details")
        """From statements and value nodes to items; where there is no property it is 0."""
        self.mentions = Rows(folder / "mentions")
        """From items to the items that their statements in JSON name."""
        self.labelled = EntitySet()
        self.identifiers: set[str] = set()
        self._plan = plan
        self._handlers: dict[bytes, Handler | None] = {}

    def read(self, sources: Sequence[Source], tell: Callable[[int], None]) -> None:
        """Read the sources once; `tell` is told how many bytes have been read."""
        before = 0
        for source in sources:
            tally = Tally(max_errors=UNREADABLE)
            stream = Decoded(source)

            def said(stream: Decoded = stream, before: int = before) -> None:
                tell(before + stream.raw_bytes)

            match source.kind:
                case "json" | "tsv":
                    read = entities if source.kind == "json" else table_entities
                    for _, entity in read(whole_lines(stream, tell=said), source.name, tally):
                        self._read_entity(entity)
                case "ttl":
                    for block in turtle_lines(stream, source.name, tally):
                        said()
                        self._read_lines(block)
                case "nq" | "trig":
                    for block in quad_lines(stream, source.kind, source.name, tally, None):
                        said()
                        self._read_lines(block)
                case _:
                    for block in whole_lines(stream, tell=said):
                        self._read_lines(block)
            before += stream.raw_bytes

    # --- N-Triples ----------------------------------------------------------------------------

    def _read_lines(self, block: bytes) -> None:
        handlers = self._handlers
        for line in block.split(b"\n"):
            try:
                subject, predicate, rest = line.split(None, 2)
            except ValueError:  # an empty line
                continue
            try:
                handler = handlers[predicate]
            except KeyError:
                handler = handlers[predicate] = self._handler(predicate)
            if handler:
                try:
                    handler(subject, rest)
                except (ValueError, OverflowError):  # something else than an item
                    continue

    def _handler(self, predicate: bytes) -> Handler | None:
        role, name = role_of(predicate)
        number = int(name[1:]) if name else 0
        match role:
            case Role.EDGE:
                return self._edge(number)
            case Role.CLAIM:
                return _adder(self.claims, number, item_number, node_number)
            case Role.NODE:
                return _adder(self.nodes, number, node_number, node_number)
            case Role.DETAIL:
                return _adder(self.details, number, node_number, item_number)
            case Role.TEXT if predicate == LABEL:
                return self._label
            case Role.OTHER if predicate == DECLARATION:
                return self._declaration
            case Role.OTHER if predicate.startswith(f"<{WIKIBASE}".encode()):
                return self._unit
            case _:
                return None

    def _edge(self, number: int) -> Handler:
        add = self.edges.add

        def handle(subject: bytes, rest: bytes) -> None:
            if rest.startswith(ITEM):  # most lines come here, half of them with a literal
                add(number, item_number(subject), item_number(rest[: rest.index(b">") + 1]))

        return handle

    def _label(self, subject: bytes, rest: bytes) -> None:
        language = object_of(rest).rpartition(b'"@')[2]
        if self._plan.says(language.decode("utf-8", "replace")):
            self.labelled.add(item_number(subject))

    def _declaration(self, subject: bytes, rest: bytes) -> None:
        if subject.startswith(_PROPERTY) and object_of(rest) == IDENTIFIER:
            self.identifiers.add("P" + subject[len(_PROPERTY) : -1].decode("utf-8", "replace"))

    def _unit(self, subject: bytes, rest: bytes) -> None:
        if subject.startswith(VALUE):
            self.details.add(0, node_number(subject), item_number(object_of(rest)))

    # --- JSON ---------------------------------------------------------------------------------

    def _read_entity(self, entity: dict[str, Any]) -> None:
        name, labels, claims = (entity.get(key) for key in ("id", "labels", "claims"))
        if not isinstance(name, str) or not PAGE_ID.fullmatch(name) or name[0] != "Q":
            return
        number = int(name[1:])
        if isinstance(labels, dict) and any(map(self._plan.says, labels)):
            self.labelled.add(number)
        for property_name, group in claims.items() if isinstance(claims, dict) else ():
            if not PAGE_ID.fullmatch(property_name):
                continue
            for claim in group if isinstance(group, list) else ():
                try:
                    self._read_claim(number, int(property_name[1:]), claim)
                except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
                    continue  # no item, or nothing that can be read

    def _read_claim(self, number: int, property_number: int, claim: dict[str, Any]) -> None:
        for group in (claim.get("qualifiers") or {}).values():
            for snak in group:
                for item in _items(snak):
                    self.mentions.add(property_number, number, item)
        is_truthy = claim.get("rank") != "deprecated"
        snak = claim["mainsnak"]
        for item in _items(snak):
            is_edge = is_truthy and snak["datavalue"].get("type") == "wikibase-entityid"
            (self.edges if is_edge else self.mentions).add(property_number, number, item)


def _items(snak: dict[str, Any]) -> Iterator[int]:
    """Give the numbers of the item that a snak names as its value or its unit."""
    value = snak.get("datavalue", {}).get("value")
    if isinstance(value, dict):
        name = str(value.get("id") or value.get("unit") or "").rpartition("/")[2]
        if name.startswith("Q") and name[1:].isdigit() and len(name) <= MOST_DIGITS:
            yield int(name[1:])


def _adder(
    rows: Rows, number: int, start: Callable[[bytes], int], end: Callable[[bytes], int]
) -> Handler:
    """Return what adds an edge of the property with that number to `rows`."""

    def add(subject: bytes, rest: bytes) -> None:
        last = end(object_of(rest))
        rows.add(number, start(subject), last)

    return add

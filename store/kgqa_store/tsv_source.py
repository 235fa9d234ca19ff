"""Tables of edges in the manner of KGTK as entities of Wikidata's JSON.

    id          node1   label   node2
    Q42-P569-1  Q42     P569    ^1952-03-11T00:00:00Z/11
                Q42     label   'Douglas Adams'@en
                Q42-P569-1  P1480   Q5727902

A row says something of `node1`; one whose `node1` is the id of a row above it, about the same
entity, is a qualifier. Rows of an entity that stand together are read together.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Any

from kgqa_store.errors import SourceError
from kgqa_store.tally import Tally

COLUMNS = ("node1", "label", "node2")
TEXTS = {"label": "labels", "alias": "aliases", "description": "descriptions"}
PRECISION = 11
"""Days, where a time does not say it."""

_ENTITY = re.compile(r"[QPL][1-9]\d{0,11}")
_PROPERTY = re.compile(r"P[1-9]\d{0,11}")
_TEXT = re.compile(r"'(.*)'@([A-Za-z0-9-]+)", re.DOTALL)
_TIME = re.compile(r"\^([+-]?)(\d+-\d\d-\d\d)(?:T([\d:]+)Z?)?(?:/(\d+))?")
_PLACE = re.compile(r"@([+-]?[\d.]+)/([+-]?[\d.]+)")
_QUANTITY = re.compile(r"([+-]?)(\d+(?:\.\d+)?)(?:\[[^\]]*\])?(Q[1-9]\d*)?")
_ID = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_SIGNS = {"t": "\t", "n": "\n", "r": "\r"}


def table_entities(
    blocks: Iterable[bytes], name: str, tally: Tally
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give each entity with the place of its first row; a row that is none is broken."""
    columns: list[str] = []
    current: _Entity | None = None
    for number, line in enumerate(_lines(blocks), 1):
        if not line.strip():
            continue
        if not columns:
            columns = _header(line, name)
            continue
        tally.lines += 1
        place = f"{name}, line {number:,}"
        cells = dict(zip(columns, _decoded(line).split("\t"), strict=False))
        if any(not cells.get(column) for column in COLUMNS):
            tally.broken(place, "a row without node1, label and node2")
            continue
        if current is not None and current.takes(cells, tally):
            continue
        if not _ENTITY.fullmatch(cells["node1"]):
            tally.drop("rows about something else than an entity or a row above")
            continue
        if current is not None:
            yield current.place, current.fields
        current = _Entity(place, cells["node1"])
        current.takes(cells, tally)
    if current is not None:
        yield current.place, current.fields


def _lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    for block in blocks:
        yield from block.removesuffix(b"\n").split(b"\n")


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\r")


def _header(line: bytes, name: str) -> list[str]:
    columns = _decoded(line).split("\t")
    if not set(COLUMNS) <= set(columns):
        raise SourceError(
            f"{name} has no header with the columns {', '.join(COLUMNS)}.",
            hint="The first line of a table of edges names its columns, with tabs between them.",
        )
    return columns


class _Entity:
    """An entity that grows row by row."""

    def __init__(self, place: str, name: str) -> None:
        self.place = place
        self.fields: dict[str, Any] = {
            "id": name,
            "type": {"Q": "item", "P": "property", "L": "lexeme"}[name[0]],
            **{field: {} for field in (*TEXTS.values(), "claims")},
        }
        self._claims: dict[str, dict[str, Any]] = {}

    def takes(self, cells: dict[str, str], tally: Tally) -> bool:
        """Whether a row is about this entity, which then has what it says."""
        claim = self._claims.get(cells["node1"])
        if claim is None and cells["node1"] != self.fields["id"]:
            return False
        label, value = cells["label"], cells["node2"]
        if label in TEXTS and claim is None:
            self._add_text(label, value, tally)
        elif not _PROPERTY.fullmatch(label):
            tally.drop("rows of something else than a property")
        else:
            self._add(label, cells, claim, tally)
        return True

    def _add_text(self, label: str, value: str, tally: Tally) -> None:
        found = _TEXT.fullmatch(value)
        if found is None:
            tally.drop("texts without a readable value or language")
            return
        term = {"language": found[2], "value": _unescaped(found[1])}
        held = self.fields[TEXTS[label]]
        if label == "alias":
            held.setdefault(found[2], []).append(term)
        else:
            held.setdefault(found[2], term)

    def _add(
        self, label: str, cells: dict[str, str], claim: dict[str, Any] | None, tally: Tally
    ) -> None:
        value = value_in(cells["node2"])
        if value is None:
            tally.drop("values of tables that cannot be read")
            return
        datatype = cells.get("node2;wikidatatype") or ""
        snak = {"snaktype": "value", "property": label, "datatype": datatype, "datavalue": value}
        if claim is not None:
            claim["qualifiers"].setdefault(label, []).append(snak)
            return
        rank = cells.get("rank") or "normal"
        name = cells.get("id") or ""
        found: dict[str, Any] = {"mainsnak": snak, "rank": rank, "qualifiers": {}}
        found["id"] = name if _ID.fullmatch(name) else self._identity(label, cells["node2"])
        self.fields["claims"].setdefault(label, []).append(found)
        if name:
            self._claims[name] = found

    def _identity(self, label: str, value: str) -> str:
        """Return an id for a row that has none: the same wherever the same is said."""
        digest = hashlib.blake2b(value.encode("utf-8", "replace"), digest_size=8).hexdigest()
        return f"{self.fields['id']}-{label}-{digest}"


def value_in(text: str) -> dict[str, Any] | None:
    """Return what a cell says as a value of Wikidata's JSON, and nothing if it cannot be read."""
    if _ENTITY.fullmatch(text):
        return {"type": "wikibase-entityid", "value": {"id": text}}
    if text[0] == '"' and text.endswith('"') and len(text) > 1:
        return {"type": "string", "value": _unescaped(text[1:-1])}
    if found := _TEXT.fullmatch(text):
        content = {"text": _unescaped(found[1]), "language": found[2]}
        return {"type": "monolingualtext", "value": content}
    if found := _TIME.fullmatch(text):
        time = f"{found[1] or '+'}{found[2]}T{found[3] or '00:00:00'}Z"
        return {"type": "time", "value": {"time": time, "precision": int(found[4] or PRECISION)}}
    if found := _PLACE.fullmatch(text):
        return {"type": "globecoordinate", "value": {"latitude": found[1], "longitude": found[2]}}
    if found := _QUANTITY.fullmatch(text):
        amount, unit = f"{found[1] or '+'}{found[2]}", found[3] or "1"
        return {"type": "quantity", "value": {"amount": amount, "unit": unit}}
    return None


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: _SIGNS.get(found[1], found[1]), text)

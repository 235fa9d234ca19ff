"""Wikidata's JSON as N-Triples: a dump with an entity a line, JSON lines, or one JSON document."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeAlias

import orjson

from kgqa_store.entity_set import EntitySet
from kgqa_store.errors import SourceError
from kgqa_store.rdf_source import storable_lines
from kgqa_store.tally import Tally
from kgqa_store.wikidata_entity import Plan, entity_lines, redirect_line

PAGE_ID = re.compile(r"[QPL][1-9]\d{0,11}")
"""What has a page of its own; more than twelve digits would be no number Wikidata gives."""
LARGEST_DOCUMENT = 1 << 26
"""A JSON document that is not one entity a line is read as a whole, up to so many bytes."""
PIECE = 1 << 18


class Seen:
    """The entities met so far."""

    def __init__(self) -> None:
        self._sets: defaultdict[str, EntitySet] = defaultdict(EntitySet)

    def add(self, name: str) -> bool:
        """Return whether `name` is new, and remember it."""
        return self._sets[name[0]].add(int(name[1:]))


Reader: TypeAlias = Callable[[Iterable[bytes], str, Tally], Iterator[tuple[str, dict[str, Any]]]]
"""What gives the entities of a source, each with its place."""


class Keeps(Protocol):
    """Says what is kept of which entities."""

    def has(self, name: str) -> bool:
        """Whether everything is."""

    def names(self, name: str) -> bool:
        """Whether names, and the classes above, are."""


def json_lines(
    blocks: Iterable[bytes],
    name: str,
    tally: Tally,
    plan: Plan,
    seen: Seen | None,
    kept: Keeps | None = None,
    *,
    read: Reader | None = None,
) -> Iterator[bytes]:
    """Give the N-Triples of the entities in `blocks` of whole lines, some entities a piece.

    They are JSON, or what `read` reads. Without `seen` an entity may come in several parts.
    """
    lines: list[str] = []
    size = 0
    for place, entity in (read or entities)(blocks, name, tally):
        known = _name(entity, place, tally, seen)
        if known is None:
            continue
        if kept is not None and not kept.has(known):
            if not kept.names(known):
                tally.drop("entities outside the slice")
                continue
            entity = _names_only(entity)
        try:
            found = list(_lines(known, entity, tally, plan))
        except Exception as error:
            tally.broken(place, f"{known} cannot be read: {type(error).__name__} {error}")
            continue
        lines += found
        size += sum(map(len, found))
        if size >= PIECE:
            yield storable_lines(lines, tally)
            lines, size = [], 0
    if lines:
        yield storable_lines(lines, tally)


def _names_only(entity: dict[str, Any]) -> dict[str, Any]:
    """Return an entity with its texts and its superclasses, and nothing else that is said of it."""
    claims = entity.get("claims")
    above = claims.get("P279") if isinstance(claims, dict) else None
    texts = ("id", "type", "labels", "descriptions", "aliases")
    return {
        **{key: entity[key] for key in texts if key in entity},
        "claims": {"P279": above} if isinstance(above, list) else {},
    }


def _name(entity: dict[str, Any], place: str, tally: Tally, seen: Seen | None) -> str | None:
    """Return the id of an entity that has one and is new; otherwise count it."""
    name = entity.get("id") or (entity.get("entity") if "redirect" in entity else None)
    if not isinstance(name, str) or not PAGE_ID.fullmatch(name):
        tally.broken(place, "an entity without an id")
        return None
    if seen is not None and not seen.add(name):
        tally.drop("entities that come a second time")
        return None
    return name


def _lines(name: str, entity: dict[str, Any], tally: Tally, plan: Plan) -> Iterable[str]:
    target = entity.get("redirect")
    if isinstance(target, str) and PAGE_ID.fullmatch(target):
        tally.counts["redirects"] += 1
        return (redirect_line(name, target),)
    if "missing" in entity:
        tally.counts["entities that are gone"] += 1
        return ()
    tally.counts["entities"] += 1
    return entity_lines(entity, plan, tally)


def entities(
    blocks: Iterable[bytes], name: str, tally: Tally
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give each entity with its place; a line that is none is counted as broken."""
    number, before = 0, tally.lines
    rest = iter(blocks)
    for block in rest:
        for line in block.split(b"\n"):
            number += 1
            content = line.strip().removesuffix(b",")
            if content in (b"", b"[", b"]"):
                continue
            if not tally.lines - before and not _is_entity_line(content):
                yield from _document(name, _whole(block, rest, name), tally)
                return
            tally.lines += 1
            place = f"{name}, line {number:,}"
            entity = _decoded(content, place, tally)
            if entity is not None:
                yield place, entity
        number -= block.endswith(b"\n")


def _is_entity_line(content: bytes) -> bool:
    """Whether a file that starts with this line has an entity a line."""
    try:
        found = orjson.loads(content)
    except ValueError:
        found = _repaired(content)
    if found is None:
        # The first line of a document over many lines opens a bracket and closes none.
        return len(content) > 200 or not content.startswith((b"{", b"["))
    return isinstance(found, dict) and "entities" not in found


def _decoded(content: bytes, place: str, tally: Tally) -> dict[str, Any] | None:
    try:
        entity = orjson.loads(content)
    except ValueError as error:
        entity = _repaired(content)
        if entity is None:
            tally.broken(place, f"no JSON: {str(error)[:200]}")
            return None
        tally.counts["entities with repaired characters"] += 1
    if not isinstance(entity, dict):
        tally.broken(place, "JSON, but no entity")
        return None
    return entity


def _repaired(content: bytes) -> Any | None:  # noqa: ANN401  any JSON
    """Return what `content` says to a reader that forgives lone surrogates and bad UTF-8."""
    try:
        return json.loads(content.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def _whole(block: bytes, rest: Iterator[bytes], name: str) -> bytes:
    blocks = [block]
    size = len(block)
    for more in rest:
        blocks.append(more)
        size += len(more)
        if size > LARGEST_DOCUMENT:
            raise SourceError(
                f"{name} is one JSON document of more than {LARGEST_DOCUMENT:,} bytes.",
                hint=f"Put one entity on each line: jq -c '.entities[]' {name} > entities.json",
            )
    return b"".join(blocks)


def _document(name: str, content: bytes, tally: Tally) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the entities of a JSON document: one, a list of them, or a map under `entities`."""
    try:
        found = orjson.loads(content)
    except ValueError as error:
        found = _repaired(content)
        if found is None:
            raise SourceError(f"{name} is no JSON: {error}.") from error
    if isinstance(found, dict):
        members = found.get("entities", found)
        found = list(members.values()) if members is not found else [found]
    for place, entity in enumerate(found, 1):
        tally.lines += 1
        if isinstance(entity, dict):
            yield f"{name}, entity {place:,}", entity
        else:
            tally.broken(f"{name}, entity {place:,}", "JSON, but no entity")

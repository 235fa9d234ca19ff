"""Edges of a store beside sentences that name both ends: alignments, as distant supervision has it.

A passage is about an entity; where it names the value of an edge of that entity, the sentence that
names it is taken to say the edge. What else it names, and which other properties the entity has,
is what false edges are made of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np
from kgqa_store.adjacency_terms import DATE_NODE

from kgqa.text.splitting import sentences

if TYPE_CHECKING:
    from kgqa_store.adjacency import Adjacency
    from kgqa_store.names import NameIndex
    from kgqa_store.schema import Schema

    from kgqa.text.passages import Passage

HELD = 5
"""One property of so many is held out."""
SHORTEST = 3
"""Characters of a name; shorter ones stand in many a sentence by chance."""
LONGEST = 420
"""Characters of a sentence: what is longer is mostly a list."""
AROUND = 60
"""Edges and ways of one entity that are looked at."""
BEFORE, AFTER = re.compile(r"\b[A-Z][\w.'-]* $"), re.compile(r" [A-Z][a-z]")
YEAR = re.compile(r"(?<![\w.,-])[12]\d{3}(?![\w,]|\.\d)")


@dataclass(frozen=True, slots=True)
class Alignment:
    """An edge, and the sentence that seems to say it; values are said by their names."""

    title: str
    sentence: str
    elsewhere: str
    """Another sentence of the passage, which does not name the value; empty where there is none."""
    passage: str
    subject: str
    relation: str
    value: str
    others: tuple[str, ...]
    """What else the sentence names, and the subject does not have as this relation.

    Where the relation leads to some of it from elsewhere, only that.
    """
    near: tuple[str, ...]
    """Other properties that lead to the value, and that the subject has, but not to the value."""
    far: tuple[str, ...]
    """Other properties that the subject has, but not to the value, and that do not lead there."""
    lacked: tuple[str, ...]
    """Other properties that lead to the value, and that the subject does not have."""
    is_mutual: bool
    """Whether the value has the subject as this relation, too, or can have no relations."""
    subject_id: str = ""
    value_id: str = ""
    """Empty where the value is a date."""
    also: tuple[str, ...] = ()
    """All properties that lead from the subject to the value."""


def is_held_out(relation: str) -> bool:
    """Whether nothing is learned from a property: decided by its id, so it never changes."""
    return crc32(relation.encode()) % HELD == 0


class Aligner:
    """Finds alignments in passages about entities of one store."""

    def __init__(self, graph: Adjacency, names: NameIndex, schema: Schema) -> None:
        """Look into the arrays, the names and the schema of a store."""
        self._graph, self._names, self._schema = graph, names, schema
        self.called = lru_cache(None)(self._called)
        self._ways = lru_cache(1 << 14)(self._ways_to)

    def aligned(
        self, passages: Iterable[Passage], *, most: int, barred: Collection[str] = ()
    ) -> Iterator[Alignment]:
        """Yield alignments of passages, at most so many of each property.

        Passages whose ids begin with one of `barred` are left out.
        """
        taken: Counter[str] = Counter()
        shut = tuple(barred)
        for passage in passages:
            if not passage.qid or passage.id.startswith(shut):
                continue
            for one in self._of(passage):
                if taken[one.relation] < most:
                    taken[one.relation] += 1
                    yield one

    def _called(self, relation: str) -> tuple[str, ...]:
        """Return the names of a property, its label first; none where it cannot be said."""
        found = self._schema.property(relation)
        if found is None or not found.label or found.datatype not in ("WikibaseItem", "Time", ""):
            return ()
        return (found.label, *found.aliases)

    def _of(self, passage: Passage) -> Iterator[Alignment]:
        node = self._graph.entity(passage.qid or "")
        subject = self._names.labels([passage.qid or ""]).get(passage.qid or "")
        if node is None or not subject:
            return
        values = self._values(node)
        spans = list(sentences(passage.text))[:8]
        texts = [passage.text[start:end] for start, end in spans]
        for sentence in texts:
            if len(sentence) > LONGEST:
                continue
            named = {
                (relation, place): name
                for relation, found in values.items()
                for place, name in found.items()
                if name != subject and is_named(name, sentence)
            }
            for relation, place in named:
                yield self._alignment(passage, subject, values, texts, sentence, (relation, place))

    def _alignment(
        self,
        passage: Passage,
        subject: str,
        values: dict[str, dict[int, str]],
        texts: list[str],
        sentence: str,
        edge: tuple[str, int],
    ) -> Alignment:
        relation, place = edge
        value, own = values[relation][place], set(values[relation].values())
        is_date = place >= self._graph.entities
        here = _years(sentence) if is_date else self._things(values)
        others = {
            name: one
            for name, one in sorted(here.items())
            if is_named(name, sentence) and not _overlap(name, own | {subject})
        }
        fitting = [name for name, one in others.items() if relation in self._ways(one)]
        towards = {other for other in self._ways(place) if self._is_other(other, relation)}
        has = {other for other, found in values.items() if value in found.values()}
        known = {other for other in values if self._is_other(other, relation)} - has
        lacking = [one for one in texts if one != sentence and not is_named(value, one)]
        return Alignment(
            passage.title,
            sentence,
            lacking[0] if lacking else "",
            passage.text,
            subject,
            relation,
            value,
            tuple((fitting or list(others))[:6]),
            tuple(sorted(known & towards)),
            tuple(sorted(known - towards)),
            tuple(sorted(towards - set(values)))[:40],
            self._is_mutual(self._graph.entity(passage.qid or "") or 0, relation, place),
            passage.qid or "",
            "" if is_date else self._graph.text(place),
            tuple(sorted(has)),
        )

    def _things(self, values: dict[str, dict[int, str]]) -> dict[str, int]:
        """Return the values that are no dates, by their names."""
        nodes = ((one, name) for found in values.values() for one, name in found.items())
        return {name: one for one, name in nodes if one < self._graph.entities}

    def _is_mutual(self, subject: int, relation: str, value: int) -> bool:
        if value >= self._graph.entities:
            return True  # nothing can be turned that leads to a date
        return subject in self._graph.objects(relation, np.array([value], dtype=np.int32))

    def _is_other(self, other: str, relation: str) -> bool:
        """Whether a property says something else, and may be named where the relation may."""
        return (
            other != relation
            and is_held_out(other) == is_held_out(relation)
            and bool(self.called(other))
            and not _alike(self.called(other)[0], self.called(relation)[0])
        )

    def _values(self, node: int) -> dict[str, dict[int, str]]:
        """Return the values of an entity by property, each with its name; of dates, the year."""
        itself = np.array([node], dtype=np.int32)
        found: dict[str, dict[int, str]] = {}
        for way in self._graph.around(node, AROUND):
            if way.is_backwards or way.degree > AROUND or not self.called(way.property):
                continue
            nodes = self._graph.objects(way.property, itself).tolist()
            named = {one: name for one in nodes if (name := self._name(one))}
            if named:
                found[way.property] = named
        return found

    def _name(self, node: int) -> str:
        if node < self._graph.entities:
            id_ = self._graph.text(node)
            name = self._names.labels([id_]).get(id_, "")
            return name if len(name) >= SHORTEST and not name.isdigit() else ""
        if self._graph.kind(node) == DATE_NODE:
            year = int(self._graph.term(node).value) // 10_000
            return str(year) if 1000 <= year < 3000 else ""
        return ""

    def _ways_to(self, node: int) -> frozenset[str]:
        if node < 0:
            return frozenset()
        return frozenset(way.property for way in self._graph.around(node) if way.is_backwards)


def is_named(name: str, text: str) -> bool:
    """Whether a name stands in a text as whole words, and not as a part of a longer name."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        is_whole = not text[at - 1 : at].isalnum() and not text[end : end + 1].isalnum()
        if is_whole and not (name[:1].isupper() and _goes_on(text, at, end)):
            return True
        at = text.find(name, at + 1)
    return False


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a word with a capital stands right before or after a name; the first word is none."""
    before, after = BEFORE.search(text, max(0, start - 40), start), AFTER.match(text, end)
    return after is not None or (before is not None and before.start() > 0)


def _years(text: str) -> dict[str, int]:
    """Return the years that a text names, each with the number of no node."""
    return dict.fromkeys(YEAR.findall(text), -1)


def _overlap(name: str, others: Collection[str]) -> bool:
    """Whether a name is a part of another, or has one in it: it may mean the same then."""
    return any(name in other or other in name for other in others)


def _alike(one: str, other: str) -> bool:
    """Whether all words of one name are in the other."""
    first, second = set(one.split()), set(other.split())
    return first <= second or second <= first

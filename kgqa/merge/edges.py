"""Edges that passages tell: what to read for is phrased as a question, read, and made an edge."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from kgqa_store.names_text import normalise
from kgqa_store.schema import Property, Share

from kgqa.algebra import Entity
from kgqa.algebra.units import dimension
from kgqa.answers import Fact, Measurement, TextProof, Value
from kgqa.execute.measures import measure
from kgqa.judge.same_values import is_same
from kgqa.merge.phrasing import asked_of, asked_to, kind_of
from kgqa.merge.spans import Kind, Read, Resolver, gathered, parts_of
from kgqa.merge.texts import Texts
from kgqa.parse.parser import Parser
from kgqa.text.passages import Passage
from kgqa.text.readers.reading import Span

ABOUT = 4
"""Passages about an entity that are read for an edge of it."""
FOUND = 6
"""Passages found by the words of a question that are read for an edge."""
TURNED = 5
"""Things a passage is about that are asked whether they have the edge."""
LEAST = 0.06
"""What is less likely right than this is not taken for an edge; see docs/text-fallback.md."""
ASIDE = 0.45
"""Factor for what is told of an entity in a passage about another; set by hand."""
CLASS_SHARE = 0.02
"""Classes that fewer edges of a property lead to are no clue of what it leads to."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An edge that the graph lacks: what `anchor` has as a property, or what has it to `anchor`."""

    anchor: str
    property: str
    inverse: bool = True
    """Whether the anchor is where the edge starts: ^P(anchor) is asked for."""
    target: str = ""
    """Where the edge would have to lead, if only that is asked."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge that was read, how likely it is right, and the passages that tell it."""

    subject: Value
    property: str
    object: Value
    score: float
    proofs: tuple[TextProof, ...]


@dataclass(slots=True)
class Budget:
    """What may still be read for a question: passages, and until when."""

    passages: int = 30
    seconds: float = 4.0
    start: float = field(default_factory=time.monotonic)
    used: int = 0
    kept: int = 0
    """So many passages are kept for later."""

    @property
    def left(self) -> int:
        """How many passages may be read now."""
        return max(0, self.passages - self.kept - self.used)

    @property
    def is_spent(self) -> bool:
        """Whether nothing more is read now."""
        return not self.left or time.monotonic() - self.start > self.seconds

    def some(self, passages: Sequence[Passage]) -> Sequence[Passage]:
        """Return as many of the passages as may be read, and count them."""
        if self.is_spent:
            return ()
        taken = passages[: self.left]
        self.used += len(taken)
        return taken


class EdgeReader:
    """Reads edges for one question; what was read is not read again."""

    def __init__(
        self,
        texts: Texts,
        parser: Parser,
        lock: AbstractContextManager[object],
        budget: Budget,
    ) -> None:
        """Read `texts`, and link what they say to the store of `parser`."""
        self.texts, self.budget = texts, budget
        self.resolver = Resolver(parser, lock)
        self._parser, self._lock, self.lock = parser, lock, lock
        self._known: dict[Wanted, list[Edge]] = {}

    @property
    def edges(self) -> list[Edge]:
        """All edges that were read."""
        return list(dict.fromkeys(edge for found in self._known.values() for edge in found))

    def read(self, wanted: Iterable[Wanted]) -> list[Edge]:
        """Return the edges that passages tell, within what may be read."""
        found: list[Edge] = []
        for one in dict.fromkeys(wanted):
            if one not in self._known:
                if self.budget.is_spent:
                    continue
                self._known[one] = self._read(one)
            found += self._known[one]
        return found

    def may_find(self, wanted: Wanted) -> bool:
        """Whether there is any passage to read for an edge; nothing is read."""
        entry, name = self._known_of(wanted)
        if entry is None or name is None:
            return False
        if wanted.inverse:
            return bool(self._passages(wanted.anchor, name, asked_of(entry, name)))
        classes = self._classes((*entry.subject_classes, *entry.wider_subject_classes))
        found = self.texts.search(asked_to(entry, name), 4 * TURNED)
        return next(iter(self._candidates(found, wanted, name, classes)), None) is not None

    def tells(self, id_: str, other: str) -> bool:
        """Whether a passage about one thing names another; nothing is read."""
        with self._lock:
            name = self._parser.names.labels([other]).get(other)
        about = self.texts.index.of_entity(id_)[:ABOUT]
        return name is not None and any(names(one, name) for one in about)

    def own(self, id_: str) -> frozenset[str]:
        """Return the ids of the passages that are about an entity."""
        return frozenset(one.id for one in self.texts.index.of_entity(id_))

    def _known_of(self, wanted: Wanted) -> tuple[Property | None, str | None]:
        with self._lock:
            entry = self._parser.schema.property(wanted.property)
            return entry, self._parser.names.labels([wanted.anchor]).get(wanted.anchor)

    def _read(self, wanted: Wanted) -> list[Edge]:
        entry, name = self._known_of(wanted)
        if entry is None or name is None:
            return []
        if wanted.target:
            return list(self._tested(wanted, entry, name))
        if wanted.inverse:
            return self._objects(wanted, entry, name)
        return [*self._subjects(wanted, entry, name), *self._turned(wanted, entry, name)]

    # --- What an entity has ---------------------------------------------------------------------

    def _objects(self, wanted: Wanted, entry: Property, name: str) -> list[Edge]:
        question = asked_of(entry, name)
        passages = self.budget.some(self._passages(wanted.anchor, name, question))
        kind = kind_of(entry)
        classes = self._classes((*entry.object_classes, *entry.wider_object_classes))
        read = self.answers(question, passages, kind, classes, about=wanted.anchor)
        subject = Entity(wanted.anchor)
        kept = [one for one in read if one.score >= LEAST and one.value != subject]
        kept = [one for one in kept if self._measures(entry.id, one.value)]
        if kind in ("date", "number") or is_functional(entry):
            kept = kept[:1]
        return [_edge(subject, entry.id, one.value, one) for one in kept]

    def _tested(self, wanted: Wanted, entry: Property, name: str) -> Iterator[Edge]:
        """Yield the edge to the target where passages about the anchor tell it."""
        with self._lock:
            target = self._parser.names.labels([wanted.target]).get(wanted.target, "")
        question = asked_of(entry, name)
        about = [one for one in self.texts.index.of_entity(wanted.anchor) if names(one, target)]
        reads = []
        for passage in self.budget.some(about[:ABOUT]):
            start, end = place_of(target, passage.text)
            # Whether the one that is named is meant is easier than which of all: a score of 0.1
            # for it among all spans of the passage is much.
            score = round(self.texts.support(question, passage.text, target) ** 0.5, 4)
            proof = TextProof(
                passage.id, passage.title, passage.url, start, end, passage.text, score, question
            )
            reads.append(Read(Entity(wanted.target), score, (proof,)))
        for read in gathered(reads):
            if read.score >= LEAST:
                yield _edge(Entity(wanted.anchor), entry.id, read.value, read)

    def _measures(self, property_: str, value: Value) -> bool:
        """Whether an amount measures what the amounts of a property do."""
        statistics = self._parser.store.statistics
        if not isinstance(value, Measurement) or statistics is None:
            return True
        use = statistics.edges.get(property_)
        usual = measure(use).dimension
        if use is None or usual is None:
            return True
        if value.unit is None:
            return 2 * use.units.get("", 0) > sum(use.units.values())
        return dimension(value.unit) == usual

    def _passages(self, anchor: str, name: str, question: str) -> list[Passage]:
        """Return passages about an entity, and others that name it, best first."""
        about = self.texts.index.of_entity(anchor)[:ABOUT]
        found = self.texts.search(question, FOUND, [anchor])
        naming = [one for one in found if one.qid == anchor or names(one, name)]
        return list({one.id: one for one in [*about, *naming]}.values())

    def answers(
        self,
        question: str,
        passages: Sequence[Passage],
        kind: Kind,
        classes: frozenset[str],
        *,
        about: str = "",
        listed: bool = False,
    ) -> list[Read]:
        """Return what passages answer to a question, the same values together, best first.

        Where the question is about one entity, passages about others that name it count less. For
        a list, what a quote enumerates are several values, and all proofs of each are kept.
        """
        if not passages:
            return []
        # A title says who `he` is and what `it` is.
        texts = [f"{one.title}. {one.text}" if one.title else one.text for one in passages]
        reads = []
        for span in self.texts.read(question, texts):
            passage = passages[span.passage]
            start = start_in(passage, span)
            if start < 0:
                continue
            proof = TextProof(
                passage.id,
                passage.title,
                passage.url,
                start,
                start + len(span.text),
                passage.text,
                round(span.score, 4),
                question,
            )
            is_own = not about or passage.qid == about
            for one in self._reads(proof, passage, kind, classes, apart=listed):
                reads.append(one if is_own else replace(one, score=one.score * ASIDE))
        return gathered(reads, len(reads)) if listed else gathered(reads)

    def _reads(
        self,
        proof: TextProof,
        passage: Passage,
        kind: Kind,
        classes: frozenset[str],
        *,
        apart: bool,
    ) -> list[Read]:
        """Return the value of a quote; with `apart`, those of what it enumerates."""
        whole = self.resolver.read(proof, passage, kind, classes)
        parts = parts_of(proof) if apart and kind == "entity" else [proof]
        if len(parts) == 1 or (whole is not None and isinstance(whole.value, Entity)):
            return [whole] if whole is not None else []
        found = [self.resolver.read(part, passage, kind, classes) for part in parts]
        return [one for one in found if one is not None]

    # --- What has it to an entity ---------------------------------------------------------------

    def _subjects(self, wanted: Wanted, entry: Property, name: str) -> list[Edge]:
        question = asked_to(entry, name)
        about = self.texts.index.of_entity(wanted.anchor)[:ABOUT]
        classes = self._classes((*entry.subject_classes, *entry.wider_subject_classes))
        read = self.answers(question, self.budget.some(about), "entity", classes)
        object_ = Entity(wanted.anchor)
        kept = [one for one in read if one.score >= LEAST and one.value != object_]
        return [_edge(one.value, entry.id, object_, one) for one in kept]

    def _turned(self, wanted: Wanted, entry: Property, name: str) -> list[Edge]:
        """Return edges from things that passages are about which name the anchor."""
        classes = self._classes((*entry.subject_classes, *entry.wider_subject_classes))
        found = self.texts.search(asked_to(entry, name), 4 * TURNED)
        edges: list[Edge] = []
        for passage, label in self._candidates(found, wanted, name, classes):
            question = asked_of(entry, label)
            expected = self._classes((*entry.object_classes, *entry.wider_object_classes))
            taken = self.budget.some([passage])
            for read in self.answers(question, taken, kind_of(entry), expected):
                if read.score >= LEAST and is_same(read.value, Entity(wanted.anchor)):
                    edges.append(_edge(Entity(passage.qid or ""), entry.id, read.value, read))
        return edges

    def _candidates(
        self, found: Sequence[Passage], wanted: Wanted, name: str, classes: frozenset[str]
    ) -> Iterator[tuple[Passage, str]]:
        """Yield passages about something else of the classes that lacks the property."""
        count = 0
        for passage in found:
            qid = passage.qid
            if not qid or qid == wanted.anchor or not names(passage, name):
                continue
            with self._lock:
                label = self._parser.names.labels([qid]).get(qid)
                fits = not classes or bool(self._parser.kinds.of(qid) & classes)
                has = self._parser.lookups.objects(qid, wanted.property)
            if label is not None and fits and not has and count < TURNED:
                count += 1
                yield passage, label

    def _classes(self, shares: Iterable[Share]) -> frozenset[str]:
        return frozenset(one.id for one in shares if one.share >= CLASS_SHARE)


def start_in(passage: Passage, span: Span) -> int:
    """Return where the words of a span of title and text stand in the text; -1 if they do not."""
    start = span.start - (len(passage.title) + 2 if passage.title else 0)
    if start >= 0 and passage.text.startswith(span.text, start):
        return start
    return passage.text.find(span.text) if span.start >= 0 else -1


def names(passage: Passage, name: str) -> bool:
    """Whether a passage has a name in its title or text.

    A name of one word that is written like one is no word that is written small: its inception.
    """
    wanted = normalise(name)
    if f" {wanted} " not in f" {normalise(passage.title)} {normalise(passage.text)} ":
        return False
    if " " in wanted or not name[:1].isupper():
        return True
    words = re.findall(r"[\w'’.-]+", f"{passage.title} {passage.text}")
    return any(not word[0].islower() and wanted in normalise(word).split() for word in words)


def place_of(name: str, text: str) -> tuple[int, int]:
    """Return where a name stands in a text, or its last word; (0, 0) where neither does."""
    for said in (name, name.split()[-1] if name else ""):
        if said and (found := re.search(rf"(?<!\w){re.escape(said)}(?!\w)", text, re.IGNORECASE)):
            return found.span()
    return 0, 0


def is_functional(entry: Property) -> bool:
    """Whether things mostly have one value of a property."""
    return entry.subjects > 0 and entry.edges <= 1.15 * entry.subjects


def _edge(subject: Value, property_: str, object_: Value, read: Read) -> Edge:
    fact = Fact(subject, property_, object_)
    proofs = tuple(replace(proof, fact=fact) for proof in read.proofs)
    return Edge(subject, property_, object_, round(read.score, 4), proofs)

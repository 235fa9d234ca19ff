"""The fact that a question asks for in so many words, where the store does not have it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.algebra import Apply, Entity, Inverse, Property, Query
from kgqa.algebra.lexicon import wording
from kgqa.judge.completeness import can_be, can_have
from kgqa.parse.linking import Link
from kgqa.parse.parser import Parsed, Parser
from kgqa.parse.relations_words import PLACEHOLDER, masked

SAID = 0.3
"""A property that the words mean with this probability is what they say."""
CLEARLY = 0.6
"""A step within a longer question must be said so clearly."""
LOOKED_AT = 20
VALUES = frozenset({"Quantity", "Time", "String", "Monolingualtext"})
"""Datatypes of properties that lead to values, and not to things."""
NEARLY = 0.1
"""A property that is this share as likely is what they say, too."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """A fact that the words of a question say clearly, and that the store does not have."""

    link: Link
    property_id: str
    label: str
    """What the property is called."""
    inverse: bool
    others: frozenset[str]
    """Other properties that the words nearly say."""
    is_usual: bool = True
    """Whether things like it have such facts: if not, the words may well mean another property."""

    @property
    def query(self) -> Query:
        """The reading that has no answers."""
        relation = Property(self.property_id)
        return Apply(Inverse(relation) if self.inverse else relation, Entity(self.link.id))

    @property
    def reason(self) -> str:
        """What is known, and what is not."""
        words = wording(self.property_id, self.label)
        known = f"I know {self.link.label} ({self.link.id}) and “{words.object}”"
        if self.inverse:
            of = words.of.replace("{}", self.link.label)
            return f"{known}, but no {words.object} {of} in this store"
        return f"{known}, but nothing in this store has {self.link.label} as its {words.object}"


def what_is_lacking(parsed: Parsed, parser: Parser) -> Lacking | None:
    """Return the fact that a question with one name asks for, where the store does not have it."""
    names = [name[0] for name in parsed.linked.names if name and name[0].is_name]
    if len(names) != 1:
        return None
    (link,) = names
    words = masked(parsed.analysis.question, (link.start, link.end), [])
    inner = _phrase(words)
    first = _lacking(parser, link, inner, CLEARLY) if inner else None
    if first is not None and first.is_usual and _leads_on(parser, first.property_id):
        return first
    return _lacking(parser, link, words, SAID)


def _phrase(words: Sequence[str]) -> tuple[str, ...]:
    """Return the step next to the name that a longer question speaks of.

    It is the director in `the director of _`, and what somebody wrote in `written by _`.
    """
    place = words.index(PLACEHOLDER)
    if place < 2 or words[place - 1] not in ("of", "by"):
        return ()
    step = (words[place - 2], words[place - 1], PLACEHOLDER)
    return ("the", *step) if words[place - 1] == "of" else step


def _leads_on(parser: Parser, property_: str) -> bool:
    """Whether a property leads to things, of which more can be asked: no number of employees."""
    entry = parser.schema.property(property_)
    return entry is None or entry.datatype not in VALUES


def _lacking(parser: Parser, link: Link, words: Sequence[str], least: float) -> Lacking | None:
    """Return the fact that words around a name say, where the store does not have it."""
    best = parser.ranker.rank(tuple(words), limit=LOOKED_AT)
    if not best or math.exp(best[0].score) < least:
        return None
    property_, inverse = best[0].property, best[0].inverse
    if inverse:
        facts = parser.lookups.objects(link.id, property_)
    else:
        facts = parser.lookups.subjects([(property_, link.id)])[property_, link.id]
    entry = parser.schema.property(property_)
    label = entry.label if entry else property_
    likely = [one for one in best if math.exp(one.score - best[0].score) >= NEARLY]
    others = frozenset(one.property for one in likely)
    usual = can_have if inverse else can_be
    is_usual = usual(parser, link.id, property_)
    return None if facts else Lacking(link, property_, label, inverse, others, is_usual)

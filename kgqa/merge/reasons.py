"""Why a question has no answer, as a sentence without its full stop."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.algebra import Apply, Entity, Inverse, Property, Query
from kgqa.merge.choose import Tried
from kgqa.merge.doubts import HasWord, unknown_names
from kgqa.parse.linking import Link
from kgqa.parse.parser import Parsed, Parser
from kgqa.parse.relations_words import masked

SAID = 0.3
"""A property that the words mean with this probability is what they say."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """A fact that the words of a question say clearly, and that the store does not have."""

    link: Link
    property_id: str
    label: str
    """What the property is called."""
    inverse: bool

    @property
    def query(self) -> Query:
        """The reading that has no answers."""
        relation = Property(self.property_id)
        return Apply(Inverse(relation) if self.inverse else relation, Entity(self.link.id))

    @property
    def reason(self) -> str:
        """What is known, and what is not."""
        known = f"I know {self.link.label} ({self.link.id}) and “{self.label}”"
        if self.inverse:
            return f"{known}, but no {self.label} of {self.link.label} in this store"
        return f"{known}, but nothing in this store has it as its {self.label}"


def what_is_lacking(parsed: Parsed, parser: Parser) -> Lacking | None:
    """Return the fact that a question with one name asks for, where the store does not have it."""
    names = [name[0] for name in parsed.linked.names if name and name[0].is_name]
    if len(names) != 1:
        return None
    (link,) = names
    words = masked(parsed.analysis.question, (link.start, link.end), [])
    best = parser.ranker.rank(words, limit=1)
    if not best or math.exp(best[0].score) < SAID:
        return None
    property_, inverse = best[0].property, best[0].inverse
    if inverse:
        facts = parser.lookups.objects(link.id, property_)
    else:
        facts = parser.lookups.subjects([(property_, link.id)])[property_, link.id]
    entry = parser.schema.property(property_)
    label = entry.label if entry else property_
    return None if facts else Lacking(link, property_, label, inverse)


def reason_of(
    parsed: Parsed, tried: Sequence[Tried], lacking: Lacking | None, has_word: HasWord
) -> str:
    """Return why nothing is answered: what is known, and what of it the store lacks."""
    names = [name[0] for name in parsed.linked.names if name]
    unknown = unknown_names(parsed, (), has_word)
    known = listed([f"{one.mention} ({one.id})" for one in names if one.is_name])
    if unknown:
        called = f"nothing in this store is called {unknown[0]}"
        return f"I know {known}, but {called}" if known else called
    if not names:
        return "no name in the question is known to this store"
    if lacking is not None:
        return lacking.reason
    what = "nothing in this store answers the question"
    if tried:
        what = tried[0].doubts[0].reason if tried[0].doubts else "no reading of it is sure enough"
    return f"I know {known}, but {what}" if known else what


def listed(names: Sequence[str]) -> str:
    """Return names in a list as English has it."""
    *first, last = dict.fromkeys(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last

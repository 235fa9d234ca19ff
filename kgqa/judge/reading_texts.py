"""A reading with what it gives as a line of text: what a network reads beside the question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kgqa_store.names import NameIndex
from kgqa_store.schema import Schema

from kgqa.algebra import to_english, to_text
from kgqa.algebra.ids import ids_in
from kgqa.parse.candidate import Candidate
from kgqa.parse.inverse_properties import from_one_side
from kgqa.parse.members import Literal, Member

SHOWN = 3
"""Answers that are told of a reading."""
ORDERED = 400
"""Of so many members the best known are found."""
WORDS = 9
"""Words of a description that are told."""

_DATE = re.compile(r"(-?\d+)(-\d\d-\d\d)")
_TRUTHS = {"True": "yes", "False": "no"}


class ReadingTexts:
    """Says readings over one store; what it looked up for one question is kept for it alone."""

    def __init__(self, names: NameIndex, schema: Schema) -> None:
        """Call things as these say."""
        self._names, self._schema = names, schema
        self._fame: dict[str, float] = {}

    def text(self, candidate: Candidate) -> str:
        """Return a reading in English, and the best known of what it gives.

        "the director of Dune: Denis Villeneuve, Canadian film director"
        """
        query = from_one_side(candidate.query)
        asked = to_english(query, self._labels(ids_in(to_text(query))))
        members = self.best_known(candidate.members or ())
        if not members:
            return asked
        first, others = members[0], members[1:SHOWN]
        told = [self._described(first), *map(self._called, others)]
        if len(candidate.members or ()) > SHOWN:
            told.append(f"{len(candidate.members or ())} in all")
        return f"{asked}: {'; '.join(told)}"

    def best_known(self, members: Sequence[Member]) -> list[Member]:
        """Return some members, the best known ones first; values keep their order."""
        some = list(members[:ORDERED])
        return sorted(some, key=self._unknown) if _are_ids(some) else some

    def _unknown(self, member: Member) -> float:
        id_ = str(member)
        if id_ not in self._fame:
            self._fame[id_] = self._names.popularity(id_)
        return -self._fame[id_]

    def _called(self, member: Member) -> str:
        if isinstance(member, Literal):
            return _value(member)
        return self._names.labels([member]).get(member, member)

    def _described(self, member: Member) -> str:
        entry = self._names.describe(member) if isinstance(member, str) else None
        if entry is None:
            return self._called(member)
        about = " ".join((entry.description or "").split()[:WORDS])
        return f"{entry.label}, {about}" if about else entry.label

    def _labels(self, ids: Iterable[str]) -> dict[str, str]:
        wanted = set(ids)
        found = self._names.labels(sorted(id_ for id_ in wanted if id_.startswith("Q")))
        for id_ in wanted:
            entry = self._schema.property(id_) if id_.startswith("P") else None
            if entry is not None:
                found[id_] = entry.label
        return found


def _are_ids(members: Iterable[Member]) -> bool:
    return all(isinstance(member, str) for member in members)


def _value(literal: Literal) -> str:
    """Return a value as people write it: a date without its time, a number without its zeros."""
    if literal.kind == "number" and literal.number is not None:
        return f"{literal.number:.10g}"
    if literal.kind == "date" and (found := _DATE.match(literal.text)):
        year, day = found.groups()
        return year if day == "-01-01" else year + day
    return _TRUTHS.get(literal.text, literal.text)

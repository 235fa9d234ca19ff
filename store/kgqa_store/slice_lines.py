"""N-Triples of Wikidata, line by line: which of them belong to a slice."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum, auto

from kgqa_store.line_roles import ENTITY, ITEM, STATEMENT, VALUE, Role, object_of, role_of
from kgqa_store.selecting import Kept, is_among
from kgqa_store.slicing import Slice
from kgqa_store.survey import node_number
from kgqa_store.tally import Tally
from kgqa_store.wikidata_values import ENTITY_ID

SUBCLASS_OF = "P279"


class _Share(Enum):
    """How much a slice keeps of what is said of a subject."""

    ALL = auto()
    NAMES = auto()
    """Texts, and the classes above."""
    NONE = auto()
    STATEMENT = auto()
    """All, and the value nodes it leads to."""
    PAGE = auto()
    """What follows the line that says what the page is about."""


class LineFilter:
    """Says of each line whether a slice keeps it.

    Statements and value nodes are kept when a kept line leads to them. Where that was not found out
    before, such a line has to stand before what it leads to.
    """

    def __init__(self, wanted: Slice, kept: Kept, *, learns: bool = False) -> None:
        """Judge by what is `kept`; who `learns` goes by the lines before instead."""
        self._plan = wanted.plan
        self._kept = replace(kept, statements=None, values=None) if learns else kept
        self._everything = not wanted.reads_twice and not wanted.chooses_properties
        self._learns = self._kept.statements is None and not self._everything
        self._roles: dict[bytes, tuple[Role, bool, bool]] = {}
        self._statements: set[int] = set()
        self._values: set[int] = set()
        self._page = b""
        self._subject = b""
        self._share = _Share.NONE

    def lines(self, blocks: Iterable[bytes], tally: Tally) -> Iterator[bytes]:
        """Give the kept lines of `blocks`; the others are counted in `tally`."""
        for block in blocks:
            lines = block.splitlines(keepends=True)
            kept = list(self._kept_of(lines))
            tally.drop("lines outside the slice", len(lines) - len(kept))
            if kept:
                yield b"".join(kept)

    def _kept_of(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        # Lines about the same subject stand together, and most subjects are outside the slice.
        outside = b"\n"
        for line in lines:
            if not line.startswith(outside):
                if self.keeps(line):
                    yield line
                elif self._share is _Share.NONE:
                    outside = self._subject + b" "

    def keeps(self, line: bytes) -> bool:
        """Whether the slice keeps the line."""
        try:
            subject, predicate, rest = line.split(None, 2)
        except ValueError:
            return False
        if subject != self._subject:
            self._subject, self._share = subject, self._share_of(subject)
        share = self._share
        if share is _Share.NONE:
            return False
        try:
            role, allowed, is_above = self._roles[predicate]
        except KeyError:
            role, allowed, is_above = self._roles[predicate] = self._judge(predicate)
        if not allowed:
            return False
        match share:
            case _Share.STATEMENT:
                if role is Role.NODE and self._learns:
                    self._values.add(node_number(object_of(rest)))
                return True
            case _Share.PAGE:
                return self._keeps_page(subject, role, rest)
            case _Share.NAMES if role is not Role.TEXT and not is_above:
                return False
        return self._keeps_fact(role, rest)

    def _share_of(self, subject: bytes) -> _Share:
        number = _item(subject)
        if number is not None:
            if self._kept.has_item(number):
                return _Share.ALL
            return _Share.NAMES if self._kept.names_item(number) else _Share.NONE
        if subject.startswith(STATEMENT):
            known = self._knows(subject, self._kept.statements, self._statements)
            return _Share.STATEMENT if known else _Share.NONE
        if subject.startswith(VALUE):
            known = self._knows(subject, self._kept.values, self._values)
            return _Share.ALL if known else _Share.NONE
        if not subject.startswith(ENTITY):
            return _Share.PAGE
        return _Share.ALL if self._has(subject) else _Share.NONE

    def _has(self, entity: bytes) -> bool:
        name = entity[len(ENTITY) : -1].decode("utf-8", "replace")
        is_one = entity.startswith(ENTITY) and ENTITY_ID.fullmatch(name) is not None
        return is_one and self._kept.has(name)

    def _knows(self, node: bytes, known: array[int] | None, learned: set[int]) -> bool:
        if self._everything:
            return True
        number = node_number(node)
        return number in learned if known is None else is_among(number, known)

    def _judge(self, predicate: bytes) -> tuple[Role, bool, bool]:
        """Return the role of a predicate, whether the slice allows it, and whether it is P279."""
        role, name = role_of(predicate)
        allowed = name not in self._plan.without and name not in self._kept.identifiers
        if role in (Role.EDGE, Role.CLAIM) and self._plan.properties is not None:
            allowed = allowed and name in self._plan.properties
        return role, allowed, role is Role.EDGE and name == SUBCLASS_OF

    def _keeps_page(self, subject: bytes, role: Role, rest: bytes) -> bool:
        """Whether a line about something that is no entity is kept: mostly a page of Wikipedia."""
        if role is not Role.ABOUT:
            return self._everything or subject == self._page
        language = subject.partition(b"://")[2].partition(b".")[0].decode("utf-8", "replace")
        keeps = self._plan.says(language) and self._has(object_of(rest))
        self._page = subject if keeps else b""
        return keeps

    def _keeps_fact(self, role: Role, rest: bytes) -> bool:
        match role:
            case Role.TEXT:
                language = object_of(rest).rpartition(b"@")[2].decode("utf-8", "replace")
                return self._plan.says(language)
            case Role.CLAIM:
                if self._learns:
                    self._statements.add(node_number(object_of(rest)))
                return True
            case Role.EDGE if self._kept.labelled is not None and rest.startswith(ITEM):
                number = _item(object_of(rest))
                return number is not None and self._kept.is_labelled(number)
            case _:
                return True


def _item(term: bytes) -> int | None:
    """Return the number of an item; nothing for what only looks like one."""
    digits = term[len(ITEM) : -1]
    return int(digits) if digits.isdigit() and term.startswith(ITEM) else None

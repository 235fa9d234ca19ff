"""N-Triples of Wikidata, line by line: which of them belong to a slice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from kgqa_store.selecting import Kept
from kgqa_store.slicing import Slice
from kgqa_store.tally import Tally
from kgqa_store.vocabulary import RDFS, SCHEMA, SKOS, WD, WDS, WDT, WDV, P
from kgqa_store.wikidata_values import ENTITY_ID

_ENTITY = f"<{WD}".encode()
_ITEM = f"<{WD}Q".encode()
_STATEMENT = f"<{WDS}".encode()
_VALUE = f"<{WDV}".encode()
_PROP = f"<{P}".encode()
_TEXTS = frozenset(
    f"<{iri}>".encode()
    for iri in (
        f"{RDFS}label",
        f"{SKOS}altLabel",
        f"{SKOS}prefLabel",
        f"{SCHEMA}description",
        f"{SCHEMA}name",
    )
)
_ABOUT = f"<{SCHEMA}about>".encode()
_DIRECT = f"<{WDT}".encode()


class Role(Enum):
    """What a predicate says."""

    EDGE = auto()
    """`wdt:`."""
    CLAIM = auto()
    """`p:`, which leads to a statement."""
    NODE = auto()
    """`psv:`, `pqv:` and the like, which lead to a value node."""
    DETAIL = auto()
    """`ps:`, `pq:` and the like."""
    TEXT = auto()
    ABOUT = auto()
    OTHER = auto()


class LineFilter:
    """Says of each line whether a slice keeps it.

    Statements and value nodes are kept when a kept line leads to them; where such a line may come
    later than what it leads to, `learn` reads everything before.
    """

    def __init__(self, wanted: Slice, kept: Kept) -> None:
        self._plan = wanted.plan
        self._kept = kept
        self._everything = not wanted.reads_twice and not (
            wanted.plan.properties or wanted.plan.without
        )
        self._roles: dict[bytes, tuple[Role, bool]] = {}
        self._statements: set[int] = set()
        self._values: set[int] = set()
        self._page = b""

    @property
    def must_learn(self) -> bool:
        """Whether statements and value nodes have to be known before lines can be judged."""
        return not self._everything

    def learn(self, blocks: Iterable[bytes]) -> None:
        """Take note of the statements and value nodes that kept lines lead to."""
        for block in blocks:
            for line in block.splitlines():
                self.keeps(line)

    def lines(self, blocks: Iterable[bytes], tally: Tally) -> Iterator[bytes]:
        """Give the kept lines of `blocks`; the others are counted in `tally`."""
        for block in blocks:
            lines = block.splitlines(keepends=True)
            kept = [line for line in lines if self.keeps(line)]
            tally.drop("lines outside the slice", len(lines) - len(kept))
            if kept:
                yield b"".join(kept)

    def keeps(self, line: bytes) -> bool:
        """Whether the slice keeps the line."""
        try:
            subject, predicate, rest = line.split(b" ", 2)
        except ValueError:
            return False
        role, allowed = self._role(predicate)
        if not allowed:
            return False
        if subject.startswith(_STATEMENT):
            return self._keeps_detail(subject, role, rest)
        if subject.startswith(_VALUE):
            return self._everything or hash(subject) in self._values
        if role is Role.ABOUT:
            return self._keeps_page(subject, rest)
        if subject.startswith(_ENTITY):
            return self._keeps_fact(subject, role, rest)
        return self._everything or subject == self._page

    def _role(self, predicate: bytes) -> tuple[Role, bool]:
        found = self._roles.get(predicate)
        if found is None:
            found = self._roles[predicate] = self._judge(predicate)
        return found

    def _judge(self, predicate: bytes) -> tuple[Role, bool]:
        if predicate in _TEXTS:
            return Role.TEXT, True
        if predicate == _ABOUT:
            return Role.ABOUT, True
        if not predicate.startswith(_PROP):
            return Role.OTHER, True
        way, _, name = predicate[len(_PROP) : -1].decode("utf-8", "replace").rpartition("/")
        if not ENTITY_ID.fullmatch(name):
            return Role.OTHER, True
        forbidden = name in self._plan.without or name in self._kept.identifiers
        if predicate.startswith(_DIRECT) or not way:
            named = self._plan.properties is None or name in self._plan.properties
            return (Role.CLAIM if not way else Role.EDGE), named and not forbidden
        is_node = way.endswith(("value", "value-normalized"))
        return (Role.NODE if is_node else Role.DETAIL), not forbidden

    def _keeps_detail(self, subject: bytes, role: Role, rest: bytes) -> bool:
        if not self._everything and hash(subject) not in self._statements:
            return False
        if role is Role.NODE:
            self._values.add(hash(_object(rest)))
        return True

    def _keeps_page(self, subject: bytes, rest: bytes) -> bool:
        host = subject.partition(b"://")[2]
        language = host.partition(b".")[0].decode("utf-8", "replace")
        keeps = self._plan.says(language) and self._has(_object(rest))
        self._page = subject if keeps else b""
        return keeps

    def _keeps_fact(self, subject: bytes, role: Role, rest: bytes) -> bool:
        if not self._has(subject):
            return False
        match role:
            case Role.TEXT:
                language = rest.rpartition(b"@")[2].rstrip(b" .\r\n").decode("utf-8", "replace")
                return self._plan.says(language)
            case Role.CLAIM:
                if not self._everything:
                    self._statements.add(hash(_object(rest)))
                return True
            case Role.EDGE if rest.startswith(_ITEM) and self._kept.labelled is not None:
                return self._kept.is_labelled(int(_object(rest)[len(_ITEM) : -1]))
            case _:
                return True

    def _has(self, entity: bytes) -> bool:
        name = entity[len(_ENTITY) : -1].decode("utf-8", "replace")
        return (
            entity.startswith(_ENTITY) and bool(ENTITY_ID.fullmatch(name)) and self._kept.has(name)
        )


def _object(rest: bytes) -> bytes:
    """Return the object of a line, given what follows its predicate."""
    return rest.rstrip(b"\r\n").removesuffix(b".").rstrip()

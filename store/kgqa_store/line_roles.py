"""What a line of Wikidata's N-Triples is about, told by its predicate."""

from __future__ import annotations

from enum import Enum, auto

from kgqa_store.spool import MOST_DIGITS
from kgqa_store.vocabulary import RDFS, SCHEMA, SKOS, WD, WDS, WDV, P
from kgqa_store.wikidata_values import ENTITY_ID

ENTITY = f"<{WD}".encode()
ITEM = f"<{WD}Q".encode()
STATEMENT = f"<{WDS}".encode()
VALUE = f"<{WDV}".encode()
LABEL = f"<{RDFS}label>".encode()
ABOUT = f"<{SCHEMA}about>".encode()

_PROP = f"<{P}".encode()
_TEXTS = frozenset(
    {LABEL}
    | {
        f"<{iri}>".encode()
        for iri in (
            f"{SKOS}altLabel",
            f"{SKOS}prefLabel",
            f"{SCHEMA}description",
            f"{SCHEMA}name",
        )
    }
)


class Role(Enum):
    """What a predicate says."""

    EDGE = auto()
    """`wdt:` and its normalised form."""
    CLAIM = auto()
    """`p:`, which leads to a statement."""
    NODE = auto()
    """`psv:`, `pqv:` and the like, which lead to a value node."""
    DETAIL = auto()
    """`ps:`, `pq:` and the like."""
    TEXT = auto()
    ABOUT = auto()
    OTHER = auto()


def role_of(predicate: bytes) -> tuple[Role, str]:
    """Return the role of a predicate, and the property it is made of, if there is one."""
    if predicate in _TEXTS:
        return Role.TEXT, ""
    if predicate == ABOUT:
        return Role.ABOUT, ""
    if not predicate.startswith(_PROP):
        return Role.OTHER, ""
    way, _, name = predicate[len(_PROP) : -1].decode("utf-8", "replace").rpartition("/")
    if not ENTITY_ID.fullmatch(name) or not name.startswith("P") or len(name) > MOST_DIGITS:
        return Role.OTHER, ""
    if not way:
        return Role.CLAIM, name
    if way.startswith("direct"):
        return Role.EDGE, name
    is_node = way.endswith(("value", "value-normalized"))
    return (Role.NODE if is_node else Role.DETAIL), name


def item_number(term: bytes) -> int:
    """Return the number of an item; raises `ValueError` for anything else."""
    digits = term[len(ITEM) : -1]
    if not term.startswith(ITEM) or len(digits) > MOST_DIGITS:
        raise ValueError
    return int(digits)


def object_of(rest: bytes) -> bytes:
    """Return the object of a line, given what follows its predicate."""
    return rest.rstrip(b" .\t\r\n")

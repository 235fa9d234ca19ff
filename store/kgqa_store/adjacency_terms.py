"""What an RDF term is as a node of the adjacency arrays: its kind, its number and its text."""

from __future__ import annotations

import math
import re
from types import MappingProxyType
from typing import NamedTuple

from kgqa_store import vocabulary
from kgqa_store.collect_lines import DATE, IRREGULAR, NUMBER, TEXT, kind_of

NODE_KINDS = ("entity", "number", "date", "text", "coordinate", "other")
"""The kinds of nodes, in the order of their numbers."""
ENTITY_NODE, NUMBER_NODE, DATE_NODE, TEXT_NODE, COORDINATE_NODE, OTHER_NODE = range(len(NODE_KINDS))

LANGUAGE = "\0"
"""What stands between a text and the language it is tagged with."""

_ENTITY = f"<{vocabulary.WD}".encode()
_POINT = f'"^^<{vocabulary.GEO}wktLiteral>'.encode()
_DATE = re.compile(r"([+-]?\d{4,})-(\d\d)-(\d\d)(?:T.*)?")
_DECIMAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_ESCAPED = MappingProxyType({"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"})


class NodeTerm(NamedTuple):
    """A node, such that the order of nodes is the order of these.

    `value` is what a number amounts to, YYYYMMDD for a date, and for a text that spells a number
    that number; else not a number (`nan` would have no order: it is infinite then).
    """

    kind: int
    value: float
    text: str


NO_VALUE = math.inf
"""The value of nodes that amount to nothing."""


def node_term(term: bytes) -> NodeTerm:
    """Return what the node of an RDF term is, as it stands in N-Triples."""
    if term.startswith(_ENTITY):
        return entity_term(term[len(_ENTITY) : -1].decode(errors="replace"))
    if not term.startswith(b'"'):
        return NodeTerm(OTHER_NODE, NO_VALUE, term.decode(errors="replace"))
    if term.endswith(_POINT):
        return NodeTerm(COORDINATE_NODE, NO_VALUE, _unescaped(term[1 : -len(_POINT)]))
    kind = kind_of(term)
    lexical, _, tail = term[1:].rpartition(b'"')
    found = None
    if kind in (NUMBER, IRREGULAR):
        found = number_term(lexical.decode(errors="replace"))
    elif kind == DATE:
        found = date_term(lexical.decode(errors="replace"))
    elif kind == TEXT:
        return text_term(_unescaped(lexical), tail[1:].decode() if tail[:1] == b"@" else "")
    return found or NodeTerm(OTHER_NODE, NO_VALUE, term.decode(errors="replace"))


def entity_term(id_: str) -> NodeTerm:
    """Return what the node of an entity is."""
    return NodeTerm(ENTITY_NODE, NO_VALUE, id_)


def number_term(lexical: str) -> NodeTerm | None:
    """Return what the node of a number is; all spellings of one number are one node."""
    if not _DECIMAL.fullmatch(lexical):
        try:
            value = float(lexical)
        except ValueError:
            return None
        return NodeTerm(NUMBER_NODE, value, repr(value)) if math.isfinite(value) else None
    sign, digits = ("-", lexical[1:]) if lexical[0] == "-" else ("", lexical.lstrip("+"))
    whole, point, rest = digits.partition(".")
    whole, rest = whole.lstrip("0") or "0", rest.rstrip("0") if point else ""
    text = whole + ("." + rest if rest else "")
    return NodeTerm(NUMBER_NODE, float(sign + text), text if text == "0" else sign + text)


def date_term(lexical: str) -> NodeTerm | None:
    """Return what the node of a date is; its value is the number YYYYMMDD."""
    found = _DATE.fullmatch(lexical)
    if found is None:
        return None
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    if not 1 <= month <= 12 or not 1 <= day <= _LENGTHS[month - 1]:
        return None
    return NodeTerm(DATE_NODE, float(year * 10_000 + month * 100 + day), lexical)


def text_term(text: str, language: str = "") -> NodeTerm:
    """Return what the node of a text is, in no language or in one."""
    value = float(text) if _DECIMAL.fullmatch(text) else NO_VALUE
    return NodeTerm(TEXT_NODE, value, text + LANGUAGE + language if language else text)


def _unescaped(lexical: bytes) -> str:
    text = lexical.decode(errors="replace")
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    code = found[1]
    if len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
    return _ESCAPED.get(code, code)

"""Ids: Wikidata's, as in `Q42` and `P31`, and those of other graphs, which are SPARQL's own terms.

A thing of another graph is written `ex:person-7`, or as its IRI: `<http://example.org/a,b>`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_LETTER = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff"
_LOCAL = rf"[{_LETTER}0-9_](?:[{_LETTER}0-9_.-]*[{_LETTER}0-9_-])?"
_PREFIXED = rf"(?!wdt?:[QP][0-9])[A-Za-z][A-Za-z0-9_-]*:{_LOCAL}"
GRAPH_ID = rf'{_PREFIXED}|<[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>"{{}}|^`\\]*>'
"""The regular expression of ids of other graphs than Wikidata."""
_ITEM = re.compile(rf"Q[1-9][0-9]{{0,17}}|{GRAPH_ID}")
_PROPERTY = re.compile(rf"P[1-9][0-9]{{0,17}}|{GRAPH_ID}")
_TEXT_OR_ID = re.compile(
    rf'"(?:[^"\\]|\\.)*"|(?P<id>{GRAPH_ID}|(?<![\w:])[QP][1-9][0-9]*(?![\w:]))'
)


def is_item(id_: str) -> bool:
    """Whether this can be the id of an item."""
    return _ITEM.fullmatch(id_) is not None


def is_property(id_: str) -> bool:
    """Whether this can be the id of a property."""
    return _PROPERTY.fullmatch(id_) is not None


def is_of_wikidata(id_: str) -> bool:
    """Whether an id is one of Wikidata."""
    return ":" not in id_


def ids_in(text: str) -> list[str]:
    """Return the ids that stand in an expression, as often as they do, outside of its texts."""
    return [found["id"] for found in _TEXT_OR_ID.finditer(text) if found["id"]]


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Return an expression with names in the places of the ids that have one."""

    def named(found: re.Match[str]) -> str:
        return names.get(found["id"], found[0]) if found["id"] else found[0]

    return _TEXT_OR_ID.sub(named, text)

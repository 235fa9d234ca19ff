"""Labels by a SPARQL query, for graphs that have no index of names beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import pyoxigraph as ox

import sparql_templates
from kgqa_store.results import Table
from kgqa_store.vocabulary import WD

BATCH = 500
"""How many things one query asks for; it is then below 30 kB, which every endpoint takes."""

_ID = re.compile(r"[QPL][0-9]+")


def fetch_labels(
    ids: Iterable[str], language: str, select: Callable[[str], Table]
) -> dict[str, str]:
    """Return the label of each of `ids` that has one in `language`, or one for all languages."""
    found: dict[str, str] = {}
    for some in _batches(ids):
        for thing, label in select(labels_query(some, language)).rows:
            if isinstance(thing, ox.NamedNode) and isinstance(label, ox.Literal):
                name = thing.value.removeprefix(WD)
                if (label.language or "").lower() == language.lower() or name not in found:
                    found[name] = label.value
    return found


def labels_query(ids: Iterable[str], language: str) -> str:
    """Return the query for the labels of `ids` in `language`."""
    things = " ".join(str(ox.NamedNode(WD + _checked(name))) for name in ids)
    language_term = str(ox.Literal(language))
    template = sparql_templates.read("lookup/labels")
    return template.replace("hole:things", things).replace("hole:language", language_term)


def _checked(name: str) -> str:
    if not _ID.fullmatch(name):
        raise ValueError(f"{name!r} is no id of Wikidata, such as Q42 or P31")
    return name


def _batches(ids: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(dict.fromkeys(ids))
    while some := list(islice(rest, BATCH)):
        yield some

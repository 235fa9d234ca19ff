"""How ids and SPARQL name the things of a graph.

Things of Wikidata have their own ids: `Q42`, `P31`. Those of other graphs are named as SPARQL
names them: `ex:person-7`, or the whole IRI in angle brackets where no prefix makes it short.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kgqa_store.vocabulary import PREFIXES, WD, WDT

_ID = re.compile(r"[QP][1-9][0-9]*")
_LETTER = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff"
_LOCAL = re.compile(rf"[{_LETTER}0-9_](?:[{_LETTER}0-9_.-]*[{_LETTER}0-9_-])?")
"""The local names that every reader of SPARQL takes without escapes."""
_SAFE_IRI = re.compile(r'[^\x00-\x20<>"{}|^`\\]+')


@dataclass(frozen=True)
class GraphVocabulary:
    """How the things of a graph are named, and what its ontology says of its properties."""

    profile: str = "wikidata"
    instance: str = "P31"
    """The id of the property that leads to the class of a thing."""
    subclass: str = "P279"
    """The id of the property that leads to what is above a class."""
    prefixes: Mapping[str, str] = field(default_factory=lambda: PREFIXES)
    inverse: Mapping[str, str] = field(default_factory=dict)
    """Properties that say the same as others, backwards."""
    symmetric: tuple[str, ...] = ()
    transitive: tuple[str, ...] = ()
    statements: str = "none"
    """How edges carry qualifiers, of a graph that is not Wikidata's: see `reified`."""

    @property
    def is_wikidata(self) -> bool:
        """Whether things have ids of Wikidata, and edges statements."""
        return self.profile == "wikidata"

    @cached_property
    def _longest_first(self) -> list[tuple[str, str]]:
        pairs = ((namespace, prefix) for prefix, namespace in self.prefixes.items())
        return sorted(pairs, key=lambda pair: (-len(pair[0]), pair[1]))

    def id_of(self, iri: str) -> str | None:
        """Return the id of what an IRI names; None where it can have none."""
        if self.is_wikidata:
            id_ = iri.removeprefix(WD)
            return id_ if _ID.fullmatch(id_) else None
        for namespace, prefix in self._longest_first:
            if iri.startswith(namespace) and _LOCAL.fullmatch(iri, len(namespace)):
                return f"{prefix}:{iri[len(namespace) :]}"
        return f"<{iri}>" if _SAFE_IRI.fullmatch(iri) and ":" in iri else None

    def iri_of(self, id_: str) -> str | None:
        """Return the IRI that an id stands for; None where it is no id of this graph."""
        if self.is_wikidata:
            return WD + id_ if _ID.fullmatch(id_) else None
        if id_.startswith("<"):
            return id_[1:-1]
        prefix, colon, local = id_.partition(":")
        return self.prefixes[prefix] + local if colon and prefix in self.prefixes else None


WIKIDATA = GraphVocabulary()


def term(id_: str) -> str:
    """Return how SPARQL names the thing of an id."""
    return id_ if ":" in id_ else f"wd:{id_}"


def predicate(id_: str) -> str:
    """Return how SPARQL names the predicate of the edges of a property."""
    return id_ if ":" in id_ else f"wdt:{id_}"


def predicate_iri(vocabulary: GraphVocabulary, id_: str) -> str | None:
    """Return the IRI of the predicate of the edges of a property."""
    if vocabulary.is_wikidata:
        return WDT + id_
    return vocabulary.iri_of(id_)

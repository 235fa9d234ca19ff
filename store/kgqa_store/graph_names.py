"""What things are called in a graph that tells it in its own way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pyoxigraph as ox

from kgqa_store import vocabulary as words
from kgqa_store.local_names import local_name
from kgqa_store.profile import Profile

LONGEST = 200
"""A text of more characters is no name."""


@dataclass(slots=True)
class Names:
    """The label of a thing by language, its aliases and its descriptions with their languages."""

    labels: dict[str, str] = field(default_factory=dict)
    aliases: dict[tuple[str, str], None] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)

    def add(self, text: str, language: str) -> None:
        """Add a name; the first one in a language is the label."""
        if self.labels.setdefault(language, text) != text:
            self.aliases[text, language] = None

    def completed(self, made: str, language: str, *, is_schema: bool) -> Names:
        """Return the names with one that is made of the IRI, where that is wanted.

        Classes and properties are spoken of by what their IRIs say as well.
        """
        if made and (not self.labels or (is_schema and language not in self.labels)):
            self.labels[language] = made
        elif made and is_schema and self.labels[language].casefold() != made.casefold():
            self.aliases[made, language] = None
        return self

    def lines(self, thing: bytes) -> Iterator[bytes]:
        """Give the names as N-Triples in Wikidata's words."""
        said = [(f"{words.RDFS}label", text, language) for language, text in self.labels.items()]
        said += [(f"{words.SKOS}altLabel", text, language) for text, language in self.aliases]
        said += [(f"{words.SCHEMA}description", t, lang) for lang, t in self.descriptions.items()]
        for predicate, text, language in said:
            literal = ox.Literal(text, language=language)
            yield b"%b <%b> %b .\n" % (thing, predicate.encode(), str(literal).encode())


def quads_of(
    graph: ox.Store, predicate: str | None = None, object_: ox.NamedNode | None = None
) -> Iterator[tuple[str, str, ox.NamedNode | ox.Literal]]:
    """Give the triples of a graph that are about IRIs: not those about triples or blank nodes."""
    wanted = None if predicate is None else ox.NamedNode(predicate)
    for quad in graph.quads_for_pattern(None, wanted, object_, ox.DefaultGraph()):
        value = quad.object
        if isinstance(quad.subject, ox.NamedNode) and isinstance(value, ox.NamedNode | ox.Literal):
            yield quad.subject.value, quad.predicate.value, value


def said_names(graph: ox.Store, profile: Profile) -> dict[str, Names]:
    """Return what things are called, by IRI."""
    found: dict[str, Names] = {}

    def of(iri: str) -> Names:
        return found.setdefault(iri, Names())

    for predicate in profile.labels:
        for iri, text, language in _texts(graph, predicate, profile.language):
            of(iri).add(text, language)
    for predicate in profile.aliases:
        for iri, text, language in _texts(graph, predicate, profile.language):
            of(iri).aliases[text, language] = None
    for predicate in profile.descriptions:
        for iri, text, language in _texts(graph, predicate, profile.language, longest=2000):
            of(iri).descriptions.setdefault(language, text)
    for iri, text, language in _by_predicates(graph, profile, frozenset(found)):
        of(iri).add(text, language)
    return found


def _by_predicates(
    graph: ox.Store, profile: Profile, named: frozenset[str]
) -> Iterator[tuple[str, str, str]]:
    """Give the names that predicates tell whose own names say so."""
    ends = {predicate: local_name(predicate) for predicate in _predicates(graph)}
    given: dict[str, str] = {}
    for predicate, end in ends.items():
        if end in profile.label_names:
            yield from (
                said for said in _texts(graph, predicate, profile.language) if said[0] not in named
            )
        elif end in profile.given_names:
            given |= {iri: text for iri, text, _ in _texts(graph, predicate, profile.language)}
    for predicate, end in ends.items():
        if end in profile.family_names:
            for iri, text, language in _texts(graph, predicate, profile.language):
                yield iri, f"{given[iri]} {text}" if iri in given else text, language


def _predicates(graph: ox.Store) -> list[str]:
    return sorted({predicate for _, predicate, _ in quads_of(graph)})


def _texts(
    graph: ox.Store, predicate: str, language: str, longest: int = LONGEST
) -> Iterator[tuple[str, str, str]]:
    """Give the things, texts and languages of a predicate, in an order that is always the same."""
    said = (
        (subject, value.value, value.language or language)
        for subject, _, value in quads_of(graph, predicate)
        if isinstance(value, ox.Literal)
    )
    yield from sorted(one for one in said if 0 < len(one[1]) <= longest)

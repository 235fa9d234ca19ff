"""What the statements of a graph that is not Wikidata's say beside its edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeGuard

import pyoxigraph as ox
from kgqa_store.graph_vocabulary import GraphVocabulary, predicate
from kgqa_store.reified import NONE
from kgqa_store.results import Node, Table
from kgqa_store.vocabulary import UNKNOWN_VALUE

import sparql_templates as templates
from kgqa.answers import Fact
from kgqa.execute import statements
from kgqa.execute.reading import value_of

Select = Callable[[str, tuple[str, ...]], Table]
Pair = tuple[Node, Node]
COLUMNS = ("s", "o", "statement", "qualifier", "value")


@dataclass(frozen=True, slots=True)
class OwnStatements:
    """Finds the statements of a graph in its own vocabulary."""

    select: Select
    vocabulary: GraphVocabulary

    def facts_of(
        self, property_: str, pairs: Iterable[Pair], *, wanted: Iterable[Node] = ()
    ) -> dict[Pair, Fact]:
        """Return the fact of each edge, with what its statement says where there is one.

        `wanted` are the statements to prefer where several are about the same edge.
        """
        pairs = list(dict.fromkeys(pairs))
        preferred = set(wanted)
        facts: dict[Pair, Fact] = {pair: self._fact(property_, pair, None, ()) for pair in pairs}
        told = self.facts_by_statement(property_, pairs)
        for (pair, node), fact in sorted(told.items(), key=lambda one: str(one[0][1])):
            if facts[pair].statement is None or node in preferred:
                facts[pair] = fact
        return facts

    def facts_by_statement(
        self, property_: str, pairs: Iterable[Pair]
    ) -> dict[tuple[Pair, Node], Fact]:
        """Return the fact of each statement of each edge: one may be said more than once."""
        edges = [{"subject": str(s), "object": str(o)} for s, o in dict.fromkeys(pairs)]
        if self.vocabulary.statements == NONE or not edges:
            return {}
        parts: dict[str, templates.Part] = {"edges": edges, "direct": predicate(property_)}
        pattern = templates.fill(f"proof/{self.vocabulary.statements}", _plain, parts)
        said: dict[tuple[Pair, Node], list[tuple[str, Node]]] = {}
        for s, o, statement, qualifier, value in self.select(pattern, COLUMNS).rows:
            if s is not None and o is not None and statement is not None:
                beside = said.setdefault(((s, o), statement), [])
                if isinstance(qualifier, ox.NamedNode) and value is not None:
                    beside.append((self.vocabulary.id_of(qualifier.value) or "", value))
        return {
            (pair, statement): self._fact(property_, pair, statement, beside)
            for (pair, statement), beside in said.items()
        }

    def _fact(
        self,
        property_: str,
        pair: Pair,
        statement: Node | None,
        beside: Iterable[tuple[str, Node]],
    ) -> Fact:
        subject, object_ = (value_of(node, vocabulary=self.vocabulary) for node in pair)
        qualifiers = tuple(
            (name, value_of(node, vocabulary=self.vocabulary))
            for name, node in sorted(beside, key=lambda one: (one[0], str(one[1])))
        )
        named = self.vocabulary.id_of(statement.value) if is_named(statement) else None
        return Fact(subject, property_, object_, qualifiers=qualifiers, statement=named)


@dataclass(frozen=True, slots=True)
class WikidataStatements:
    """Finds the statements of a graph in Wikidata's vocabulary."""

    select: Select

    def facts_of(
        self, property_: str, pairs: Iterable[Pair], *, wanted: Iterable[Node] = ()
    ) -> dict[Pair, Fact]:
        """Return the fact of each edge, with what its statement says where there is one."""
        return statements.facts_of(self.select, property_, pairs, wanted=wanted)

    def facts_by_statement(
        self, property_: str, pairs: Iterable[Pair]
    ) -> dict[tuple[Pair, Node], Fact]:
        """Return the fact of each statement of each edge."""
        return statements.facts_by_statement(self.select, property_, pairs)


def statements_of(
    select: Select, vocabulary: GraphVocabulary
) -> OwnStatements | WikidataStatements:
    """Return what finds the statements of a graph."""
    return (
        WikidataStatements(select) if vocabulary.is_wikidata else OwnStatements(select, vocabulary)
    )


def is_named(node: Node | None) -> TypeGuard[ox.NamedNode]:
    """Whether a node has a name of its own, and is none that was blank in its source."""
    return isinstance(node, ox.NamedNode) and UNKNOWN_VALUE not in node.value


def _plain(stem: str) -> str:
    """Keep the names of a template that is a query by itself."""
    return f"?{stem}"

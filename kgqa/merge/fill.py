"""The answers to an expression over graph and text, each with what it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from kgqa.algebra import (
    Aggregate,
    Comparison,
    Count,
    Difference,
    Entity,
    Existence,
    Membership,
    Ordinal,
    Query,
    Superlative,
    Union,
)
from kgqa.algebra.sorts import VALUES
from kgqa.answers import Answer, GraphProof, Proof, Value
from kgqa.merge.augment import Augmenter, term_of
from kgqa.merge.edges import Edge, EdgeReader
from kgqa.merge.graph_view import GraphView
from kgqa.merge.needs import Needs
from kgqa.parse.parser import Parser

ROUNDS = 3
"""So often what was read may call for more to be read: a composition goes on from a text hop."""
TRUSTED = 0.35
"""An edge must be as likely as this where it overrules what the graph alone says."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What an expression gives over graph and text."""

    query: Query
    """The expression with what was read in it."""
    answers: tuple[Answer, ...]
    edges: tuple[Edge, ...]
    """What was read and entered."""
    overruled: tuple[Value, ...] = ()
    """What the graph alone would have answered, and is no answer any more."""


class Filler:
    """Evaluates expressions over graph and text."""

    def __init__(
        self,
        graph: GraphView,
        parser: Parser,
        reader: EdgeReader,
        fame: Callable[[str], float],
        lock: AbstractContextManager[object],
    ) -> None:
        """Ask `graph`, and read with `reader` what it lacks; `parser` is asked under `lock`."""
        self.graph, self.parser, self.reader, self.fame = graph, parser, reader, fame
        self.lock = lock

    def fill(self, query: Query) -> Filled:
        """Return the answers to an expression; what the graph lacks for them is read."""
        deep = not self.graph.values(query) or is_growing(query) or isinstance(query, Count)
        for _ in range(ROUNDS):
            known = len(self.reader.edges)
            augmenter = Augmenter(self.graph, self.reader.edges)
            needs = Needs(
                self.graph,
                self.parser,
                self.fame,
                augmenter.query,
                tells=self.reader.tells,
                deep=deep,
            )
            with self.lock:
                wanted = list(needs.of(query))
            self.reader.read(wanted)
            if len(self.reader.edges) == known:
                break
        return self.with_edges(query, self.reader.edges)

    def with_edges(self, query: Query, edges: Sequence[Edge]) -> Filled:
        """Return the answers to an expression over the graph and some edges."""
        plain = self.graph.answers(query)
        if plain and not is_growing(query):
            edges = [one for one in edges if one.score >= TRUSTED]
        edges = [one for one in edges if self._enters(query, [one])] or list(edges)
        changed = Augmenter(self.graph, edges).query(query)
        if changed == query:
            return Filled(query, plain, ())
        said = self._said(changed, edges)
        own = {answer.value: answer for answer in plain}
        if not said:
            return Filled(query, plain, ())
        if own and not is_growing(query):
            is_same = {one.value for one in said} == own.keys()
            if is_same and not isinstance(query, Comparison):
                return Filled(query, plain, ())
        found = [self._answer(query, one, own, edges) for one in said]
        if not any(answer.text_proofs for answer in found):
            return Filled(query, plain, ())
        kept = {answer.value for answer in found}
        overruled = tuple(value for value in own if value not in kept)
        return Filled(changed, tuple(found), tuple(edges), overruled)

    def _enters(self, query: Query, edges: Sequence[Edge]) -> bool:
        return Augmenter(self.graph, edges).query(query) != query

    def _said(self, changed: Query, edges: Iterable[Edge]) -> list[Answer]:
        """Return the answers of an augmented expression; read values as they were read."""
        terms = changed.operands if isinstance(changed, Union) else (changed,)
        if all(isinstance(term, (Entity, *VALUES)) for term in terms):
            ends = {term_of(v): v for edge in edges for v in (edge.subject, edge.object)}
            ends |= {term: term for term in terms if isinstance(term, Entity)}
            nothing = GraphProof(changed, "", ())
            return [Answer(ends[t], 1.0, (nothing,)) for t in terms if t in ends]
        return list(self.graph.answers(changed))

    def _answer(
        self, query: Query, said: Answer, own: dict[Value, Answer], edges: Sequence[Edge]
    ) -> Answer:
        """Return an answer with what it rests on: facts alone where they are enough."""
        if said.value in own and is_growing(query):
            return own[said.value]
        used = [edge for edge in edges if self._gives(query, [edge], said.value)][:3]
        used = used or list(edges)
        proofs: list[Proof] = [proof for edge in used for proof in edge.proofs]
        facts = self._facts(query, said, used)
        score = 1.0
        for edge in used if len(used) < len(edges) or len(edges) == 1 else edges:
            score = min(score, edge.score)
        joint = bool(facts) or len({(e.subject, e.property) for e in used}) > 1
        return Answer(said.value, round(score, 4), (*facts, *proofs), is_joint=joint)

    def _gives(self, query: Query, edges: Sequence[Edge], value: Value) -> bool:
        changed = Augmenter(self.graph, edges).query(query)
        return changed != query and value in [one.value for one in self._said(changed, edges)]

    def _facts(self, query: Query, said: Answer, used: Sequence[Edge]) -> tuple[GraphProof, ...]:
        """Return the proof of what the graph adds to the edges that were read."""
        if isinstance(query, Superlative | Ordinal) and isinstance(said.value, Entity):
            member = Membership(said.value, Augmenter(self.graph, used).things(query.things))
            said = next(iter(self.graph.answers(member)), said)
        return tuple(proof for proof in said.graph_proofs if proof.facts)


def is_growing(query: Query) -> bool:
    """Whether more edges can only add answers, never take any away."""
    match query:
        case Comparison() | Membership() | Existence() | Count() | Superlative() | Ordinal():
            return False
        case Difference() | Aggregate():
            return False
        case _:
            parts = (*getattr(query, "operands", ()), getattr(query, "things", None))
            return all(is_growing(part) for part in parts if part is not None)

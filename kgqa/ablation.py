"""Ablation by masking: edges that answers rest on are taken out, and texts read for them.

Questions are asked over a store; of the edges that the answers rest on a share is drawn, and a copy
of the store without them is asked again, without texts and with them.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgqa_store.results import Node
from kgqa_store.store import Store
from kgqa_store.update import update
from kgqa_store.vocabulary import WD, WDT, P

from kgqa.algebra import Entity, Query
from kgqa.answers import Answer, Fact, Reply, Value
from kgqa.engine import Engine
from kgqa.execute.reading import value_of
from kgqa.judge.same_values import is_same

KINDS = frozenset({"P31", "P279"})
"""What things are is not taken out: passages are read for what they do."""
FEW = 20
"""Answers with more are lists; a list that lacks one is no lost answer."""
_ID = re.compile(r"[QP][1-9][0-9]*")


@dataclass(frozen=True, slots=True)
class Known:
    """A question that the whole graph answers: its reading, its answers and their edges."""

    question: str
    query: Query
    answers: tuple[Value, ...]
    edges: tuple[tuple[str, str, Value], ...]


@dataclass(frozen=True, slots=True)
class Ablation:
    """What masking took away, and what texts brought back."""

    questions: int
    edges: int
    masked: int
    touched: int
    """Questions with an edge that was masked."""
    lost: int
    """Answers that the graph alone does not give any more."""
    regained: int
    """Lost answers that are given where texts are read, too."""
    from_text: int
    """Answers to questions that were touched which rest on a passage."""
    right: int
    """Those of them that the whole graph gave."""

    @property
    def recall(self) -> float:
        """The share of lost answers that texts bring back."""
        return self.regained / self.lost if self.lost else 0.0

    @property
    def precision(self) -> float:
        """The share of answers from text that are those of the whole graph."""
        return self.right / self.from_text if self.from_text else 0.0


def known(engine: Engine, questions: Iterable[str]) -> Iterator[Known]:
    """Yield the questions that the graph answers, with what the answers rest on."""
    for question in questions:
        reply = engine.ask(question, read="never")
        if reply.outcome != "answered" or len(reply.answers) > FEW:
            continue
        edges = [edge for answer in reply.answers for edge in _edges(answer)]
        if edges:
            values = tuple(answer.value for answer in reply.answers)
            yield Known(question, reply.readings[0].query, values, tuple(dict.fromkeys(edges)))


def _edges(answer: Answer) -> Iterator[tuple[str, str, Value]]:
    facts: list[Fact] = [fact for proof in answer.graph_proofs for fact in proof.facts]
    for fact in facts:
        if fact.is_missing or fact.role or fact.property in KINDS or isinstance(fact.object, str):
            continue
        if isinstance(fact.subject, Entity) and _ID.fullmatch(fact.property):
            yield fact.subject.id, fact.property, fact.object


def drawn(seen: Sequence[Known], share: float, seed: int) -> frozenset[tuple[str, str, Value]]:
    """Return a share of all edges that answers rest on, at random."""
    edges = sorted({edge for one in seen for edge in one.edges}, key=repr)
    return frozenset(random.Random(seed).sample(edges, round(share * len(edges))))


def masked_copy(store: Store, place: Path, edges: Iterable[tuple[str, str, Value]]) -> Path:
    """Copy a store in a folder, take edges and their statements out, and return the copy."""
    shutil.copytree(Path(store.location), place, dirs_exist_ok=True)
    lines = [line for edge in edges for line in _triples(store, *edge)]
    removed = place.parent / f"{place.name}-removed.nt"
    removed.write_text("".join(lines), encoding="utf-8")
    update(place, removed=[removed])
    removed.unlink()
    return place


def _triples(store: Store, subject: str, property_: str, value: Value) -> Iterator[str]:
    about = f"wd:{subject}"
    rows = store.select(f"SELECT ?o WHERE {{ {about} wdt:{property_} ?o }}", seconds=30).rows
    for (node,) in rows:
        if node is not None and _is(node, value):
            yield f"<{WD}{subject}> <{WDT}{property_}> {node} .\n"
    pattern = f"{about} p:{property_} ?s . ?s ps:{property_} ?o"
    for statement, node in store.select(f"SELECT ?s ?o WHERE {{ {pattern} }}", seconds=30).rows:
        if node is not None and _is(node, value):
            yield f"<{WD}{subject}> <{P}{property_}> {statement} .\n"


def _is(node: Node, value: Value) -> bool:
    found = value_of(node)
    return found == value or is_same(found, value)


def measured(
    engine: Engine, seen: Sequence[Known], masked: frozenset[tuple[str, str, Value]]
) -> Ablation:
    """Return what texts bring back over a graph without the masked edges."""
    touched = [one for one in seen if masked & frozenset(one.edges)]
    lost = regained = from_text = right = 0
    for one in touched:
        plain = engine.ask(one.question, read="never")
        with_text = engine.ask(one.question, read="auto")
        gone = [value for value in one.answers if not _has(plain, value)]
        lost += len(gone)
        regained += sum(_has(with_text, value) for value in gone)
        read = [answer for answer in with_text.answers if answer.text_proofs]
        from_text += len(read)
        right += sum(any(is_same(a.value, value) for value in one.answers) for a in read)
    edges = {edge for one in seen for edge in one.edges}
    return Ablation(
        len(seen), len(edges), len(masked), len(touched), lost, regained, from_text, right
    )


def _has(reply: Reply, value: Value) -> bool:
    return any(is_same(answer.value, value) for answer in reply.answers)

"""What is to be made: plain values, so that other processes can be told, and a run be resumed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kgqa_store.store import Store

from kgqa.generate.errors import RelationsError
from kgqa.generate.grammar import Grammar, read_grammar, shipped
from kgqa.generate.relations import Relations, lines_of, read_relations
from kgqa.generate.world import World

KINDS = (
    *("simple", "typed", "intersection", "comp", "difference"),
    *("superlative", "ordinal", "count", "comparative", "yesno"),
    *("fact", "value", "filter", "truth", "excess", "time", "age"),
)
"""The kinds of questions, as they stand in the ids of a set."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A set of questions that is to be made."""

    store: str
    kinds: tuple[str, ...] = KINDS
    each: int = 100
    """Questions of each kind."""
    per_relation: int | None = None
    """Questions of a kind that one relation may have; a tenth of them, where it is not told."""
    seed: int = 1
    language: str = "en"
    relations: tuple[str, ...] = ()
    grammar: str | None = None
    texts: tuple[str, ...] = ()
    verify: str = "none"
    threshold: float | None = None
    """What who judges must give a sentence; their own limit, where it is not told."""
    proved: float = 0.8
    """The share of its answers that texts must prove for a question to stay, as in QAMPARI."""
    paraphrase: str | None = None
    split: tuple[int, int, int] = (80, 10, 10)

    @property
    def cap(self) -> int:
        """Questions of a kind that one relation may have."""
        return self.per_relation or max(3, self.each // 10)

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as JSON has it."""
        return asdict(self)

    @property
    def fingerprint(self) -> str:
        """What two plans of the same questions have in common."""
        return hashlib.sha256(json.dumps(self.to_dict(), sort_keys=True).encode()).hexdigest()[:16]


def relations_of(paths: Sequence[str], store: Store) -> Relations:
    """Return the relations of the shipped files and of others, whose properties are there."""
    adjacency = getattr(store, "adjacency", None)
    known = set(adjacency.properties) if adjacency is not None else set()
    more = []
    for name in paths:
        entries = read_relations(Path(name))
        lines = lines_of(Path(name).read_text(encoding="utf-8"))
        for id_ in entries:
            if known and id_ not in known:
                where = f"{Path(name).name}, line {lines.get(id_, 1)}"
                hint = "kgqa generate relations lists those that it has"
                raise RelationsError(f"{where}: the store has no property {id_}.", hint=hint)
        more.append(entries)
    return Relations(more)


def world_of(plan: Plan, store: Store) -> World:
    """Return the store as questions are made from it."""
    return World(store, relations_of(plan.relations, store), language=plan.language)


def grammar_of(plan: Plan) -> Grammar:
    """Return the grammar that a plan names."""
    if plan.grammar is not None:
        return read_grammar(Path(plan.grammar), plan.language)
    return shipped(plan.language)

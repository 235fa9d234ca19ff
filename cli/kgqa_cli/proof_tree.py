"""The facts of a proof as a tree: what they say of the answer, and of what they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.algebra import Entity, to_text
from kgqa.answers import Answer, Fact, Value, value_text
from kgqa_cli.as_json import Labels, named
from kgqa_cli.visible import visible

SHOWN = 12
"""So many facts of an answer are shown."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of the tree, and what hangs below it."""

    text: str
    branches: tuple[Branch, ...] = ()


def proof_tree(answer: Answer, labels: Labels) -> Branch:
    """Return the answer with the facts it rests on below it."""
    proof = answer.proofs[0]
    constants = set(re.findall(r"\bQ[1-9][0-9]*\b", to_text(proof.reading)))
    facts = proof.facts[:SHOWN]
    branches = list(_Growing(facts, labels, constants).grown(answer.value))
    more = proof.more + len(proof.facts) - len(facts)
    if more:
        branches.append(Branch(f"… and {more:,} more fact{'' if more == 1 else 's'}"))
    if not facts and not more:
        branches.append(Branch("the answer stands in the expression itself"))
    return Branch(spoken(answer.value, labels), tuple(branches))


def drawn(branch: Branch) -> Iterator[str]:
    """Yield the lines of a tree."""
    yield branch.text
    for below in branch.branches:
        is_last = below is branch.branches[-1]
        first, *rest = drawn(below)
        yield f"{'└─' if is_last else '├─'} {first}"
        yield from (f"{'  ' if is_last else '│ '} {line}" for line in rest)


def spoken(value: Value | str, labels: Labels) -> str:
    """Return a value as text on one line, an entity with its id."""
    match value:
        case str():
            return visible(str(named(value, labels)["label"]))
        case Entity(id_) if id_ in labels:
            return visible(f"{labels[id_]} ({id_})")
        case _:
            return visible(value_text(value, labels))


class _Growing:
    """A tree that is made from facts, each of which is used once."""

    def __init__(self, facts: Sequence[Fact], labels: Labels, constants: set[str]) -> None:
        self.rest = [fact for fact in facts if not fact.role]
        self.compared = [fact for fact in facts if fact.role]
        self.labels, self.constants = labels, constants

    def grown(self, value: Value) -> list[Branch]:
        """Return all facts: those about `value` first, then the others by their subjects."""
        branches = list(self._about(value))
        while self.rest:
            subject = self.rest[0].subject
            branches.append(_short(Branch(spoken(subject, self.labels), self._about(subject))))
        for fact in self.compared:
            whose = spoken(fact.subject, self.labels)
            branches.append(Branch(f"{fact.role}: {whose}  {self._edge(fact)}"))
        return branches

    def _about(self, value: Value) -> tuple[Branch, ...]:
        own = [fact for fact in self.rest if value in (fact.subject, fact.object)]
        self.rest = [fact for fact in self.rest if fact not in own]
        return tuple(self._branch(fact, value) for fact in own)

    def _branch(self, fact: Fact, value: Value) -> Branch:
        forward = fact.subject == value
        other = fact.object if forward else fact.subject
        grows = isinstance(other, Entity) and other.id not in self.constants
        below = self._about(other) if grows and not isinstance(other, str) else ()
        return Branch(self._edge(fact, backwards=not forward), below)

    def _edge(self, fact: Fact, *, backwards: bool = False) -> str:
        name = visible(str(named(fact.property, self.labels)["label"]))
        other = fact.subject if backwards else fact.object
        no = "no " if fact.is_missing else ""
        text = f"{no}{name} {'←' if backwards else '→'} {spoken(other, self.labels)}"
        qualifiers = "; ".join(
            f"{named(property_, self.labels)['label']}: {value_text(value, self.labels)}"
            for property_, value in fact.qualifiers
        )
        return visible(f"{text}  {{{qualifiers}}}" if qualifiers else text)


def _short(branch: Branch) -> Branch:
    """Return a branch with a single one below it as one line."""
    if len(branch.branches) != 1:
        return branch
    (below,) = branch.branches
    return Branch(f"{branch.text}  {below.text}", below.branches)

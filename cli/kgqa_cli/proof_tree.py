"""The facts of a proof as a tree: what they say of the answer, and of what they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.algebra import Entity, to_text
from kgqa.algebra.ids import ids_in, is_item
from kgqa.answers import Answer, Fact, GraphProof, Recollection, TextProof, Value, value_text
from kgqa.as_json import Labels, named
from kgqa_cli.visible import visible

SHOWN = 12
"""So many facts of an answer are shown."""
AROUND = 60
"""So many characters of a passage are shown before and after what was read in it."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of the tree, and what hangs below it."""

    text: str
    branches: tuple[Branch, ...] = ()


def proof_tree(answer: Answer, labels: Labels) -> Branch:
    """Return the answer with the facts and passages it rests on below it."""
    branches = [branch for proof in answer.graph_proofs for branch in _facts(proof, answer, labels)]
    branches += [_passage(proof, labels) for proof in answer.text_proofs]
    branches += [Branch(recollection_line(one)) for one in answer.recollections]
    return Branch(spoken(answer.value, labels), tuple(branches))


def _passage(proof: TextProof, labels: Labels) -> Branch:
    """Return what was read, where, and what it stands for."""
    where = passage_line(proof)
    if proof.fact is None:
        return Branch(f"passage {where}")
    fact = proof.fact
    edge = visible(str(named(fact.property, labels)["label"]))
    ends = (spoken(end, labels) for end in (fact.subject, fact.object))
    return Branch(f"read: {f' · {edge} → '.join(ends)}", (Branch(f"passage {where}"),))


def recollection_line(proof: Recollection) -> str:
    """Return who says so without a source."""
    return visible(f"from the memory of {proof.model}, without a source")


def passage_line(proof: TextProof) -> str:
    """Return where something was read: the title, and the words around it, itself in brackets."""
    start = max(0, proof.start - AROUND)
    before, after = proof.text[start : proof.start], proof.text[proof.end : proof.end + AROUND]
    before = f"…{before.partition(' ')[2]}" if start else before
    if proof.end + AROUND < len(proof.text):
        after = f"{after.rpartition(' ')[0]} …"
    read = f"{before}[{proof.quote}]{after}" if proof.quote else f"{proof.text[: 3 * AROUND]} …"
    return visible(f"{proof.title or proof.passage}: {read}")


def _facts(proof: GraphProof, answer: Answer, labels: Labels) -> list[Branch]:
    """Return the facts of a proof by the graph."""
    named_ids = {id_ for id_ in ids_in(to_text(proof.reading)) if is_item(id_)}
    facts = proof.facts[:SHOWN]
    branches = list(_Growing(facts, labels, named_ids).grown(answer.value))
    more = proof.more + len(proof.facts) - len(facts)
    if more:
        branches.append(Branch(f"… and {more:,} more fact{'' if more == 1 else 's'}"))
    if not facts and not more:
        branches.append(Branch("the query itself shows it; there is no fact to list"))
    return branches


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

    def __init__(self, facts: Sequence[Fact], labels: Labels, named_ids: set[str]) -> None:
        self.rest = [fact for fact in facts if not fact.role]
        self.compared = [fact for fact in facts if fact.role]
        self.labels, self.named = labels, named_ids

    def grown(self, value: Value) -> list[Branch]:
        """Return all facts: those about `value` first, then the others by their subjects."""
        self.named.discard(value.id if isinstance(value, Entity) else "")
        branches = list(self._about(value))
        while self.rest:
            subject = self.rest[0].subject
            branches.append(_short(Branch(spoken(subject, self.labels), self._about(subject))))
        for fact in self.compared:
            whose = spoken(fact.subject, self.labels)
            branches.append(Branch(f"{fact.role}: {whose}  {self._edge(fact)}"))
        return branches

    def _about(self, value: Value) -> tuple[Branch, ...]:
        # Much else may lead to what the expression names; that is no part of why.
        is_named = isinstance(value, Entity) and value.id in self.named
        own = [f for f in self.rest if f.subject == value or (f.object == value and not is_named)]
        self.rest = [fact for fact in self.rest if fact not in own]
        return tuple(self._branch(fact, value) for fact in own)

    def _branch(self, fact: Fact, value: Value) -> Branch:
        forward = fact.subject == value
        other = fact.object if forward else fact.subject
        below = self._about(other) if isinstance(other, Entity) else ()
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

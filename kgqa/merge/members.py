"""The members of a set as passages tell them: how likely each is one, by all that speaks for it.

Whatever speaks for a member is the most that any of its passages says, so that a further passage
never makes it less likely, and the order of passages does not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kgqa_store.names_text import normalise

from kgqa.algebra import Entity
from kgqa.answers import Answer, TextProof
from kgqa.merge.neighbours import Joined
from kgqa.merge.spans import Read
from kgqa.merge.text_confidence import chance_of, log_odds
from kgqa.parse.parser import Parsed

NOTHING = Joined()
PROOFS = 3
"""So many passages are shown for a member, the best first."""
PLACES = 3
"""More passages that say the same tell nothing more."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known around a question, by which what was read for it is judged."""

    names: tuple[frozenset[str], ...]
    """The words of each name in the question, as it is written or as the thing is called."""
    content: frozenset[str]
    """The words of the question that say something."""
    joined: Joined = NOTHING
    """What the graph joins to the things that the question names."""
    own: frozenset[str] = frozenset()
    """The passages that are about something that the question names, by their ids."""

    def features(self, read: Read) -> dict[str, float]:
        """Return what speaks for a value that was read.

        `named` is the share of the question's names that a passage has, `whole` whether it has
        them all, `shared` the share of its words, `joined` whether the graph joins the value to
        one of those named as the words may say, `otherwise` whether only otherwise, `own` whether
        the passage is about one of them.
        """
        id_ = read.value.id if isinstance(read.value, Entity) else ""
        named = max((self._named(proof) for proof in read.proofs), default=0.0)
        return {
            "score": log_odds(read.score),
            "linked": float(bool(id_)),
            "fits": read.fits,
            "named": named,
            "whole": float(named == 1.0),
            "shared": max((self._shared(proof) for proof in read.proofs), default=0.0),
            "places": float(min(PLACES, len({one.passage for one in read.proofs})) - 1),
            "joined": float(id_ in self.joined.as_said),
            "otherwise": float(id_ in self.joined.otherwise),
            "own": float(any(one.passage in self.own for one in read.proofs)),
        }

    def _named(self, proof: TextProof) -> float:
        if not self.names:
            return 0.5
        said = words_in(proof)
        return sum(name <= said for name in self.names) / len(self.names)

    def _shared(self, proof: TextProof) -> float:
        return len(self.content & words_in(proof)) / max(1, len(self.content))


def words_in(proof: TextProof) -> frozenset[str]:
    """Return the words of a passage and its title."""
    return frozenset(normalise(f"{proof.title} {proof.text}").split())


def known_of(parsed: Parsed, joined: Joined, own: Collection[str]) -> Known:
    """Return what is known around a question."""
    analysis = parsed.analysis
    spans: dict[tuple[int, int], frozenset[str]] = {}
    for word in analysis.words:
        if word.is_capital and word.start > 0:
            spans[word.start, word.end] = frozenset(normalise(word.text).split())
    content = frozenset(analysis.words[place].normal for place in analysis.content)
    names = tuple(one for one in spans.values() if one)
    return Known(names, content, joined, frozenset(own))


def chance_of_member(read: Read, known: Known) -> float:
    """Return how likely a value that was read is a member of the set that is asked for."""
    return chance_of("member", known.features(read))


def member(read: Read, chance: float) -> Answer:
    """Return a value that was read as an answer, with its best proofs."""
    proofs = sorted(read.proofs, key=lambda one: (-one.score, one.passage, one.start))
    return Answer(read.value, round(chance, 4), tuple(proofs[:PROOFS]))


def best_first(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return answers, the surest first; those that are as sure keep their order."""
    return tuple(sorted(answers, key=lambda one: -one.confidence))

"""The best set that leads from a name of a question: a bound for whatever follows edges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations

from kgqa_store.names_mentions import Mention
from kgqa_store.names_text import normalise

from kgqa.bench.question import Question
from kgqa.bench.reach import Reach
from kgqa.bench.store_view import StoreView

MEANINGS = 10
"""Things of one name that are tried."""
NAMESAKES = 50
"""Things of one name that may be the right answer."""
STARTS = 60
"""Entities of a question that are tried."""
SECOND = 300
"""From larger sets no second step is taken."""
LARGEST = 5_000
"""A second step goes from no entity that more edges lead to: such sets fit no question."""
MET = 200
"""Sets that are met with one another: those that fit best by themselves."""

KIND = "P31"


class BestSet:
    """Looks, with the right answers in view, for the set of a store that fits them best.

    Sets are what one or two steps by one property each lead to from an entity of the question,
    what two of those that fit best have in common, and what of a set is of one kind. The right
    answers are chosen by, so what only follows edges from names will hardly do better here.
    """

    def __init__(self, view: StoreView, reach: Reach) -> None:
        self._view, self._reach = view, reach

    def f1(self, question: Question) -> float:
        """Return the F1 of the best set, as far as right answers have names in the store."""
        gold = self._gold(question)
        if not gold:
            return 0.0
        starts = self._starts(question, gold.keys())
        sets = {
            one for start in starts for one in self._sets(start) if not gold.keys().isdisjoint(one)
        }
        near = sorted(sets, key=lambda one: (-_f1(one, gold, question), len(one)))
        kinds = (part for one in near for part in self._kinds(one))
        meets = (one & other for one, other in combinations(near[:MET], 2))
        tried = chain(near, kinds, meets)
        return max((_f1(one, gold, question) for one in tried), default=0.0)

    def _gold(self, question: Question) -> dict[str, int]:
        """Return the entities that are right, each with the place of the answer that it is."""
        found: dict[str, int] = {}
        for place, names in enumerate(question.gold):
            for name in names:
                for id_ in self._meant(name):
                    found.setdefault(id_, place)
        return found

    def _meant(self, name: str) -> Iterable[str]:
        if name[:1] == "Q" and name[1:].isdigit():
            return (self._view.redirect(name),)
        index = self._view.names
        named = index.exact(normalise(name), limit=NAMESAKES) if index is not None else ()
        return [candidate.id for candidate in named]

    def _starts(self, question: Question, gold: Iterable[str]) -> list[str]:
        """Return the entities of a question: those it tells, else what its names may mean."""
        told = [self._view.redirect(link.id) for link in question.links]
        if told or self._view.names is None:
            return told
        mentions = _longest(self._view.names.mentions(question.text, limit=MEANINGS))
        meant = (candidate.id for mention in mentions for candidate in mention.candidates)
        return [id_ for id_ in dict.fromkeys(meant) if id_ not in set(gold)][:STARTS]

    def _sets(self, start: str) -> Iterator[frozenset[str]]:
        for near in self._reach.sets_at([start]).values():
            yield near
            if len(near) <= SECOND:
                yield from self._reach.sets_at(near, LARGEST).values()

    def _kinds(self, found: frozenset[str]) -> Iterator[frozenset[str]]:
        """Yield the parts of a set that are of one kind."""
        kinds = defaultdict[str, set[str]](set)
        for id_ in found if len(found) <= SECOND else ():
            for kind in self._reach.objects(id_, KIND):
                kinds[kind].add(id_)
        yield from map(frozenset, kinds.values())


def _longest(mentions: Iterable[Mention]) -> list[Mention]:
    """Return the names that are in no longer one."""
    kept: list[Mention] = []
    for one in sorted(mentions, key=lambda mention: mention.start - mention.end):
        if not any(other.start <= one.start and one.end <= other.end for other in kept):
            kept.append(one)
    return kept


def _f1(found: frozenset[str], gold: Mapping[str, int], question: Question) -> float:
    reached = len({gold[id_] for id_ in found if id_ in gold})
    return 2 * reached / (len(found) + len(question.gold))

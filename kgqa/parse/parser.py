"""The parser: from a question to ranked readings over one store."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from functools import cached_property

from kgqa_store.errors import StoreError
from kgqa_store.named_share import LOOKED_AT, share_of
from kgqa_store.names import NameIndex
from kgqa_store.schema import Schema
from kgqa_store.store import Store

from kgqa.parse.analysis import Analysis, analyse
from kgqa.parse.beside import Beside
from kgqa.parse.expected import expected_of, is_value
from kgqa.parse.judging import Candidate, Judge
from kgqa.parse.kinds import Kinds
from kgqa.parse.linking import Linked, asked_noun, link_question, of_named_years, with_class_asked
from kgqa.parse.lookups import Lookups
from kgqa.parse.lower_case import are_short_forms, drops_name, with_capitals
from kgqa.parse.property_words import PropertyWords
from kgqa.parse.question_kinds import Guess, shipped
from kgqa.parse.readings import Composer
from kgqa.parse.relations import RelationRanker
from kgqa.parse.sketches import Walker
from kgqa.parse.synonyms import read_synonyms


@dataclass(frozen=True, slots=True)
class Parsed:
    """A question with its links and its readings, best first."""

    analysis: Analysis
    linked: Linked
    candidates: tuple[Candidate, ...]
    guess: Guess
    """Of which kind the question is, by its words."""
    named: float = 1.0
    """The share of entities that have a name: how complete the store is."""


class Parser:
    """Reads questions over one store. What it looks up is kept for the next question."""

    def __init__(
        self,
        store: Store,
        *,
        ranker: RelationRanker | None = None,
        asked_on: datetime.date | None = None,
        synonyms: str = "",
    ) -> None:
        """Read the indexes of `store`, which must have one of names.

        Questions are taken to be asked on the day `asked_on`, else today. `synonyms` is the path of
        a file of what people say for properties and classes.
        """
        names = getattr(store, "names", None)
        path = getattr(store, "path", None)
        if not isinstance(names, NameIndex) or path is None:
            raise StoreError(
                f"Questions need an index of names, and {store.location} has none.",
                hint=f"make one of what it was made of: kgqa store build DUMP {_missing(store)}",
            )
        self.store, self.names, self.asked_on = store, names, asked_on
        self.schema = Schema.open(path / "names")
        self.kinds = Kinds(names, self.schema)
        self.called = PropertyWords(self.schema, read_synonyms(synonyms, self.schema))
        lookups = Beside(lambda: Lookups(store, path / "graph"))  # which is mostly waiting
        self.ranker = ranker or RelationRanker.open(self.schema)
        self.lookups = lookups.result()
        self._last: tuple[object, tuple[Analysis, Linked]] | None = None

    @property
    def _around(self) -> Lookups | None:
        """What looks up the edges around names; they are those of Wikidata's vocabulary alone."""
        statistics = self.store.statistics
        is_own = statistics is not None and not statistics.vocabulary.is_wikidata
        return None if is_own else self.lookups

    @cached_property
    def named(self) -> float:
        """The share of entities that have a name; 1 where a store cannot be looked through."""
        kept: float | None = getattr(self.store, "named", None)
        return share_of(self.lookups.some(LOOKED_AT), self.names) if kept is None else kept

    def close(self) -> None:
        """Give the files back."""
        self.schema.close()

    def parse(self, question: str, *, pick: str | None = None, limit: int = 40) -> Parsed:
        """Return the best readings of `question`."""
        analysis, linked = self.linked(question, pick)
        named = frozenset(
            p for name in linked.names for link in name[:1] if link.is_name for p in link.places
        )
        expected = expected_of(analysis, self.schema, self.called)
        walker = Walker(
            analysis,
            None if is_value(analysis, expected) else asked_noun(analysis, linked.nouns),
            free=frozenset(range(len(analysis.words))) - named,
            lookups=self.lookups,
            kinds=self.kinds,
            called=self.called,
            ranker=self.ranker,
            expected=expected,
            spans=[(n[0].start, n[0].end) for n in linked.names if n and n[0].is_name],
        )
        guess = shipped().guess(question)
        judge = Judge(analysis, linked, guess)
        candidates = Composer(analysis, linked, walker, judge).compose()
        return Parsed(analysis, linked, tuple(candidates[:limit]), guess, self.named)

    def linked(self, question: str, pick: str | None) -> tuple[Analysis, Linked]:
        """Return what the grammar of a question says, and what its names may mean.

        Where none has a capital, a word that is only part of a name may be meant for it as well.
        That of the last question is kept: several parsers read it one after the other.
        """
        asked = question, pick, self.asked_on
        if self._last is None or self._last[0] != asked:
            self._last = asked, self._link(question, pick)
        return self._last[1]

    def _link(self, question: str, pick: str | None) -> tuple[Analysis, Linked]:
        analysis = analyse(question, self.asked_on)
        linked = link_question(analysis, self.names, self.kinds, lookups=self._around, pick=pick)
        is_short = all(len(name[0].places) == 1 for name in linked.names if name)
        nouns = frozenset(p for noun in linked.nouns if noun.classes for p in noun.places)
        if is_short and (cased := with_capitals(analysis, self.names, nouns)) is not None:
            again = analyse(cased, self.asked_on)
            found = link_question(again, self.names, self.kinds, lookups=self._around, pick=pick)
            is_dropped = drops_name(linked, found, analysis, self.kinds)
            if are_short_forms(found, self.kinds) and not is_dropped:
                analysis, linked = again, found
        linked = of_named_years(linked, analysis)
        return analysis, with_class_asked(linked, analysis, self.kinds)


def _missing(store: Store) -> str:
    """Return the options with which the indexes of a store are built."""
    if store.location.startswith("http"):
        return f"--index-only --endpoint {store.location} --out DIR"
    return f"--out {store.location}"

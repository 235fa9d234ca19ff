"""Words aligned with properties nobody has learned anything of: by what the schema calls them.

A property is said by the words of its names, of those of its inverse where it is followed the other
way round, and, less, by those of its description and of the classes that it joins. How near the
vectors of words are decides where no word is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np
from kgqa_store.names_text import normalise
from kgqa_store.schema import Schema

from kgqa.algebra.units import unit_names
from kgqa.parse.alignment import Floats
from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Linked
from kgqa.parse.property_words import NUMBER, PropertyWords, stems_of
from kgqa.parse.ranked_alignment import RankedAlignment, RankedProperties
from kgqa.parse.relations import RelationRanker
from kgqa.parse.schema_lexicon import schema_lexicon
from kgqa.parse.words import cue_set

RANKED, SAID, DESCRIBED = 0.4, 5.0, 1.5
"""What the logarithm of the ranker counts, that names are said, and that descriptions are."""
SHORTEST = 4
"""Stems with so many letters in common at their start are taken for forms of one word."""
ALIKE = 0.8
"""How far one of two such stems is what the other says."""
STANDS_FOR = 0.75
"""How far a word says another that it may stand for."""
PLAIN = 0.45
"""How far a property is said by what it leads to, where it is only called as that."""
BEFORE = 3.0
"""What it counts that the name of a property stands before what it leads from."""
OF = 1.5
"""What it counts that the name of a property stands before `of`, against following it back."""
OF_WORDS = ("of", "for")
DOING, PASSIVE = ("do", "does", "did"), " by"
"""What stands before one who does something, and what the name of that ends in where it is done."""
_LEADING = schema_lexicon().prepositions
WORST_RANKED = -10.0
_UNITS = frozenset(one for name in unit_names() if (one := name.lower()).isalpha() and len(one) < 4)
"""How units are cut short at the end of a name."""


class SchemaProperties(RankedProperties):
    """The properties of a graph as its schema tells of them."""

    def __init__(
        self,
        ranker: RelationRanker,
        called: PropertyWords,
        properties: tuple[str, ...],
        schema: Schema,
        inverse: Mapping[str, str],
    ) -> None:
        """Align words with `properties`; `inverse` says which say the same backwards."""
        super().__init__(ranker, called, properties)
        self.names: list[tuple[frozenset[str], ...]] = []
        """For each way the stems of its names, one set a name."""
        self.described: list[frozenset[str]] = []
        self.plain: list[bool] = []
        """Whether a property is called as what it leads to: the `department` of somebody."""
        self.phrases: list[tuple[str, ...]] = []
        """The names of properties that may stand before a name: `responsible for`."""
        self.heads: list[tuple[str, ...]] = []
        """The names of properties that may stand before `of`: `team lead`."""
        for property_ in properties:
            own = (*called.called(property_).names, *_shorter(called.called(property_).names))
            other = called.called(inverse[property_]).names if property_ in inverse else ()
            self.names += [own, own + other]
            entry = schema.property(property_)
            words = normalise(entry.description).split() if entry else []
            texts = (entry.label, *entry.aliases) if entry else ()
            texts = (*texts, *called.synonyms.get(property_, ()))
            self.phrases.append(tuple(phrase for text in texts if (phrase := _phrase(text))))
            self.heads.append(tuple(head for text in texts if (head := _head(text))))
            joined = (*entry.subject_classes, *entry.object_classes) if entry else ()
            labels = schema.labels([one.id for one in joined]).values()
            words += [word for label in labels for word in normalise(label).split()]
            self.described.append(stems_of(words) if words else frozenset())
            ends = [one.id for one in entry.object_classes] if entry else []
            called_so = {stems_of(normalise(one).split()) for one in schema.labels(ends).values()}
            self.plain.append(not called_so.isdisjoint(own))

    def align(self, analysis: Analysis, linked: Linked) -> SchemaAlignment:
        """Return the alignment of a question."""
        return SchemaAlignment(self, analysis)


class SchemaAlignment(RankedAlignment):
    """The words of one question against the properties of a graph."""

    def __init__(self, among: SchemaProperties, analysis: Analysis) -> None:
        """Align the words of a question."""
        super().__init__(among, analysis)
        self._schema = among
        self._needed = analysis.content | analysis.cues

    def likely(self, named: frozenset[int]) -> Floats:
        """Return for each way the logarithm of how likely other words than names mean it."""
        found = self._likely.get(named)
        if found is None:
            ranked = np.maximum(super().likely(named), WORST_RANKED)
            said = [stem for place, stem in self._stems.items() if place not in named]
            names = [_best(names, said) for names in self._schema.names]
            for place, is_plain in enumerate(self._schema.plain):
                names[2 * place + 1] = max(names[2 * place + 1], PLAIN * is_plain)
            told = [_share(words, said) for words in self._schema.described for _ in range(2)]
            bonus = SAID * (np.array(names) - 1.0) + DESCRIBED * np.array(told)
            bonus += BEFORE * (self._before(named) + self._acting(named)) + OF * self._of
            found = (RANKED * ranked + bonus).astype(np.float32)
            self._likely[named] = found
        return found

    def _before(self, named: frozenset[int]) -> Floats:
        """Return for each way whether its name stands before that of what it leads from.

        `Reports to Uma` asks for those who do, `supervised by` for those who are.
        """
        found = np.zeros(len(self._schema.names), np.float32)
        words = [word.normal for word in self._analysis.words]
        place = min(named, default=0)
        while place > 0 and words[place - 1] in cue_set("articles"):
            place -= 1
        text = " ".join(words[:place])
        for place, phrases in enumerate(self._schema.phrases):
            if any(f" {text}".endswith(f" {phrase}") for phrase in phrases):
                found[2 * place + 1] = 1.0
        return found

    def _acting(self, named: frozenset[int]) -> Floats:
        """Return for each way whether what is named does what a passive name says.

        `Whom does Uma mentor` asks for those who are `mentored by` her.
        """
        found = np.zeros(len(self._schema.names), np.float32)
        words = [word.normal for word in self._analysis.words]
        place = min(named, default=0)
        while place > 0 and words[place - 1] in cue_set("articles"):
            place -= 1
        if place > 0 and words[place - 1] in DOING and named:
            for place, phrases in enumerate(self._schema.phrases):
                found[2 * place + 1] = any(one.endswith(PASSIVE) for one in phrases)
        return found

    @cached_property
    def _of(self) -> Floats:
        """Return for each way whether its name stands before `of`: the team lead of the team."""
        found = np.zeros(len(self._schema.names), np.float32)
        text = " ".join(word.normal for word in self._analysis.words)
        for place, heads in enumerate(self._schema.heads):
            if any(f" {head} {of} " in f" {text} " for head in heads for of in OF_WORDS):
                found[2 * place : 2 * place + 2] = 1.0, -1.0
        return found

    def cover(self, way: int) -> Floats:
        """Return for each word how far a way is what it says."""
        found = self._covers.get(way)
        if found is None:
            own = frozenset[str]().union(*self._schema.names[way])
            told = self._schema.described[way >> 1]
            found = np.zeros(len(self._stems), np.float32)
            for place, stem in self._stems.items():
                if place in self._needed:
                    found[place] = max(_alike(stem, own), 0.6 * _alike(stem, told))
            self._covers[way] = found
        return found


def _shorter(names: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    """Return names without the words for a number or a unit in them: `bed count`, `price eur`."""
    plain = [name - NUMBER - _UNITS for name in names]
    return [short for short, name in zip(plain, names, strict=True) if short and short != name]


def _phrase(name: str) -> str:
    """Return a name of a property as it stands before what it leads to; nothing if it does not."""
    words = normalise(name).split()
    while words and words[0] in cue_set("auxiliaries"):
        del words[0]
    is_before = len(words) > 1 and words[-1] in _LEADING
    return " ".join(words) if is_before else ""


def _head(name: str) -> str:
    """Return a name of a property as it stands before `of`; nothing where it ends as a verb."""
    words = normalise(name).split()
    while words and words[0] in cue_set("auxiliaries"):
        del words[0]
    return "" if not words or words[-1] in _LEADING else " ".join(words)


def _best(names: tuple[frozenset[str], ...], said: list[str]) -> float:
    return max((_share(name, said) for name in names), default=0.0)


def _share(name: frozenset[str], said: list[str]) -> float:
    """Return how much of a name is said."""
    if not name:
        return 0.0
    return sum(max((_alike(stem, (one,)) for one in said), default=0.0) for stem in name) / len(
        name
    )


def _alike(stem: str, others: frozenset[str] | tuple[str, ...]) -> float:
    """Return how far a stem is one of others, a form of one, or a word that stands for one."""
    if stem in others or f"{stem}s" in others or stem.removesuffix("s") in others:
        return 1.0  # of short words no plural is cut
    known = schema_lexicon().alike.get(stem, frozenset())
    if not known.isdisjoint(others):
        return STANDS_FOR
    for other in others:
        short, long = sorted((stem, other), key=len)
        if len(short) >= SHORTEST and long.startswith(short):
            return ALIKE
    return 0.0

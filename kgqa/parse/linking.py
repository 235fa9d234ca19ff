"""The names in a question, and the entities and classes they may mean."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from kgqa_store.names import NameIndex
from kgqa_store.schema_words import stem

from kgqa.parse import quantities
from kgqa.parse.analysis import Analysis
from kgqa.parse.kinds import Kinds
from kgqa.parse.linking_coherence import connect
from kgqa.parse.linking_features import Option, Span, is_grammar, options, scene, span_of
from kgqa.parse.linking_kinds import of_kind_beside, of_kind_chosen
from kgqa.parse.linking_model import LinkingModel, shipped
from kgqa.parse.lookups import Lookups
from kgqa.parse.mentions import mentions
from kgqa.parse.relation_words import said_stems
from kgqa.parse.words import adjectives, place_of

PER_MENTION = 6
"""Candidates of one name that are tried."""
MOST_MENTIONS = 8
"""Names of one question that are tried: those written like names first."""
MOST_CLASSES = 8
"""Classes that a noun may mean."""
FLATTER, LEAST = 0.3, 0.45
"""Scores of candidates fall by this power of their odds, and not below this: readings decide."""
UNLIKELY = -5.0
"""Candidates with a smaller logarithm of their odds to the best one are left out."""
CUT = -3.0
"""So are, sooner, those of a part of the name."""
COMMON = 0.6
"""What a word that is not written like a name is worth as one."""


_YEAR = re.compile(r"\b(?:1\d|20)\d\d\b")


@dataclass(frozen=True, slots=True)
class Link:
    """A name in the question, and an entity it may mean."""

    start: int
    end: int
    mention: str
    id: str
    label: str
    score: float
    """From 0 to 1, relative to the best of the same name."""
    places: frozenset[int]
    """The words of the name."""
    is_name: bool
    """Whether it is written like a name."""
    chance: float = 0.0
    """The probability that the name means this, by the model alone."""
    how: str = ""
    """What the name is to the entity, and how it was found."""
    why: tuple[tuple[str, float], ...] = ()
    """The clues that tell it most from its strongest rival, and what they add to the odds."""


@dataclass(frozen=True, slots=True)
class Noun:
    """The noun that says what kind of thing is asked for."""

    places: frozenset[int]
    classes: tuple[str, ...]
    stem: str


@dataclass(frozen=True, slots=True)
class Linked:
    """The links of a question: best first for each name, names in the order of the text."""

    names: tuple[tuple[Link, ...], ...]
    nouns: tuple[Noun, ...]

    @property
    def links(self) -> tuple[Link, ...]:
        """All links."""
        return tuple(link for name in self.names for link in name)


Scored = tuple[float, Option]


@dataclass(frozen=True, slots=True)
class Linker:
    """Finds what the names of questions may mean in one store; without `lookups`, less well."""

    names: NameIndex
    kinds: Kinds
    lookups: Lookups | None = None

    def spans(self, analysis: Analysis) -> list[Span]:
        """Return the spans of a question that may be names."""
        found = [span_of(one, analysis) for one in mentions(analysis, self.names, self.lookups)]
        spells = _spells(analysis)
        return [
            span
            for span in found
            if span.places
            and not is_grammar(analysis, span.places)
            and not _is_ordered(analysis, span)
            and not any(span.places <= spell for spell in spells)
        ]

    def options(
        self,
        analysis: Analysis,
        spans: Sequence[Span] | None = None,
        heads: Container[str] | None = None,
    ) -> list[Option]:
        """Return all that the spans may mean, with the clues for it, in no order."""
        chosen = self.spans(analysis) if spans is None else spans
        shared = scene(analysis)
        found = options(shared, chosen, self.kinds, heads)
        if self.lookups is not None:
            connect(found, self.lookups, is_ordered=shared.is_ordered)
        return found


def link_question(
    analysis: Analysis,
    names: NameIndex,
    kinds: Kinds,
    *,
    lookups: Lookups | None = None,
    pick: str | None = None,
    model: LinkingModel | None = None,
) -> Linked:
    """Return what the names in a question may mean."""
    linker, weighed = Linker(names, kinds, lookups), model or shipped()
    spans = linker.spans(analysis)
    options_ = linker.options(analysis, spans, weighed.heads)
    scored = [(weighed.score(one.features), one) for one in options_]
    scored.sort(key=lambda one: (-one[0], one[1].candidate.id))
    is_cased = scene(analysis).is_cased
    meant = [
        [one for one in group if not is_cased or _may_mean(one[1], kinds)]
        for group in _groups(scored)
    ]
    nouns = [noun for span in spans if (noun := _noun(analysis, span, kinds))]
    if pick is None:
        asked = asked_noun(analysis, nouns)
        meant = [of_kind_beside(group, analysis, kinds) for group in meant]
        if asked is not None:
            said = asked.classes, asked.stem
            meant = [of_kind_chosen(group, analysis, kinds, *said) for group in meant]
    found = [_links(group, pick, weighed) for group in meant]
    groups = found if is_cased else [_proper(links) for links in found]
    return Linked(tuple(groups), tuple(nouns))


def _spells(analysis: Analysis) -> list[frozenset[int]]:
    """Return the places of each decade, century or span of years: the 1970s are no World Cup."""
    return [
        analysis.between(one.start, one.end)
        for one in quantities.spans(analysis.question)
        if isinstance(one, quantities.Years)
    ]


def _is_ordered(analysis: Analysis, span: Span) -> bool:
    """Whether a span begins with a superlative: the largest city is one of the cities."""
    words = [analysis.words[place] for place in sorted(span.places)]
    first = next((word for word in words if place_of(word) is None), words[0])
    is_extreme = first.normal in adjectives() and first.normal.endswith("est")
    return not span.is_name and len(words) > 1 and is_extreme


# --- Spans that do not overlap ------------------------------------------------------------------


def _groups(scored: Sequence[Scored]) -> list[list[Scored]]:
    """Return the options of each name, best first: those of spans that overlap its best one."""
    groups: list[tuple[frozenset[int], list[Scored]]] = []
    for one in scored:
        places = one[1].span.places
        group = next((found for taken, found in groups if taken & places), None)
        if group is not None:
            group.append(one)
        elif one[1].span.is_name or _is_whole(one[1].candidate.how):
            groups.append((places, [one]))
    groups.sort(key=lambda one: (not one[1][0][1].span.is_name, -one[1][0][0]))
    kept = groups[:MOST_MENTIONS]
    return [group for _, group in sorted(kept, key=lambda one: min(one[0]))]


def _may_mean(option: Option, kinds: Kinds) -> bool:
    """Whether a span may mean it: a word that is no name means no thing whose name has it in it.

    "Did they win" is not about a film called "Any Number Can Win", but "president" may be short
    for an office.
    """
    if option.span.is_name or _is_whole(option.candidate.how):
        return True
    return kinds.is_class(option.candidate.id)


def _is_whole(how: str) -> bool:
    """Whether what was found is a whole name of the entity, not a part of one."""
    kind, _, manner = how.partition(", ")
    return kind in ("label", "alias", "title") and manner != "prefix"


def _links(group: Sequence[Scored], pick: str | None, model: LinkingModel) -> tuple[Link, ...]:
    best: dict[str, Scored] = {}
    for one in group:
        best.setdefault(one[1].candidate.id, one)
    ranked = list(best.values())
    top = ranked[0][0]
    total = sum(math.exp(score - top) for score, _ in ranked)
    whole = ranked[0][1].span
    wanted = [
        one
        for one in ranked[:PER_MENTION]
        if one[0] > top + (CUT if _is_cut(one[1].span, whole) else UNLIKELY)
    ]
    if pick in best:
        wanted, top = [best[pick]], best[pick][0]
    return tuple(
        _link(option, math.exp(score - top), total, model, _rival(option, ranked))
        for score, option in wanted
    )


def _is_cut(span: Span, whole: Span) -> bool:
    """Whether a span is a part of a name: Selena is not meant where Selena Gomez is."""
    return span.places < whole.places and span.is_name and whole.is_name


def _rival(option: Option, ranked: Sequence[Scored]) -> Option | None:
    return next((other for _, other in ranked if other is not option), None)


def _link(
    option: Option, odds: float, total: float, model: LinkingModel, rival: Option | None
) -> Link:
    span, candidate = option.span, option.candidate
    score = (LEAST + (1 - LEAST) * odds**FLATTER) * (1.0 if span.is_name else COMMON)
    return Link(
        span.mention.start,
        span.mention.end,
        span.mention.text,
        candidate.id,
        candidate.label,
        round(score, 4),
        span.places,
        span.is_name,
        round(odds / total, 4),
        candidate.how,
        tuple(model.reasons(option.features, rival.features if rival else {})),
    )


def _proper(links: tuple[Link, ...]) -> tuple[Link, ...]:
    """Return links of a question without capitals: those of proper names are of names.

    A word that asks for a relation, as `born` does, is no name by itself.
    """
    return tuple(
        replace(link, is_name=True, score=round(link.score / COMMON, 4))
        if not link.is_name
        and link.label[:1].isupper()
        and _is_whole(link.how)
        and not _says_relation(link.mention)
        else link
        for link in links
    )


def _says_relation(mention: str) -> bool:
    """Whether a mention is a word that asks for a relation: `born`, `the wife`."""
    said = mention.lower().removeprefix("the ")
    return " " not in said and stem(said) in said_stems()


# --- Nouns --------------------------------------------------------------------------------------


def _noun(analysis: Analysis, span: Span, kinds: Kinds) -> Noun | None:
    if span.is_name:
        return None
    classes = tuple(
        one.id for one in span.mention.candidates if _is_whole(one.how) and kinds.is_class(one.id)
    )
    last = analysis.words[max(span.places)]
    classes = (*classes, *_called_the_same(kinds, classes))[:MOST_CLASSES]
    return Noun(span.places, classes, _singular_stem(last.stem)) if classes else None


def _called_the_same(kinds: Kinds, classes: Sequence[str]) -> list[str]:
    """Return other classes that have the name of the one that a noun means: a contest is one.

    There are several competitions in Wikidata, and hardly anything is an instance of all.
    """
    entry = kinds.names.describe(classes[0]) if len(classes) == 1 else None
    found = kinds.names.exact(entry.label) if entry is not None else []
    others = [one.id for one in found if entry is not None and one.label == entry.label]
    others = [id_ for id_ in others if id_ not in classes and not kinds.is_role(id_)]
    return [id_ for id_ in others if kinds.is_class(id_)]


def _singular_stem(stem: str) -> str:
    return stem[:-2] + "y" if stem.endswith("ie") else stem


def with_class_asked(linked: Linked, analysis: Analysis, kinds: Kinds) -> Linked:
    """Return links where a class that is written as a name, as `which US state`, is the noun."""
    names = [name for name in linked.names if name and name[0].is_name]
    for name in names if len(names) > 1 else ():
        link = name[0]
        first = min(link.places)
        is_asked = first > 0 and analysis.words[first - 1].normal in ("which", "what")
        if is_asked and kinds.is_class(link.id) and not kinds.is_role(link.id):
            noun = Noun(link.places, (link.id,), analysis.words[max(link.places)].stem)
            others = tuple(one for one in linked.nouns if one.places.isdisjoint(link.places))
            rest = tuple(one for one in linked.names if one is not name)
            return Linked(rest, (noun, *others))
    return linked


def of_named_years(linked: Linked, analysis: Analysis) -> Linked:
    """Return links without what is called by another year than the question names.

    Who won the World Cup in 2014 is not asked of the 2006 World Cup.
    """
    years = {str(year) for year, _ in analysis.years}
    if not years:
        return linked
    names = tuple(
        tuple(link for link in name if _is_of_years(link, years)) or name for name in linked.names
    )
    return Linked(names, linked.nouns)


def _is_of_years(link: Link, years: set[str]) -> bool:
    called = {*_YEAR.findall(link.label)} - {*_YEAR.findall(link.mention)}
    return not called or bool(called & years)


def asked_noun(analysis: Analysis, nouns: Iterable[Noun]) -> Noun | None:
    """Return the noun that says what is asked for: the first, the longest that starts there."""
    content = sorted(analysis.content)
    ordered = sorted(nouns, key=lambda noun: (min(noun.places), -len(noun.places)))
    # She was born in what city: the word that asks stands before the noun, wherever that is.
    asking = [i for i, w in enumerate(analysis.words) if i > 0 and w.normal in ("which", "what")]
    for noun in ordered if analysis.asks in ("which", "what") else ():
        if any(place + 1 == min(noun.places) for place in asking):
            return noun
    for noun in ordered:
        first = min(noun.places)
        before = [
            place
            for place in content
            if place < first
            and place_of(analysis.words[place]) is None
            and analysis.words[place].normal not in adjectives()
        ]
        if analysis.asks in ("which", "what", "how many") and len(before) <= 3:
            return noun
        if analysis.asks in ("who", "whom", "") and not before:
            return noun
    return None

"""What speaks for a span of a question to be the name of an entity: numbers by the name of a clue.

Clues about the span (its capitals, its length), about the name that was found (a label, an alias,
one word of it), about the entity (how well known it is, its classes, what its description says),
about the two together (a film where the next word is `movie`), and about the other names of the
question (whether the graph has an edge to what they mean).
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgqa_store.names_mentions import Mention
from kgqa_store.names_rank import Candidate
from kgqa_store.names_text import normalise

from kgqa.parse.analysis import Analysis
from kgqa.parse.kinds import Kinds, Profile
from kgqa.parse.mentions import is_written_as_name, runs
from kgqa.parse.quantities import Ordinal, spans
from kgqa.parse.words import adjectives, cue_set, is_stop, place_of

Features = Mapping[str, float]


MOST_AROUND = 20
"""Words anywhere in the question that are clues."""


@dataclass(frozen=True, slots=True)
class Span:
    """A span of a question that may be a name, and the places of its words."""

    mention: Mention
    places: frozenset[int]
    is_name: bool
    """Whether it is written like a name."""


@dataclass(frozen=True, slots=True)
class Option:
    """An entity that a span may mean, and what speaks for it."""

    span: Span
    candidate: Candidate
    features: dict[str, float]


@dataclass(frozen=True, slots=True)
class Scene:
    """What all options of a question share."""

    analysis: Analysis
    stems: tuple[str, ...]
    content: frozenset[int]
    runs: tuple[frozenset[int], ...]
    """The places of each run of words that is written as a name."""
    numbers: frozenset[int]
    """The places of words that are quantities."""
    is_cased: bool
    """Whether the question tells names by capitals."""
    is_ordered: bool
    """Whether it asks for the first, the most or how many of something."""


def scene(analysis: Analysis) -> Scene:
    """Return what is known of a question before its names are."""
    place_at = {word.start: place for place, word in enumerate(analysis.words)}
    found = tuple(frozenset(place_at[word.start] for word in run) for run in runs(analysis.words))
    numbers = [q for q in spans(analysis.question) if not isinstance(q, Ordinal)]
    return Scene(
        analysis=analysis,
        stems=tuple(word.stem for word in analysis.words),
        content=analysis.content,
        runs=found,
        numbers=frozenset(
            place
            for place, word in enumerate(analysis.words)
            if any(q.start <= word.start < q.end for q in numbers)
        ),
        is_cased=any(word.is_capital for word in analysis.words[1:]),
        is_ordered=bool(analysis.ordinal or analysis.measures or analysis.most)
        or analysis.form == "count",
    )


def span_of(mention: Mention, analysis: Analysis) -> Span:
    """Return a mention with the places of its words."""
    places = frozenset(
        place
        for place, word in enumerate(analysis.words)
        if mention.start <= word.start < mention.end
    )
    return Span(mention, places, is_name(analysis, places))


def is_name(analysis: Analysis, places: frozenset[int]) -> bool:
    """Whether the words are written like a name: with a capital that no sentence asks for."""
    if len(places) == 1 and all(analysis.words[p].normal.isdigit() for p in places):
        return False  # a number or a year
    return any(
        is_written_as_name(analysis.words, place)
        for place in places
        if place > 0 or len(places) > 1 or not _is_first_word_of_grammar(analysis)
    )


def _is_first_word_of_grammar(analysis: Analysis) -> bool:
    word = analysis.words[0]
    return is_stop(word) or word.normal in adjectives() or word.text.islower()


def options(
    scene: Scene, found: Sequence[Span], kinds: Kinds, heads: Container[str] | None = None
) -> list[Option]:
    """Return every option of a question with its clues, but for those of other names.

    Of classes only those in `heads` are clues, where it is given: the others have no weights.
    """
    result: list[Option] = []
    single = frozenset[int]().union(*(span.places for span in found if len(span.places) == 1))
    for span in found:
        shared = dict(_of_span(scene, span))
        known = len(single & span.places) / len(span.places)
        around = _around(scene, span)
        best = max(one.popularity for one in span.mention.candidates)
        ranked = sorted(span.mention.candidates, key=lambda one: -one.popularity)
        for place, candidate in enumerate(ranked):
            profile = kinds.profile(candidate.id)
            features = dict(shared)
            features.update(_of_name(scene, span, candidate))
            features["pop"] = candidate.popularity
            features["pop.gap"] = best - candidate.popularity
            features["pop.rank"] = math.log1p(place)
            if "typo" in candidate.how:
                features["typo.known"] = known  # a mistake in words that are all names is unlikely
            features.update(_of_entity(span, profile, around, heads))
            result.append(Option(span, candidate, features))
    return result


# --- The span -----------------------------------------------------------------------------------


def _of_span(scene: Scene, span: Span) -> Iterator[tuple[str, float]]:
    words, places = scene.analysis.words, span.places
    first, last = min(places), max(places)
    said = [place for place in places if place in scene.content]
    capital = [place for place in said if is_written_as_name(words, place)]
    yield "span.words", float(len(said))
    yield "span.words2", float(min(len(said), 4) ** 2) / 4
    if scene.is_cased:
        yield "span.capital", float(len(capital))
        yield "span.small", float(len(said) - len(capital))
        if said and not capital:
            yield "span.common", 1.0
    if words[first].normal == "the":
        yield "span.the", 1.0
    elif is_stop(words[first]):
        yield "span.stop_first", 1.0
    if is_stop(words[last]):
        yield "span.stop_last", 1.0
    if first == 0:
        yield "span.start", 1.0
    if places <= scene.numbers:
        yield "span.number", 1.0
    for run in scene.runs:
        if run & places:
            yield "run.left", float(min(run) < first)
            yield "run.right", float(max(run) > last)
            yield "run.all", float(run <= places)


# --- The name -----------------------------------------------------------------------------------


def _of_name(scene: Scene, span: Span, candidate: Candidate) -> Iterator[tuple[str, float]]:
    kind, _, manner = candidate.how.partition(", ")
    yield f"how:{kind}", 1.0
    if manner:
        yield f"manner:{manner}", 1.0
    if not span.is_name:
        yield f"how:{kind}|common", 1.0
    elif len(span.places) == 1:
        yield f"how:{kind}|one", 1.0
    text, label = span.mention.text, candidate.label
    if text == label:
        yield "label.same", 1.0
    elif normalise(label) == normalise(text):
        yield "label.normal", 1.0
    yield "label.longer", min(2.0, max(0.0, len(label) / max(1, len(text)) - 1))
    if candidate.language != "en":
        yield "name.foreign", 1.0
    if scene.is_cased and span.is_name and label[:1].islower():
        yield "label.small", 1.0
    if scene.is_cased and not span.is_name and not label[:1].islower():
        yield "label.capital", 1.0


# --- The entity ---------------------------------------------------------------------------------


def _of_entity(
    span: Span,
    profile: Profile,
    around: Sequence[tuple[str, str]],
    heads: Container[str] | None,
) -> Iterator[tuple[str, float]]:
    written = "name" if span.is_name else "common"
    if profile.is_class:
        yield "class", 1.0
        yield f"class|{written}", 1.0
    if not profile.types:
        yield "untyped", 1.0
    for side, said in around:
        if said in profile.called:
            yield f"type.said.{side}", 1.0
        if said in profile.described:
            yield f"described.{side}", 1.0
    for type_ in profile.types:
        clue = f"t:{type_}"
        if heads is None or clue in heads:
            yield clue, 1.0
            yield f"{clue}|{written}", 1.0
            for side, said in around:
                yield f"{clue}|{side}:{said}", 1.0
    for called in profile.called:
        clue = f"c:{called}"
        if heads is None or clue in heads:
            for side, said in around:
                if side != "any":
                    yield f"{clue}|{side}:{said}", 1.0


def _around(scene: Scene, span: Span) -> list[tuple[str, str]]:
    """Return the words around a span: the next, the one before, the question word, all others."""
    first, last = min(span.places), max(span.places)
    found: list[tuple[str, str]] = []
    if last + 1 < len(scene.stems):
        found.append(("next", scene.stems[last + 1]))
    before = first - 1
    while before > 0 and scene.stems[before] in ("the", "a", "an"):
        before -= 1
    if before >= 0:
        found.append(("before", scene.stems[before]))
    if scene.analysis.asks:
        found.append(("asks", scene.analysis.asks))
    if scene.is_ordered:
        found.append(("orders", ""))
    inside = frozenset(place for run in scene.runs for place in run)
    others = sorted(scene.content - span.places - inside)
    if others:
        found.append(("first", scene.stems[others[0]]))
    found += [("any", scene.stems[place]) for place in others[:MOST_AROUND]]
    return list(dict.fromkeys(found))


GRAMMAR = ("stop", "negations", "question_words")


def is_grammar(analysis: Analysis, places: frozenset[int]) -> bool:
    """Whether a span is nothing but words of the grammar."""
    words = [analysis.words[place] for place in places]
    if all(not word.is_capital and (is_stop(word) or place_of(word)) for word in words):
        return True  # the 45th is a place, though figures are mostly written in names
    if any(is_written_as_name(analysis.words, place) for place in places if place > 0):
        return all(is_stop(word) for word in words) and len(words) == 1
    grammar = frozenset[str]().union(*(cue_set(name) for name in GRAMMAR)) | adjectives().keys()
    return all(word.normal in grammar or place_of(word) is not None for word in words)

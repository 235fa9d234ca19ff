"""What the grammar of a question says before any name in it is known."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from kgqa.errors import KgqaError
from kgqa.parse import quantities
from kgqa.parse.words import (
    Adjective,
    Word,
    adjectives,
    cue_set,
    cues,
    is_stop,
    place_of,
    words_of,
    year_of,
)

Form: TypeAlias = Literal["set", "count", "choose", "compare", "difference", "truth"]
"""What is asked for: things, how many, one of two, whether two compare or by how much they differ,
whether something holds."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A word that orders things, and by what; `keys` is empty where it is a number that counts."""

    place: int
    adjective: Adjective


@dataclass(frozen=True)
class Analysis:
    """The words of a question, and what they say about its form. Places are indexes of words."""

    question: str
    words: tuple[Word, ...]
    asks: str
    """The question word: who, when, `how many`; empty where there is none."""
    form: Form
    measures: tuple[Measure, ...]
    """Superlatives and comparatives."""
    most: tuple[int, Literal["max", "min"]] | None
    """Where it says most or fewest."""
    ordinal: tuple[int, int] | None
    """Where it names a place in an order, and which."""
    negation: int | None
    years: tuple[tuple[int, int], ...]
    """Years, with the places of their words."""
    alternative: int | None
    """Where `or` stands between two things to choose from, or `and` behind `between`."""
    bounds: frozenset[int] = frozenset()
    """Where it says than what number there is more or less: over 40 million."""
    asked_on: datetime.date | None = None
    """The day on which it is taken to be asked; None for today."""

    @property
    def today(self) -> datetime.date:
        """The day that `now` is."""
        return self.asked_on or datetime.datetime.now(datetime.UTC).date()

    def text(self, places: frozenset[int]) -> str:
        """Return the words at some places, in order."""
        return " ".join(self.words[place].normal for place in sorted(places))

    def saying(self, cue: str) -> frozenset[int]:
        """Return the places of the words of a list in cues.toml, as they stand or by their stem."""
        known = cue_set(cue)
        return frozenset(i for i, w in enumerate(self.words) if {w.normal, w.stem} & known)

    def between(self, start: int, end: int) -> frozenset[int]:
        """Return the places of the words that some characters of the question belong to."""
        return frozenset(i for i, w in enumerate(self.words) if w.start < end and start < w.end)

    @property
    def than(self) -> int | None:
        """Where `than` stands between two that are compared."""
        return next((i for i, word in enumerate(self.words) if word.normal == "than"), None)

    @cached_property
    def cues(self) -> frozenset[int]:
        """The places of words that call for an operator."""
        found = {measure.place for measure in self.measures}
        for cue in (self.ordinal, self.most):
            if cue is not None:
                found.add(cue[0])
        if self.negation is not None:
            found.add(self.negation)
        return frozenset(found)

    @cached_property
    def content(self) -> frozenset[int]:
        """The places of words that say something about the world."""
        said = frozenset(i for i, word in enumerate(self.words) if not is_stop(word))
        everywhere = self._everywhere()
        return said - everywhere if everywhere < said else said

    def _everywhere(self) -> frozenset[int]:
        """Return the places of words that leave nothing out: the largest in the world."""
        if not self.cues:
            return frozenset()
        behind = cue_set("articles") | {"all", "ever", "on", "in"}
        found = [
            i
            for i, word in enumerate(self.words)
            if word.normal in cue_set("universal")
            and not word.is_capital
            and i > 1
            and self.words[i - 1].normal in behind
            and (i + 1 == len(self.words) or is_stop(self.words[i + 1]))
        ]
        return frozenset(found)


def analyse(question: str, asked_on: datetime.date | None = None) -> Analysis:
    """Return what the grammar of `question` says; without a day it is asked today."""
    words = words_of(question)
    normal = [word.normal for word in words]
    asks = _asks(normal)
    bounds = _bounds(question, words)
    most = _most(normal, bounds)
    ordinal = _ordinal(words)
    is_sized = bool(most or ordinal or bounds or asks == "how many")
    measures = _ordering(_measures(words), is_sized=is_sized)
    either = _alternative(words, asks)
    ordered = bool(measures or most or ordinal)
    return Analysis(
        question=question,
        words=words,
        asks=asks,
        form=(
            "difference"
            if _asks_difference(normal, asks, _comparatives(measures, most))
            else _form(normal, asks, ordered, either)
        ),
        measures=measures,
        most=most,
        ordinal=ordinal,
        negation=_negation(words),
        years=tuple((year, i) for i, word in enumerate(words) if (year := year_of(word))),
        alternative=either,
        bounds=bounds,
        asked_on=asked_on,
    )


def _bounds(question: str, words: tuple[Word, ...]) -> frozenset[int]:
    """Return the places of the words that say more or less than what number."""
    spans = quantities.bounds(question)
    return frozenset(
        i
        for i, word in enumerate(words)
        if any(word.start < one.end and one.start < word.end for one in spans)
    )


def _alternative(words: tuple[Word, ...], asks: str) -> int | None:
    """Return where a question parts what it chooses from: A or B, older between A and B."""
    normal = [word.normal for word in words]
    denied = _negation(words)
    for place, word in enumerate(normal):
        # What is no Democrat or Republican is neither: there is nothing to choose from.
        if word == "or" and place > 1 and not (asks and denied is not None and denied < place):
            return place
    comparing = cue_set("comparing") | {word for word in adjectives() if word.endswith("er")}
    if not asks or "between" not in normal or not comparing & {*normal}:
        return None
    behind = range(normal.index("between") + 2, len(normal) - 1)
    return next((i for i in behind if normal[i] == "and" and not normal[i + 1].isdigit()), None)


def _negation(words: tuple[Word, ...]) -> int | None:
    """Return where a question denies something, or leaves it out: `not`, `other than`."""
    denies = cue_set("negations")
    normal = [word.normal for word in words]
    for place, word in enumerate(words):
        is_said = word.normal in denies or _is_exception(normal, place)
        if is_said and not _begins_title(words, place):
            return place
    return None


def _begins_title(words: tuple[Word, ...], place: int) -> bool:
    """Whether a word with its capital goes on as a name does: No Doubt, Never Let Me Go."""
    pair = words[place : place + 2]
    is_titled = len(pair) > 1 and all(word.text.istitle() for word in pair)
    return place > 0 and is_titled and not words[place - 1].text.istitle()


def _is_exception(normal: list[str], place: int) -> bool:
    """Whether words such as `besides` or `other than` stand at a place."""
    said = {normal[place], " ".join(normal[place : place + 2])}
    return bool(cue_set("exceptions") & said)


def _asks(normal: list[str]) -> str:
    for place, word in enumerate(normal):
        if word in cue_set("question_words"):
            following = normal[place + 1] if place + 1 < len(normal) else ""
            if word == "how":
                return f"how {following}"
            if word in ("what", "which") and following in ("year", "date", "day"):
                return "when"
            return word.removesuffix("s") if word in ("whos", "whats") else word
        if place == 0 and word in cue_set("auxiliaries"):
            return ""
    return ""


def _form(normal: list[str], asks: str, ordered: bool, either: int | None) -> Form:
    if not normal:
        return "set"
    is_closed = normal[0] in cue_set("auxiliaries") and not asks
    compares = ordered or bool({*normal} & (cue_set("before") | cue_set("after")))
    if either is not None and (ordered or is_closed):
        return "choose"
    if is_closed:
        return "compare" if compares and (cue_set("exceeding") & {*normal}) else "truth"
    if asks == "how many" or " ".join(normal[:4]) in ("what is the number", "what was the number"):
        return "count"
    return "set"


def _asks_difference(normal: Sequence[str], asks: str, compared: Sequence[int]) -> bool:
    """Whether words ask by how much two differ; `compared` are the places of comparatives."""
    if cue_set("differing") & {*normal} and "between" in normal:
        return True
    if asks not in ("how much", "how many") or "than" not in normal:
        return False
    much = normal.index("how") + 1
    # How many more, how much longer, how many years older.
    return much + 1 in compared or (much + 2 in compared and normal[much + 1] in cue_set("units"))


def _comparatives(
    measures: tuple[Measure, ...], most: tuple[int, Literal["max", "min"]] | None
) -> list[int]:
    """Return the places of the words that compare: longer, more."""
    return [*(one.place for one in measures), *([most[0]] if most else [])]


def _measures(words: tuple[Word, ...]) -> list[Measure]:
    known = adjectives()
    return [
        Measure(i, known[word.normal])
        for i, word in enumerate(words)
        if word.normal in known
        and not (i > 0 and words[i - 1].normal == "how")
        and not (i > 0 and word.is_capital)  # New York is no newest one
    ]


def _ordering(measures: Sequence[Measure], *, is_sized: bool) -> tuple[Measure, ...]:
    """Return measures without nouns where nothing says which end: people that speak German."""
    sized = is_sized or any(one.adjective.is_size for one in measures)
    return tuple(one for one in measures if sized or not one.adjective.is_noun)


def _most(normal: list[str], bounds: frozenset[int]) -> tuple[int, Literal["max", "min"]] | None:
    for place, word in enumerate(normal):
        if place in bounds:
            continue  # more than 40 million is no more than a number
        if word in ("most", "more"):
            return place, "max"
        if word in ("fewest", "least", "fewer", "less", "lesser"):
            return place, "min"
    return None


def _ordinal(words: tuple[Word, ...]) -> tuple[int, int] | None:
    for place, word in enumerate(words):
        number = place_of(word)
        if number == 0:
            raise KgqaError(
                f"The question asks for the {word.text}, and there is no place before the first.",
                hint="ask for the first, the 2nd, or the last",
            )
        if number is not None and not (word.is_capital and place > 0):
            before = words[place - 1].normal if place > 0 and 0 < number < 10 else ""
            return place, number + int(cues()["tens"].get(before, 0))
    return None

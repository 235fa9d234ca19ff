"""From words in a passage to values: entities of the store, dates, amounts, or only a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from kgqa_store.names_text import normalise, without_article

from kgqa.algebra import Entity
from kgqa.answers import Measurement, TextProof, Time, Value, Words
from kgqa.judge.same_values import is_same
from kgqa.merge.amounts_in_words import amount_in, date_in
from kgqa.parse.parser import Parser
from kgqa.text.passages import Passage

Kind: TypeAlias = Literal["entity", "date", "number", "text"]
"""What an answer has to be."""

LINKED = 12
"""Entities of a name that are looked at."""
MISFIT = 0.3
"""Factor for an entity whose classes are none of those that the property leads to."""
UNKNOWN = 0.8
"""Factor for a name that the store does not have."""
BEGINNING = 8
"""What stands so near the beginning of a passage is mostly what it is about."""
LONGEST = 60
"""Characters of a name."""
_CAPITAL = re.compile(r"[^\W\d_a-zß-ÿ][\w.'’\-]*")
_RUN = re.compile(
    r"[^\W\d_a-zß-ÿ][\w.'’\-]*(?: (?:(?:of|the|de|la|van|von|del|da|and) )*"
    r"[^\W\d_a-zß-ÿ][\w'’\-]*)*"
)
_BETWEEN = re.compile(r",? and |, | & ")
_AMOUNT = re.compile(r"[\d\s.,:%$€£/+-]*")
_SMALL = frozenset({"de", "da", "di", "del", "della", "van", "von", "der", "den", "la", "le"}) | {
    *("of", "the", "and", "bin", "ibn", "al", "el", "du", "y"),
}


@dataclass(frozen=True, slots=True)
class Read:
    """A value that was read, how likely it is right, and where it stands, the best place first."""

    value: Value
    score: float
    proofs: tuple[TextProof, ...]
    fits: float = 0.5
    """Whether it is of a class that was asked for: 1 yes, 0 no, a half where nobody knows."""


class Resolver:
    """Finds what the words of passages mean in one store."""

    def __init__(self, parser: Parser, lock: AbstractContextManager[object]) -> None:
        """Look names up in the indexes of `parser`, which serve one at a time, under `lock`."""
        self._parser, self._lock = parser, lock
        self.joined: frozenset[str] = frozenset()
        """Things that the graph joins to those that the question names."""

    def read(
        self, proof: TextProof, passage: Passage, kind: Kind, classes: frozenset[str]
    ) -> Read | None:
        """Return the value of a span; None where its words are no value of that kind.

        An entity is one of `classes`, where these are given and there is such a one.
        """
        quote = proof.quote
        match kind:
            case "date":
                date = date_in(quote)
                return Read(date, proof.score, (proof,)) if date else None
            case "number":
                whole = _whole_number(proof)
                amount = amount_in(whole.quote, passage.text[whole.end : whole.end + 40])
                return Read(amount, whole.score, (whole,)) if amount else None
            case "entity":
                with self._lock:
                    return self._entity(proof, passage, classes)
            case "text":
                text = quote.strip()
                return Read(Words(text), proof.score, (proof,)) if text else None

    def _entity(self, proof: TextProof, passage: Passage, classes: frozenset[str]) -> Read | None:
        forms = name_forms(proof.quote, passage)
        best: tuple[float, str, bool] | None = None
        for place, form in enumerate(forms):
            for id_, worth, fits in self._candidates(form, passage, classes):
                found = (worth - 0.1 * place, id_, fits)
                best = max(best, found) if best else found
        if best is not None:
            score = proof.score if best[2] else proof.score * MISFIT
            return Read(Entity(best[1]), score, (proof,), float(best[2]) if classes else 0.5)
        if passage.qid and _is_own_name(proof, passage):
            kinds = self._parser.kinds.of(passage.qid) if classes else frozenset()
            fitting = float(bool(kinds & classes)) if kinds else 0.5
            score = proof.score if fitting else proof.score * MISFIT
            return Read(Entity(passage.qid), score, (proof,), fitting)
        name = forms[0] if forms else ""
        if _AMOUNT.fullmatch(name):  # a number is nobody's name, but for what the store calls so
            return None
        if not _CAPITAL.search(name) or len(name) > LONGEST:
            return None
        return Read(Words(name), proof.score * UNKNOWN, (proof,))

    def _candidates(
        self, form: str, passage: Passage, classes: frozenset[str]
    ) -> Iterable[tuple[str, float, bool]]:
        """Yield the entities of a name, what speaks for each, and whether it is of the classes."""
        names, kinds = self._parser.names, self._parser.kinds
        beside = self._beside(passage) | self.joined
        for one in names.exact(form, limit=LINKED):
            fits = not classes or bool(kinds.of(one.id) & classes)
            is_label = normalise(one.label) == normalise(form)
            worth = one.popularity + 0.5 * fits + 0.3 * (one.id in beside) + 0.2 * is_label
            if one.id != passage.qid or fits:
                yield one.id, worth, fits

    def _beside(self, passage: Passage) -> frozenset[str]:
        """Return the entities that the graph joins to the one that a passage is about."""
        if not passage.qid:
            return frozenset()
        edges = self._parser.lookups.out([passage.qid])[passage.qid]
        return frozenset(m for values in edges.values() for m in values if isinstance(m, str))


def parts_of(proof: TextProof) -> list[TextProof]:
    """Return the names that a quote lists, each where it stands: A, B and C are three.

    What begins with a small letter is no name, so that such a quote is left as it is.
    """
    found = []
    place = proof.start
    for part in _BETWEEN.split(proof.quote):
        at = proof.text.index(part, place)
        place = at + len(part)
        if part.strip():
            found.append(replace(proof, start=at, end=place))
    are_names = len(found) > 1 and all(_CAPITAL.match(one.quote) for one in found)
    return found if are_names else [proof]


def _is_own_name(proof: TextProof, passage: Passage) -> bool:
    """Whether a passage begins with what was read, a longer name of what it is about."""
    title = normalise(re.sub(r" \(.*\)$", "", passage.title)).split()
    return proof.start < BEGINNING and bool(title) and title[-1] in normalise(proof.quote).split()


def name_forms(quote: str, passage: Passage) -> list[str]:
    """Return the names that a quote may be, the likeliest first.

    A part of a name that stands in full elsewhere in the passage, as Villeneuve may, is that name.
    """
    text = re.sub(r"\s*\([^()]*$", "", quote)  # a bracket that is not closed
    text = text.strip(" \t\n.,;:!?\"'“”‘’()[]")
    text = re.sub(r"['’]s?$", "", text)
    if not text:
        return []
    longer = [n for whole in (passage.title, passage.text) for n in _names_around(text, whole)]
    forms = [*longer, text] if " " not in text else [text, *longer]
    is_plain = len(text.split()) > 2 or text[:1].islower()
    if is_plain and (first := _RUN.search(text)) and first[0] != text:
        forms.append(first[0])
    bare = without_article(normalise(text))
    return list(dict.fromkeys([*forms, *([bare] if bare else [])]))


def _names_around(text: str, whole: str) -> list[str]:
    """Return the longest runs of capital words that have a text in them."""
    found: dict[str, None] = {}
    for match in re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", whole):
        start, end = match.span()
        while before := re.search(r"(\S+) $", whole[:start]):
            if not (_is_capital(before[1]) or _is_small(before[1], whole[: before.start()])):
                break
            start = before.start(1)
        while after := re.match(r" (\S+?)(?=[\s.,;:)]|$)", whole[end:]):
            if not _CAPITAL.fullmatch(after[1]):
                break
            end += after.end(1)
        name = re.sub(r"^(The|In|On|A|An|At|His|Her|With|By|From|For) ", "", whole[start:end])
        if name != text and len(name) <= LONGEST:
            found[name] = None
    return sorted(found, key=lambda name: -len(name))[:3]


def _is_capital(word: str) -> bool:
    """Whether a word may go before others in a name; one that ends a sentence does not."""
    return bool(_CAPITAL.fullmatch(word)) and not (word.endswith(".") and len(word) > 3)


def _is_small(word: str, before: str) -> bool:
    """Whether a small word stands inside a name: van in Ludwig van Beethoven."""
    last = re.search(r"(\S+) $", before)
    return word in _SMALL and last is not None and bool(_CAPITAL.fullmatch(last[1]))


def _whole_number(proof: TextProof) -> TextProof:
    """Return a span grown to the borders of the numbers at its ends: 4,478 where 478 was read."""
    start, end, text = max(0, proof.start), proof.end, proof.text
    while start > 0 and text[start].isdigit() and re.match(r"[\d,.]", text[start - 1]):
        start -= 1
    while end < len(text) and text[end - 1].isdigit() and re.match(r"[,.]?\d", text[end : end + 2]):
        end += 1
    return replace(proof, start=start, end=end)


def gathered(reads: Sequence[Read], most: int = 3) -> list[Read]:
    """Return reads with one for each value, best first; passages that agree raise the score.

    A name that is the end of another is the same as that other.
    """
    groups: list[list[Read]] = []
    for read in sorted(reads, key=_order):
        group = next((g for g in groups if is_same(g[0].value, read.value)), None)
        if group is None:
            groups.append([read])
        else:
            group.append(read)
    return sorted((_together(group, most) for group in groups), key=lambda one: -one.score)


def _order(read: Read) -> tuple[float, str, str, int]:
    """Order reads by their scores, whatever order their passages came in."""
    place = read.proofs[0] if read.proofs else None
    where = (place.passage, place.start) if place is not None else ("", 0)
    return -read.score, repr(read.value), *where


def _together(group: Sequence[Read], most: int) -> Read:
    value = max((read.value for read in group), key=_exactness)
    places: dict[str, TextProof] = {}
    for read in group:
        for proof in read.proofs:
            places.setdefault(proof.passage, proof)
    wrong = 1.0
    for place, read in enumerate(_one_of_each_passage(group)):
        wrong *= 1 - read.score * 0.5 ** min(place, 3)
    return replace(group[0], value=value, score=1 - wrong, proofs=tuple(places.values())[:most])


def _one_of_each_passage(group: Sequence[Read]) -> list[Read]:
    """Return the best read of each passage: one that repeats itself says no more by that."""
    best: dict[str, Read] = {}
    for number, read in enumerate(group):
        best.setdefault(read.proofs[0].passage if read.proofs else str(number), read)
    return list(best.values())


def _exactness(value: Value) -> tuple[int, int]:
    """Order values that are the same by how much they say."""
    match value:
        case Entity():
            return 2, 0
        case Time(precision=precision):
            return 1, precision
        case Measurement(unit=unit):
            return 1, int(unit is not None)
        case Words(text):
            return 0, len(text)
        case _:
            return 0, 0

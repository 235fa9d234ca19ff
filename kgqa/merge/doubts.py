"""What a question says and a reading passes over: each such thing makes the reading less likely."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kgqa.algebra import Entity, Number, to_text
from kgqa.merge.lacking import Lacking
from kgqa.merge.naming import is_naming
from kgqa.merge.unheeded import unheeded
from kgqa.parse import quantities
from kgqa.parse.analysis import Analysis
from kgqa.parse.judging import CLOSED, Candidate, properties_in
from kgqa.parse.linking import Link
from kgqa.parse.parser import Parsed
from kgqa.parse.words import cue_set, cues, is_prefix, is_stop

KINDS = (
    *("something else", "unknown name", "unused year", "unsaid hop", "untold", "passed over"),
    *("incomplete", "no naming", "unused number", "unused order", "unused measure"),
    *("unheeded", "named again", "too many", "detour"),
)
"""What may speak against a reading."""
OF_WHOLE_SETS = frozenset(("count", "superlative", "ordinal", "difference"))
"""Operators whose answer is wrong as soon as a member is missing."""
COMPLETE = 0.95
CROWD = 20
"""More than that are not the one who is asked for."""
SAID = 0.35
"""A hop whose words fit less than this is one that the question does not say."""


HasWord = Callable[[str], bool]
"""Whether a word is part of any name in the store."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks against a reading: one of `KINDS`, and as a clause."""

    kind: str
    reason: str


UNLIKELY = -2.0
"""A kind of question whose probability has a smaller logarithm is not what the words ask."""
RELATED = 0.5
"""A relation whose score is this is said."""


def doubts_of(
    parsed: Parsed, candidate: Candidate, has_word: HasWord, lacking: Lacking | None = None
) -> tuple[Doubt, ...]:
    """Return what speaks against a reading of a question; `lacking` is what it clearly asks for."""
    return (
        *_something_else(candidate, lacking),
        *_unknown_names(parsed, candidate, has_word),
        *_unused_years(parsed.analysis, candidate),
        *_unused_numbers(parsed.analysis, candidate),
        *_unused_orders(parsed.analysis, candidate),
        *_unused_measures(parsed.analysis, candidate),
        *_unheeded(parsed.analysis, candidate),
        *_unsaid_hops(candidate),
        *_untold(candidate),
        *_passed_over(parsed.analysis, candidate),
        *_incomplete(parsed, candidate),
        *_no_naming(parsed, candidate),
        *_named_again(parsed, candidate),
        *_too_many(parsed.analysis, candidate),
        *_detour(parsed.analysis, candidate),
    )


def _incomplete(parsed: Parsed, candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt where an operator needs a whole set, and the store is not complete."""
    if candidate.operator in OF_WHOLE_SETS and parsed.named < COMPLETE:
        yield Doubt("incomplete", "this store has gaps, and the answer needs all there is")


def _passed_over(analysis: Analysis, candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt where a word that calls for an operator is not part of the reading."""
    if candidate.features.get("passed_over"):
        said = analysis.text(analysis.cues)
        yield Doubt("passed over", f"what was found passes over “{said}”")


def _something_else(candidate: Candidate, lacking: Lacking | None) -> Iterator[Doubt]:
    """Yield a doubt where the words say a property that is lacking, and the reading has others.

    A reading that explains every word of the question is about nothing else, unless it makes two
    steps of words that ask for one, or one that they do not say; nor is one whose relations are
    said where nothing like what is named has the property.
    """
    if lacking is None or candidate.operator not in ("generic", "count"):
        return
    found = candidate.features
    is_unsaid = found.get("shape", 0.0) < UNLIKELY or found.get("weakest", 1.0) < SAID
    is_detour = found.get("hops", 0.0) >= 1 and is_unsaid
    if found.get("covered", 0.0) >= 1 and found.get("told", 0.0) >= 1 and not is_detour:
        return
    if not lacking.is_usual and found.get("weakest", 0.0) >= RELATED:
        return
    if not properties_in(candidate.query) & {lacking.property_id, *lacking.others}:
        yield Doubt("something else", lacking.reason)


def _unknown_names(parsed: Parsed, candidate: Candidate, has_word: HasWord) -> Iterator[Doubt]:
    """Yield a doubt where a word is written like a name, and nothing has that name."""
    unknown = unknown_names(parsed, candidate.links, has_word)
    if unknown:
        yield Doubt("unknown name", f"nothing in this store is called {unknown[0]}")


def unknown_names(parsed: Parsed, links: Sequence[Link], has_word: HasWord) -> list[str]:
    """Return the words that are written like names, that nothing has, and that no link explains."""
    words, content = parsed.analysis.words, _content(parsed.analysis)
    linked = {place for link in links for place in link.places}
    dated = _dated(parsed.analysis)
    capital = [place for place in content if words[place].is_capital and place not in dated]
    if len(capital) > 1 and len(capital) == len(content):  # A Title, Perhaps
        capital = [place for place in capital if _is_beside(place, linked)]
    question = parsed.analysis.question
    unknown = {p for p in capital if not has_word(words[p].normal)}
    unknown |= {p for p in capital if is_prefix(question, words[p].start, words[p].end)}
    return [words[p].text for p in capital if p in unknown and p not in linked]


def _dated(analysis: Analysis) -> frozenset[int]:
    """Return the places of the words of dates: a month is written like a name, and is none."""
    dates = [one for one in quantities.spans(analysis.question) if isinstance(one, quantities.Date)]
    return frozenset[int]().union(*(analysis.between(one.start, one.end) for one in dates))


def _content(analysis: Analysis) -> list[int]:
    """Return the places of the words that say something, but the first, which has its capital."""
    return [i for i, word in enumerate(analysis.words) if i > 0 and not is_stop(word)]


def _is_beside(place: int, linked: set[int]) -> bool:
    return place - 1 in linked or place + 1 in linked


def _unused_years(analysis: Analysis, candidate: Candidate) -> Iterator[Doubt]:
    linked = {place for link in candidate.links for place in link.places}
    said = to_text(candidate.query)
    for year, place in analysis.years:
        # After 1970 is from 1971 on; the World Cup in 2014 may be called the 2014 World Cup.
        is_set = candidate.operator not in CLOSED
        is_named = is_set and any(str(year) in link.label for link in candidate.links)
        is_said = is_named or any(str(year + more) in said for more in (-1, 0, 1))
        if place not in linked and not is_said:
            yield Doubt("unused year", f"{year} is not part of what was found")


def _unused_numbers(analysis: Analysis, candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt for each number that something is to be more or less than, and is not."""
    linked = {place for link in candidate.links for place in link.places}
    said = to_text(candidate.query)
    for one in quantities.bounds(analysis.question):
        is_linked = bool(analysis.between(one.start, one.end) & linked)
        number = re.escape(to_text(Number(one.value)))
        if not is_linked and not re.search(rf"(?<![\w.]){number}(?![\w.])", said):
            written = analysis.question[one.start : one.end]
            yield Doubt("unused number", f"“{written}” is not part of what was found")


def _unused_orders(analysis: Analysis, candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt where who came before or after another is asked, and the reading is not so."""
    if candidate.operator in CLOSED:
        return
    orders = cues()["following"].values()
    # By a property between the two, or by a date that is compared.
    if "<" in (said := to_text(candidate.query)) or ">" in said:
        return
    known = {by for order in orders for by in (*order["by"], *order["else"])}
    if known & properties_in(candidate.query):
        return
    clear = {word for order in orders for word in order["clear"]}
    found = next((word for word in analysis.words if word.normal in clear), None)
    if found is not None:
        yield Doubt("unused order", f"“{found.text}” is not part of what was found")


def _unused_measures(analysis: Analysis, candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt where the largest or the most is asked for, and the reading heeds no order."""
    places = {measure.place for measure in analysis.measures}
    places |= {analysis.most[0]} if analysis.most is not None else set()
    unused = places - candidate.explained - analysis.bounds
    if unused and candidate.operator == "generic":
        said = analysis.words[min(unused)].text
        yield Doubt("unused measure", f"“{said}” is not part of what was found")


def _unheeded(analysis: Analysis, candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt where words say which of many are asked for, and the reading does not."""
    for said in unheeded(analysis, candidate):
        yield Doubt("unheeded", f"“{said}” is not part of what was found")


def _unsaid_hops(candidate: Candidate) -> Iterator[Doubt]:
    hops, weakest = (candidate.features.get(name, 1.0) for name in ("hops", "weakest"))
    if hops >= 1 and weakest < SAID:
        yield Doubt("unsaid hop", "what was found goes further than the question")


def _untold(candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt where a set is found by a name alone, and the other words say nothing of it."""
    if candidate.operator not in CLOSED and candidate.features.get("told", 1.0) == 0.0:
        yield Doubt("untold", "what was found has nothing to do with the other words")


def gives_back(candidate: Candidate) -> bool:
    """Whether a reading gives back what the question names, and does not say how it is called."""
    return isinstance(candidate.query, Entity) and not candidate.features.get("called")


def _no_naming(parsed: Parsed, candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt where a reading gives back what the question names, and more is asked."""
    if gives_back(candidate) and not is_naming(parsed):
        yield Doubt("no naming", "all that was found is what the question names")


def _named_again(parsed: Parsed, candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt where a name that a reading passes over is among what it gives."""
    if candidate.operator in CLOSED or isinstance(candidate.query, Entity):
        return
    used = frozenset(place for link in candidate.links for place in link.places)
    given = frozenset(candidate.members or ())
    names = [name[0] for name in parsed.linked.names if name and name[0].is_name]
    again = next((one for one in names if one.id in given and not one.places & used), None)
    if again is not None:
        yield Doubt("named again", f"what was found is {again.label} itself, among others")


def _too_many(analysis: Analysis, candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt where a reading gives a crowd, and the question asks who is the one."""
    normal = [word.normal for word in analysis.words]
    is_one = normal[:1] == ["who"] and normal[1:3] in (["is", "the"], ["was", "the"])
    if is_one and len(candidate.members or ()) > CROWD:
        yield Doubt("too many", "what was found is many, and one is asked for")


def _detour(analysis: Analysis, candidate: Candidate) -> Iterator[Doubt]:
    """Yield a doubt where a reading goes on from where a name comes from, and no word says so.

    Nobody who asks for the currency of a band means that of its country.
    """
    said, origins = to_text(candidate.query), "|".join(sorted(cue_set("origins")))
    found = re.search(rf"\^(?:{origins})\(Q[0-9]+\)", said)
    if found is None or found[0] == said or not candidate.features.get("hops"):
        return
    words = analysis.words
    asked = 1 if words[0].normal in ("which", "what") else 0
    if all(place <= asked for place in analysis.saying("coming")):
        yield Doubt("detour", "what was found is about where that comes from, which is not asked")

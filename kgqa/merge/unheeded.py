"""Words that say which of many are asked for, and that a reading does not heed."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Count, Entity, Property, to_text
from kgqa.parse import quantities
from kgqa.parse.analysis import Analysis
from kgqa.parse.judging import CLOSED, ORDERED, Candidate, properties_in
from kgqa.parse.members import year
from kgqa.parse.offices import HELD
from kgqa.parse.words import cue_set, is_stop

ENDS = (1, -1)
"""The first and the last: of what is one alone it is both."""
IDLE = ("persons", "holding", "attaining", "present", "universal", "calling")
"""Lists of words that say nothing of those who hold an office but that they do."""


def unheeded(analysis: Analysis, candidate: Candidate) -> Iterator[str]:
    """Yield the words that say which of many are asked for, and that a reading passes over."""
    yield from _place(analysis, candidate)
    yield from _counted(analysis, candidate)
    yield from _clause(analysis, candidate)
    yield from _who_ages(analysis, candidate)
    yield from _holders(analysis, candidate)
    yield from _how_many(analysis, candidate)
    yield from _role(analysis, candidate)
    yield from _denial(analysis, candidate)
    yield from _of_another(analysis, candidate)


def _place(analysis: Analysis, candidate: Candidate) -> Iterator[str]:
    """Yield a place such as `third` that nothing is put in order for."""
    if len(candidate.links) > 1 and len(candidate.members or ()) == 1:
        return  # he who was governor and the 43rd president is found by the offices alone
    linked = {p for link in candidate.links for p in link.places}
    known = candidate.explained | linked
    said = to_text(candidate.query)
    for one in quantities.spans(analysis.question):
        if not isinstance(one, quantities.Ordinal) or one.place in ENDS:
            continue
        is_used = f"nth({one.place}," in said or f"nth(-{one.place}," in said
        if not is_used and known.isdisjoint(analysis.between(one.start, one.end)):
            yield analysis.question[one.start : one.end]


def _counted(analysis: Analysis, candidate: Candidate) -> Iterator[str]:
    """Yield what there is to be the most of, where a reading counts something else."""
    if analysis.most is None or "count(" not in to_text(candidate.query):
        return
    behind = analysis.words[analysis.most[0] + 1 :]
    stops = (i for i, word in enumerate(behind) if is_stop(word) and len(word.normal) > 1)  # U.S.
    run = next(stops, len(behind))
    said = frozenset(range(analysis.most[0] + 1, analysis.most[0] + 1 + run)) & analysis.content
    # What was so the most times is counted by whatever was so.
    if rest := said - candidate.explained - analysis.saying("often"):
        yield analysis.text(rest)


def _clause(analysis: Analysis, candidate: Candidate) -> Iterator[str]:
    """Yield what the first or the largest is to have done, where a reading says none of it."""
    if candidate.operator not in ORDERED:
        return
    begins = [i for i in analysis.saying("clauses") if i > min(analysis.cues, default=0)]
    for begin in begins:
        said = frozenset(i for i in analysis.content if i > begin)
        if said and said.isdisjoint(candidate.explained):
            yield analysis.text(frozenset(range(begin, len(analysis.words))))
            return


def _who_ages(analysis: Analysis, candidate: Candidate) -> Iterator[str]:
    """Yield who is asked to be how old, or when, where a reading tells another age.

    How old the director of a film is, is not how old the film is.
    """
    if analysis.asks != "how old":
        return
    words = analysis.words
    # How old she was is not how old she is.
    past = min(analysis.saying("past"), default=None)
    if past is not None and analysis.today.isoformat() in to_text(candidate.query):
        yield words[past].text
    for link in candidate.links:
        before = [i for i in range(min(link.places)) if words[i].normal not in cue_set("articles")]
        if len(before) > 1 and words[before[-1]].normal == "of":
            who = before[-2]
            if who in analysis.content and who not in candidate.explained:
                yield words[who].text


def _holders(analysis: Analysis, candidate: Candidate) -> Iterator[str]:
    """Yield what is said of those who held an office, where a reading gives all of them.

    Not all presidents died in office, though the store does not tell who did.
    """
    match candidate.query:
        case Apply(relation, Entity()) | Count(Apply(relation, Entity())):
            idle = frozenset[int]().union(*(analysis.saying(cue) for cue in IDLE))
            rest = analysis.content - candidate.explained - idle
            if relation == Property(HELD) and len(candidate.links) <= 1 and rest:
                yield analysis.text(rest)


def _how_many(analysis: Analysis, candidate: Candidate) -> Iterator[str]:
    """Yield how many of the largest are asked for, where other than so many are given."""
    places = {measure.place for measure in analysis.measures}
    for one in quantities.spans(analysis.question):
        if isinstance(one, quantities.Number) and one.comparator == "=":
            behind = max(analysis.between(one.start, one.end), default=-2) + 1
            wanted = int(one.value) if one.value == int(one.value) else 0
            if behind in places and 1 < wanted != len(candidate.members or ()):
                yield analysis.question[one.start : one.end]


def _role(analysis: Analysis, candidate: Candidate) -> Iterator[str]:
    """Yield whom somebody plays in a film, or what in a band, where a reading gives all who do.

    Not all of a cast played the doctor, nor are all of a band its drummer.
    """
    members = candidate.members or ()
    if len({one if isinstance(one, str) else year(one) or one for one in members}) == 1:
        return  # of one alone it is he, and a date may be stated twice
    used = properties_in(candidate.query)
    if used & cue_set("casts"):
        for verb in sorted(analysis.saying("playing")):
            end = min((i for i in analysis.saying("prepositions") if i > verb), default=0)
            whom = frozenset(range(verb + 1, end)) & analysis.content
            if whom and whom.isdisjoint(candidate.explained):
                yield analysis.text(whom)
                return
    # What such words say is learned as the band's members, whatever these are in it.
    roles = analysis.saying("parts")
    if roles and used & cue_set("groups") and not used & cue_set("roles"):
        yield analysis.text(roles)


def _denial(analysis: Analysis, candidate: Candidate) -> Iterator[str]:
    """Yield a denial that a reading passes over: it gives what is not asked for."""
    place = analysis.negation
    if place is not None and place not in candidate.explained and candidate.operator not in CLOSED:
        yield analysis.words[place].text


def _of_another(analysis: Analysis, candidate: Candidate) -> Iterator[str]:
    """Yield what is said of a name, with the name, where a reading passes over both.

    All films of a director are not those that an actor is in as well, though none may be known;
    but of one alone more may be said than is known.
    """
    if len(candidate.members or ()) < 2 or candidate.operator in CLOSED:
        return
    words, skipped = analysis.words, cue_set("articles") | cue_set("prepositions")
    unsaid = analysis.content - candidate.explained
    for place in sorted(unsaid):
        before = place - 1
        while before > 0 and words[before].normal in skipped:
            before -= 1
        is_verb = before in unsaid and before > 0 and not words[before].is_capital
        if words[place].is_capital and is_verb:
            last = place
            while last + 1 < len(words) and words[last + 1].is_capital:
                last += 1
            yield analysis.question[words[before].start : words[last].end]
            return

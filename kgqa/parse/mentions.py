"""The spans of a question that may be names, and everything that each may mean, in no order yet.

Most come from the index of names as they stand. Others are found where the index knows no such
name: what the graph says things are called (`French`, `the Big Apple`), names that have all words
of the span (`Best Picture`), names that begin with it or end with it as kinds do (`president`,
`state`), what has its letters as initials (`MLB`), and names nearly so written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from kgqa_store.names import NameIndex
from kgqa_store.names_mentions import Mention
from kgqa_store.names_rank import Candidate
from kgqa_store.names_text import singulars

from kgqa.parse.analysis import Analysis
from kgqa.parse.lookups import Lookups
from kgqa.parse.words import Word, cue_set, is_prefix, is_stop

WIDE = 20
"""Candidates of one span that are looked at."""
SAID_SO = {"P1549": "demonym", "P1813": "short name", "P1449": "nickname"}
"""Properties of which the value is another name of their subject."""
CONNECTED = frozenset({"of", "the", "and", "for", "in", "at", "de", "von", "van"})
"""Words inside a name that are written without a capital."""
FEW = 8
"""Candidates with the words among others in their names that are looked at in any case."""
PARTS = 64
"""Entities with a word in their name that are looked at: as many as the index has."""
FEW_LETTERS = 5
"""In shorter names no mistakes are looked for."""
MANY_WORDS = 80
"""Of a question with more words only the names as they stand are looked up, and not behind them."""
MOST_INITIALS = 6
MOST_MISTYPED = 4
"""Words of the longest run in which mistakes are looked for."""
LONGEST = 4
"""Words of the longest name of `SAID_SO`."""
_NUMBERS = re.compile(r"\d+")
_NUMERAL = re.compile(r"[IVX]+|\d+")


def mentions(analysis: Analysis, names: NameIndex, lookups: Lookups | None) -> list[Mention]:
    """Return the spans of a question that may be names, in the order of their starts."""
    question = analysis.question
    if len(analysis.words) > MANY_WORDS:
        return names.mentions(question[: analysis.words[MANY_WORDS].start], limit=WIDE)
    found = {(m.start, m.end): m for m in names.mentions(question, limit=WIDE)}
    for start, end, more in _others(analysis, names, lookups, frozenset(found)):
        before = found.get((start, end))
        known = list(before.candidates) if before else []
        ids = {one.id for one in known}
        known += [one for one in more if one.id not in ids]
        if known:
            found[start, end] = Mention(start, end, question[start:end], known)
    return [found[key] for key in sorted(found) if not is_prefix(question, *key)]


Named = tuple[int, int, Sequence[Candidate]]


def _others(
    analysis: Analysis,
    names: NameIndex,
    lookups: Lookups | None,
    exact: frozenset[tuple[int, int]],
) -> Iterator[Named]:
    words = analysis.words
    if lookups is not None:
        for run in _short_runs(words):
            if said := _said_so(run, names, lookups):
                yield run[0].start, _end(run), said
        for word in words:
            if _is_initials(word):
                yield word.start, _end([word]), _initials(word, names, lookups)
    for run in runs(words):
        if len(run) > 1:
            yield from _partial(run, names, exact)
        elif not _is_exact(run, exact):
            yield from _mistyped(run[0], names)
    for place, word in enumerate(words):
        if not is_stop(word) and len(word.normal) > 2 and place > 0:
            yield word.start, _end([word]), _beginning(word, names)


def _end(run: Sequence[Word]) -> int:
    """Return where a run of words ends: before a possessive."""
    last = run[-1]
    return last.end - 2 if last.text[-2:].lower() in ("'s", "’s") else last.end


def _is_exact(run: Sequence[Word], exact: frozenset[tuple[int, int]]) -> bool:
    return (run[0].start, _end(run)) in exact


# --- Runs of words ------------------------------------------------------------------------------


def is_written_as_name(words: Sequence[Word], place: int) -> bool:
    """Whether a word has a capital or figures that no sentence asks for."""
    word = words[place]
    if word.text[:1].isdigit():
        return True
    if not word.is_capital:
        return False
    grammar = cue_set("question_words") | cue_set("auxiliaries") | cue_set("stop")
    return place > 0 or word.normal not in grammar


def runs(words: Sequence[Word]) -> list[list[Word]]:
    """Return the longest runs of words that are written as a name, with small words inside."""
    found: list[list[Word]] = []
    run: list[Word] = []
    gap: list[Word] = []
    for place, word in enumerate(words):
        if is_written_as_name(words, place):
            run += [*gap, word]
            gap = []
        elif run and word.normal in CONNECTED and len(gap) < 2:
            gap.append(word)
        else:
            if run:
                found.append(run)
            run, gap = [], []
    return [*found, run] if run else found


def _short_runs(words: Sequence[Word]) -> Iterator[list[Word]]:
    for first in range(len(words)):
        for last in range(first, min(len(words), first + LONGEST)):
            run = list(words[first : last + 1])
            if not (is_stop(run[0]) or is_stop(run[-1])):
                yield run


# --- What the graph says ------------------------------------------------------------------------


def _said_so(run: Sequence[Word], names: NameIndex, lookups: Lookups) -> list[Candidate]:
    """Return what is called so by a property of the graph."""
    texts = dict.fromkeys(_spellings(run))
    found: dict[str, tuple[str, str]] = {}
    for text in texts:
        for property_, how in SAID_SO.items():
            for id_ in lookups.called(property_, text):
                found.setdefault(id_, (text, how))
    return [one for id_, (text, how) in found.items() if (one := _named(id_, text, how, names))]


def _spellings(run: Sequence[Word]) -> Iterator[str]:
    text = " ".join(word.text.removesuffix("'s").removesuffix("’s") for word in run)
    for one in (text, text.removesuffix("s")) if len(run) == 1 else (text,):
        yield one
        if one.islower():
            yield one.title()


def _named(id_: str, text: str, how: str, names: NameIndex) -> Candidate | None:
    entry = names.describe(id_)
    if entry is None:
        return None
    score = 0.9 * (0.25 + 0.75 * entry.popularity)
    return Candidate(id_, entry.label, text.lower(), how, "en", entry.popularity, score)


# --- Names that have the words, or nearly so ----------------------------------------------------


def _partial(
    run: Sequence[Word], names: NameIndex, exact: frozenset[tuple[int, int]]
) -> Iterator[Named]:
    """Yield what has all words of a run in its name, else of a shorter one, else mistyped."""
    parts = {word.normal: _with(word.normal, names) for word in run if not is_stop(word)}
    for part in _shorter(run):
        shared = _shared([parts[word.normal] for word in part if word.normal in parts])
        if shared:
            yield part[0].start, _end(part), shared
        if shared or _is_exact(part, exact):
            return
        text = " ".join(word.normal for word in part)
        is_short = len(text) >= FEW_LETTERS and len(part) <= MOST_MISTYPED
        # Two mistakes in words that all occur in names take 50 ms to look for, and are none.
        edits = 1 if all(parts.get(word.normal, True) for word in part) else 2
        if is_short and (near := _similar(text, names, edits)):
            yield part[0].start, _end(part), near
            return


def _mistyped(word: Word, names: NameIndex) -> Iterator[Named]:
    """Yield what a word is but for one mistake, where no name has the word."""
    is_unknown = len(word.normal) >= FEW_LETTERS and not names.parts(word.normal, limit=1)
    if is_unknown and (near := _similar(word.normal, names, 1)):
        yield word.start, _end([word]), near


def _similar(text: str, names: NameIndex, edits: int) -> list[Candidate]:
    """Return what a text is but for mistakes; another number is no mistake, but another thing."""
    numbers = _NUMBERS.findall(text)
    near = names.fuzzy(text, limit=5, max_edits=edits)
    return [one for one in near if _NUMBERS.findall(one.name) == numbers]


def _shorter(run: Sequence[Word]) -> Iterator[Sequence[Word]]:
    yield run
    for less in (run[1:], run[:-1]):
        ends = [place for place, word in enumerate(less) if not is_stop(word)]
        if len(ends) > 1:
            yield less[ends[0] : ends[-1] + 1]


def _with(word: str, names: NameIndex) -> dict[str, Candidate]:
    return {one.id: one for one in names.parts(word, limit=PARTS)}


def _shared(parts: Sequence[dict[str, Candidate]]) -> list[Candidate]:
    if len(parts) < 2:
        return []
    ids = set(parts[0]).intersection(*parts[1:])
    found = [one._replace(how="words", score=0.8 * (0.25 + 0.75 * one.popularity))
             for id_, one in parts[0].items() if id_ in ids]  # fmt: skip
    return sorted(found, key=lambda one: -one.score)[:FEW]


def _beginning(word: Word, names: NameIndex) -> list[Candidate]:
    """Return what has a name that begins with a word, or is a kind of what the word means."""
    found: dict[str, Candidate] = {}
    for normal in (word.normal, *islice(singulars(word.normal), 1)):
        begun = names.prefix(normal, 12)
        found |= {one.id: one for one in begun if one.name.startswith(f"{normal} ")}
        if word.is_capital:
            found |= {one.id: one for one in names.parts(normal, limit=FEW)}
        else:
            kinds = [one for one in names.parts(normal, limit=PARTS) if _ends(one.label, normal)]
            found |= {one.id: one._replace(how="kind") for one in kinds[:WIDE]}
    return list(found.values())


def _ends(label: str, normal: str) -> bool:
    return label.lower().endswith(f" {normal}")


# --- Initials -----------------------------------------------------------------------------------


def _initials(word: Word, names: NameIndex, lookups: Lookups) -> list[Candidate]:
    """Return what has these initials, near things that have them in their names.

    `MLB` is Major League Baseball, since the graph has an edge from the MLB draft to it.
    """
    near = [*names.prefix(word.normal, 12), *names.parts(word.normal, limit=WIDE)]
    found: dict[str, None] = {}
    for edges in lookups.out(one.id for one in near).values():
        found |= dict.fromkeys(m for values in edges.values() for m in values if isinstance(m, str))
    labels = names.labels(found)
    fits = [id_ for id_, label in labels.items() if initials_of(label) == word.text.upper()]
    return [one for id_ in fits[:WIDE] if (one := _named(id_, word.text, "initials", names))]


def initials_of(label: str) -> str:
    """Return the initials of a label, small words left out."""
    words = [word for word in label.replace("-", " ").split() if word.lower() not in CONNECTED]
    # World War II is WWII: numerals stand whole.
    return "".join(word if _NUMERAL.fullmatch(word) else word[0] for word in words).upper()


def _is_initials(word: Word) -> bool:
    return 2 < len(word.text) <= MOST_INITIALS and word.text.isalpha() and word.text.isupper()

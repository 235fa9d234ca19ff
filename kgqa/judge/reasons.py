"""Why a question has no answer, as a sentence without its full stop."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from itertools import pairwise

from kgqa.judge.choose import Tried
from kgqa.judge.lacking import Lacking
from kgqa.judge.unknown_names import HasWord, unknown_names
from kgqa.parse.linking import Link
from kgqa.parse.mentions import runs
from kgqa.parse.parser import Parsed


def reason_of(
    parsed: Parsed, tried: Sequence[Tried], lacking: Lacking | None, has_word: HasWord
) -> str:
    """Return why nothing is answered: what is known, and what of it the store lacks."""
    names = [name[0] for name in parsed.linked.names if name]
    unknown = unknown_names(parsed, (), has_word)
    # What a word that nothing is called was taken for is not what was asked about.
    meant = [one for one in names if one.is_name and not {*unknown} & {*one.mention.split()}]
    whole = _unknown_whole(parsed, meant)
    meant = [one for one in meant if not whole or one.mention not in whole]
    known = listed([f"{one.label} ({one.id})" for one in meant])
    if unknown or whole:
        called = f"nothing in this store is called {whole or unknown[0]}"
        return f"I know {known}, but {called}" if known else called
    if not names:
        return "no name in the question is known to this store"
    if lacking is not None:
        return lacking.reason
    what = "nothing in this store answers the question"
    if tried:
        unused = " ".join(tried[0].candidate.unused)
        passed = f"“{unused}” is not part of what was found"
        what = passed if unused else "I am not sure how the question is meant"
    return f"I know {known}, but {what}" if known else what


def hint_of(parsed: Parsed, has_word: HasWord) -> str:
    """Return what to try next where nothing is answered; empty where the reason says enough."""
    names = [name[0] for name in parsed.linked.names if name]
    called = _unknown_whole(parsed, names) or next(iter(unknown_names(parsed, (), has_word)), "")
    if called:
        return f"check how it is written: kgqa link {shlex.quote(called)}"
    if not names:
        return "name something that the store knows: kgqa link NAME finds what it has"
    return ""


def _unknown_whole(parsed: Parsed, names: Sequence[Link]) -> str:
    """Return a name of which only the parts were found, each as a part of other names."""
    parts = [one for one in names if one.label.casefold() != one.mention.casefold()]
    for run in runs(parsed.analysis.words):
        start, end = run[0].start, run[-1].end
        inside = [one for one in parts if start <= one.start and one.end <= end]
        if len(inside) > 1 and all(a.end + 1 == b.start for a, b in pairwise(inside)):
            return parsed.analysis.question[inside[0].start : inside[-1].end]
    return ""


def listed(names: Sequence[str]) -> str:
    """Return names in a list as English has it."""
    *first, last = dict.fromkeys(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last

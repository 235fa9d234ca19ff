"""Why a question has no answer, as a sentence without its full stop."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.merge.choose import Tried
from kgqa.merge.doubts import HasWord, unknown_names
from kgqa.merge.lacking import Lacking
from kgqa.parse.parser import Parsed


def reason_of(
    parsed: Parsed, tried: Sequence[Tried], lacking: Lacking | None, has_word: HasWord
) -> str:
    """Return why nothing is answered: what is known, and what of it the store lacks."""
    names = [name[0] for name in parsed.linked.names if name]
    unknown = unknown_names(parsed, (), has_word)
    known = listed([f"{one.mention} ({one.id})" for one in names if one.is_name])
    if unknown:
        called = f"nothing in this store is called {unknown[0]}"
        return f"I know {known}, but {called}" if known else called
    if not names:
        return "no name in the question is known to this store"
    if lacking is not None:
        return lacking.reason
    what = "nothing in this store answers the question"
    if tried:
        what = tried[0].doubts[0].reason if tried[0].doubts else "no reading of it is sure enough"
    return f"I know {known}, but {what}" if known else what


def listed(names: Sequence[str]) -> str:
    """Return names in a list as English has it."""
    *first, last = dict.fromkeys(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last

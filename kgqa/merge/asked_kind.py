"""Whether what was read can be what a question asks for: no number where yes or no is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import assert_never

from kgqa.algebra import Entity
from kgqa.answers import Measurement, Time, Value, Words
from kgqa.judge.lacking import Lacking
from kgqa.merge.spans import Read
from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Link
from kgqa.parse.parser import Parsed
from kgqa.parse.words import cues

Own = Callable[[str], Collection[str]]
"""The passages that are about an entity, by their ids."""


def is_asked_kind(value: Value, analysis: Analysis) -> bool:
    """Whether a value is of a kind that the words of a question ask for."""
    match analysis.form:
        case "truth" | "compare":
            return isinstance(value, bool)
        case "count" | "difference":
            return isinstance(value, Measurement)
        case "choose":
            return not isinstance(value, bool)
        case "set":
            return _is_expected(value, analysis)
        case _:
            assert_never(analysis.form)


def _is_expected(value: Value, analysis: Analysis) -> bool:
    """Whether a value is of the kind that the question word asks for, where it asks for one."""
    if isinstance(value, bool):
        return False
    expected = cues()["expected"].get(analysis.asks, {})
    match value:
        case Time():
            return "date" in expected.get("kinds", ("date",)) and "classes" not in expected
        case Measurement():
            return "number" in expected.get("kinds", ("number",)) and "classes" not in expected
        case Entity() | Words():
            return not expected.get("kinds")
        case _:
            assert_never(value)


def is_of_named(read: Read, parsed: Parsed, own: Own) -> bool:
    """Whether an amount or a date is told of something that the question names.

    A number stands for nothing by itself: its passage must be about one of those things or write
    its name, capital letters and all.
    """
    links = [link for link in parsed.linked.links if link.is_name]
    if not links or not isinstance(read.value, Measurement | Time):
        return True
    return any(
        proof.passage in own(link.id) or _writes(f"{proof.title}\n{proof.text}", link)
        for proof in read.proofs
        for link in links
    )


def _writes(text: str, link: Link) -> bool:
    # Of a word that is written small anybody may speak: the date of its inception.
    names = {name for name in (link.mention, link.label) if name and not name[0].islower()}
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)


def is_impossible(value: Value, lacking: Lacking | None) -> bool:
    """Whether a question asks for a value that things like the one it names do not have.

    A film has no population, whatever number a passage has beside both words.
    """
    is_value = isinstance(value, Measurement | Time)
    return is_value and lacking is not None and lacking.inverse and not lacking.is_usual

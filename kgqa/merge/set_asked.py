"""Whether a question asks for a set, and whether nothing of it may be left out."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kgqa.algebra import inflection
from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import asked_noun
from kgqa.parse.parser import Parsed, Parser
from kgqa.parse.relations_words import masked
from kgqa.parse.words import Word, cues

FILE = Path(__file__).parent / "data" / "lists.toml"
SAID = 0.2
"""A property that the words mean with this probability tells how many values there are."""
ONE = 1.15
"""Of what there are not more on average there is one."""
SEVERAL = 1.5
"""Of what there are more on average there are several, whatever the words."""


@cache
def lists() -> Mapping[str, Mapping[str, list[str]]]:
    """Return the words that speak of sets, and the properties that count them."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def asks_for_set(parsed: Parsed, parser: Parser) -> bool:
    """Whether a question asks for things of which there may be several.

    Its noun or its verb is in the plural, or the words leave open how many there are, and do not
    say a property of which things have one value.
    """
    analysis = parsed.analysis
    kinds = cues()["expected"].get(analysis.asks, {}).get("kinds")
    if analysis.form != "set" or analysis.cues or kinds:
        return False
    if asks_for_all(analysis) or _is_plural(parsed) or _has(analysis, "some"):
        return True
    usual = _usual_number(parsed, parser)
    if _asked_word(analysis) is not None:
        return usual is None or usual > ONE
    return usual is not None and usual > SEVERAL


def asks_for_all(analysis: Analysis) -> bool:
    """Whether a question says that nothing may be left out."""
    return _has(analysis, "all")


def _has(analysis: Analysis, name: str) -> bool:
    said = frozenset(lists()["words"][name])
    return any(word.normal in said and not _is_name(word) for word in analysis.words)


def _is_name(word: Word) -> bool:
    return word.is_capital and word.start > 0


def _is_plural(parsed: Parsed) -> bool:
    """Whether what is asked for is in the plural: the noun, or the verb behind the first word."""
    analysis = parsed.analysis
    first = [word.normal for word in analysis.words[:2]]
    if len(first) == 2 and first[0] == analysis.asks and first[1] in lists()["words"]["are"]:
        return True
    noun = asked_noun(analysis, parsed.linked.nouns)
    asked = [analysis.words[max(noun.places)]] if noun is not None else []
    behind = _asked_word(analysis)
    said = [word.text.casefold() for word in (*asked, *([behind] if behind else []))]
    return any(one in {inflection.plural(each) for each in _singulars(one)} for one in said)


def _singulars(word: str) -> set[str]:
    """Return what a word may be the plural of."""
    found = {word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y"}
    irregular = {inflection.plural(one): one for one in ("person", "child", "woman", "man")}
    return (found | {irregular.get(word, word)}) - {word}


def _asked_word(analysis: Analysis) -> Word | None:
    """Return the word right behind `which` or `what`, where it says something."""
    for place, word in enumerate(analysis.words[:-1]):
        if word.normal in lists()["words"]["which"] and place + 1 in analysis.content:
            return analysis.words[place + 1]
    return None


def _usual_number(parsed: Parsed, parser: Parser) -> float | None:
    """Return how many there are on average of what the words around the first name say."""
    links = [name[0] for name in parsed.linked.names if name and name[0].is_name]
    if not links:
        return None
    spans = [(one.start, one.end) for one in links]
    words = masked(parsed.analysis.question, spans[0], spans)
    for one in parser.ranker.rank(words, limit=1):
        entry = parser.schema.property(one.property)
        ends = (entry.subjects if one.inverse else entry.objects) if entry is not None else 0
        if entry is not None and ends and math.exp(one.score) >= SAID:
            return entry.edges / ends
    return None

"""Synonyms learned from examples: questions with the queries that answer them.

A word that says nothing the schema calls otherwise, and stands with one property more often than
without it, is what people say for that property.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from kgqa_store.store import Store

from kgqa.algebra import Query, to_text
from kgqa.algebra.from_sparql import from_sparql
from kgqa.algebra.ids import ids_in
from kgqa.errors import KgqaError, SettingsError
from kgqa.parse.analysis import analyse
from kgqa.parse.expressions import read_expression
from kgqa.parse.parser import Parser

MOSTLY = 0.5
"""Of the examples with a word so many must have the property that it is to say."""

Example = tuple[str, Query]


def read_examples(path: Path, store: Store) -> Iterator[Example]:
    """Give the examples of a file: a line is {"question": TEXT, "query": EXPRESSION or SPARQL}.

    The lessons of a set of `kgqa generate questions` have `algebra` in place of `query`.
    """
    hint = '{"question": "Who is the boss of Ben Okafor?", "query": "v:supervises(ex:person-8)"}'
    for place, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
            yield str(found["question"]), _query(str(found.get("algebra") or found["query"]), store)
        except (ValueError, TypeError, KeyError, KgqaError) as error:
            raise SettingsError(
                f"{path}, line {place} is no example: {error}", hint=f"a line is {hint}"
            ) from error


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The examples {path} cannot be read: {error}.") from error


def _query(text: str, store: Store) -> Query:
    if not text.lstrip().lower().startswith(("select", "ask", "prefix")):
        return read_expression(text, store).query
    statistics = store.statistics
    vocabulary = None if statistics is None else statistics.vocabulary
    own = None if vocabulary is None or vocabulary.is_wikidata else vocabulary
    return from_sparql(text, graph=own).query


def learned(
    examples: Iterable[Example], parser: Parser, *, besides: frozenset[str] = frozenset()
) -> dict[str, list[str]]:
    """Return by property the words that say it, each said for the one it stands with most often.

    Words that stand with several as often say each of them; those `besides` say none.
    """
    said: Counter[str] = Counter()
    together: Counter[tuple[str, str]] = Counter()
    for question, query in examples:
        properties = {one for one in ids_in(to_text(query)) if _is_property(parser, one)}
        words = _unexplained(question, parser, properties) - besides
        said.update(words)
        together.update((word, one) for word in words for one in properties)
    most: dict[str, int] = {}
    for (word, _), times in together.items():
        most[word] = max(most.get(word, 0), times)
    found: dict[str, list[str]] = {}
    for (word, property_), times in sorted(together.items(), key=lambda one: (-one[1], one[0])):
        is_most = times == most[word] and times > MOSTLY * said[word]
        if is_most and not _is_known(parser, word, property_):
            found.setdefault(property_, []).append(word)
    return found


def _is_property(parser: Parser, id_: str) -> bool:
    entry = parser.schema.property(id_)
    return entry is not None and entry.edges > 0


def _unexplained(question: str, parser: Parser, properties: set[str]) -> set[str]:
    """Return the words of a question that no name, no kind and no property of its query says."""
    analysis, linked = parser.linked(question, None)
    taken = {place for name in linked.names for link in name[:1] for place in link.places}
    taken |= {place for noun in linked.nouns for place in noun.places} | analysis.cues
    places = sorted(analysis.content - taken)
    explained = {stem for one in properties for stem in parser.called.called(one).stems}
    words = [analysis.words[place] for place in places]
    return {word.normal for word in words if word.stem not in explained and word.normal.isalpha()}


def _is_known(parser: Parser, word: str, property_: str) -> bool:
    stems = {one.stem for one in analyse(word).words}
    return stems <= parser.called.called(property_).stems

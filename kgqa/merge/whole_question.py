"""A question that no reading answers, given to the reader as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa_store.names_text import normalise

from kgqa.algebra import Entity
from kgqa.answers import TextProof, Value, Words
from kgqa.merge.edges import EdgeReader
from kgqa.merge.hypotheses import names_of, properties_said
from kgqa.merge.neighbours import Joined, joined_to
from kgqa.merge.spans import Kind, Read
from kgqa.parse.linking import asked_noun
from kgqa.parse.parser import Parsed, Parser
from kgqa.parse.words import cues
from kgqa.text.passages import Passage

ABOUT = 3
"""Passages about each thing that the question names."""
FOUND = 16
"""Passages found by the words of the question."""
LISTED_ABOUT = 6
"""Passages about each thing that a question names which asks for a set."""
LISTED = 40
"""Passages found by the words of such a question."""
JUDGED = 6
"""Passages that are asked whether something is so."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for: the kind of value, and the classes an entity is of."""

    kind: Kind | None
    """None where it asks for yes or no."""
    classes: frozenset[str]


def asked_for(parsed: Parsed, parser: Parser) -> Asked:
    """Return what a question asks for, by its words."""
    analysis = parsed.analysis
    if analysis.form in ("truth", "compare"):
        return Asked(None, frozenset())
    expected = cues()["expected"].get(analysis.asks, {})
    kinds = expected.get("kinds", ())
    if analysis.form == "count" or "number" in kinds:
        return Asked("number", frozenset())
    if "date" in kinds:
        return Asked("date", frozenset())
    noun = asked_noun(analysis, parsed.linked.nouns)
    if noun is not None and noun.classes and analysis.asks in ("what", "which", ""):
        return Asked("entity", frozenset(noun.classes))
    if parsed.guess.sorts["numerical"] > max(
        parsed.guess.sorts["entity"], parsed.guess.sorts["date"]
    ):
        return Asked("number", frozenset())
    return Asked("entity", frozenset(expected.get("classes", ())))


def read_whole(
    parsed: Parsed, parser: Parser, reader: EdgeReader
) -> tuple[list[Read], frozenset[str]]:
    """Return what passages answer to a question, best first, and what the passages are about."""
    passages = reader.budget.some(_passages(parsed, reader))
    about = frozenset(one.qid for one in passages if one.qid)
    return _answers(parsed, parser, reader, passages), about


def read_list(
    parsed: Parsed, parser: Parser, reader: EdgeReader
) -> tuple[list[Read], frozenset[str], Joined]:
    """Return what many passages answer to a question that asks for a set, best first.

    Beside it, the passages about what the question names, and what the graph joins to that.
    """
    names = names_of(parsed)
    about = [one for id_ in names[:3] for one in reader.texts.index.of_entity(id_)[:LISTED_ABOUT]]
    found = reader.texts.search(parsed.analysis.question, LISTED, names)
    passages = reader.budget.some(list({one.id: one for one in [*about, *found]}.values()))
    with reader.lock:
        joined = joined_to(names, properties_said(parsed, parser), parser)
    reader.resolver.joined = joined.as_said
    reads = _answers(parsed, parser, reader, passages, listed=True)
    return reads, frozenset(one.id for one in about), joined


def _answers(
    parsed: Parsed,
    parser: Parser,
    reader: EdgeReader,
    passages: Sequence[Passage],
    *,
    listed: bool = False,
) -> list[Read]:
    question = parsed.analysis.question
    asked = asked_for(parsed, parser)
    if asked.kind is None:
        return _truth(question, passages[:JUDGED], reader)
    reads = reader.answers(question, passages, asked.kind, asked.classes, listed=listed)
    named = {link.id for link in parsed.linked.links}
    if parsed.analysis.form == "choose":
        return [one for one in reads if isinstance(one.value, Entity) and one.value.id in named]
    fitting = [one for one in reads if one.fits > 0]
    said = {link.id for link in parsed.linked.links if is_in(link.label, question)}
    return [one for one in fitting if not _is_said(one.value, question, said)]


def _passages(parsed: Parsed, reader: EdgeReader) -> list[Passage]:
    names = names_of(parsed)
    about = [one for id_ in names[:3] for one in reader.texts.index.of_entity(id_)[:ABOUT]]
    found = reader.texts.search(parsed.analysis.question, FOUND, names)
    return list({one.id: one for one in [*found[:4], *about, *found]}.values())


def _is_said(value: Value, question: str, said: set[str]) -> bool:
    """Whether a value only repeats what the question says.

    Who is nicknamed Bird is a meaning of that name, and may well be what is asked for.
    """
    match value:
        case Entity(id_):
            return id_ in said
        case Words(text):
            return is_in(text, question)
        case _:
            return False


def is_in(name: str, text: str) -> bool:
    """Whether a text has a name in it, or the name without what stands behind a comma."""
    plain = f" {normalise(text)} "
    return any(f" {normalise(one)} " in plain for one in (name, name.partition(",")[0]) if one)


def _truth(question: str, passages: Sequence[Passage], reader: EdgeReader) -> list[Read]:
    """Return whether something is so, by the passage that tells it most clearly."""
    reads = []
    for one in passages:
        chance = reader.texts.is_true(question, [one.text])
        if chance is not None:
            score = round(max(chance, 1 - chance), 4)
            proof = TextProof(one.id, one.title, one.url, 0, 0, one.text, score, question)
            reads.append(Read(chance >= 0.5, score, (proof,)))
    return sorted(reads, key=lambda one: -one.score)[:1]

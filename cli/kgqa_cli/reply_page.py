"""Replies for people: answers, what was understood, and why; or why there is no answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from kgqa.algebra import Entity, to_english, to_text
from kgqa.algebra import Text as Literal
from kgqa.answers import Answer, Interpretation, Reading, Reply, Result, value_text
from kgqa_cli import show
from kgqa_cli.proof_tree import passage_line, recollection_line
from kgqa_cli.visible import visible

if TYPE_CHECKING:
    from kgqa_store.store import Store
    from rich.text import Text

FEW = 5
"""So many answers of each of several interpretations are shown."""
NEAREST = 3
"""So many readings are told where none was sure enough."""


def parts(reply: Reply, store: Store, *, top: int, explain: bool = False) -> list[Text]:
    """Return what a person sees of a reply that has answers."""
    from rich.text import Text

    if reply.outcome == "ambiguous" and not explain:
        return list(_interpretations(reply, store, min(top, FEW)))
    result = result_of(reply)
    about = described(result, store, top, reply)
    if is_read_whole(reply):
        found = list(show.rows(result, about, top, says_sure=True))
    else:
        found = show.page(result, about, top=top, explain=explain, says_sure=True)
        found += [Text(line, "yellow") for line in unused(reply)]
    found += [Text(line, "yellow") for line in conflicts(reply)]
    found += [Text(line, "dim") for line in coverage(reply)]
    if not explain or is_read_whole(reply):
        found += [Text(line, "dim") for line in passages(reply)]
    if explain:
        found.append(show.titled("Confidence", f"{reply.answers[0].confidence:.2f}"))
    if explain and reply.interpretations:
        found.append(Text("It can mean:", "bold"))
        found += [Text(f"  {visible(one.question)}") for one in reply.interpretations]
    if explain and len(reply.readings) > 1:
        found.append(Text("Other readings:", "bold"))
        found += [Text(f"  {line}") for line in alternatives(reply)]
    return found


def unused(reply: Reply) -> list[str]:
    """Return a line that names the words of the question that the first reading does not use."""
    words = reply.readings[0].unused if reply.readings and not is_read_whole(reply) else ()
    return [f"Not used: {visible(', '.join(words))}"] if words else []


def doubt(reply: Reply) -> Iterator[str]:
    """Yield what is to be said of an answer that is a guess, or passes over some words."""
    if reply.answers[0].sure == "guess":
        yield "This is a guess."
    yield from unused(reply)


def is_read_whole(reply: Reply) -> bool:
    """Whether the answers were read for the question as it stands, and not for a reading of it."""
    return not any(
        answer.graph_proofs or any(proof.fact for proof in answer.text_proofs)
        for answer in reply.answers
    )


def passages(reply: Reply) -> Iterator[str]:
    """Yield the passages that the first answers were read in, with what was read in brackets."""
    seen = set()
    for answer in reply.answers[:FEW]:
        for proof in answer.text_proofs[:1]:
            if proof.passage not in seen:
                seen.add(proof.passage)
                yield f"Read in {passage_line(proof)}"
    recalled = [proof for answer in reply.answers[:1] for proof in answer.recollections]
    yield from (f"Said {recollection_line(proof)}." for proof in recalled)


def conflicts(reply: Reply) -> Iterator[str]:
    """Yield what the graph says and a passage says otherwise."""
    for one in reply.conflicts:
        graph, text = (visible(value_text(v, reply.labels)) for v in (one.graph, one.text))
        yield f"The graph says {graph}, a passage says {text}: {passage_line(one.proof)}"


def coverage(reply: Reply) -> Iterator[str]:
    """Yield how complete the graph is, and what passages add."""
    if reply.coverage and reply.answers:
        yield f"{visible(reply.coverage[:1].upper() + reply.coverage[1:])}."


def result_of(reply: Reply) -> Result:
    """Return the answers of a reply as those to its first reading."""
    if not reply.readings:
        return Result(Literal(reply.question), "", reply.answers, reply.labels, reply.timings)
    first = reply.readings[0]
    return Result(first.query, first.sparql, reply.answers, reply.labels, reply.timings)


def described(result: Result, store: Store, top: int, reply: Reply) -> dict[str, str]:
    """Return what the first answers are."""
    from kgqa_cli.query import descriptions

    return descriptions(result, store, top, reply.language)


def _interpretations(reply: Reply, store: Store, few: int) -> Iterator[Text]:
    from rich.text import Text

    yield Text("The question can mean several things.", "dim")
    for one in reply.interpretations:
        result = Result(one.reading.query, one.reading.sparql, one.answers, reply.labels)
        yield Text(visible(one.question), "bold")
        for row in show.rows(result, described(result, store, few, reply), few, says_sure=True):
            row.pad_left(2)
            yield row
        if len(one.answers) > few:
            yield Text(f"  … and {len(one.answers) - few:,} more", "dim")
    if ids := [id_ for one in reply.interpretations[1:2] for id_ in _meant(reply, one)]:
        yield Text(f"Choose with --pick, for example --pick {ids[0]}", "dim")


def _meant(reply: Reply, other: Interpretation) -> list[str]:
    """Return the entities of an interpretation that the first one does not have."""
    first = {link.id for link in reply.interpretations[0].reading.links}
    return [link.id for link in other.reading.links if link.id not in first]


def alternatives(reply: Reply) -> list[str]:
    """Return the other readings of a question, with their numbers and scores."""
    return [
        f"{number}  {one.score:.2f}  {told(one, reply.labels)}"
        for number, one in enumerate(reply.readings[1:], 2)
    ]


def told(reading: Reading, labels: Mapping[str, str]) -> str:
    """Return a reading in English and in the algebra; only the latter where names are missing."""
    text = visible(to_text(reading.query))
    english = visible(to_english(reading.query, labels))
    return f"{english}  [{text}]" if english != text else text


def silence(reply: Reply, taking: str = "--reading") -> list[str]:
    """Return why there is no answer, and what the question may have meant.

    A reading that was run, and held back because it is not sure, is offered: `taking` and its
    number have it answered.
    """
    lines = [f"No answer: {visible(reply.reason)}."]
    if reply.outcome == "failed":
        lines = [f"Stopped: {visible(reply.reason)}."]
    for number, one in enumerate(reply.readings[:NEAREST], 1):
        offer = f"; {taking} {number} answers it" if one.sparql else ""
        lines.append(f"  perhaps: {told(one, reply.labels)}{offer}")
    return lines


def line(answer: Answer, labels: Mapping[str, str]) -> str:
    """Return an answer with its id on one line."""
    label, exact = show.line(answer, labels).split("\t")
    return f"{label} ({exact})" if isinstance(answer.value, Entity) else label

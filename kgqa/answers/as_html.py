"""Replies and results as a notebook shows them: answers, what was understood, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import assert_never

from kgqa.algebra import to_english
from kgqa.answers.answer import Answer, Result
from kgqa.answers.proofs import Fact, GraphProof, Recollection, TextProof
from kgqa.answers.reply import Reply
from kgqa.answers.sureness import SAID
from kgqa.answers.values import Value, value_text
from kgqa.as_json import named

SHOWN = 20
"""So many answers are shown."""
FACTS = 5
"""So many facts of a proof are shown."""
ADDRESS = "https://www.wikidata.org/wiki/"

Labels = Mapping[str, str]


def reply_page(reply: Reply) -> str:
    """Return what came of a question."""
    parts = [f"<b>{escape(reply.question)}</b>"]
    if reply.answers:
        parts.append(_table(reply.answers, reply.labels))
    else:
        parts.append(f"<p>No answer: {escape(reply.reason)}.</p>")
    if reply.readings and reply.answers:
        first = reply.readings[0]
        parts.append(_line("Understood as", to_english(first.query, reply.labels)))
        if first.unused:
            parts.append(_line("Not used", ", ".join(first.unused)))
    others = [one.question for one in reply.interpretations[1:]]
    parts += [_line("It can also mean", question) for question in others]
    return f"<div>{''.join(parts)}</div>"


def result_page(result: Result) -> str:
    """Return the answers to an expression."""
    said = _line("Understood as", to_english(result.query, result.labels))
    if not result.answers:
        return f"<div><p>No answer{escape(_because(result.reason))}.</p>{said}</div>"
    return f"<div>{_table(result.answers, result.labels)}{said}</div>"


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


def _line(title: str, text: str) -> str:
    return f"<p><i>{title}:</i> {escape(text)}</p>"


def _table(answers: Sequence[Answer], labels: Labels) -> str:
    head = "<tr><th>answer</th><th>id</th><th>sure</th><th>because</th></tr>"
    rows = [_row(answer, labels) for answer in answers[:SHOWN]]
    more = len(answers) - SHOWN
    rest = f"<p>… and {more:,} more</p>" if more > 0 else ""
    return f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>{rest}"


def _row(answer: Answer, labels: Labels) -> str:
    id_ = f'<a href="{ADDRESS}{answer.id}">{answer.id}</a>' if answer.id else ""
    why = "<br>".join(_because_of(answer, labels))
    cells = (escape(answer.label), id_, SAID[answer.sure], why)
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _because_of(answer: Answer, labels: Labels) -> Iterable[str]:
    """Yield the first facts that an answer rests on, and the passages."""
    for proof in answer.proofs:
        match proof:
            case GraphProof():
                yield from (escape(_fact(fact, labels)) for fact in proof.facts[:FACTS])
            case TextProof():
                yield f"“{escape(proof.quote)}” in {escape(proof.title or proof.passage)}"
            case Recollection():
                yield f"from the memory of {escape(proof.model)}, without a source"
            case _:
                assert_never(proof)


def _fact(fact: Fact, labels: Labels) -> str:
    sign = "—no " if fact.is_missing else "—"
    ends = [_end(fact.subject, labels), _end(fact.object, labels)]
    return f"{ends[0]} {sign}{named(fact.property, labels)['label']}→ {ends[1]}"


def _end(value: Value | str, labels: Labels) -> str:
    return value if isinstance(value, str) else value_text(value, labels)

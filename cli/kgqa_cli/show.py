"""Results for people: a page on a terminal, lines in a pipe. Only `write` prints."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from textwrap import indent
from typing import TYPE_CHECKING

from kgqa.algebra import Entity, to_english, to_text
from kgqa.algebra.printer import amount_text
from kgqa.answers import SAID, Answer, Measurement, Result, Time, value_text
from kgqa_cli.proof_tree import drawn, proof_tree
from kgqa_cli.visible import KEPT, visible

if TYPE_CHECKING:
    from rich.text import Text

WIDEST = 40
"""So many columns are kept for labels; a longer one moves what stands behind it."""

COLOURS = {"sure": "green", "likely": "default", "guess": "yellow"}
"""In which colour it is said how sure an answer is."""


def line(answer: Answer, labels: Mapping[str, str]) -> str:
    """Return an answer as a line for programs: its label, a tab, its id or value."""
    value = answer.value
    match value:
        case Entity(id_):
            exact = id_
        case bool():
            exact = str(value).lower()
        case Time():
            exact = value.text
        case Measurement(amount, _):
            exact = amount_text(amount)
        case _:
            exact = value.text
    counted = f"\t{amount_text(answer.amount.amount)}" if answer.amount else ""
    return f"{visible(value_text(value, labels))}\t{visible(exact)}{counted}"


def understood(result: Result) -> str:
    """Return what the expression says, in English."""
    return visible(to_english(result.query, result.labels))


def page(
    result: Result,
    descriptions: Mapping[str, str],
    *,
    top: int,
    explain: bool = False,
    unicode: bool = False,
    says_sure: bool = False,
) -> list[Text]:
    """Return what a person sees of a result: answers, what was understood, and why.

    `says_sure` has each answer say how sure it is.
    """
    from rich.text import Text

    parts = list(rows(result, descriptions, top, says_sure=says_sure))
    if len(result.answers) > top:
        more = len(result.answers) - top
        parts.append(Text(f"… and {more:,} more; --top {len(result.answers)} shows all", "dim"))
    parts += [Text()] if explain else []
    parts.append(titled("Understood as", understood(result)))
    if explain or unicode:
        parts.append(titled("Algebra", visible(to_text(result.query, unicode=unicode))))
    if explain:
        if result.sparql:
            sparql = visible(result.sparql.rstrip(), KEPT)
            parts += [Text("SPARQL:", "bold"), Text(indent(sparql, "  "))]
        parts.append(Text("Proof:" if len(result.answers) == 1 else "Proofs:", "bold"))
        for answer in result.answers[:top]:
            tree = "\n".join(drawn(proof_tree(answer, result.labels)))
            parts.append(Text(indent(tree, "  ")))
        parts.append(titled("Timings", timings_text(result.timings)))
    return parts


def titled(title: str, text: str) -> Text:
    """Return a line with its title in bold."""
    from rich.text import Text

    return Text.assemble((f"{title}: ", "bold"), text)


def rows(
    result: Result, descriptions: Mapping[str, str], top: int, *, says_sure: bool = False
) -> Iterator[Text]:
    """Yield the first answers, each with its id and description where it has them.

    A row that has them is cut where the screen ends; any other is all there is to read.
    """
    from rich.cells import cell_len
    from rich.text import Text

    shown = [(visible(value_text(a.value, result.labels)), a) for a in result.answers[:top]]
    width = min(WIDEST, max(cell_len(label) for label, _ in shown))
    widest_id = max(len(answer.id or "") for _, answer in shown)
    widest_word = max(len(SAID[answer.sure]) for _, answer in shown) if says_sure else 0
    for label, answer in shown:
        row = Text(label, "bold")
        said = f"  {SAID[answer.sure]:<{widest_word}}" if says_sure else ""
        if answer.id:
            row.append(" " * (width - cell_len(label)) + "  ")
            row.append(f"{answer.id:<{widest_id}}", "cyan not bold")
            row.append(f"  {value_text(answer.amount, result.labels)}" if answer.amount else "")
            row.append(said, f"{COLOURS[answer.sure]} not bold")
            row.append(f"  {visible(descriptions.get(answer.id, ''))}", "dim not bold")
            row.no_wrap, row.overflow = True, "ellipsis"
        elif said:
            row.append(said, f"{COLOURS[answer.sure]} not bold")
        row.rstrip()
        yield row


def write(parts: Iterable[Text]) -> None:
    """Print parts of a page; where nobody knows how wide the screen is, no line is broken."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 10_000, highlight=False)
    for part in parts:
        if part.no_wrap:
            console.print(part, no_wrap=True, overflow=part.overflow)
        else:
            console.print(part, soft_wrap=True)


def timings_text(timings: Mapping[str, float]) -> str:
    """Return how long each stage took."""
    return " · ".join(f"{stage} {_milliseconds(time)}" for stage, time in timings.items())


def _milliseconds(time: float) -> str:
    return f"{time:.1f} ms" if time < 10 else f"{time:,.0f} ms"

"""`kgqa link --question`: what the names in a question may mean, and why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from kgqa_cli.visible import echo, echo_json, visible

if TYPE_CHECKING:
    from kgqa_store.names import NameIndex

    from kgqa.parse.linking import Link

COLUMNS = ("mention", "id", "label", "description", "chance", "why")


def link_names(
    question: str, location: str | None, *, as_json: bool, top: int, lang: str | None
) -> None:
    """Print what the names in `question` may mean, best first for each."""
    from kgqa_store.opening import open_store

    from kgqa.parse.analysis import analyse
    from kgqa.parse.linking import link_question
    from kgqa.parse.parser import Parser
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    chosen = settings(store=location, language=lang)
    with open_store(place(chosen.store)) as store:
        parser = Parser(store)
        try:
            linked = link_question(
                analyse(question), parser.names, parser.kinds, lookups=parser.lookups
            )
            named = [[_row(link, parser.names, chosen.language.lower()) for link in name[:top]]
                     for name in linked.names]  # fmt: skip
        finally:
            parser.close()
    _print(question, named, as_json=as_json)
    if not named:
        if not as_json:
            echo(f"No name in {question!r} is known to {chosen.store}.", err=True)
        raise SystemExit(1)


def _row(link: Link, names: NameIndex, language: str) -> dict[str, Any]:
    from kgqa.parse.linking_reasons import phrase

    def label_of(id_: str) -> str:
        return names.labels([id_], language).get(id_, id_)

    entry = names.describe(link.id, language)
    clues = [f"{added:+.1f} {phrase(clue, label_of)}" for clue, added in link.why]
    return {
        "mention": link.mention,
        "start": link.start,
        "end": link.end,
        "id": link.id,
        "label": entry.label if entry else link.label,
        "description": entry.description if entry else "",
        "score": link.score,
        "chance": link.chance,
        "why": "; ".join([link.how, *clues]),
    }


def _print(question: str, named: list[list[dict[str, Any]]], *, as_json: bool) -> None:
    if as_json:
        import orjson

        document = {"question": question, "names": named}
        echo_json(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode())
    elif sys.stdout.isatty():
        _show(named)
    else:
        for row in (row for name in named for row in name):
            echo("\t".join(visible(str(row[column])) for column in COLUMNS))


def _show(named: list[list[dict[str, Any]]]) -> None:
    """Print names as a table for a terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("name", style="bold")
    table.add_column("id", style="cyan", no_wrap=True)
    table.add_column("label")
    table.add_column("description", max_width=40)
    table.add_column("chance", justify="right", no_wrap=True)
    table.add_column("why", max_width=60)
    for name in named:
        for place, row in enumerate(name):
            mention = "" if place else row["mention"]
            cells = (mention, row["id"], row["label"], row["description"])
            chance = f"{row['chance']:.0%}"
            table.add_row(*(Text(visible(cell)) for cell in (*cells, chance, row["why"])))
    if named:
        Console().print(table)

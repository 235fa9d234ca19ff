"""What all pages about runs and sets are made of: the document and its tables."""

from __future__ import annotations

from html import escape
from pathlib import Path

from kgqa.bench.report.tables import Table

HERE = Path(__file__).parent
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def document(title: str, body: str, scripts: str = "") -> str:
    """Return a page of one file that needs no network."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>kgqa bench: {escape(title)}</title><style>{asset('page.css')}</style></head>"
        f"<body><main>{body}</main>{scripts}</body></html>\n"
    )


def asset(name: str) -> str:
    """Return the content of a file beside this one."""
    return (HERE / name).read_text(encoding="utf-8")


def table_html(table: Table) -> str:
    """Return a table; one that is wider than the page can be scrolled, and says so."""
    head = "".join(f"<th>{escape(name)}</th>" for name in table.columns)
    body = "".join(
        f'<tr class="{line.kind}">{"".join(map(_cell, line.cells))}</tr>' for line in table.lines
    )
    kind = "words" if table.columns[-1] == "what it is" else ""
    notes = "".join(f'<p class="quiet">{escape(note)}</p>' for note in table.notes)
    return (
        f'<div class="scroll {kind}" tabindex="0" role="region" aria-label="{escape(table.title)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{notes}"
    )


def _cell(text: str) -> str:
    first, _, second = text.partition("\n")
    small = f"<small>{escape(second)}</small>" if second else ""
    return f"<td>{escape(first)}{small}</td>"

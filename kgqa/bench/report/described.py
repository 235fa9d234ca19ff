"""The page that describes a file of questions: its tables, and charts of them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kgqa.bench.report import charts
from kgqa.bench.report.markup import document, table_html
from kgqa.bench.report.tables import Table

Bar = tuple[str, float, float, float, str]
"""The name of a bar, its value and its interval, and a note."""
BARS = 24
"""Bars of a chart at most."""


def page(title: str, tables: Sequence[Table], answers: Sequence[tuple[str, float, int]]) -> str:
    """Return one HTML file; `answers` is the figure of how many answers questions have."""
    figure = [(f"{name} ({count})", part, part, part, "") for name, part, count in answers]
    drawn = [("Answers to a question", figure), *_shares(tables)]
    figures = "".join(
        f"<figure><figcaption>{escape(name)}</figcaption>{charts.bars(rows)}</figure>"
        for name, rows in drawn
    )
    body = "".join(f"<h2>{escape(one.title)}</h2>{table_html(one)}" for one in tables)
    return document(title, f'<h1>{escape(title)}</h1>{body}<div class="charts">{figures}</div>')


def _shares(tables: Sequence[Table]) -> list[tuple[str, list[Bar]]]:
    """Return the charts of the tables that have a column of shares."""
    found: list[tuple[str, list[Bar]]] = []
    for table in tables:
        if "share" in table.columns and not table.title.startswith("Answers to"):
            place = table.columns.index("share")
            cells = [(line.cells[0], float(line.cells[place])) for line in table.lines[:BARS]]
            found.append((table.title, [(name, part, part, part, "") for name, part in cells]))
    return found

"""What is in a store, as one page with charts that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from kgqa_cli.store_tables import in_bytes

if TYPE_CHECKING:
    from kgqa_store.overview import Named, Overview

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --paper: #fbfaf7;
  --card: #ffffff; --line: #e4e1d8; --bar: #3a6ea5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #9aa3ad; --paper: #15181c;
  --card: #1d2126; --line: #2f353c; --bar: #7fb0e0; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem max(1rem, calc((100vw - 62rem) / 2)) 3rem;
  background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
.soft, figcaption { color: var(--soft); }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem;
  margin: 1.5rem 0; padding: 0; list-style: none; }
.numbers li, section { background: var(--card); border: 1px solid var(--line);
  border-radius: .6rem; padding: 1rem; }
.numbers b { display: block; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr));
  gap: 1rem; }
figure { margin: 0; } figcaption { font-size: .85rem; margin-top: .5rem; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); }
svg .count { fill: var(--soft); font-variant-numeric: tabular-nums; } svg rect { fill: var(--bar); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
td, th { text-align: left; padding: .3rem .5rem .3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; overflow-wrap: anywhere; }
td:last-child, th:last-child { text-align: right; padding-right: 0; }
"""
WIDTH, ROW, LABEL, COUNT = 480, 24, 190, 78
"""Sizes of a chart, in its own units."""


def page(found: Overview) -> str:
    """Return an HTML page about the store, readable on a phone and in the dark."""
    manifest = found.manifest
    charts = [
        _chart("Classes", _rows(found.top_classes), "Members of the largest classes."),
        _chart("Properties", _rows(found.top_properties), "Truthy edges of each property."),
        _chart(
            "Languages",
            list(found.languages.items())[:20],
            f"Labels by language, of {found.labels_seen:,} labels.",
        ),
        _chart("Degrees", list(found.degrees.items()), "Entities by number of truthy edges."),
    ]
    sources = [(one.name, one.sha256[:12], in_bytes(one.bytes)) for one in manifest.sources]
    tables = [
        _table("Sources", ("name", "sha256", "size"), sources),
        _table("Left out", ("reason", "times"), _counted(manifest.dropped)),
        _table(
            "Size on disk", ("part", "size"), [(n, in_bytes(s)) for n, s in found.sizes.items()]
        ),
    ]
    title = escape(manifest.slice.get("title") or found.directory)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title} · kgqa store</title><style>{STYLE}</style></head><body>"
        f'<header><h1>{title}</h1><p class="soft">A store of kgqa {escape(manifest.program)}, '
        f"built {escape(manifest.created)} in {manifest.seconds:,.0f} s.</p></header>"
        f"{_numbers(found)}<main>{''.join(charts)}{''.join(tables)}</main></body></html>\n"
    )


def _numbers(found: Overview) -> str:
    size = sum(found.sizes.values())
    triples = found.manifest.counts.get("triples", 0)
    numbers = [
        ("triples", f"{triples:,}"),
        ("truthy edges", f"{found.edges:,}"),
        ("properties", f"{found.properties:,}"),
        ("languages", f"{len(found.languages):,}"),
        ("on disk", in_bytes(size)),
        ("bytes a triple", f"{size / max(triples, 1):,.0f}"),
    ]
    items = "".join(f"<li><b>{value}</b>{name}</li>" for name, value in numbers)
    return f'<ul class="numbers">{items}</ul>'


def _rows(named: Sequence[Named]) -> list[tuple[str, int]]:
    return [(f"{one.label} ({one.id})" if one.label else one.id, one.count) for one in named]


def _counted(counts: dict[str, int] | object) -> list[tuple[str, str]]:
    pairs = counts.items() if isinstance(counts, dict) else ()
    return [(name, f"{times:,}") for name, times in sorted(pairs, key=lambda pair: -pair[1])]


def _chart(title: str, rows: Sequence[tuple[str, int]], caption: str) -> str:
    """Return a chart of bars, or nothing where there are no rows."""
    if not rows:
        return ""
    largest = max(count for _, count in rows) or 1
    room = WIDTH - LABEL - COUNT
    bars = []
    for place, (name, count) in enumerate(rows):
        y, width = place * ROW, max(1.0, room * count / largest)
        short = name if len(name) <= 28 else f"{name[:27]}…"
        bars.append(
            f"<g><title>{escape(name)}: {count:,}</title>"
            f'<text x="{LABEL - 8}" y="{y + 17}" text-anchor="end">{escape(short)}</text>'
            f'<rect x="{LABEL}" y="{y + 4}" width="{width:.1f}" height="{ROW - 8}" rx="3"/>'
            f'<text class="count" x="{LABEL + width + 6:.1f}" y="{y + 17}">{count:,}</text></g>'
        )
    return (
        f"<section><h2>{escape(title)}</h2><figure>"
        f'<svg viewBox="0 0 {WIDTH} {ROW * len(rows)}" role="img" aria-label="{escape(caption)}">'
        f"{''.join(bars)}</svg><figcaption>{escape(caption)}</figcaption></figure></section>"
    )


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<section><h2>{escape(title)}</h2><table><tr>{head}</tr>{body}</table></section>"

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
.numbers b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
main { columns: 28rem 2; column-gap: 1rem; }
section { break-inside: avoid; margin-bottom: 1rem; }
figure { margin: 0; } figcaption { font-size: .85rem; margin-top: .5rem; }
.bars { margin: 0; padding: 0; list-style: none; font-size: .85rem; }
.bars li { display: grid; grid-template-columns: 13rem 1fr; gap: .75rem; align-items: center;
  padding: .12rem 0; }
.name { display: flex; gap: .4rem; min-width: 0; }
.name span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.name small { color: var(--soft); font-size: inherit; }
.bar { display: flex; align-items: center; gap: .5rem; padding-right: 4.5rem; }
.bar i { flex: none; width: max(2px, var(--share)); height: .95rem; border-radius: 3px;
  background: var(--bar); }
.bar b { font-weight: normal; color: var(--soft); font-variant-numeric: tabular-nums; }
.short li { grid-template-columns: 4.5rem 1fr; }
@media (max-width: 30rem) {
  .bars:not(.short) li { grid-template-columns: 1fr; gap: 0; padding: .2rem 0; }
  .numbers { grid-template-columns: 1fr 1fr; gap: .6rem; } .numbers b { font-size: 1.2rem; } }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
td, th { text-align: left; padding: .3rem .5rem .3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
td:first-child { overflow-wrap: anywhere; }
td:last-child, th:last-child { text-align: right; padding-right: 0; white-space: nowrap; }
"""


def page(found: Overview) -> str:
    """Return an HTML page about the store, readable on a phone and in the dark."""
    manifest = found.manifest
    charts = [
        _chart("Classes", _rows(found.top_classes), "Direct members of the largest classes."),
        _chart("Properties", _rows(found.top_properties), "Truthy edges of each property."),
        _chart(
            "Degrees",
            [
                (_plain(name.replace("-", "–")), count)
                for name, count in found.degrees.items()
                if count
            ],
            "Entities of a sample, by the number of truthy edges that start at them.",
            is_short=True,
        ),
        _chart(
            "Languages",
            [(_plain(name), count) for name, count in list(found.languages.items())[:20]],
            f"Labels by language, of {found.labels_seen:,} labels.",
            is_short=True,
        ),
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
        f"built {escape(_moment(manifest.created))} in {manifest.seconds:,.0f} s.</p></header>"
        f"{_numbers(found)}<main>{''.join(charts)}{''.join(tables)}</main></body></html>\n"
    )


def _moment(created: str) -> str:
    """Return a time as people write it: `2026-01-31 17:05 UTC`."""
    day, _, time = created.partition("T")
    return f"{day} {time[:5]} UTC" if time.endswith("Z") else created


def _numbers(found: Overview) -> str:
    size = sum(found.sizes.values())
    triples = found.manifest.counts.get("triples", 0)
    numbers = [
        ("triples", f"{triples:,}"),
        ("entities with names", f"{found.entities:,}"),
        ("truthy edges", f"{found.edges:,}"),
        ("properties", f"{found.properties:,}"),
        ("language" if len(found.languages) == 1 else "languages", f"{len(found.languages):,}"),
        ("on disk", in_bytes(size)),
    ]
    items = "".join(f"<li><b>{value}</b>{name}</li>" for name, value in numbers)
    return f'<ul class="numbers">{items}</ul>'


def _rows(named: Sequence[Named]) -> list[tuple[str, int]]:
    return [(_entity(one), one.count) for one in named]


def _entity(one: Named) -> str:
    """Return the HTML of an entity: its label and its id."""
    shown = f"<small>{escape(one.id)}</small>"
    return _plain(one.label) + shown if one.label else shown


def _plain(name: str) -> str:
    return f'<span title="{escape(name)}">{escape(name)}</span>'


def _counted(counts: dict[str, int] | object) -> list[tuple[str, str]]:
    pairs = counts.items() if isinstance(counts, dict) else ()
    return [(name, f"{times:,}") for name, times in sorted(pairs, key=lambda pair: -pair[1])]


def _chart(
    title: str, rows: Sequence[tuple[str, int]], caption: str, *, is_short: bool = False
) -> str:
    """Return a chart of bars, or nothing where there are no rows; names are HTML."""
    if not rows:
        return ""
    largest = max(count for _, count in rows) or 1
    bars = "".join(
        f'<li><div class="name">{name}</div><div class="bar">'
        f'<i style="--share: {100 * count / largest:.1f}%"></i><b>{count:,}</b></div></li>'
        for name, count in rows
    )
    return (
        f"<section><h2>{escape(title)}</h2><figure>"
        f'<ol class="bars{" short" if is_short else ""}">{bars}</ol>'
        f"<figcaption>{escape(caption)}</figcaption></figure></section>"
    )


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<section><h2>{escape(title)}</h2><table><tr>{head}</tr>{body}</table></section>"

"""What is in a store, and what was found in it, as tables on standard output."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa_cli.visible import echo, echo_json, visible

if TYPE_CHECKING:
    from kgqa_store.manifest import Manifest
    from kgqa_store.overview import Overview
    from kgqa_store.verify import Findings


NOTED = (
    "entities with repaired characters",
    "entities without a label",
    "entities that are gone",
    "redirects",
    "names with escapes",
)
"""What a build stored, but a reader of its report should know of."""


def say_built(manifest: Manifest, out: Path) -> None:
    """Say on standard error what a build has built and what it left out."""
    triples = manifest.counts.get("triples", 0)
    size = sum(record.bytes for record in manifest.files.values())
    echo(f"{triples:,} triples in {manifest.seconds:,.1f} s, {in_bytes(size)}: {out}", err=True)
    for reason, times in sorted(manifest.dropped.items(), key=lambda item: -item[1]):
        echo(f"  left out: {times:,} {reason}", err=True)
    for what in NOTED:
        if times := manifest.counts.get(what, 0):
            echo(f"  stored: {times:,} {what}", err=True)
    echo(f"See what is in it: kgqa store info {out}", err=True)


def in_bytes(size: float) -> str:
    """Return a size in the unit that suits it."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:,.0f} {unit}" if unit == "bytes" else f"{size:,.1f} {unit}"
        size /= 1000
    return f"{size:,.1f} TB"


def show_overview(found: Overview) -> None:
    """Print what is in a store."""
    manifest = found.manifest
    facts = [
        ("store", found.directory),
        ("built", f"{manifest.created} in {manifest.seconds:,.1f} s by kgqa {manifest.program}"),
        ("profile", found.profile),
        ("triples", f"{manifest.counts.get('triples', 0):,}"),
        ("entities with names", f"{found.entities:,}"),
        ("truthy edges", f"{found.edges:,} of {found.properties:,} properties"),
    ]
    if manifest.slice:
        facts.append(("slice", manifest.slice.get("title") or "yes"))
    facts += [("update", text) for text in manifest.updates]
    table("", ("", ""), facts)
    table(
        "Sources",
        ("name", "kind", "size", "lines", "sha256"),
        (
            (one.name, one.kind, in_bytes(one.bytes), f"{one.lines:,}", one.sha256[:12])
            for one in manifest.sources
        ),
    )
    table("Left out", ("reason", "times"), _counted(manifest.dropped.items()))
    for title, rows in (("Classes", found.top_classes), ("Properties", found.top_properties)):
        table(title, ("id", "label", "count"), ((r.id, r.label, f"{r.count:,}") for r in rows))
    shown = list(found.languages.items())[:10]
    of = f"Labels by language (of {found.labels_seen:,})"
    table(of, ("language", "labels"), _counted(shown))
    table("Size on disk", ("part", "size"), ((n, in_bytes(s)) for n, s in found.sizes.items()))


def _counted(pairs: Iterable[tuple[str, int]]) -> list[tuple[str, str]]:
    return [(name, f"{count:,}") for name, count in pairs]


def table(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Print a table on a terminal, and tabs between the fields in a pipe; nothing without rows."""
    lines = [tuple(map(visible, row)) for row in rows]
    if not lines:
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    if not console.is_terminal:
        for line in [(title,), *lines, ("",)] if title else [*lines, ("",)]:
            echo("\t".join(line))
        return
    table = Table(
        title=title or None, box=box.SIMPLE, title_justify="left", show_header=bool(title)
    )
    for place, column in enumerate(columns):
        is_number = place and all(line[place][:1].isdigit() for line in lines)
        table.add_column(column, justify="right" if is_number else "left", overflow="fold")
    for line in lines:
        table.add_row(*map(Text, line))
    console.print(table)


def show_findings(findings: Findings, *, as_json: bool, quiet: bool) -> None:
    """Print the damage that was found, or that there is none."""
    if as_json:
        import orjson

        fields = {
            "sound": findings.is_sound,
            "files": findings.files,
            "bytes": findings.bytes,
            "damages": findings.damages,
        }
        echo_json(orjson.dumps(fields, option=orjson.OPT_INDENT_2).decode())
    elif not findings.is_sound:
        for damage in findings.damages:
            echo(damage)
    elif not quiet:
        echo(f"Sound: {findings.files} files, {in_bytes(findings.bytes)}.")

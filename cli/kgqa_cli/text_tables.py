"""What is in a text index, and what was found in it, on standard output."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa_cli.store_tables import in_bytes, table
from kgqa_cli.visible import echo, echo_json, visible

if TYPE_CHECKING:
    from kgqa.text.index import Hit
    from kgqa.text.manifest import TextManifest
    from kgqa.text.retrieval_measure import Measured
    from kgqa.text.verify import Findings


def say_built(manifest: TextManifest, out: Path) -> None:
    """Say on standard error what a build has built and what it left out."""
    size = sum(record.bytes for record in manifest.files.values())
    passages, documents = manifest.counts["passages"], manifest.counts["documents"]
    echo(
        f"{passages:,} passages of {documents:,} documents in {manifest.seconds:,.1f} s, "
        f"{in_bytes(size)}: {out}",
        err=True,
    )
    for reason, times in sorted(manifest.dropped.items(), key=lambda item: -item[1]):
        echo(f"  left out: {times:,} {reason}", err=True)
    echo(f"Search it: kgqa text search WORDS --text {out}", err=True)


def show_info(manifest: TextManifest, directory: Path, *, as_json: bool) -> None:
    """Print what is in a text index."""
    import dataclasses

    if as_json:
        _print_json(dataclasses.asdict(manifest) | {"directory": str(directory)})
        return
    built = f"{manifest.created} in {manifest.seconds:,.1f} s by kgqa {manifest.program}"
    facts = [("text index", str(directory)), ("built", built)]
    if manifest.embedder:
        facts.append(("vectors", manifest.embedder))
    table("", ("", ""), facts)
    table(
        "Sources",
        ("name", "kind", "size", "records", "sha256"),
        (
            (one.name, one.kind, in_bytes(one.bytes), f"{one.lines:,}", one.sha256[:12])
            for one in manifest.sources
        ),
    )
    table("Counted", ("what", "times"), _counted(manifest.counts))
    table("Left out", ("reason", "times"), _counted(manifest.dropped))
    sizes = ((name, in_bytes(one.bytes)) for name, one in sorted(manifest.files.items()))
    table("Size on disk", ("file", "size"), sizes)


def show_remote(address: str, *, as_json: bool) -> None:
    """Print what is known of a text index on a server."""
    from kgqa.text.remote import RemoteIndex

    index = RemoteIndex(address)
    with index:
        facts = {
            "text index": str(index.address),
            "passages": len(index),
            "vectors": index.vector_field or None,
            "embedder": index.manifest.embedder or None,
        }
    if as_json:
        _print_json(facts)
        return
    table("", ("", ""), [(name, str(told)) for name, told in facts.items() if told is not None])


def _counted(counts: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - a mapping
    return [(name, f"{count:,}") for name, count in sorted(counts.items(), key=lambda i: -i[1])]


def show_hits(query: str, hits: Sequence[Hit], *, as_json: bool) -> None:
    """Print passages: as JSON, as lines, or for a terminal with the words of `query` highlighted.

    In lines the fields are score, id, title and text, with tabs between.
    """
    import sys

    from kgqa.text.words import highlights, query_words

    words = query_words(query)
    if as_json:
        found = [_hit_object(hit, list(highlights(hit.passage.text, words))) for hit in hits]
        _print_json({"query": query, "hits": found})
    elif sys.stdout.isatty():
        _show_on_terminal(hits, words)
    else:
        for hit in hits:
            fields = (f"{hit.score:.4f}", hit.passage.id, hit.passage.title, hit.passage.text)
            echo("\t".join(map(visible, fields)))


def _hit_object(hit: Hit, spans: list[tuple[int, int]]) -> dict[str, Any]:
    passage = hit.passage
    return {
        "passage": passage.id,
        "title": passage.title,
        "text": passage.text,
        "qid": passage.qid,
        "url": passage.url,
        "start": passage.start,
        "score": round(hit.score, 4),
        "ranks": dict(hit.ranks),
        "highlights": spans,
    }


def _show_on_terminal(hits: Sequence[Hit], words: Sequence[str]) -> None:
    from rich.console import Console
    from rich.text import Text

    from kgqa.text.words import highlights

    console = Console(highlight=False)
    for place, hit in enumerate(hits, 1):
        passage = hit.passage
        head = Text(f"{place}. ", style="dim")
        head.append(visible(passage.title or passage.id), style="bold")
        head.append(f"  {hit.score:.2f}  {visible(passage.qid or passage.id)}", style="dim")
        body = Text(visible(passage.text))
        for start, end in highlights(passage.text, words):
            body.stylize("bold yellow", start, end)
        console.print(head)
        console.print(body)
        if passage.url:
            console.print(Text(visible(passage.url), style="dim"))
        console.print()


def show_findings(findings: Findings, *, as_json: bool, quiet: bool) -> None:
    """Print the damage that was found, or that there is none."""
    if as_json:
        fields = {"files": findings.files, "bytes": findings.bytes, "damages": findings.damages}
        _print_json({"sound": findings.is_sound, **fields})
    elif not findings.is_sound:
        for damage in findings.damages:
            echo(damage)
    elif not quiet:
        echo(f"Sound: {findings.files} files, {in_bytes(findings.bytes)}.")


def show_measured(rows: Sequence[Measured], *, as_json: bool) -> None:
    """Print how good retrieval is at each K."""
    fields = [row.as_fields() for row in rows]
    if as_json:
        _print_json({"measured": fields})
        return
    columns = ("k", "questions", "answer_recall", "search_accuracy", "evidence_recall")
    cells = (tuple("" if row[c] is None else str(row[c]) for c in columns) for row in fields)
    echo("\t".join(columns))
    for line in cells:
        echo("\t".join(line))


def _print_json(fields: object) -> None:
    import orjson

    echo_json(orjson.dumps(fields, option=orjson.OPT_INDENT_2).decode())

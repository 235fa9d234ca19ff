"""`kgqa store`: build a store from dumps, see what is in it, check it, change it."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from typing import Any

import click

from kgqa_cli.commands import Suggesting
from kgqa_cli.interrupts import ending_at_once
from kgqa_cli.options import HELP, Folder, store_option
from kgqa_cli.stores import place
from kgqa_cli.visible import echo, echo_json

DIRECTORY = click.Path(path_type=Path, file_okay=False)

BUILD_EXAMPLES = """\b
Examples:
  kgqa store build latest-truthy.nt.gz --out wikidata
  kgqa store build latest-all.json.bz2 --slice films --out films
  kgqa store build a.nt.gz b.ttl.zst --max-errors 0 --out wikidata
  zcat dump.nt.gz | kgqa store build - --format nt --out wikidata
  kgqa store build dump.nt.gz --index-only --endpoint http://localhost:7001 --out names
  kgqa store build --index-only --endpoint http://localhost:7001 --out names
"""


@click.group("store", cls=Suggesting, context_settings=HELP)
def store() -> None:
    """Build a store from dumps, see what is in it, check it, change it."""


@store.command("build", epilog=BUILD_EXAMPLES)
@click.argument("sources", nargs=-1, metavar="SOURCE...")
@click.option("--out", required=True, type=Folder(), help="The folder of the store.")
@click.option(
    "--slice",
    "slice_name",
    metavar="SLICE",
    help="What to keep: a TOML file, or one of english, films, geography, mintaka.",
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(["nt", "ttl", "nq", "trig", "json", "tsv"]),
    help="What the sources are, where their names do not tell (standard input).",
)
@click.option(
    "--max-errors",
    type=click.IntRange(min=0),
    help="Broken lines to pass over.  [default: 0.1 % of the lines, at least 5]",
)
@click.option("--index-only", is_flag=True, help="Build the indexes, for an endpoint elsewhere.")
@click.option(
    "--endpoint",
    metavar="URL",
    help="With --index-only: the SPARQL endpoint that has the graph, asked by --store DIR.",
)
@click.option(
    "--profile",
    metavar="PROFILE",
    help="How the graph tells things: wikidata, rdf, dbpedia or a TOML file.  [default: by a look]",
)
@click.option(
    "--graph",
    "named_graph",
    metavar="IRI",
    help="The graph of N-Quads and TriG that is read, or `all`.  [default: the default graph]",
)
@click.option(
    "--mapping",
    type=click.Path(path_type=Path, dir_okay=False),
    help="What the columns of tables (.csv, .sqlite) say; kgqa store map writes one.",
)
@click.option("--allow-empty", is_flag=True, help="Build a store even of no triples at all.")
@click.option(
    "--no-index",
    is_flag=True,
    help="Build the graph alone, of any vocabulary: it answers SPARQL, and no questions.",
)
@click.option("--no-check", is_flag=True, help="Build even if disk or memory look too small.")
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but errors.")
def build_command(sources: tuple[str, ...], out: Path, **given: Any) -> None:  # noqa: ANN401
    """Build a store from SOURCEs and make it the one at --out, all at once.

    A SOURCE is a dump of Wikidata or another graph: N-Triples (.nt), Turtle (.ttl), N-Quads (.nq),
    TriG (.trig), Wikidata's JSON (.json) or a table of edges as KGTK has them (.tsv), plain or
    with .gz, .bz2 or .zst, or `-` for standard input. RDF of any other vocabulary is taken as it
    is, and so are tables: .csv files and .sqlite databases. Questions look at the default graph;
    `kgqa sparql` reaches named graphs, too.

    Without a SOURCE, --index-only --endpoint URL fetches the graph page by page, makes indexes of
    it and keeps these alone; who interrupts it and says the same again goes on where it was.

    Until the build is finished the store that was at --out stays usable; if the build is
    interrupted or killed, nothing changes.
    """
    from kgqa_store.build import Options, build
    from kgqa_store.opening import is_endpoint
    from kgqa_store.paged_endpoint import fetch, pages_of
    from kgqa_store.slicing import WHOLE, read_slice

    from kgqa_cli.store_mapping import tables_as_rdf
    from kgqa_cli.store_progress import shown
    from kgqa_cli.store_tables import say_built

    if given["endpoint"] and not (given["index_only"] and is_endpoint(given["endpoint"])):
        raise click.UsageError("--endpoint takes a URL and goes with --index-only.")
    if given["no_index"] and given["index_only"]:
        raise click.UsageError("--no-index and --index-only leave nothing to build.")
    is_fetched = not sources and bool(given["endpoint"])
    if not sources and not is_fetched:
        raise click.UsageError("Name a SOURCE, or --index-only --endpoint URL to fetch a graph.")
    options = Options(
        kind=given["kind"],
        max_errors=given["max_errors"],
        slice=read_slice(given["slice_name"]) if given["slice_name"] else WHOLE,
        graph=not given["index_only"] or is_fetched,
        keep_graph=not is_fetched,
        index=not given["no_index"],
        endpoint=given["endpoint"] or "",
        allow_empty=given["allow_empty"],
        profile=given["profile"],
        named_graph=given["named_graph"] or "",
        check_room=not given["no_check"],
    )
    with (
        ending_at_once(lambda: _cleared_up(out)),
        tables_as_rdf(sources, given["mapping"], quiet=given["quiet"]) as files,
        shown(quiet=given["quiet"]) as progress,
    ):
        if is_fetched:
            files = [str(fetch(given["endpoint"], pages_of(out), progress=progress))]
        manifest = build(files, out, options=options, progress=progress)
        if is_fetched:
            rmtree(pages_of(out))
    if not given["quiet"]:
        say_built(manifest, out)


def _cleared_up(out: Path) -> str:
    """Remove what a build has made so far, and return what became of the store."""
    from kgqa_store.generations import abandon
    from kgqa_store.manifest import FILE_NAME

    abandon()
    if (out / FILE_NAME).exists():
        return f"Interrupted: the store {out} is as it was, and what was made so far is removed."
    return f"Interrupted: there is no store at {out}, and what was made so far is removed."


def _one_of(directory: str | None, location: str | None) -> str | None:
    """Return the store that was named, be it as DIR or by --store."""
    if directory is not None and location is not None and directory != location:
        raise click.UsageError("Name one store: either as DIR or with --store.")
    return directory if directory is not None else location


def _folder(location: str | None) -> Path:
    """Return the folder that the user means, or the one of the settings."""
    from kgqa_store.errors import StoreMissing

    from kgqa_cli.environment import settings

    found = place(settings(store=location).store)
    if found.startswith(("http://", "https://")):
        raise StoreMissing(
            f"{found} is an endpoint, and only a folder can be looked into.",
            hint="Name the folder of a store, or `sample`.",
        )
    return Path(found).expanduser()


@store.command("map")
@click.argument("sources", nargs=-1, required=True, metavar="TABLE...")
@click.option(
    "--namespace", metavar="IRI", help="What the IRIs of things and properties begin with."
)
def map_command(sources: tuple[str, ...], namespace: str | None) -> None:
    """Print what the columns of TABLEs seem to say, to be edited and given to `store build`.

    \b
    Examples:
      kgqa store map employees.csv departments.csv > company.toml
      kgqa store build employees.csv departments.csv --mapping company.toml --out company
    """  # noqa: D301  \b keeps click from filling the lines
    from kgqa_store.table_mapping import NAMESPACE, guessed, written
    from kgqa_store.tables import read_tables

    echo(written(guessed(read_tables(sources), namespace or NAMESPACE)).rstrip())


def _questions(folder: Path, profile: str) -> list[str]:
    """Return what a graph of another vocabulary than Wikidata's can be asked; others are known."""
    if profile == "wikidata":
        return []
    from kgqa.examples import example_questions

    return example_questions(folder)


@store.command("info")
@click.argument("directory", required=False, metavar="[DIR]")
@store_option
@click.option("--top", default=10, show_default=True, type=click.IntRange(1), help="Rows a table.")
@click.option("--json", "as_json", is_flag=True, help="As JSON on standard output.")
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="As one page with charts, written to this file.",
)
def info_command(directory: str | None, location: str | None, **given: Any) -> None:  # noqa: ANN401
    """Show what is in the store at DIR: sources, counts, classes, properties, languages, sizes.

    DIR is a folder or `sample`; without it, the setting `store` is taken.

    \b
    Examples:
      kgqa store info wikidata
      kgqa store info wikidata --json | jq .manifest.counts
      kgqa store info wikidata --html wikidata.html
    """  # noqa: D301  \b keeps click from filling the lines
    from kgqa_store.overview import overview

    from kgqa_cli.store_tables import show_overview

    top, html = given["top"], given["html"]
    found = overview(_folder(_one_of(directory, location)), top=max(top, 20) if html else top)
    if html:
        from kgqa_cli.store_page import page

        html.write_text(page(found), "utf-8")
        echo(f"Written: {html}", err=True)
    questions = _questions(Path(found.directory), found.profile)
    if given["as_json"]:
        import dataclasses

        import orjson

        fields = dataclasses.asdict(found)
        fields["manifest"].pop("files")
        fields |= {"questions": questions} if questions else {}
        echo_json(orjson.dumps(fields, option=orjson.OPT_INDENT_2).decode())
    elif not html:
        show_overview(found)
        if questions:
            echo("\nQuestions that it answers")
        for question in questions:
            echo(question)


@store.command("verify")
@click.argument("directory", required=False, metavar="[DIR]")
@store_option
@click.option("--quick", is_flag=True, help="Read only what is small or was written to.")
@click.option("--json", "as_json", is_flag=True, help="As JSON on standard output.")
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but damage.")
def verify_command(directory: str | None, location: str | None, **given: Any) -> None:  # noqa: ANN401
    """Look for damage in the store at DIR; exit with 4 if there is any.

    Every file is read and compared with the checksum taken when it was built, and the graph with
    its statistics.

    \b
    Examples:
      kgqa store verify wikidata
      kgqa store verify wikidata --quick
    """  # noqa: D301  \b keeps click from filling the lines
    from kgqa_store.damage import mending
    from kgqa_store.errors import StoreDamaged
    from kgqa_store.verify import verify

    from kgqa_cli.store_progress import shown
    from kgqa_cli.store_tables import show_findings

    folder = _folder(_one_of(directory, location))
    with shown(quiet=given["quiet"] or given["as_json"]) as progress:
        findings = verify(folder, quick=given["quick"], progress=progress)
    show_findings(findings, as_json=given["as_json"], quiet=given["quiet"])
    if not findings.is_sound:
        raise StoreDamaged(
            f"The store {folder} is damaged in {len(findings.damages)} places.",
            hint=mending(folder),
        )


@store.command("update")
@click.argument("directory", type=DIRECTORY, metavar="DIR")
@click.option(
    "--with", "added", multiple=True, metavar="FILE", help="Add this, or put it in place."
)
@click.option("--remove", "removed", multiple=True, metavar="FILE", help="Remove these triples.")
@click.option("--reindex", is_flag=True, help="Make all indexes anew, from the graph.")
@click.option("--max-errors", type=click.IntRange(min=0), help="Broken lines to pass over.")
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but errors.")
def update_command(directory: Path, **given: Any) -> None:  # noqa: ANN401
    """Change the store at DIR without building it again, all at once.

    Entities of a JSON file take the place of what the store says about them; a line
    {"id": "Q1", "missing": ""} removes one. Triples of .nt and .ttl files are added. Whoever reads
    the store meanwhile goes on with what was there.

    \b
    Examples:
      kgqa store update wikidata --with changed.json
      kgqa store update wikidata --with added.nt --remove removed.nt
      kgqa store update wikidata --reindex
    """  # noqa: D301  \b keeps click from filling the lines
    changes = given["added"] or given["removed"]
    if given["reindex"] and changes:
        raise click.UsageError("The indexes follow every change: --reindex goes without one.")
    if not changes and not given["reindex"]:
        raise click.UsageError("Nothing to do: name files with --with or --remove.")
    from kgqa_store.reindex import reindex
    from kgqa_store.update import update

    from kgqa_cli.store_progress import shown

    with ending_at_once(lambda: _cleared_up(directory)), shown(quiet=given["quiet"]) as progress:
        if given["reindex"]:
            reindex(directory, progress=progress)
            return
        change = update(
            directory,
            added=given["added"],
            removed=given["removed"],
            max_errors=given["max_errors"],
            progress=progress,
        )
    if not given["quiet"]:
        echo(f"{change.added:,} triples added, {change.removed:,} removed.", err=True)

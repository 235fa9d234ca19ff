"""`kgqa text`: build a text index from documents, see what is in it, search it, check it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgqa_cli.commands import Suggesting
from kgqa_cli.interrupts import ending_at_once
from kgqa_cli.options import HELP, Folder, store_option
from kgqa_cli.text_places import is_address, place, where
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from kgqa.text.dense import Embedder
    from kgqa.text.spool import Ties

DIRECTORY = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
OUT = click.Path(path_type=Path, dir_okay=False)
TIE_SECONDS = 60.0
"""How long a store may take to tell what some hundred pages are about."""

BUILD_EXAMPLES = """\b
Examples:
  kgqa text build passages.jsonl.gz --out texts
  kgqa text build extracts.json notes.txt --only-english --out texts
  kgqa text build passages.jsonl --embedder models/MiniLM --out texts
  kgqa text build enwiki-pages-articles.xml.bz2 --store wikidata --out texts
  kgqa text build handbook/ --out texts
"""
SEARCH_EXAMPLES = """\b
Examples:
  kgqa text search "Who wrote Dune?" --text texts
  kgqa text search "Curie Nobel Prize" --text texts --top 3 --about Q7186
  kgqa text search "Curie Nobel Prize" --text texts --json | jq -r '.hits[0].text'

\b
Exit status: 0 there are passages, 1 there are none, 2 usage,
4 the text index cannot be used.
"""


@click.group("text", cls=Suggesting, context_settings=HELP)
def text() -> None:
    """Build a text index from documents, see what is in it, search it, check it."""


def text_option(function: Any) -> Any:  # noqa: ANN401 - as click has it
    """Add `--text`."""
    return click.option(
        "--text",
        "location",
        metavar="TEXT",
        help="The text index: a folder made by `kgqa text build`, `sample`, or the address of an "
        "index of OpenSearch or Elasticsearch.  "
        "[default: the setting `text`, else sample]",
    )(function)


def embedder_option(function: Any) -> Any:  # noqa: ANN401 - as click has it
    """Add `--embedder`."""
    return click.option(
        "--embedder",
        type=DIRECTORY,
        metavar="FOLDER",
        help="A model that makes vectors, to find passages also by what they mean: model.onnx with "
        "tokenizer.json, or a model of sentence-transformers.",
    )(function)


def mode_option(function: Any) -> Any:  # noqa: ANN401 - as click has it
    """Add `--by`."""
    return click.option(
        "--by",
        "mode",
        type=click.Choice(["words", "dense", "fused"]),
        default="fused",
        show_default=True,
        help="Find passages by words, by vectors, or by both where there are vectors.",
    )(function)


def embedder_for(
    location: str | Path, folder: Path | None, *, needed: bool = False
) -> Embedder | None:
    """Return the embedder in a folder, else the one that the index was built with, if it is there.

    Where it is `needed` and not there, an error says so.
    """
    from kgqa.errors import EmbedderMissing
    from kgqa.text.embedders import embedder_of, load_embedder
    from kgqa.text.manifest import read_manifest

    if folder:
        return load_embedder(folder)
    found = None if is_address(location) else embedder_of(read_manifest(Path(location)))
    if needed and found is None:
        raise EmbedderMissing(
            f"Nothing makes vectors for {location}.",
            hint="Name what its vectors were made with: --embedder FOLDER",
        )
    return found


def text_index_option(function: Any) -> Any:  # noqa: ANN401 - as click has it
    """Add `--text` beside a `--store`."""
    return click.option(
        "--text", metavar="TEXT", help="The text index to read: a folder, `sample`, or an address."
    )(function)


@text.command("build", epilog=BUILD_EXAMPLES)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--out", required=True, type=Folder(), help="The folder of the text index.")
@click.option("--store", "store_", metavar="S", help="Tie pages of Wikipedia to its items.")
@click.option("--only-english", is_flag=True, help="Leave documents in other languages out.")
@embedder_option
@click.option(
    "--max-errors",
    type=click.IntRange(min=0),
    help="Broken lines to pass over.  [default: 0.1 % of the lines, at least 5]",
)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but errors.")
def build_command(sources: tuple[str, ...], out: Path, **given: Any) -> None:  # noqa: ANN401
    """Cut the documents of SOURCEs into passages, index them, and make that the index at --out.

    A SOURCE is a file of JSON lines (.jsonl) with `text` and, where known, `id`, `title`, `qid`
    and `url`; extracts as Wikipedia's interfaces answer them (.json); plain text (.txt), a
    document a paragraph; a dump of a wiki (.xml); a page (.html, .md); plain or with .gz, .bz2 or
    .zst; a folder of pages; or `-` for JSON lines on standard input.

    Sections, lists and tables of pages become passages. With --store the sitelinks of a store tell
    what pages of Wikipedia are about.

    Until the build is finished the index that was at --out stays usable. A build that was
    interrupted goes on where it was when it is started again.
    """
    from kgqa.text.index_build import Options, build_index
    from kgqa_cli.store_progress import shown
    from kgqa_cli.text_tables import say_built

    options = Options(max_errors=given["max_errors"], only_english=given["only_english"])
    embedder = None
    if given["embedder"]:
        from kgqa.text.embedders import load_embedder

        embedder = load_embedder(given["embedder"])
    with (
        _tying(given["store_"]) as ties,
        ending_at_once(lambda: _interrupted(out)),
        shown(quiet=given["quiet"]) as progress,
    ):
        manifest = build_index(
            sources, out, options=options, embedder=embedder, ties=ties, progress=progress
        )
    if not given["quiet"]:
        say_built(manifest, out)


@contextmanager
def _tying(location: str | None) -> Iterator[Ties | None]:
    """Give what tells which items pages are about, while a store is open; None without a store."""
    if location is None:
        yield None
        return
    from kgqa_store.opening import open_store
    from kgqa_store.pages import fetch_pages

    from kgqa_cli.stores import place as store_place

    with open_store(store_place(location)) as store:
        yield lambda addresses: fetch_pages(
            addresses, lambda query: store.select(query, seconds=TIE_SECONDS)
        )


def _interrupted(out: Path) -> str:
    """Return what becomes of a build that is interrupted."""
    return (
        f"Interrupted: the text index {out} is as it was; the same command goes on from here, and "
        f"rm -r {shlex.quote(str(out / '.building'))} removes what was made so far."
    )


@text.command("info")
@click.argument("location", required=False, metavar="[DIR]")
@click.option("--json", "as_json", is_flag=True, help="As JSON on standard output.")
def info_command(location: str | None, as_json: bool) -> None:
    """Show what is in the text index at DIR: sources, passages, what was left out, sizes.

    DIR is a folder or `sample`; without it, the setting `text` is taken.

    \b
    Examples:
      kgqa text info texts
      kgqa text info texts --json | jq .counts
    """  # noqa: D301  \b keeps click from filling the lines
    from kgqa.errors import TextIndexDamaged
    from kgqa.text.manifest import damage_in, mending, read_manifest
    from kgqa_cli.text_tables import show_info, show_remote

    if is_address(where(location)):
        show_remote(str(where(location)), as_json=as_json)
        return
    directory = place(location)
    manifest = read_manifest(directory)
    if what := damage_in(directory, manifest):
        message = f"The text index {directory} is damaged: {what}."
        raise TextIndexDamaged(message, hint=mending(directory, manifest))
    show_info(manifest, directory, as_json=as_json)


@text.command("search", epilog=SEARCH_EXAMPLES)
@click.argument("query")
@text_option
@click.option(
    "--top",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    metavar="N",
    help="Print at most N passages.",
)
@click.option(
    "--about",
    multiple=True,
    metavar="QID",
    help="Prefer passages about this entity; may be given several times.",
)
@embedder_option
@mode_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def search_command(query: str, location: str | None, **given: Any) -> None:  # noqa: ANN401
    """Print the passages that say most about QUERY, best first, with its words highlighted."""
    from kgqa.text.index import open_index
    from kgqa_cli.text_tables import show_hits

    place_, mode = where(location), given["mode"]
    embedder = embedder_for(place_, given["embedder"], needed=mode == "dense")
    with open_index(place_, embedder=embedder, mode=mode) as index:
        hits = index.search(query, k=given["top"], qids=given["about"])
    show_hits(query, hits, as_json=given["as_json"])
    if not hits:
        if not given["as_json"]:
            echo(f"No passage has any of these words: {query!r}.", err=True)
        raise SystemExit(1)


@text.command("verify")
@click.argument("location", required=False, metavar="[DIR]")
@click.option("--quick", is_flag=True, help="Read only what is small or was written to.")
@click.option("--json", "as_json", is_flag=True, help="As JSON on standard output.")
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but damage.")
def verify_command(location: str | None, quick: bool, as_json: bool, quiet: bool) -> None:
    """Look for damage in the text index at DIR; exit with 4 if there is any.

    Every file is read and compared with the checksum taken when it was built.

    \b
    Examples:
      kgqa text verify texts
      kgqa text verify texts --quick
    """  # noqa: D301  \b keeps click from filling the lines
    from kgqa.errors import TextIndexDamaged
    from kgqa.text.manifest import mending
    from kgqa.text.verify import verify_index
    from kgqa_cli.store_progress import shown
    from kgqa_cli.text_tables import show_findings

    directory = place(location)
    with shown(quiet=quiet or as_json) as progress:
        findings = verify_index(directory, quick=quick, progress=progress)
    show_findings(findings, as_json=as_json, quiet=quiet)
    if not findings.is_sound:
        raise TextIndexDamaged(
            f"The text index {directory} is damaged in {len(findings.damages)} places.",
            hint=mending(directory, findings.manifest),
        )


@text.command("measure")
@click.argument("questions", type=FILE)
@text_option
@click.option("--at", default="1,5,20,100", show_default=True, metavar="K,...", help="The Ks.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only N questions, at random.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones are drawn.")
@click.option("--linked", is_flag=True, help="Prefer passages about the gold entities.")
@embedder_option
@mode_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def measure_command(questions: Path, location: str | None, **given: Any) -> None:  # noqa: ANN401
    """Print how often the answers to QUESTIONS, and their evidence, are among the first K passages.

    QUESTIONS is a file of Mintaka, QAMPARI, EntityQuestions, PopQA, NQ-open or SQuAD, or of records
    with `question` and `answers`.

    \b
    Examples:
      kgqa text measure mintaka_dev.json --text texts
      kgqa text measure qampari_proofs.json --text texts --at 10,100 --json
    """  # noqa: D301  \b keeps click from filling the lines
    from kgqa_cli.text_measuring import measured, ranks
    from kgqa_cli.text_tables import show_measured

    rows = measured(questions, where(location), ranks(given.pop("at")), **given)
    show_measured(rows, as_json=given["as_json"])


@text.command("calibrate")
@click.argument("data", type=FILE)
@store_option
@text_index_option
@click.option("--reader", metavar="READER", help="Who reads: a folder of `kgqa train reader`.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only N questions, at random.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones are drawn.")
@click.option("--fit", type=FILE, metavar="FILE", help="Fit on these questions, not on a half.")
@click.option("--keep", type=DIRECTORY, help="Keep there what was asked, and go on from it.")
@click.option("--weights", type=OUT, metavar="FILE", help="Write the fitted weights there.")
@click.option("--plot", type=OUT, metavar="FILE", help="Write a reliability plot there, as SVG.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def calibrate_command(data: Path, **given: Any) -> None:  # noqa: ANN401
    """Measure how far the confidence of answers with text can be trusted, and fit its weights.

    DATA is a file of Mintaka with ids, or lines of records with `question` and the answer as a
    text. The weights are fitted on the questions of --fit, else on one half of DATA, and all that
    is printed is about questions that they are not fitted on.

    \b
    Examples:
      kgqa text calibrate mintaka_dev.json --store wikidata --text texts
      kgqa text calibrate mintaka_dev.json --fit mintaka_train.jsonl --plot plot.svg
    """  # noqa: D301  \b keeps click from filling the lines
    from kgqa_cli.text_calibrating import calibrated

    calibrated(data, **given)


@text.command("lists")
@click.argument("data", type=FILE)
@store_option
@text_index_option
@click.option("--reader", metavar="READER", help="Who reads: a folder of `kgqa train reader`.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only N questions, at random.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones are drawn.")
@click.option(
    "--weights", type=OUT, metavar="FILE", help="Fit weights on a half, write them there."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def lists_command(data: Path, **given: Any) -> None:  # noqa: ANN401
    """Measure lists over graph and text, and fit how likely a member is right that was read.

    DATA is a file of QAMPARI. Weights are fitted on one half of its questions, and all that is
    printed of lists is about the other half.

    \b
    Examples:
      kgqa text lists qampari_dev.json --store wikidata --text texts
      kgqa text lists qampari_dev.json --store wikidata --text texts --weights reading.toml
    """  # noqa: D301  \b keeps click from filling the lines
    from kgqa_cli.text_lists import measured_lists

    measured_lists(data, **given)


@text.command("ablate")
@store_option
@text_index_option
@click.option("--reader", metavar="READER", help="Who reads: a folder of `kgqa train reader`.")
@click.option("--questions", type=FILE, metavar="FILE", help="Questions.  [the sample's tours]")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only N questions, at random.")
@click.option("--share", type=click.FloatRange(0, 1), default=0.2, show_default=True,
              help="The share of edges that is taken out.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones are drawn.")
@click.option("--scratch", type=DIRECTORY, help="Where the copy of the store is made meanwhile.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def ablate_command(**given: Any) -> None:  # noqa: ANN401
    """Take edges that answers rest on out of a copy of a store, and see what texts bring back.

    The questions are asked over the whole graph; a share of the edges that their answers rest on is
    drawn and taken out; the questions are asked again, without texts and with them.

    \b
    Examples:
      kgqa text ablate
      kgqa text ablate --store wikidata --text texts --questions mintaka_dev.json --limit 200
    """  # noqa: D301  \b keeps click from filling the lines
    from kgqa_cli.text_ablating import ablated

    ablated(**given)

"""`kgqa train verifier`: teach a network to tell whether a passage says what an edge says."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP, store_option
from kgqa_cli.text_places import where
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgqa_store.adjacency import Adjacency
    from kgqa_store.names import NameIndex

    from kgqa.text.verifying.alignments import Aligner
    from kgqa.text.verifying.claims import Claim

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)
DATA = click.Path(path_type=Path, exists=True, file_okay=False)

EXAMPLES = """\b
Examples:
  kgqa train verifier reading --store wikidata --text texts --claims claims.jsonl \\
      --base reader --out verifier
  kgqa train verifier --claims claims.jsonl --measure
  kgqa train verifier --claims claims.jsonl --measure --from verifier

\b
DATA is the folder of `kgqa train reader`, with squad*.json and qamr in it and
entailment beside it. CLAIMS are made of the edges of the store beside passages
that name both ends, and of DATA; a file that is there is not made again.
"""


@click.command("verifier", epilog=EXAMPLES, context_settings=HELP)
@click.argument("data", type=DATA, required=False)
@store_option
@click.option("--text", metavar="T", help="The text index whose passages are premises.")
@click.option("--but", multiple=True, metavar="PREFIX", help="Not passages whose ids begin so.")
@click.option("--claims", "kept", type=FILE, required=True, help="Keep the claims here.")
@click.option("--base", type=FOLDER, help="The reader that is taught.  [default: the shipped]")
@click.option("--out", type=FOLDER, help="Write what has learned here.")
@click.option("--minutes", type=click.FloatRange(min=0.05), help="End the training by then.")
@click.option("--steps", type=click.IntRange(1), help="Or after so many steps.")
@click.option("--measure", "measured", is_flag=True, help="Say how well claims are told apart.")
@click.option("--from", "given", type=FOLDER, help="Measure this one.  [default: the shipped]")
def verifier(
    data: Path | None,
    location: str | None,
    text: str | None,
    but: tuple[str, ...],
    kept: Path,
    base: Path | None,
    out: Path | None,
    minutes: float | None,
    steps: int | None,
    measured: bool,
    given: Path | None,
) -> None:
    """Teach a verifier by true and false claims of DATA and of the edges of a store.

    False claims have another relation or another value than the passage tells of. A fifth of the
    properties is held out: with --measure only claims about these are judged, and answers to
    questions about articles that are held out.
    """
    from kgqa.text.readers.reading import TO_TRAIN, require

    claims = _claims(kept, data, location, text, but)
    if out:
        require("torch", "tokenizers", "safetensors", hint=TO_TRAIN)
        _teach(claims, base, out, minutes, steps)
    if measured:
        _measure([one for one in claims if one.held], out or given)


def _claims(
    kept: Path, data: Path | None, location: str | None, text: str | None, but: tuple[str, ...]
) -> list[Claim]:
    """Return the claims of a file; those of a store and a text index, if there is none yet."""
    from kgqa.text.verifying.claims import read, write

    if not kept.is_file():
        made = _made(data, location, text, but)
        write(kept, made)
        held = sum(one.held for one in made)
        echo(f"{kept}: {len(made) - held:,} claims to learn from, {held:,} held out", err=True)
    try:
        return read(kept)
    except ValueError as error:
        raise click.UsageError(f"{error}: remove it, and it is made again") from error


def _made(
    data: Path | None, location: str | None, text: str | None, but: tuple[str, ...]
) -> list[Claim]:
    from kgqa.text.index import open_index
    from kgqa.text.verifying.making import claims_of

    with aligner(location) as (_, _, aligned), open_index(where(text)) as index:
        return claims_of(aligned, index, data, barred=but)


@contextmanager
def aligner(location: str | None) -> Iterator[tuple[Adjacency, NameIndex, Aligner]]:
    """Give the arrays and the names of a store, and what aligns its edges with passages."""
    from kgqa_store.opening import is_endpoint, open_store
    from kgqa_store.schema import Schema

    from kgqa.text.verifying.alignments import Aligner
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    folder = place(settings(store=location).store)
    if is_endpoint(folder):
        raise click.UsageError(f"{folder} is an endpoint; name the folder of a store")
    with open_store(folder) as store:
        graph, names = getattr(store, "adjacency", None), getattr(store, "names", None)
        if graph is None or names is None:
            raise click.UsageError(f"{folder} has no arrays or no names: build it again")
        with Schema.open(store.path / "names") as schema:  # type: ignore[attr-defined]
            yield graph, names, Aligner(graph, names, schema)


def _teach(
    claims: Sequence[Claim], base: Path | None, out: Path, minutes: float | None, steps: int | None
) -> None:
    from dataclasses import replace

    from kgqa.text.readers.weights import SHIPPED
    from kgqa.text.verifying.making import limited, trained
    from kgqa.text.verifying.training import Plan

    plan = replace(Plan(), steps=steps)
    plan = replace(plan, minutes=minutes) if minutes else plan
    command = " ".join(["kgqa", *sys.argv[1:]])
    taught = [one for one in claims if not one.held]
    for progress in trained(base or SHIPPED, out, taught, plan, command):
        if progress.step % 20 == 0:
            echo(
                f"step {progress.step:,}, {progress.steps:,} are a round, "
                f"loss {progress.loss:.3f}, {progress.seconds / 60:.0f} minutes",
                err=True,
            )
    limit = limited(out, [one for one in claims if one.held])
    echo(f"{out}: {len(taught):,} claims; what scores below {limit:.3f} counts as false")


def _measure(claims: Sequence[Claim], folder: Path | None) -> None:
    from kgqa.text.verifying.measuring import scores, told
    from kgqa.text.verifying.verifier import opened

    scored = scores(opened(folder), claims)
    for title, is_edge in (("relations held out", True), ("articles held out", False)):
        chosen = [n for n, one in enumerate(claims) if bool(one.relation) == is_edge]
        rows = told([claims[n] for n in chosen], [scored[n] for n in chosen])
        if not rows:
            continue
        echo(f"\n| {title} | claims | relations | area under ROC | found | lost |")
        echo("| --- | ---: | ---: | ---: | ---: | ---: |")
        for one in rows:
            echo(
                f"| {one.how} | {one.claims:,} | {one.relations} | {one.area:.3f} | "
                f"{one.found:.3f} | {one.lost:.3f} |"
            )
        echo(f"limit {rows[0].limit:.3f}")

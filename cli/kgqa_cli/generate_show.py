"""`kgqa generate show`: read some questions of a set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgqa_cli.options import HELP
from kgqa_cli.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLES = """\b
Examples:
  kgqa generate show set --limit 20
  kgqa generate show set --limit 100 --seed 5
  kgqa generate show set --kind comp --proofs
"""
NAMED = 3


@click.command("show", epilog=EXAMPLES, context_settings=HELP)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones: drawn by it.")
@click.option("--kind", metavar="KIND", help="Only of this kind.")
@click.option("--proofs", is_flag=True, help="Only those with a proof, and the first of each.")
def show(folder: Path, limit: int, seed: int, kind: str | None, proofs: bool) -> None:
    """Print some questions of a set, with their algebra and their answers."""
    import random

    from kgqa.generate.writing import read

    found = [one for one in read(folder) if kind in (None, one["kind"])]
    if proofs:
        found = [one for one in found if _proof(one)]
    chosen = found if limit >= len(found) else random.Random(seed).sample(found, limit)
    for one in chosen:
        click.echo(visible(one["question_text"]))
        click.echo(visible(f"  {one['kind']}: {one['algebra']}"))
        click.echo(visible(f"  {_named(one['answer_list'])}"))
        if proofs:
            click.echo(visible(f"  {_proof(one)}"))


def _named(answers: Sequence[dict[str, Any]]) -> str:
    names = ", ".join(one["answer_text"] for one in answers[:NAMED])
    return names if len(answers) <= NAMED else f"{names} and {len(answers) - NAMED} more"


def _proof(record: dict[str, Any]) -> str:
    """Return the first proof of the first answer that has one."""
    told = (
        f"{answer['answer_text']}: “{proof['proof_text']}” ({proof['pid']}, {proof['score']:.2f})"
        for answer in record["answer_list"]
        for proof in answer["proof"]
    )
    return next(told, "")

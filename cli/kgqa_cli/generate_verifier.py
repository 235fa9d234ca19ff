"""`kgqa generate verifier`: how well a verifier tells what texts say."""

from __future__ import annotations

import json

import click

from kgqa_cli.options import HELP, store_option
from kgqa_cli.visible import echo_json

EXAMPLES = """\b
Examples:
  kgqa generate verifier --store wikidata --text passages.jsonl.gz
  kgqa generate verifier --store wikidata --text passages.jsonl.gz --held
  kgqa generate verifier --store wikidata --text passages.jsonl.gz --verify './judge.sh'

\b
For sentences that name both sides of an edge: what the edge says, against what was
planted: another relation, or the value of another edge of the same relation. Near
ones, which are harder, have another relation between things of these kinds. Printed
are the area under the curve, the threshold that loses 7.5 % of what is true, and the
share of the false alignments that it removes.
"""


@click.command("verifier", epilog=EXAMPLES, context_settings=HELP)
@store_option
@click.option("--text", "texts", multiple=True, required=True, metavar="PASSAGES",
              help="Passages, or a folder of them.")  # fmt: skip
@click.option("--verify", default="verifier", show_default=True,
              metavar="verifier|reader|asking|COMMAND",
              help="Who judges.")  # fmt: skip
@click.option("--held", is_flag=True, help="Only relations that our verifier did not learn from.")
@click.option("--limit", type=click.IntRange(1), default=500, show_default=True,
              help="Sentences to judge.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones: drawn by it.")
def verifier(
    location: str | None,
    texts: tuple[str, ...],
    verify: str,
    held: bool,
    limit: int,
    seed: int,
) -> None:
    """Say how well a verifier tells what texts say from what was planted."""
    from kgqa.generate.evidence import Evidence
    from kgqa.generate.measuring import measure, pairs
    from kgqa.generate.pages import Pages
    from kgqa.generate.relations import Relations
    from kgqa.generate.verifiers import verifier_of
    from kgqa.generate.world import World
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    with opened(settings(store=location).store) as store:
        world = World(store, Relations())
        evidence = Evidence(Pages(texts, world), world)
        told = list(pairs(world, evidence, limit, seed, held=held))
        judge = verifier_of(verify)
        found = measure(judge, told)
        judge.close()
    echo_json(json.dumps(found.to_dict(), indent=1))

"""`kgqa train relations --examples FILE`: what people say for properties, learned from examples."""

from __future__ import annotations

from pathlib import Path

import click

from kgqa_cli.visible import echo


def learn_examples(examples: Path, location: str | None, out: Path | None) -> None:
    """Write the synonyms that examples teach into `out`, or to standard output."""
    from kgqa.parse.examples_taught import learned, read_examples
    from kgqa.parse.parser import Parser
    from kgqa.parse.synonyms import written
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    with opened(settings(store=location).store) as store:
        parser = Parser(store)
        try:
            text = written(learned(read_examples(examples, store), parser))
        finally:
            parser.close()
    if out is None:
        echo(text.rstrip("\n"))
        return
    out.write_text(text, encoding="utf-8")
    click.echo(f'Use them: KGQA_SYNONYMS={out}, or synonyms = "{out}" in kgqa.toml', err=True)

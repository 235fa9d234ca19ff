"""`kgqa train relations --examples FILE`, `--generated DIR`: words learned from examples."""

from __future__ import annotations

import re
from pathlib import Path

import click

from kgqa_cli.visible import echo

LESSONS = "lessons.jsonl"
"""What teaches of a set that `kgqa generate questions` has made."""


def lessons_of(generated: Path) -> Path:
    """Return the lessons of a generated set."""
    path = generated / LESSONS
    if not path.is_file():
        raise click.UsageError(
            f"{generated} has no {LESSONS}: name what `kgqa generate questions --out` has written"
        )
    return path


def words_of_ways() -> frozenset[str]:
    """Return the words with which generated questions ask, whatever they ask for."""
    from kgqa.generate.grammar import shipped

    return frozenset(re.findall(r"[a-z]+", shipped().text.lower()))


def learn_examples(
    examples: Path, location: str | None, out: Path | None, *, besides: frozenset[str] = frozenset()
) -> None:
    """Write the synonyms that examples teach into `out`, or to standard output.

    Words that are `besides` say no property.
    """
    from kgqa.parse.examples_taught import learned, read_examples
    from kgqa.parse.parser import Parser
    from kgqa.parse.synonyms import written
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    with opened(settings(store=location).store) as store:
        parser = Parser(store)
        try:
            text = written(learned(read_examples(examples, store), parser, besides=besides))
        finally:
            parser.close()
    if out is None:
        echo(text.rstrip("\n"))
        return
    out.write_text(text, encoding="utf-8")
    click.echo(f'Use them: KGQA_SYNONYMS={out}, or synonyms = "{out}" in kgqa.toml', err=True)

"""`kgqa train distant`: find passages for questions that have none, to learn reading from."""

from __future__ import annotations

from pathlib import Path

import click

from kgqa_cli.options import HELP
from kgqa_cli.text import text_option
from kgqa_cli.text_places import where
from kgqa_cli.visible import echo

FILE = click.Path(path_type=Path, exists=True)
OUT = click.Path(path_type=Path, dir_okay=False)

EXAMPLES = """\b
Examples:
  kgqa train distant mintaka_train_en.jsonl --text texts --out reading/distant.jsonl
  kgqa train distant mintaka_train_en.jsonl entityquestions/train \\
      --text texts --but multispanqa --out reading/distant.jsonl

\b
QUESTIONS are files with questions and answers, or folders of such files;
`kgqa train reader` learns from what is written, too, where it lies in its DATA.
"""


@click.command("distant", epilog=EXAMPLES, context_settings=HELP)
@click.argument("questions", type=FILE, nargs=-1, required=True)
@text_option
@click.option("--out", type=OUT, required=True, help="Write the questions with passages here.")
@click.option("--but", multiple=True, metavar="PREFIX", help="Not passages whose ids begin so.")
def distant(
    questions: tuple[Path, ...], location: str | None, out: Path, but: tuple[str, ...]
) -> None:
    """Find passages that answer QUESTIONS, and others that do not, to teach a reader with.

    A passage answers where it names all that the question names and has an answer in it. Nothing
    is taken of articles that `kgqa train reader` holds out.
    """
    from kgqa.text.index import open_index
    from kgqa.text.question_files import read_questions
    from kgqa.text.readers.distant import sought, write

    files = [
        file
        for path in questions
        for file in (sorted(path.glob("*.json*")) if path.is_dir() else [path])
    ]
    asked = [question for file in files for question in read_questions(file)]
    with open_index(where(location)) as index:
        found = list(sought(index, asked, barred=but))
    write(out, found)
    answered = sum(bool(one.spans) for one in found)
    echo(
        f"{out}: {len({one.question for one in found}):,} of {len(asked):,} questions, "
        f"with {answered:,} passages that answer and {len(found) - answered:,} that do not"
    )

"""`kgqa bench report`: a page about runs."""

from __future__ import annotations

from pathlib import Path

import click

from kgqa_cli.options import HELP
from kgqa_cli.visible import echo

EXAMPLES = """\b
Examples:
  kgqa bench report run --out report.html
  kgqa bench report graph text merged --out report.html

\b
Beside the page the same tables are written as Markdown (.md) and all scores as
CSV (.csv). The page is one file and needs no network.
"""
RUNS = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("report", epilog=EXAMPLES, context_settings=HELP)
@click.argument("runs", nargs=-1, required=True, type=RUNS)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The page to write.  [default: report.html in the first RUN]",
)
def report(runs: tuple[Path, ...], out: Path | None) -> None:
    """Write a page about RUNS: scores, charts, and every question."""
    from kgqa.bench.report.page import page
    from kgqa.bench.report.plain import as_csv, markdown
    from kgqa.bench.report.runs import load

    found = load(runs)
    target = out or runs[0] / "report.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    for path, content in (
        (target, page(found)),
        (target.with_suffix(".md"), markdown(found)),
        (target.with_suffix(".csv"), as_csv(found)),
    ):
        path.write_text(content, encoding="utf-8")
        echo(str(path))

"""`kgqa doctor`: whether machine, settings and store will do, and what to do where they do not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP, store_option
from kgqa_cli.visible import echo_json, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgqa_cli.checks import Finding

COLOURS = {"ok": "green", "warn": "yellow", "fail": "red"}
EXAMPLES = """\b
Examples:
  kgqa doctor
  kgqa doctor --store wikidata
  kgqa doctor --json | jq '.checks[] | select(.status != "ok")'

\b
Exit status: 0 all is well, or nearly; 4 something fails.
"""


@click.command("doctor", epilog=EXAMPLES, context_settings=HELP)
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def doctor(location: str | None, as_json: bool) -> None:
    """Check versions, machine, settings and store, and say what to do.

    Every line is `ok`, `warn` or `fail`. The store is opened, asked one question, and then given a
    query that would never end, to see that its deadline stops it; an endpoint is only asked.
    """
    from kgqa_cli.checks import all_checks
    from kgqa_cli.environment import sourced

    findings = []
    found = sourced(store=location)
    origins = {name: (getattr(found.settings, name), found.sources[name]) for name in found.sources}
    for finding in all_checks(found.settings.store, origins):
        findings.append(finding)
        if not as_json:
            show(finding)
    if as_json:
        write_json(findings)
    if any(finding.status == "fail" for finding in findings):
        raise SystemExit(4)


def show(finding: Finding) -> None:
    """Print one finding on a line, and what to do about it on the next."""
    word = _coloured(f"{finding.status:<4}", COLOURS[finding.status])
    click.echo(f"{word}  {finding.name:<10}  {visible(finding.message)}")
    if finding.advice:
        click.echo(f"{'':18}{visible(finding.advice)}")


def _coloured(text: str, colour: str) -> str:
    import os

    if sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        return click.style(text, fg=colour)
    return text


def write_json(findings: Iterable[Finding]) -> None:
    """Print `{"ok": ..., "checks": [{"name", "status", "message", "advice"}, ...]}`."""
    import orjson

    checks = list(findings)
    document = {"ok": all(finding.status != "fail" for finding in checks), "checks": checks}
    echo_json(orjson.dumps(document, option=orjson.OPT_INDENT_2))

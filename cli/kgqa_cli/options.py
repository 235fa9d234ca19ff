"""Options that several commands have."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from kgqa.formats import WRITTEN

HELP = {"help_option_names": ["-h", "--help"]}
"""Every command has it, so that none depends on having been called by `kgqa`."""

F = TypeVar("F", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """A number of seconds, more than 0."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """Return the number that `value` spells."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not number > 0:  # which nan is not, either
            self.fail(f"{value!r} is no number of seconds above 0.", param, ctx)
        return number


class Folder(click.Path):
    """A folder that is written to; the empty text is none, though Python takes it for this one."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=False)

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as click has it
        """Return the path that `value` spells."""
        if not str(value).strip():
            self.fail("a folder must have a name; the current one is called `.`", param, ctx)
        return super().convert(value, param, ctx)


def store_option(function: F) -> F:
    """Add `--store`."""
    return click.option(
        "--store",
        "location",
        metavar="STORE",
        help="The store to ask: a folder made by `kgqa store build`, `sample`, or the URL of a "
        "SPARQL endpoint.  [default: the setting `store`, else sample]",
    )(function)


def timeout_option(function: F) -> F:
    """Add `--timeout`."""
    return click.option(
        "--timeout",
        type=Seconds(),
        metavar="SECONDS",
        help="Stop after so long.  [default: the setting `timeout`, else 30]",
    )(function)


def today_option(function: F) -> F:
    """Add `--today`."""
    return click.option(
        "--today",
        metavar="DAY",
        help="The day that `now` is, such as 2021-10-31: ages and who is in office depend on it.  "
        "[default: the setting `today`, else the day of asking]",
    )(function)


def language_option(function: F) -> F:
    """Add `--lang`."""
    return click.option(
        "--lang",
        metavar="LANGUAGE",
        help="Show labels in this language, where there are such.  "
        "[default: the setting `language`, else en]",
    )(function)


def format_options(function: F) -> F:
    """Add `--format`, and `--json` as another name of one of its values."""
    function = click.option("--json", "as_json", is_flag=True, help="The same as --format json.")(
        function
    )
    return click.option(
        "--format",
        "form",
        type=click.Choice(("table", "json", *WRITTEN)),
        metavar="FORMAT",
        help="How to print the answers: table, json, csv, tsv, markdown, or with their proofs "
        "turtle, jsonld, graphml: docs/formats.md.  [default: table on a terminal, lines in a "
        "pipe]",
    )(function)


def chosen_format(given: dict[str, Any]) -> str | None:
    """Return the format that was chosen, by either of two options."""
    form: str | None = given["form"]
    if given["as_json"] and form not in (None, "json"):
        raise click.UsageError(f"Give --json or --format {form}, not both.")
    return "json" if given["as_json"] else form

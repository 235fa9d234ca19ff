"""`kgqa bench`: scores on published benchmarks, reports, and what fails."""

from __future__ import annotations

from importlib import import_module

import click

from kgqa_cli.commands import Suggesting
from kgqa_cli.options import HELP

BENCHMARKS = {
    "mintaka": "Mintaka: nine kinds of questions, in nine languages.",
    "qampari": "QAMPARI: questions with many answers.",
    "ambigqa": "AmbigQA: questions that may mean several things.",
    "quasar": "QUASAR-S and -T: search a corpus and read.",
    "simplequestions": "SimpleQuestions over Wikidata: one fact answers.",
    "qald": "QALD over Wikidata: gold SPARQL, several languages.",
    "lcquad": "LC-QuAD 2.0: complex questions with gold SPARQL.",
    "wikiwebquestions": "WikiWebQuestions: search queries with gold SPARQL.",
    "rubq": "RuBQ 2.0: quiz questions with gold SPARQL, in English and Russian.",
    "spinach": "SPINACH: what people ask the editors of Wikidata, with gold SPARQL.",
    "nq": "NQ-open: search queries with short answers.",
    "popqa": "PopQA: sixteen relations of entities, rare and known.",
}
OTHERS = {
    "report": "Write a page about runs: scores, charts, every question.",
    "compare": "Say whether two runs differ by more than chance.",
    "errors": "Group what a run got wrong, and say which fix gains most.",
    "coverage": "Say what a store holds of a benchmark.",
    "stats": "Describe a file of questions as the papers describe theirs.",
}


class Benches(Suggesting):
    """The group of `kgqa bench`: a command for each benchmark, and those that look at runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return [*BENCHMARKS, *OTHERS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, where there is one."""
        if cmd_name in BENCHMARKS:
            from kgqa_cli.bench_run import command_for

            return command_for(cmd_name, BENCHMARKS[cmd_name])
        if cmd_name not in OTHERS:
            return None
        found = getattr(import_module(f"kgqa_cli.bench_{cmd_name}"), cmd_name)
        assert isinstance(found, click.Command)  # noqa: S101 - for the type checker
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do, without importing them."""
        for title, commands in {"Benchmarks": BENCHMARKS, "Runs": OTHERS}.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))


@click.group("bench", cls=Benches, context_settings=HELP)
def bench() -> None:
    """Ask the questions of a benchmark, and write down how good the answers are."""

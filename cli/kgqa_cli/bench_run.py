"""`kgqa bench mintaka` and so on: run a benchmark."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kgqa_cli.options import HELP, Folder, store_option, timeout_option, today_option
from kgqa_cli.visible import echo_json

if TYPE_CHECKING:
    from kgqa.bench.question import Question
    from kgqa.bench.row import Row
    from kgqa.bench.systems.system import Spec

F = TypeVar("F", bound=Callable[..., Any])

FILES = {
    "mintaka": "mintaka_dev.json",
    "qampari": "qampari_dev.jsonl.gz",
    "ambigqa": "dev_light.json",
    "quasar": "dev_questions.json.gz",
    "simplequestions": "valid.txt",
    "qald": "qald_10.json",
    "lcquad": "lcquad2_test.json",
    "wikiwebquestions": "dev.json",
    "rubq": "RuBQ_2.0_dev.json",
    "spinach": "dev.json",
    "nq": "dev.jsonl",
    "popqa": "popqa.json",
}
EPILOG = """\b
Examples:
  kgqa bench {name} --data {file} --store wikidata --out run
  kgqa bench {name} --data {file} --store wikidata --out run --resume
  kgqa bench {name} --data {file} --predictions theirs.json --out theirs
  kgqa bench {name} --data {file} --command './answer.sh' --out theirs

\b
--out gets run.json (what was run), rows.jsonl (a line for each question),
predictions.json (official format), scores.json and costs.json.
A system given by --command reads {{"id", "question", "language"}} as a line of
JSON and writes {{"answers": [...]}} as a line; one given by --http does so by POST.
"""
SYSTEMS = (
    *("kgqa", "graph", "text", "merged", "gold"),
    *("mf-i", "mf-e", "wd", "sw", "sw+d", "bm25", "reader", "memory"),
)
READS = {"graph": "never", "merged": "auto"}
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
BESIDE = ("contexts", "candidates", "extended")
"""Options that name a further file of a benchmark."""


def data_options(name: str) -> Callable[[F], F]:
    """Return what adds the options that say which questions are asked."""
    options = [
        click.option("--data", required=True, type=FILE, help="The questions, in their format."),
        click.option(
            "--split", metavar="PART", help="Of several files in a zip, the one so named."
        ),
        click.option("--lang", default="en", show_default=True, help="Ask in this language."),
        click.option("--limit", type=click.IntRange(1), metavar="N", help="Ask only N of them."),
        click.option(
            "--seed", type=int, default=1, show_default=True, help="Which N: drawn by it."
        ),
    ]
    if name == "qampari":
        help_ = "The ExtendedSet: score its questions with its answers, too."
        options.append(click.option("--extended", type=FILE, help=help_))
    if name == "quasar":
        options += [
            click.option("--contexts", type=FILE, help="The contexts that were retrieved."),
            click.option("--candidates", type=FILE, help="The candidate answers."),
        ]
    return lambda function: _with(options, function)


def system_options(function: F) -> F:
    """Add the options that say who answers."""
    options = [
        store_option,
        click.option("--text", metavar="TEXT", help="The texts to read: an index, or passages."),
        click.option("--no-text", is_flag=True, help="Read no texts."),
        click.option(
            "--read",
            type=click.Choice(("auto", "always", "never")),
            default="auto",
            help="When our engine reads them.  [auto]",
        ),
        click.option(
            "--system", type=click.Choice(SYSTEMS), default="kgqa", help="Who answers.  [kgqa]"
        ),
        click.option("--predictions", type=FILE, help="Score this file of predictions."),
        click.option("--partial", is_flag=True, help="Count missing predictions as unanswered."),
        click.option("--command", metavar="COMMAND", help="Score what this command answers."),
        click.option("--http", metavar="URL", help="Score what this address answers."),
        click.option("--option", "options", multiple=True, metavar="K=V", help="For a baseline."),
        click.option("--oracles", is_flag=True, help="Ask failures again with gold entities."),
        timeout_option,
        today_option,
    ]
    return _with(options, function)


def run_options(function: F) -> F:
    """Add the options that say how it is run."""
    options = [
        click.option("--jobs", type=click.IntRange(1), default=1, show_default=True,
                     help="Processes."),
        click.option("--ray", metavar="ADDRESS", help="Run on this Ray cluster, or `local`."),
        click.option("--resume", is_flag=True, help="Continue the run in --out."),
        click.option("--json", "as_json", is_flag=True, help="Print scores and costs as JSON."),
        click.option(
            "--out", required=True, type=Folder(),
            help="The folder for what is measured.",
        ),
    ]  # fmt: skip
    return _with(options, function)


def _with(options: Sequence[Callable[[Any], Any]], function: F) -> F:
    for option in reversed(options):
        function = option(function)
    return function


def command_for(name: str, help_text: str) -> click.Command:
    """Return the command that runs a benchmark."""

    @click.command(
        name,
        help=f"{help_text}\n\nAsk its questions, and write down how good the answers are.",
        epilog=EPILOG.format(name=name, file=FILES[name]),
        context_settings=HELP,
    )
    @data_options(name)
    @system_options
    @run_options
    def command(**given: Any) -> None:  # noqa: ANN401 - one for each option
        run(name, given)

    return command


def run(name: str, given: dict[str, Any]) -> None:
    """Run a benchmark as the options say, and print its scores."""
    from kgqa.bench.benchmarks import BENCHMARKS
    from kgqa.bench.run_folder import RunFolder
    from kgqa.bench.running import chosen, rows_of
    from kgqa_cli.bench_show import show

    questions = chosen(read_questions(name, given), given["limit"], given["seed"])
    spec = spec_from(name, given, questions)
    folder = RunFolder(given["out"])
    done = folder.start(record_of(name, spec, given), resume=given["resume"])
    asked = [question.id for question in questions]
    if [row.id for row in done] != asked[: len(done)]:
        raise click.UsageError(f"the rows in {folder.path} are of other questions; leave --resume")
    rows = rows_of(spec, questions[len(done) :], jobs=given["jobs"], ray=given["ray"])
    found = _written(folder.rows_path, done, rows, len(questions))
    scores = folder.finish(BENCHMARKS[name], questions, found)
    if given["as_json"]:
        echo_json(json.dumps(scores, indent=1, ensure_ascii=False))
    else:
        show(BENCHMARKS[name], scores)


def read_questions(name: str, given: dict[str, Any]) -> list[Question]:
    """Return the questions that the options name."""
    from kgqa.bench.benchmarks import BENCHMARKS
    from kgqa.bench.errors import DataError

    benchmark = BENCHMARKS[name]
    if given["lang"] not in benchmark.languages:
        raise DataError(
            f"{benchmark.title} has no questions in {given['lang']!r}.",
            hint=f"it has {', '.join(benchmark.languages)}",
        )
    more = {key: given[key] for key in BESIDE if key in given}
    return benchmark.read(given["data"], language=given["lang"], split=given["split"], **more)


def spec_from(name: str, given: dict[str, Any], questions: Sequence[Question]) -> Spec:
    """Return the system that the options name."""
    from kgqa.bench.benchmarks import BENCHMARKS
    from kgqa.bench.systems.system import Spec
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    others = {key: given[key] for key in ("predictions", "command", "http") if given[key]}
    if len(others) > 1:
        raise click.UsageError(f"only one of {' and '.join('--' + key for key in others)}")
    system, target = next(iter(others.items()), (given["system"], ""))
    options = _pairs(given["options"])
    needs_text = not options.get("reader", "").startswith("closed:") and name != "quasar"
    if system in ("text", "merged", "reader", "bm25") and not given["text"] and needs_text:
        raise click.UsageError(f"--system {system} reads texts: name them with --text")
    is_ours = system in ("kgqa", "gold", *READS)
    settled = settings(store=given["location"], timeout=given["timeout"], today=given["today"])
    store = place(settled.store) if is_ours or given["location"] else None
    return Spec(
        name="kgqa" if is_ours and system != "gold" else "reader" if system == "text" else system,
        store=store,
        text=None if given["no_text"] or system == "graph" else given["text"],
        read="never" if given["no_text"] else READS.get(system, given["read"]),
        timeout=settled.timeout,
        today=settled.today or BENCHMARKS[name].asked_on,
        target=str(target),
        benchmark=name,
        oracles=given["oracles"],
        ids=frozenset(q.id for q in questions) if system == "predictions" else frozenset(),
        is_partial=given["partial"],
        options=options,
    )


def _pairs(options: Sequence[str]) -> dict[str, str]:
    for option in options:
        if "=" not in option:
            raise click.UsageError(f"--option {option!r} is not of the form KEY=VALUE")
    return {key: value for key, _, value in (option.partition("=") for option in options)}


def record_of(name: str, spec: Spec, given: dict[str, Any]) -> dict[str, Any]:
    """Return what run.json says."""
    from kgqa.bench.run_folder import manifest_of, sha256, surroundings

    files = {key: given[key] for key in ("data", *BESIDE) if given.get(key)}
    return {
        "benchmark": name,
        "data": {key: {"name": p.name, "sha256": sha256(p)} for key, p in files.items()},
        "language": given["lang"],
        "split": given["split"],
        "limit": given["limit"],
        "seed": given["seed"],
        "system": spec.described(),
        "store": manifest_of(spec.store),
        "text": manifest_of(spec.text),
        "jobs": given["jobs"],
        "ray": given["ray"],
        **surroundings(),
    }


def _written(path: Path, done: list[Row], rows: Any, total: int) -> list[Row]:  # noqa: ANN401
    """Write each row as it comes, show how far it is, and return all rows."""
    from rich.console import Console
    from rich.progress import track

    found = list(done)
    console = Console(stderr=True)
    with path.open("a", encoding="utf-8") as file:
        steps = track(
            rows, "Asking", console=console, total=total, completed=len(done), transient=True
        )
        for row in steps:
            file.write(row.line())
            file.flush()
            found.append(row)
    return found

"""Every command that a page of the docs shows is run, and prints what the page says."""

from __future__ import annotations

import json
import shlex
from contextlib import suppress
from pathlib import Path

import pytest
from kgqa_cli.main import main
from transcripts import PAGES, PROJECT, Step, blocks, is_as_told, rerun_page, run, run_here, steps

from kgqa.answers import LIKELY, SURE

MARGIN = 0.02
"""What a network tells differs by less between processors, which round differently."""
TOLD = [page for page in PAGES if blocks(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", TOLD, ids=lambda page: page.name)
def test_the_transcripts_of_a_page_are_what_the_commands_print(
    page: Path, tmp_path: Path, accept: bool
) -> None:
    told = page.read_text(encoding="utf-8")
    is_first = page.name == "README.md"
    found = rerun_page(told, tmp_path / "folder", run if is_first else run_here)
    if accept:
        page.write_text(found, encoding="utf-8")

    assert found == told or accept


@pytest.mark.parametrize("page", TOLD, ids=lambda page: page.name)
def test_no_confidence_of_a_transcript_is_so_near_a_limit_that_another_processor_tells_it_otherwise(
    page: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = [
        (step.command.split(" | ")[0], {LIKELY} | ({SURE} if "  sure" in step.output else set()))
        for block in blocks(page.read_text(encoding="utf-8"))
        for step in steps(block)
        if step.command.startswith("kgqa ask ") and "--json" not in step.command
    ]
    near = []
    for command, limits in asked:
        with suppress(SystemExit):
            main([*(word for word in shlex.split(command)[1:] if word != "--explain"), "--json"])
        found = {answer["confidence"] for answer in json.loads(capfd.readouterr().out)["answers"]}
        near += [(command, one) for one in found for limit in limits if abs(one - limit) < MARGIN]

    assert near == []


def test_the_readme_and_the_tutorial_have_transcripts() -> None:
    assert {"README.md", "tutorial.md"} <= {page.name for page in TOLD}


@pytest.mark.parametrize("name", ["README.md", "docs/tutorial.md"])
def test_every_command_that_a_beginner_reads_is_in_a_block_that_is_run(name: str) -> None:
    text = (PROJECT / name).read_text(encoding="utf-8")
    shown = "".join(blocks(text))

    assert text.count("\n$ kgqa") == ("\n" + shown).count("\n$ kgqa")


def test_a_block_is_commands_and_what_they_print() -> None:
    first, second = steps("$ echo a\na\n$ true\n")

    assert (first.command, first.output, second.output) == ("echo a", "a\n", "")


def test_dots_stand_for_what_differs() -> None:
    assert is_as_told("took ... ms\n", "took 12 ms\n")
    assert not is_as_told("took ... ms\n", "took 12 s\n")
    assert is_as_told("a\n  ...\nd\n", "a\nb\nc\nd\n")
    assert not is_as_told("a\n  ...\nd\n", "a\nb\nc\n")


@pytest.mark.parametrize(
    "command",
    [
        "kgqa query 'type(Q8502)[P2044 > 3 kilogram]'",
        "KGQA_STORE=nowhere kgqa query 'count(P57(Q25191))'",
        "kgqa link 'Christopher Nolan' | sort | head -2",
        "kgqa query 'P57(' | sort",
        "kgqa query 'P57(Q25191)' --sparql > query.rq && cat query.rq",
    ],
)
def test_a_command_prints_the_same_inside_this_process(command: str, tmp_path: Path) -> None:
    step = Step(command, "")

    assert run_here(step, tmp_path) == run(step, tmp_path)


def test_what_a_pipe_says_comes_before_what_it_prints(tmp_path: Path) -> None:
    late = Step("{ echo printed; sleep 0.2; echo said >&2; } | cat", "")

    assert run(late, tmp_path) == "said\nprinted\n"

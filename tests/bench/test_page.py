"""The page about benchmarks says what there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from kgqa_cli.bench import BENCHMARKS as COMMANDS
from kgqa_cli.bench import OTHERS
from kgqa_cli.bench_run import FILES, SYSTEMS

from kgqa.bench.benchmarks import BENCHMARKS
from kgqa.bench.report.curves import ORDER
from kgqa.bench.systems.baselines import NAMES

PAGE = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
RUN_FILES = ("run.json", "rows.jsonl", "predictions.json", "scores.json", "costs.json")
PLAIN_STAGES = ("wrong", "no answer", "failed")
"""Stages that speak for themselves."""


@pytest.mark.parametrize("name", [*BENCHMARKS, *RUN_FILES])
def test_the_page_names_every_benchmark_and_file(name: str) -> None:
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("name", [one for one in ORDER if one not in PLAIN_STAGES])
def test_the_page_explains_every_stage(name: str) -> None:
    assert f"*{name}*" in PAGE


@pytest.mark.parametrize("name", [*SYSTEMS, *OTHERS])
def test_the_page_names_every_system_and_command(name: str) -> None:
    assert name in PAGE


def test_commands_benchmarks_and_baselines_are_the_same_everywhere() -> None:
    assert list(COMMANDS) == list(BENCHMARKS) == list(FILES)
    assert {*NAMES} < {*SYSTEMS}


@pytest.mark.parametrize("benchmark", BENCHMARKS.values(), ids=lambda one: one.name)
def test_the_main_metric_is_among_the_metrics(benchmark: object) -> None:
    names = [metric.name for metric in benchmark.metrics]  # type: ignore[attr-defined]

    assert benchmark.headline in names  # type: ignore[attr-defined]
    assert len(names) == len(set(names))

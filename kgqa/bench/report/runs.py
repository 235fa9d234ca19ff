"""Runs as reports show them: what was run, its rows, and its scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgqa.bench.benchmarks import BENCHMARKS, Benchmark
from kgqa.bench.errors import RunError
from kgqa.bench.row import Row
from kgqa.bench.run_folder import RunFolder
from kgqa.bench.scores import costs_of, scores_of

READS = {"never": "graph only", "always": "graph and text", "auto": "graph, then text"}


@dataclass(frozen=True, slots=True)
class Run:
    """A run with everything that a report says about it."""

    name: str
    record: dict[str, Any]
    rows: tuple[Row, ...]
    scores: dict[str, Any]
    costs: dict[str, Any]

    @property
    def benchmark(self) -> Benchmark:
        """The benchmark that was run."""
        return BENCHMARKS[self.record["benchmark"]]

    @property
    def system(self) -> str:
        """Who answered, in some words, and in which language if not in English."""
        language = self.record["language"]
        return self._who + (f", {language}" if language != "en" else "")

    @property
    def _who(self) -> str:
        system = self.record["system"]
        if system["name"] == "kgqa":
            return f"kgqa, {READS[system['read'] if system['text'] else 'never']}"
        if system["name"] == "reader":
            return "kgqa, text only"
        target = Path(system["target"]).name if system["name"] == "predictions" else ""
        return f"{system['name']} {target or system['target']}".strip()

    @property
    def is_timed(self) -> bool:
        """Whether the system answered during the run, so that its times mean something."""
        return bool(self.record["system"]["name"] != "predictions")

    def mark(self, row: Row) -> float:
        """Return what a question is worth by the main metric."""
        return row.marks.get(self.benchmark.headline, 0.0)


def load(paths: Sequence[Path]) -> list[Run]:
    """Return the runs in some folders."""
    return [_load(path) for path in paths]


def _load(path: Path) -> Run:
    folder = RunFolder(path)
    record = folder.record()
    if record.get("benchmark") not in BENCHMARKS:
        raise RunError(f"{path} is a run of {record.get('benchmark')!r}, which is no benchmark.")
    rows = tuple(folder.rows())
    if not rows:
        raise RunError(f"{path} has no rows yet.", hint="finish the run with --resume")
    benchmark = BENCHMARKS[record["benchmark"]]
    return Run(path.name or str(path), record, rows, scores_of(benchmark, rows), costs_of(rows))

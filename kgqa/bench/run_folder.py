"""A run on disk: what was run, a row for each question, predictions, scores and costs.

* `run.json`: configuration, versions, machine, and the manifests of what was asked;
* `rows.jsonl`: a line for each question, in the order in which they are asked;
* `predictions.json`: what was answered, in the official format of the benchmark;
* `scores.json`: nothing but what the rows say, so that equal rows give equal bytes;
* `costs.json`: time and memory.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from kgqa.bench.benchmarks import Benchmark
from kgqa.bench.errors import RunError
from kgqa.bench.official import official
from kgqa.bench.question import Question
from kgqa.bench.row import Row, row_from
from kgqa.bench.scores import costs_of, scores_of

LIBRARIES = ("kgqa", "pyoxigraph", "numpy", "lmdb", "torch", "transformers", "onnxruntime", "ray")
SAME = ("benchmark", "data", "language", "limit", "seed", "system", "store", "text")
"""What must be as it was for a run to be resumed."""


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder of a run."""

    path: Path

    @property
    def rows_path(self) -> Path:
        """Where the rows are."""
        return self.path / "rows.jsonl"

    def start(self, record: dict[str, Any], *, resume: bool) -> list[Row]:
        """Note what is run, and return the rows that are there already, if it is resumed."""
        self.path.mkdir(parents=True, exist_ok=True)
        if resume and (self.path / "run.json").exists():
            self._refuse_another(record)
            return self._whole_rows()
        if self.rows_path.exists() and self.rows_path.stat().st_size:
            self.rows_path.replace(self.path / "rows.before.jsonl")  # in case it was a mistake
        self.rows_path.write_bytes(b"")
        for name in ("scores.json", "predictions.json", "costs.json"):
            (self.path / name).unlink(missing_ok=True)
        write_json(self.path / "run.json", record)
        return []

    def _refuse_another(self, record: dict[str, Any]) -> None:
        before = self.record()
        # By way of JSON, which knows no tuples.
        now = json.loads(json.dumps(record))
        changed = [key for key in SAME if before.get(key) != now.get(key)]
        if changed:
            raise RunError(
                f"{self.path} holds another run: {', '.join(changed)} differ.",
                hint="resume with the options it was started with, or choose another --out",
            )

    def _whole_rows(self) -> list[Row]:
        """Return the rows that were written whole, and cut off what was not."""
        content = self.rows_path.read_bytes() if self.rows_path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            with self.rows_path.open("r+b") as file:
                file.truncate(len(whole))
        return [row_from(json.loads(line)) for line in whole.splitlines()]

    def record(self) -> dict[str, Any]:
        """Return what was run."""
        try:
            found = json.loads((self.path / "run.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RunError(
                f"{self.path} holds no run: it has no run.json.",
                hint="name a folder that kgqa bench wrote with --out",
            ) from None
        except ValueError as error:
            raise RunError(f"{self.path / 'run.json'} is damaged: {error}.") from error
        if not isinstance(found, dict):
            raise RunError(f"{self.path / 'run.json'} is damaged.")
        return found

    def rows(self) -> Iterator[Row]:
        """Yield the rows of a run."""
        if not self.rows_path.exists():
            raise RunError(f"{self.path} holds no run: it has no rows.jsonl.")
        with self.rows_path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield row_from(json.loads(line))
                except (ValueError, TypeError) as error:
                    raise RunError(
                        f"{self.rows_path}, line {number} is damaged: {error}.",
                        hint="continue the run with --resume, which cuts off a broken last line",
                    ) from error

    def finish(
        self, benchmark: Benchmark, questions: Sequence[Question], rows: Sequence[Row]
    ) -> dict[str, Any]:
        """Write predictions, scores and costs, and return scores and costs."""
        scores, costs = scores_of(benchmark, rows), costs_of(rows)
        predictions = official(benchmark.name, questions, rows)
        write_json(self.path / "predictions.json", predictions)
        write_json(self.path / "costs.json", costs)
        write_json(self.path / "scores.json", scores)
        return {**scores, "costs": costs}


def write_json(path: Path, content: object) -> None:
    """Write JSON in one step: the file is whole, or as it was."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    draft.replace(path)


def sha256(path: Path) -> str:
    """Return the checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def manifest_of(folder: str | None) -> dict[str, Any] | None:
    """Return what the manifest of a store or text index says, with its checksum."""
    path = Path(folder) / "manifest.json" if folder else None
    if path is None or not path.is_file():
        return None
    content = path.read_bytes()
    fields = json.loads(content)
    kept = {key: fields[key] for key in ("generation", "created", "program", "sources", "counts")
            if key in fields}  # fmt: skip
    return {"sha256": hashlib.sha256(content).hexdigest(), **kept}


def surroundings() -> dict[str, Any]:
    """Return versions and machine, for the record."""
    return {
        "started": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "versions": {"python": platform.python_version(), **_versions()},
        "machine": {
            "system": f"{platform.system()} {platform.release()}",
            "processor": platform.machine(),
            "cores": os.cpu_count(),
            "memory_mb": _memory(),
        },
        "command": sys.argv[1:],
    }


def _versions() -> dict[str, str]:
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (ValueError, OSError, AttributeError):
        return None

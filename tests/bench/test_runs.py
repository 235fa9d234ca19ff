from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from bench.sample_files import FILES
from click.testing import CliRunner, Result
from kgqa_cli import main

from kgqa.bench.memory import family
from kgqa.bench.run_folder import RunFolder
from kgqa.engine import Engine

SYSTEM = Path(__file__).parent / "answering_command.py"
COMMAND = f"{sys.executable} {SYSTEM}"
RESULTS = ("scores.json", "predictions.json")
UNTOLD = {
    *("text_f1", "text_exact", "rerun_f1", "rerun_exact", "recall_at_least_0.8", "answers_said"),
}
"""What a file of predictions cannot tell: other names of answers, what the store says, and what was
answered beside the interpretations, which are all that AmbigQA's format has."""


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of sixty questions."""
    (record, *_) = json.loads(FILES["mintaka"].read_text(encoding="utf-8"))
    path = tmp_path_factory.mktemp("data") / "many.json"
    records = [record | {"id": f"m{number:03}"} for number in range(60)]
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def bench(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["bench", *map(str, arguments)])


def results(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in RESULTS]


# --- What a run leaves behind -------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_every_benchmark_runs_over_the_sample(name: str, sample: str, tmp_path: Path) -> None:
    done = bench(name, "--data", FILES[name], "--store", sample, "--no-text", "--out", tmp_path)

    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    scores = json.loads((tmp_path / "scores.json").read_text(encoding="utf-8"))
    rows = list(RunFolder(tmp_path).rows())
    assert record["store"]["sha256"] and record["data"]["data"]["sha256"]
    assert record["versions"]["python"] and record["machine"]["cores"]
    assert scores["all"]["questions"] == len(rows)
    assert all(row.stage and row.ms >= 0 and row.memory_mb > 0 for row in rows)


def test_rows_of_our_own_engine_have_reading_query_and_proof(sample: str, tmp_path: Path) -> None:
    bench("mintaka", "--data", FILES["mintaka"], "--store", sample, "--no-text", "--out", tmp_path)
    row = next(iter(RunFolder(tmp_path).rows()))

    assert (row.found, row.hit, row.stage, row.hops) == (["Q25191"], 1.0, "ok", 1)
    assert row.reading and "SELECT" in row.sparql and "Nolan" in row.proofs[0]
    predictions = json.loads((tmp_path / "predictions.json").read_text(encoding="utf-8"))
    assert predictions[row.id] == "Q25191"


def test_predictions_of_a_run_score_as_the_run(sample: str, tmp_path: Path) -> None:
    for name in ("mintaka", "ambigqa", "qald", "qampari", "wikiwebquestions"):
        ours, again = tmp_path / name, tmp_path / f"{name}-again"
        data = ("--data", FILES[name])
        bench(name, *data, "--store", sample, "--no-text", "--out", ours)
        told = bench(name, *data, "--predictions", ours / "predictions.json", "--out", again)
        assert told.exit_code == 0, told.output
        one, other = (
            json.loads((folder / "scores.json").read_text(encoding="utf-8"))["all"]
            for folder in (ours, again)
        )
        shared = one.keys() & other.keys() - UNTOLD
        assert {key: one[key] for key in shared} == {key: other[key] for key in shared}


# --- Interrupted, continued, shared out ----------------------------------------------------------


def test_jobs_give_the_same_bytes(many: Path, tmp_path: Path) -> None:
    for jobs in (1, 2):
        out = tmp_path / str(jobs)
        done = bench(
            "mintaka", "--data", many, "--command", COMMAND, "--jobs", str(jobs), "--out", out
        )
        assert done.exit_code == 0, done.output

    assert results(tmp_path / "1") == results(tmp_path / "2")


@pytest.mark.parametrize("kills", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_a_run_that_is_killed_and_resumed_gives_the_same_bytes(
    kills: int, many: Path, tmp_path: Path
) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    bench("mintaka", "--data", many, "--command", COMMAND, "--out", whole)
    arguments = [sys.executable, "-m", "kgqa_cli", "bench", "mintaka", "--data", str(many)]
    arguments += ["--command", f"{COMMAND} slow", "--out", str(broken), "--resume"]
    chance, rows = random.Random(kills), broken / "rows.jsonl"
    for _ in range(kills):
        before = lines_in(rows)
        process = subprocess.Popen(
            arguments, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
        )
        while process.poll() is None and lines_in(rows) == before:
            time.sleep(0.01)
        time.sleep(chance.random() * 0.1)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        with rows.open("ab") as file:  # as if the last line had been cut in the middle
            file.write(b'{"id": "m0')
    assert kills <= lines_in(rows) < 60
    # The command of the resumed run is that of the interrupted one; only its pace differs.
    done = subprocess.run(arguments, capture_output=True, check=False, text=True)

    assert done.returncode == 0, done.stderr
    assert results(whole) == results(broken)


def test_processes_end_with_the_run_that_started_them(many: Path, tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "kgqa_cli", "bench", "mintaka", "--data", str(many)]
    arguments += ["--command", f"{COMMAND} slow", "--jobs", "2", "--out", str(tmp_path)]
    process = subprocess.Popen(arguments, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    while process.poll() is None and not lines_in(tmp_path / "rows.jsonl"):
        time.sleep(0.02)
    children = [pid for pid in family(process.pid) if pid != process.pid]
    process.kill()
    process.wait()

    assert len(children) >= 2
    deadline = time.monotonic() + 30
    while any(is_running(pid) for pid in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [pid for pid in children if is_running(pid)]


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_a_bug_of_ours_fails_one_question_and_is_told(
    sample: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Engine, question: str, **_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(Engine, "asked", broken)
    run = ("mintaka", "--data", FILES["mintaka"], "--store", sample, "--out", tmp_path)
    scores = json.loads(bench(*run, "--limit", "2", "--json").stdout)

    assert scores["stages"] == {"failed": 2} and scores["costs"]["questions"] == 2
    assert "a bug: ZeroDivisionError: oh" in (tmp_path / "rows.jsonl").read_text(encoding="utf-8")


def test_rows_of_an_earlier_run_are_put_aside(many: Path, tmp_path: Path) -> None:
    for limit in ("2", "3"):
        run = ("--data", many, "--command", COMMAND, "--limit", limit)
        bench("mintaka", *run, "--out", tmp_path)

    assert (lines_in(tmp_path / "rows.before.jsonl"), lines_in(tmp_path / "rows.jsonl")) == (2, 3)


def test_another_run_is_not_resumed(many: Path, tmp_path: Path) -> None:
    run = ("mintaka", "--data", many, "--command", COMMAND, "--out", tmp_path)
    bench(*run, "--limit", "5")

    done = bench(*run, "--limit", "6", "--resume")
    assert done.exit_code == 2 and "limit differ" in done.output


@pytest.mark.slow  # a cluster takes half a minute to start
def test_a_cluster_gives_the_same_bytes(many: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'kgqa[ray]'")
    script = f"""
import sys
from kgqa_cli import main
main(["bench", "mintaka", "--data", {str(many)!r}, "--command", {COMMAND!r},
      "--ray", "local", "--jobs", "2", "--out", {str(tmp_path / "ray")!r}])
"""
    bench("mintaka", "--data", many, "--command", COMMAND, "--out", tmp_path / "here")
    patient = {**os.environ, "RAY_raylet_start_wait_time_s": "300"}  # a machine may be busy
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, text=True, env=patient
    )

    assert done.returncode == 0, done.stderr
    assert results(tmp_path / "ray") == results(tmp_path / "here")

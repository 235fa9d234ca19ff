from __future__ import annotations

import http.server
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.sample_files import FILES, SAMPLES
from click.testing import CliRunner, Result
from kgqa_cli import main

from kgqa.bench.datasets.mintaka import read_mintaka
from kgqa.bench.errors import DataError, SystemFailed
from kgqa.bench.run_folder import RunFolder
from kgqa.bench.systems.command import Command
from kgqa.bench.systems.endpoint import Endpoint
from kgqa.bench.systems.predictions import PredictionsFile

SYSTEM = Path(__file__).parent / "answering_command.py"
COMMAND = f"{sys.executable} {SYSTEM}"
RESULTS = ("scores.json", "predictions.json")


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
    for name in ("mintaka", "ambigqa", "qald"):
        ours, again = tmp_path / name, tmp_path / f"{name}-again"
        data = ("--data", FILES[name])
        bench(name, *data, "--store", sample, "--no-text", "--out", ours)
        told = bench(name, *data, "--predictions", ours / "predictions.json", "--out", again)
        assert told.exit_code == 0, told.output
        one, other = (
            json.loads((folder / "scores.json").read_text(encoding="utf-8"))["all"]
            for folder in (ours, again)
        )
        shared = one.keys() & other.keys() - {"text_f1", "text_exact", "rerun_f1", "rerun_exact"}
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


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


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
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, text=True
    )

    assert done.returncode == 0, done.stderr
    assert results(tmp_path / "ray") == results(tmp_path / "here")


# --- Other systems -------------------------------------------------------------------------------


@pytest.fixture
def address() -> Iterator[str]:
    """Yield where a server gives the same answer to everything."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()
            reply = {"answers": [{"value": {"type": "entity", "id": "Q25191"}, "label": "Nolan"}]}
            content = json.dumps(reply) if asked["id"] != "s0000007" else "oh no"
            self.wfile.write(content.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/ask"
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_endpoint_is_scored(address: str) -> None:
    first, *_, last = read_mintaka(FILES["mintaka"])
    system = Endpoint(address, timeout=5)

    assert system.answer(first).answers[0].spellings == ("Q25191", "Nolan")
    with pytest.raises(SystemFailed, match="gave no JSON for question s0000007"):
        system.answer(last)
    with pytest.raises(SystemFailed, match="failed at question s0000001"):
        Endpoint("http://127.0.0.1:9/", timeout=1).answer(first)
    with pytest.raises(SystemFailed, match="is no address"):
        Endpoint("file:///etc/passwd", timeout=1)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("garbage", "is no JSON: b'no JSON'"),
        ("die", "ended at question s0000001"),
        ("odd", "the reply has no answers, only nothing"),
        ("silent", "said nothing to question s0000001 for 0.5 s"),
    ],
)
def test_a_command_that_fails_is_told_with_the_question(how: str, message: str) -> None:
    system = Command(f"{COMMAND} {how}", timeout=0.5)
    try:
        with pytest.raises(SystemFailed, match=message):
            system.answer(read_mintaka(FILES["mintaka"])[0])
    finally:
        system._process.kill()
        system.close()


def test_a_command_that_does_not_exist_is_told() -> None:
    with pytest.raises(SystemFailed, match="cannot be started"):
        Command("/no/such/command", timeout=1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"1": "Q1", "9": "Q2"}', "predicts for 1 ids that are no questions: 9"),
        ('{"1": "Q1"}', "lacks 1 of 2 questions: 2"),
        ('{"1": "Q1", "1": "Q2"}', "two predictions for '1'"),
        ('[{"id": "1", "answers": []}, {"id": "1", "answers": []}]', "record 2: there are two"),
        ('[{"answers": []}]', "record 1 has no id"),
        ('[{"id": "1"}]', "record 1 has no predictions"),
        ("{}", "has no predictions"),
        ("nonsense", "neither JSON nor JSON lines"),
        ('{"1": [[]], "2": null}', r"'\[\]' is no answer"),
    ],
)
def test_wrong_predictions_are_refused(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "predictions.json"
    path.write_text(content, encoding="utf-8")

    with pytest.raises((DataError, SystemFailed), match=message):
        PredictionsFile(path, "mintaka", frozenset({"1", "2"}))


def test_missing_predictions_are_counted_where_that_is_asked_for(tmp_path: Path) -> None:
    path, out = tmp_path / "predictions.json", tmp_path / "out"
    path.write_text('{"s0000001": "Q25191"}', encoding="utf-8")
    run = ("mintaka", "--data", FILES["mintaka"], "--predictions", path, "--out", out)

    assert bench(*run).exit_code != 0
    assert bench(*run, "--partial").exit_code == 0
    scores = json.loads((out / "scores.json").read_text(encoding="utf-8"))
    assert scores["outcomes"] == {"missing": 6, "answered": 1}


@pytest.mark.parametrize("name", ["mf-i", "mf-e", "wd", "sw", "sw+d"])
def test_the_readers_of_the_quasar_paper_run(name: str, tmp_path: Path) -> None:
    files = ("--data", FILES["quasar"], "--contexts", SAMPLES / "quasar_t_contexts.json")
    files += ("--candidates", SAMPLES / "quasar_t_nps.json")
    done = bench("quasar", *files, "--system", name, "--out", tmp_path)

    assert done.exit_code == 0, done.output
    scores = json.loads((tmp_path / "scores.json").read_text(encoding="utf-8"))["all"]
    assert scores["search"] == 0.5
    assert scores["reading"] == 2 * scores["overall"]


def test_passages_are_found_and_read(tmp_path: Path) -> None:
    passages = tmp_path / "passages.jsonl"
    lines = [
        {"id": "1", "title": "Inception", "text": "Inception was directed by Christopher Nolan."},
        {"id": "2", "title": "Bern", "text": "Bern is the capital of Switzerland."},
    ]
    passages.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    run = ("ambigqa", "--data", FILES["ambigqa"], "--system", "bm25", "--out", tmp_path / "out")

    assert bench(*run, "--text", passages).exit_code == 0
    rows = {row.id: row.found for row in RunFolder(tmp_path / "out").rows()}
    assert rows["-2"] == ["Christopher Nolan"]
    assert "needs passages" in bench(*run).output or bench(*run).exit_code != 0


def test_closed_book_answers_as_the_nearest_question(tmp_path: Path) -> None:
    run = ("mintaka", "--data", FILES["mintaka"], "--system", "closed-book", "--out", tmp_path)
    done = bench(*run, "--option", f"memory={SAMPLES / 'mintaka_1_1.json'}")

    assert done.exit_code == 0, done.output
    assert next(iter(RunFolder(tmp_path).rows())).found == ["Q25191"]

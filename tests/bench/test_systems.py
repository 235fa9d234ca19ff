"""Other systems than our own: endpoints, commands, files of predictions, baselines, readers."""

from __future__ import annotations

import http.server
import json
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from bench.sample_files import FILES, SAMPLES
from click.testing import CliRunner, Result
from kgqa_cli import main

from kgqa.bench.datasets.mintaka import read_mintaka
from kgqa.bench.errors import BenchError, DataError, SystemFailed
from kgqa.bench.question import Question
from kgqa.bench.run_folder import RunFolder
from kgqa.bench.systems.command import Command
from kgqa.bench.systems.endpoint import Endpoint
from kgqa.bench.systems.predictions import PredictionsFile
from kgqa.bench.systems.system import Spec, open_system
from kgqa.text.readers.reading import Span

SYSTEM = Path(__file__).parent / "answering_command.py"
COMMAND = f"{sys.executable} {SYSTEM}"


def bench(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["bench", *map(str, arguments)])


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

    assert system.answer(first).answers[0].spellings == ("Nolan", "Q25191")
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


def test_a_command_that_ended_before_its_question_is_told_and_leaves_nothing_open() -> None:
    system = Command("false", timeout=1)
    system._process.wait()
    with pytest.raises(SystemFailed, match="ended before question"):
        system.answer(read_mintaka(FILES["mintaka"])[0])
    system.close()

    assert system._process.stdout is not None and system._process.stdout.closed


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


class CapitalReader:
    """Takes the first two words in capitals of each passage for the answer."""

    def read(self, question: str, passages: Sequence[str]) -> list[Span]:
        found = ((i, re.search(r"[A-Z]\w+ [A-Z]\w+", text)) for i, text in enumerate(passages))
        return [Span(i, m.start(), m.end(), m[0], 0.9 - i / 10) for i, m in found if m]

    def is_true(self, question: str, passages: Sequence[str]) -> float | None:
        return 0.8 if "capital" in passages[0] else None


def test_a_reader_reads_what_comes_with_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa.text.readers.reading.open_reader", lambda _: CapitalReader())
    contexts = ("nothing at all", "It was Henri Dunant .", "It was Clara Barton .")
    asked = Question("1", "Who?", gold=(("Clara Barton",),), contexts=contexts)

    plain = open_system(Spec("reader", benchmark="quasar"), None).answer(asked)
    gold = Spec("reader", benchmark="quasar", options={"retrieval": "gold"})
    told = open_system(gold, None).answer(asked)
    many = open_system(Spec("reader", benchmark="ambigqa"), None).answer(asked)
    truth = open_system(Spec("reader"), None).answer(
        Question("2", "Is Bern?", kind="yesno", contexts=("Bern is the capital.",))
    )

    assert plain.texts == ("Henri Dunant",) and len(plain.passages) == 3
    assert told.texts == ("Clara Barton",) and len(told.passages) == 1
    assert many.texts == ("Henri Dunant", "Clara Barton")
    assert (truth.texts, truth.confidence) == (("True",), 0.8)
    with pytest.raises(BenchError, match="nothing to read"):
        open_system(Spec("reader"), None).answer(Question("3", "Who?"))


def test_texts_that_cannot_be_read_are_refused(sample: str, tmp_path: Path) -> None:
    run = ("mintaka", "--data", FILES["mintaka"], "--store", sample, "--out", tmp_path / "out")
    done = bench(*run, "--text", tmp_path)

    assert done.exit_code == 2 and "The texts cannot be read" in done.output
    assert bench(*run, "--text", tmp_path, "--no-text", "--limit", "1").exit_code == 0


def test_memory_answers_as_the_nearest_question(tmp_path: Path) -> None:
    run = ("mintaka", "--data", FILES["mintaka"], "--system", "memory", "--out", tmp_path)
    done = bench(*run, "--option", f"memory={SAMPLES / 'mintaka_1_1.json'}")

    assert done.exit_code == 0, done.output
    assert next(iter(RunFolder(tmp_path).rows())).found == ["Q25191"]

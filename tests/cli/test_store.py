from __future__ import annotations

import gc
import gzip
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kgqa_cli.store import store
from kgqa_cli.store_progress import Lines, clock, shown, state
from kgqa_cli.store_tables import in_bytes
from kgqa_store.errors import SourceError, StoreDamaged, StoreError, StoreMissing
from kgqa_store.generations import lease
from kgqa_store.progress import Advanced, Finished, Noticed, Started, silent
from store_sources import cities, triple, triples_in, write


def run(*arguments: object, **more: object) -> Result:
    return CliRunner().invoke(store, [str(argument) for argument in arguments], **more)


@pytest.fixture(autouse=True)
def no_garbage() -> None:
    """Free what earlier tests left: a thread that builds may not free answers of Oxigraph."""
    gc.collect()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a store of two hundred cities."""
    folder = tmp_path_factory.mktemp("cli")
    labels = triple("wd:Q515", "rdfs:label", '"city"@en') + triple(
        "wd:P31", "rdfs:label", '"instance of"@en'
    )
    result = run("build", write(folder / "a.nt", cities(200) + labels), "--out", folder / "s")
    assert result.exit_code == 0, result.output
    return folder / "s"


@pytest.mark.parametrize("command", ["build", "info", "verify", "update"])
def test_help_teaches_with_examples(command: str) -> None:
    result = run(command, "--help")

    assert result.exit_code == 0
    assert f"kgqa store {command}" in result.output
    assert "Examples:" in result.output


def test_build_says_what_it_did_on_standard_error(tmp_path: Path) -> None:
    broken = cities(10) + "oops\n"
    result = run("build", write(tmp_path / "a.nt", broken), "--out", tmp_path / "s")

    assert result.exit_code == 0
    assert result.stdout == ""
    assert "30 triples in" in result.stderr
    assert "line 31" in result.stderr
    assert "left out: 1 broken lines" in result.stderr


def test_build_says_what_it_stored_although_it_is_strange(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.json", '{"id":"Q1","type":"item"}\n{"entity":"Q2","redirect":"Q1"}\n'
    )
    result = run("build", path, "--out", tmp_path / "s")

    assert result.exit_code == 0
    assert "stored: 1 entities without a label" in result.stderr
    assert "stored: 1 redirects" in result.stderr


def test_quiet_says_nothing(tmp_path: Path) -> None:
    result = run("build", write(tmp_path / "a.nt", cities(10)), "--out", tmp_path / "s", "-q")

    assert (result.exit_code, result.output) == (0, "")


def test_build_reads_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa_store.feed.is_small", lambda _: True)
    content = gzip.compress(cities(10).encode())
    result = run("build", "-", "--format", "nt", "--out", tmp_path / "s", "-q", input=content)

    assert result.exit_code == 0
    assert len(triples_in(tmp_path / "s")) == 30


def test_build_cuts_slices(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", cities(10) + triple("wd:Q515", "rdfs:label", '"city"@en'))
    result = run("build", path, "--slice", "english", "--out", tmp_path / "s")

    assert result.exit_code == 0
    assert "lines outside the slice" in result.stderr


def test_the_indexes_can_be_built_alone(tmp_path: Path) -> None:
    path = write(tmp_path / "a.nt", cities(10))
    assert run("build", path, "--index-only", "--out", tmp_path / "s").exit_code == 0

    with lease(tmp_path / "s") as held:
        assert not held.graph.exists()
        assert (held.path / "statistics.json").exists()
    assert run("verify", tmp_path / "s").exit_code == 0
    assert run("info", tmp_path / "s").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["build", "missing.nt", "--out", "s"], SourceError),
        (["build", "a.xlsx", "--out", "s"], SourceError),
        (["build", "cut.nt.gz", "--out", "s"], SourceError),
        (["build", "a.nt", "--slice", "flims", "--out", "s"], SourceError),
        (["info", "nowhere"], StoreMissing),
        (["verify", "nowhere"], StoreMissing),
        (["update", "nowhere", "--with", "a.nt"], StoreMissing),
    ],
)
def test_bad_sources_and_stores_are_store_errors(
    tmp_path: Path,
    arguments: list[str],
    error: type[StoreError],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a.nt", cities(2))
    write(tmp_path / "a.xlsx", "a,b")
    write(tmp_path / "cut.nt.gz", gzip.compress(cities(100).encode())[:-20])
    result = run(*arguments)

    assert isinstance(result.exception, error)
    assert result.exception.exit_code == 4
    assert not (tmp_path / "s" / "manifest.json").exists()


@pytest.mark.parametrize(
    "arguments",
    [["build"], ["build", "a.nt"], ["info", "a", "b"], ["update", "s"], ["build", "--out", "s"]],
)
def test_missing_arguments_are_a_matter_of_usage(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_info_shows_tables(small: Path) -> None:
    result = run("info", small)

    assert "triples\t602" in result.output
    assert "Q515\tcity\t200" in result.output
    assert "P31\tinstance of\t200" in result.output
    assert "en\t202" in result.output


def test_info_as_json_has_a_schema(small: Path) -> None:
    fields = json.loads(run("info", small, "--json").stdout)

    assert fields["manifest"]["counts"]["triples"] == 602
    assert fields["top_classes"][0] == {"id": "Q515", "label": "city", "count": 200}
    assert fields.keys() == {
        "directory",
        "manifest",
        "sizes",
        "profile",
        "edges",
        "properties",
        "entities",
        "top_properties",
        "top_classes",
        "languages",
        "labels_seen",
        "degrees",
    }
    assert "files" not in fields["manifest"]


def test_info_as_a_page_needs_nothing_but_itself(small: Path, tmp_path: Path) -> None:
    assert run("info", small, "--html", tmp_path / "x.html").exit_code == 0
    page = (tmp_path / "x.html").read_text()

    assert page.count("<figure") == 4
    assert re.search(r">city</span><small>Q515</small>.*>200</b>", page)
    assert "prefers-color-scheme: dark" in page and 'name="viewport"' in page
    assert not re.findall(r"(?:src|href)=|url\(|<script", page)


def test_a_page_shows_strange_names_as_text(tmp_path: Path) -> None:
    lines = cities(3) + triple("wd:Q515", "rdfs:label", '"<script>alert(1)</script>"@en')
    run("build", write(tmp_path / "a.nt", lines), "--out", tmp_path / "s", "-q")
    run("info", tmp_path / "s", "--html", tmp_path / "x.html")

    assert "<script" not in (tmp_path / "x.html").read_text()


def test_verify_says_that_a_store_is_sound(small: Path) -> None:
    assert run("verify", small).stdout.startswith("Sound: ")
    assert json.loads(run("verify", small, "--json").stdout)["sound"] is True


def test_verify_names_the_damage(tmp_path: Path) -> None:
    run("build", write(tmp_path / "a.nt", cities(10)), "--out", tmp_path / "s", "-q")
    with lease(tmp_path / "s") as held:
        path = held.path / "statistics.json"
        path.write_bytes(path.read_bytes().replace(b"1", b"2", 1))
    result = run("verify", tmp_path / "s")

    assert "statistics.json has another content" in result.stdout
    assert isinstance(result.exception, StoreDamaged)
    assert "kgqa store build" in result.exception.hint


def test_update_changes_a_store(tmp_path: Path) -> None:
    run("build", write(tmp_path / "a.nt", cities(10)), "--out", tmp_path / "s", "-q")
    added = write(tmp_path / "b.nt", triple("wd:Q1", "wdt:P31", "wd:Q6256"))
    removed = write(tmp_path / "c.nt", triple("wd:Q100", "wdt:P31", "wd:Q515"))
    result = run("update", tmp_path / "s", "--with", added, "--remove", removed)

    assert "1 triples added, 1 removed." in result.stderr
    assert "b.nt, c.nt" in run("info", tmp_path / "s").output


def test_info_takes_the_store_of_the_settings(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_STORE", str(small))

    assert "triples\t602" in run("info").output
    assert run("verify").exit_code == 0


def test_an_endpoint_cannot_be_looked_into() -> None:
    assert isinstance(run("info", "https://example.org/sparql").exception, StoreMissing)


# --- Progress ---------------------------------------------------------------------------------


def test_progress_in_a_log_is_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa_cli.store_progress.PAUSE", 0.0)
    lines = Lines()
    for event in (
        Started("load", 1000, "bytes"),
        Advanced("load", 500, triples=20, entities=3),
        Noticed("Skipped: a.nt, line 7"),
        Finished("load", 61.0),
    ):
        lines.tell(event)
    first, second, third, fourth = capsys.readouterr().err.splitlines()

    assert first == "Reading and sorting triples ..."
    assert second.startswith("  50 % of 1.0 kB, 3 entities, 20 triples, ")
    assert third == "Skipped: a.nt, line 7"
    assert fourth == "Reading and sorting triples: 61.0 s"


def test_progress_on_a_terminal_is_live(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", screen)
    with shown() as progress:
        progress(Started("load", 10, "bytes"))
        progress(Advanced("load", 5, 7))
        progress(Noticed("careful"))
        progress(Finished("load", 1.0))

    assert "Reading and sorting triples" in screen.getvalue()
    assert "careful" in screen.getvalue()


def test_quiet_progress_is_silent() -> None:
    with shown(quiet=True) as progress:
        assert progress is silent


def test_the_time_left_is_not_told_before_it_is_known() -> None:
    assert state(Advanced("load", 25), 100, 2.0) == "25 %"
    assert state(Advanced("load", 1), 100, 300.0) == "1 %"
    assert state(Advanced("load", 100), 100, 300.0) == "100 %"


def test_the_time_left_follows_the_share_done() -> None:
    assert state(Advanced("load", 25), 100, 30.0) == "25 %, 1:30 left"
    assert state(Advanced("load", 7), None, 30.0) == "7"
    assert state(Advanced("load", 7), None, 30.0, unit="bytes") == "7 bytes"
    assert [clock(5), clock(65), clock(3661)] == ["0:05", "1:05", "1:01:01"]
    assert [in_bytes(5), in_bytes(1500), in_bytes(2e12)] == ["5 bytes", "1.5 kB", "2.0 TB"]

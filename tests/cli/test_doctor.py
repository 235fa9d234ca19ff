import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kgqa_cli import checks
from kgqa_cli.doctor import doctor
from small_store import lay_out
from stub_endpoint import Stub, stub_endpoint


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(lay_out(tmp_path_factory.mktemp("doctor") / "store"))


@pytest.fixture
def stub() -> Iterator[Stub]:
    with stub_endpoint() as running:
        yield running


def run(*arguments: str, environment: dict[str, str] | None = None) -> Result:
    return CliRunner(env=environment).invoke(doctor, list(arguments))


def found(result: Result) -> dict[str, dict[str, str]]:
    return {check["name"]: check for check in json.loads(result.stdout)["checks"]}


def test_all_is_well_with_a_good_store(directory: str) -> None:
    result = run("--store", directory)

    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert {line.split()[0] for line in lines} <= {"ok", "warn"}
    for word in ("versions", "python", "cores", "memory", "disk", "open files", "store", "query"):
        assert any(word in line for line in lines)
    assert "was stopped" in lines[-1]


def test_the_findings_as_json(directory: str) -> None:
    result = run("--store", directory, "--json")

    assert json.loads(result.stdout)["ok"] is True
    assert found(result)["store"]["message"] == f"{directory}, with statistics"
    assert set(found(result)["deadline"]) == {"name", "status", "message", "advice"}


def test_a_missing_store_fails_and_says_what_to_do(tmp_path: Path) -> None:
    result = run("--store", str(tmp_path / "nowhere"), "--json")

    assert result.exit_code == 4
    assert json.loads(result.stdout)["ok"] is False
    assert found(result)["store"]["status"] == "fail"
    assert "kgqa store build" in found(result)["store"]["advice"]


def test_a_damaged_store_fails_at_its_first_query(tmp_path: Path) -> None:
    place = lay_out(tmp_path / "store")
    for path in (place / "generation-1" / "graph").glob("*.sst"):
        path.unlink()

    result = run("--store", str(place), "--json")

    assert result.exit_code == 4
    assert "cannot be read" in found(result)["query"]["message"]


def test_an_endpoint_is_asked_but_not_tormented(stub: Stub) -> None:
    result = run("--store", stub.url + "/good", "--json")

    assert result.exit_code == 0
    assert found(result)["deadline"]["message"].startswith("not tried")
    assert len(stub.requests) == 2


def test_settings_are_shown_with_where_they_came_from(directory: str) -> None:
    result = run("--store", directory, environment={"KGQA_TIMEOUT": "5"})

    assert "timeout = 5.0 (KGQA_TIMEOUT)" in result.stdout
    assert f"store = {directory} (flag)" in result.stdout
    assert "language = en (default)" in result.stdout


def test_a_small_machine_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "LEAST_MEMORY", 1 << 60)
    monkeypatch.setattr(checks, "LEAST_DISK", 1 << 60)
    monkeypatch.setattr(checks, "LEAST_FILES", 1 << 40)

    for finding in (checks.memory(), checks.disk("nowhere"), checks.files()):
        assert finding.status in ("warn", "ok")
        assert finding.status == "ok" or finding.advice
    assert checks.memory().status == checks.disk(".").status == "warn"


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "requires", lambda _: ["no-such-package>=1.0", "x; extra == 'dev'"])

    assert checks.versions().status == "fail"
    assert "pip install no-such-package" in checks.versions().advice

"""The wheel has everything in it that the program reads, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
DATA = {
    "sparql_templates": "sparql_templates/**/*.rq",
    "kgqa": "kgqa/**/*.toml",
    "store/kgqa_store": "store/kgqa_store/**/*.kg",
}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    # It builds in isolation, so pip fetches hatchling from the package index.
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.parametrize("package", DATA)
def test_the_wheel_has_the_data_of_a_package(package: str, names: set[str]) -> None:
    prefix = package.removesuffix(Path(package).name)
    files = [str(path.relative_to(PROJECT / prefix)) for path in PROJECT.glob(DATA[package])]

    assert files
    assert not [file for file in files if file not in names]


def test_the_wheel_says_that_it_is_typed(names: set[str]) -> None:
    packages = ("kgqa", "kgqa_cli", "kgqa_store", "sparql_templates")

    assert {f"{package}/py.typed" for package in packages} <= names


def test_the_wheel_has_the_licence_and_no_tests(names: set[str]) -> None:
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith(("tests", "benchmarks", "docs"))]


def test_check_wheel_contents_finds_nothing(wheel: Path) -> None:
    tool = Path(sys.executable).with_name("check-wheel-contents")
    config = ["--config", str(PROJECT / "pyproject.toml")]
    done = subprocess.run([tool, *config, wheel], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout

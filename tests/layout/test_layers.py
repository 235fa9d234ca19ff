"""The contracts of import-linter hold, and say something about every module."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2]
LINTER = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]
LAYERS = LINTER["contracts"][0]["layers"]
NAMED = {name for layer in LAYERS for name in re.findall(r"[\w.]+", layer)}


def test_every_module_of_kgqa_has_its_layer() -> None:
    entries = (PROJECT / "kgqa").iterdir()
    modules = {
        f"kgqa.{entry.stem}"
        for entry in entries
        if entry.suffix == ".py" or (entry / "__init__.py").exists()
    } - {"kgqa.__init__"}

    assert modules <= NAMED


def test_every_package_of_the_wheel_has_its_layer() -> None:
    assert {name for name in LINTER["root_packages"] if name != "kgqa"} <= NAMED


def test_a_layer_that_exists_is_not_optional() -> None:
    optional = {name for layer in LAYERS for name in re.findall(r"\(([\w.]+)\)", layer)}
    there = {name for name in optional if (PROJECT / name.replace(".", "/")).exists()}
    there |= {name for name in optional if (PROJECT / (name.replace(".", "/") + ".py")).exists()}

    assert not there


def test_imports_look_only_down() -> None:
    linter = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    done = subprocess.run(
        [*linter, "--no-cache"], cwd=PROJECT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout

"""What is installed is pinned, and looked through for known vulnerabilities."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

PROJECT = Path(__file__).parents[2]
PINS = {
    canonicalize_name(name): Version(version)
    for name, version in re.findall(
        r"^([\w.-]+)==(\S+)$", (PROJECT / "constraints.txt").read_text(), re.M
    )
}
FIELDS = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
EXTRAS = FIELDS["optional-dependencies"]


def wanted(name: str) -> list[Requirement]:
    """Return what an extra asks for, and what its own extras do."""
    found = [Requirement(text) for text in EXTRAS[name]]
    inner = [extra for one in found if one.name == "kgqa" for extra in sorted(one.extras)]
    return [one for one in found if one.name != "kgqa"] + [
        one for extra in inner for one in wanted(extra)
    ]


REQUIRED = [Requirement(text) for text in FIELDS["dependencies"]]


@pytest.mark.parametrize("one", [*REQUIRED, *wanted("dev")], ids=lambda one: one.name)
def test_every_requirement_of_make_ask_and_make_test_is_pinned(one: Requirement) -> None:
    version = PINS.get(canonicalize_name(one.name))

    assert version is not None, f"make constraints pins {one.name}"
    assert one.specifier.contains(version)


@pytest.mark.parametrize("one", REQUIRED, ids=lambda one: one.name)
def test_what_users_install_has_an_upper_bound(one: Requirement) -> None:
    assert any(part.operator in ("<", "==") for part in one.specifier)


def test_pins_name_no_machine() -> None:
    lines = (PROJECT / "constraints.txt").read_text().splitlines()

    assert [line for line in lines if not re.fullmatch(r"#.*|[\w.-]+==[\w.]+", line)] == []
    assert PINS["torch"] == Version("2.13.0")


def test_make_installs_what_is_pinned() -> None:
    made = subprocess.run(
        ["make", "--dry-run", "--always-make", "test", "ask"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    installs = [line for line in made.splitlines() if "pip" in line and " install " in line]
    assert len(installs) == 2
    assert all("--constraint constraints.txt" in line for line in installs)


# --- Known vulnerabilities ----


def audit(tmp_path: Path, said: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the audit with a pip-audit that says this."""
    fake = tmp_path / "fake.py"
    fake.write_text(f"import sys\nsys.stdout.write({said!r})\nsys.exit({status})\n")
    return subprocess.run(
        [sys.executable, PROJECT / ".ci" / "audit", PROJECT / "constraints.txt"],
        env={**os.environ, "PIP_AUDIT": shlex.join([sys.executable, str(fake)])},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_known_vulnerability_fails(tmp_path: Path) -> None:
    bad = {"name": "x", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}
    good = {"name": "y", "version": "1", "vulns": []}

    done = audit(tmp_path, json.dumps({"dependencies": [bad, good]}), 1)

    assert done.returncode == 1
    assert "x 1: CVE-1 (fixed in 2)" in done.stdout
    assert "2 of 2 packages checked, 1 vulnerable." in done.stdout


def test_what_cannot_be_checked_is_told_and_is_no_failure(tmp_path: Path) -> None:
    unknown = {"name": "x", "skip_reason": "not found"}

    done = audit(tmp_path, json.dumps({"dependencies": [unknown]}))

    assert done.returncode == 0
    assert "Not checked, because the index knows nothing of them: x." in done.stdout
    assert "0 of 1 packages checked" in done.stdout


def test_a_service_that_cannot_be_reached_is_told_and_is_no_failure(tmp_path: Path) -> None:
    done = audit(tmp_path, "", 1)

    assert done.returncode == 0
    assert "Not checked for known vulnerabilities" in done.stdout

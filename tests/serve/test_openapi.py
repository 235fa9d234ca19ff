"""The interface keeps to its own description, whatever is sent: schemathesis makes it up."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest
from served import Served

TOOL = shutil.which("schemathesis", path=sysconfig.get_path("scripts"))
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance"


@pytest.mark.slow
@pytest.mark.skipif(TOOL is None, reason="schemathesis is not installed")
def test_whatever_is_sent_is_answered_as_described(server: Served, tmp_path: Path) -> None:
    server.json("/ask", question="Who directed Inception?")
    options = ["--phases", "coverage,fuzzing", "--max-examples", "5", "--max-time", "90"]
    options += ["--seed", "1", "--continue-on-failure", "--no-color"]
    done = subprocess.run(
        [str(TOOL), "run", f"{server.url}openapi.json", "--checks", CHECKS, *options],
        capture_output=True, text=True, cwd=tmp_path, timeout=300,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout[:5000]
    assert server.json("/health")["status"] == "ok"

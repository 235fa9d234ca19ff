"""The page about runs in a real browser, without a network."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bench.sample_files import FILES
from click.testing import CliRunner
from kgqa_cli import main

COMMAND = f"{sys.executable} {Path(__file__).parent / 'answering_command.py'}"
BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")


def shown(page: Path, tmp_path: Path, *options: str) -> str:
    """Return what a browser makes of a page once its script has run."""
    done = subprocess.run(
        [
            str(BROWSER),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            *options,
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        check=True,
        text=True,
        timeout=120,
    )
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no chromium here")
def test_a_browser_lists_the_questions_and_opens_one(tmp_path: Path) -> None:
    nasty = "</script><img src=x onerror=document.title='gone'> Who?"
    records = json.loads(FILES["mintaka"].read_text(encoding="utf-8"))
    records[0]["question"] = nasty
    data, page = tmp_path / "data.json", tmp_path / "page.html"
    data.write_text(json.dumps(records), encoding="utf-8")
    run = ["mintaka", "--data", str(data), "--command", COMMAND, "--out", str(tmp_path / "run")]
    assert CliRunner().invoke(main, ["bench", *run]).exit_code == 0
    report = ["bench", "report", str(tmp_path / "run"), "--out", str(page)]
    assert CliRunner().invoke(main, report).exit_code == 0
    opened = tmp_path / "opened.html"
    click = "<script>document.querySelector('details.question').open = true</script></body>"
    text = page.read_text(encoding="utf-8")
    opened.write_text(text.replace("</body>", click), encoding="utf-8")

    for options in ((), ("--window-size=390,800",), ("--force-dark-mode",)):
        found = shown(opened, tmp_path, *options)
        assert found.count('<details class="question') == 7
        assert "7 questions, " in found and "page 1 of 1" in found
        assert "<dt>right</dt>" in found and "<title>kgqa bench: Mintaka</title>" in found
        assert "&lt;/script&gt;&lt;img src=x" in found and "<img" not in found

"""The page about runs in a real browser, without a network."""

from __future__ import annotations

import json
import re
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


FRAME = """
<iframe src="{page}" style="border: 0; width: {width}px; height: 800px"></iframe>
<script>
  addEventListener("load", () => {{
    const page = document.querySelector("iframe").contentDocument;
    const view = page.getElementById("view");
    view.value = "sides";
    view.dispatchEvent(new Event("input", {{ bubbles: true }}));
    const told = {{
      wide: page.documentElement.scrollWidth,
      sides: page.querySelectorAll(".sides .columns > div").length,
      links: page.querySelectorAll("nav.contents a").length,
    }};
    const pre = document.createElement("pre");
    pre.textContent = JSON.stringify(told);
    document.body.append(pre);
  }});
</script>
"""
"""A page in a frame, which may be narrower than the window of a browser; tells what it is like."""


def reported(data: Path, tmp_path: Path, *runs: str) -> Path:
    """Return the page about runs of these names over some questions."""
    for name in runs:
        run = ["mintaka", "--data", str(data), "--command", COMMAND, "--out", str(tmp_path / name)]
        assert CliRunner().invoke(main, ["bench", *run]).exit_code == 0
    page = tmp_path / "page.html"
    report = ["bench", "report", *(str(tmp_path / name) for name in runs), "--out", str(page)]
    assert CliRunner().invoke(main, report).exit_code == 0
    return page


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no chromium here")
def test_a_browser_lists_the_questions_and_opens_one(tmp_path: Path) -> None:
    nasty = "</script><img src=x onerror=document.title='gone'> Who?"
    records = json.loads(FILES["mintaka"].read_text(encoding="utf-8"))
    records[0]["question"] = nasty
    data = tmp_path / "data.json"
    data.write_text(json.dumps(records), encoding="utf-8")
    page = reported(data, tmp_path, "run")
    opened = tmp_path / "opened.html"
    click = "<script>document.querySelector('details.question').open = true</script></body>"
    text = page.read_text(encoding="utf-8")
    opened.write_text(text.replace("</body>", click), encoding="utf-8")

    for options in ((), ("--window-size=390,800",), ("--force-dark-mode",)):
        found = shown(opened, tmp_path, *options)
        assert found.count('<details class="question') == 7
        # A closed row says what was given and what is right, whether it is right or not.
        assert found.count(">given: ") == found.count(">right: ") == 7
        assert "7 questions, " in found and "page 1 of 1" in found
        assert "<dt>right</dt>" in found and "<title>kgqa bench: Mintaka</title>" in found
        assert "&lt;/script&gt;&lt;img src=x" in found and "<img" not in found


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no chromium here")
@pytest.mark.parametrize("width", [1280, 390])
def test_two_runs_stand_side_by_side_and_nothing_is_wider_than_the_window(
    width: int, tmp_path: Path
) -> None:
    page = reported(FILES["mintaka"], tmp_path, "one", "two")
    frame = tmp_path / "frame.html"
    frame.write_text(FRAME.format(page=page.as_uri(), width=width), encoding="utf-8")
    window = ("--allow-file-access-from-files", "--hide-scrollbars", "--window-size=1400,900")
    told = re.search(r"<pre>(.*?)</pre>", shown(frame, tmp_path, *window))

    assert told is not None
    found = json.loads(told[1])
    assert found["wide"] == width
    assert found["sides"] == 2 * 7
    assert found["links"] >= 3

"""Text indexes on servers, pages as sources, and a question over a server that is down."""

from __future__ import annotations

import bz2
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli import main
from kgqa_cli.text import text
from remote_stub import running

pytest.importorskip("opensearchpy")

DUMP = """<mediawiki><siteinfo><base>https://en.wikipedia.org/wiki/Main_Page</base></siteinfo>
<page><title>Inception</title><ns>0</ns><id>3</id><revision><text>'''Inception''' is a film.
== Cast ==
{|
! Actor !! Role
|-
| [[Elliot Page]] || Ariadne
|}</text></revision></page></mediawiki>"""


def test_a_server_is_searched_like_a_folder() -> None:
    with running() as stub:
        found = CliRunner().invoke(
            text, ["search", "novel Dune", "--text", f"{stub.url}/passages", "--json"]
        )
        told = CliRunner().invoke(text, ["info", f"{stub.url}/vectors", "--json"])
    assert json.loads(found.stdout)["hits"][0]["passage"] == "dune"
    assert json.loads(told.stdout)["passages"] == 3
    assert json.loads(told.stdout)["vectors"] == "vector"


def test_a_question_over_a_server_that_is_down_is_answered_from_the_graph() -> None:
    with running() as stub:
        address = f"{stub.url}/passages"
    asked = ["ask", "Who directed Inception?", "--read", "always", "--text", address]
    said = CliRunner().invoke(main, asked)
    assert said.exit_code == 0
    assert "Christopher Nolan" in said.stdout
    assert "cannot be reached" in said.stderr


def test_a_file_of_settings_that_names_a_server_is_told_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kgqa.toml").write_text('text = "http://me:secret@127.0.0.1:9/passages"')
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(text, ["search", "dune"]).stderr
    assert "kgqa.toml in this folder sends questions to 127.0.0.1:9/passages" in said
    assert "secret" not in said


def test_what_needs_a_folder_refuses_a_server() -> None:
    found = CliRunner().invoke(text, ["verify", "http://127.0.0.1:9/passages"])
    assert found.exit_code == 2
    assert "on a server" in found.stderr


def test_pages_of_a_dump_are_tied_to_the_items_of_a_store(tmp_path: Path) -> None:
    source = tmp_path / "pages.xml.bz2"
    source.write_bytes(bz2.compress(DUMP.encode()))
    out = str(tmp_path / "texts")
    built = CliRunner().invoke(text, ["build", str(source), "--store", "sample", "--out", out])
    assert built.exit_code == 0, built.output
    found = CliRunner().invoke(text, ["search", "Ariadne", "--text", out, "--json"])
    (hit,) = json.loads(found.stdout)["hits"]
    assert hit["text"] == "Cast. Actor: Elliot Page; Role: Ariadne."
    assert hit["qid"] == "Q25188"

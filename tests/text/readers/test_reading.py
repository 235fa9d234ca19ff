"""Readers are opened lazily, and what is missing is said in a sentence."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli.train_reader import reader as command

from kgqa.errors import ReaderMissing
from kgqa.text.readers.reading import TO_TRAIN, open_reader, require, runtime

HEAVY = ("torch", "onnxruntime", "transformers", "tokenizers", "safetensors")


def test_the_interface_is_imported_without_anything_heavy() -> None:
    code = (
        "import sys, kgqa.text.readers.reading, kgqa.text.readers.verify, kgqa_cli.train_reader; "
        f"sys.exit(' '.join(set({HEAVY}) & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_not_installed_is_said_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lacking(name: str) -> object:
        return None if name in ("torch", "onnxruntime") else find_spec(name)

    monkeypatch.setattr("importlib.util.find_spec", lacking)

    with pytest.raises(ReaderMissing, match="onnxruntime, which is not installed") as caught:
        open_reader("some/folder")
    assert "pip install onnxruntime tokenizers" in caught.value.hint
    with pytest.raises(ReaderMissing, match="torch, which is not installed") as caught:
        require("torch", hint=TO_TRAIN)
    assert "pip install 'kgqa[train]'" in caught.value.hint


@pytest.mark.parametrize(
    ("missing", "card", "chosen"),
    [
        ((), False, "onnxruntime"),
        ((), True, "torch"),
        (("onnxruntime",), False, "torch"),
        (("torch",), True, "onnxruntime"),
        (("torch", "onnxruntime"), False, "onnxruntime"),
    ],
)
def test_torch_reads_where_there_is_a_graphics_card_or_nothing_else(
    monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...], card: bool, chosen: str
) -> None:
    def spec(name: str) -> object:
        return None if name in missing else name

    monkeypatch.setattr("importlib.util.find_spec", spec)
    monkeypatch.setattr("kgqa.text.readers.reading._has_card", lambda: card)

    assert runtime() == chosen


def test_the_shipped_reader_reads_without_torch() -> None:
    pytest.importorskip("onnxruntime")
    code = (
        "import sys; sys.modules['torch'] = None; from kgqa.text.readers.reading import open_reader"
        "; print(open_reader().read('Who sang?', ['Ann sang.'], threshold=0.0)[0].text)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.stdout, done.stderr) == ("Ann\n", "")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    pytest.importorskip("torch")

    with pytest.raises(ReaderMissing, match=r"There is no reader in .*nowhere"):
        open_reader(str(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "nothing to do"),
        (["--out", "x"], "--base"),
        (["--measure"], "squad"),
        (["--kind", "fid", "--measure"], "not measured"),
        (["--out", "x", "--base", "."], "has no"),
    ],
)
def test_the_command_says_what_it_lacks(tmp_path: Path, arguments: list[str], told: str) -> None:
    pytest.importorskip("torch")

    done = CliRunner().invoke(command, [str(tmp_path), *arguments])

    assert done.exit_code == 2
    assert told in done.output

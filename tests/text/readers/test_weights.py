"""The files of a reader are read whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from small_reader import small_encoder, small_folder

from kgqa.errors import ReaderDamaged, ReaderMissing
from kgqa.text.readers import onnx_graph
from kgqa.text.readers.extractive import ExtractiveReader
from kgqa.text.readers.onnx_graph import WEIGHTS
from kgqa.text.readers.weights import FIRST, LAST, MANIFEST, VOCABULARY, load


def test_weights_come_back_within_half_a_step_of_int8(tmp_path: Path) -> None:
    encoder = small_encoder()
    read, manifest = load(small_folder(tmp_path, encoder))

    assert manifest.shape["width"] == encoder.shape.width
    for name, weight in encoder.state_dict().items():
        most = weight.abs().max() / 127 / 2 + 1e-7 if weight.dim() > 1 else 1e-7
        assert (read.state_dict()[name] - weight).abs().max() <= most, name


def test_a_folder_without_a_reader_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReaderMissing, match=r"reader\.json is missing"):
        load(tmp_path)


@pytest.mark.parametrize("name", [WEIGHTS, VOCABULARY])
def test_one_changed_byte_is_seen(tmp_path: Path, name: str) -> None:
    path = small_folder(tmp_path) / name
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)

    with pytest.raises(ReaderDamaged, match="the checksums differ") as caught:
        load(tmp_path)
    assert "kgqa train reader" in caught.value.hint


@pytest.mark.parametrize("name", [WEIGHTS, VOCABULARY])
def test_a_lost_file_is_seen(tmp_path: Path, name: str) -> None:
    (small_folder(tmp_path) / name).unlink()

    with pytest.raises(ReaderDamaged, match="cannot be read"):
        load(tmp_path)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 99}', "\x00"])
def test_a_broken_manifest_is_told(tmp_path: Path, content: str) -> None:
    (small_folder(tmp_path) / MANIFEST).write_text(content, encoding="utf-8")

    with pytest.raises(ReaderDamaged):
        load(tmp_path)


def test_weights_of_another_shape_are_told(tmp_path: Path) -> None:
    path = small_folder(tmp_path) / MANIFEST
    told = json.loads(path.read_text(encoding="utf-8"))
    told["shape"]["layers"] = 3
    path.write_text(json.dumps(told), encoding="utf-8")

    with pytest.raises(ReaderDamaged, match="do not fit its manifest"):
        load(tmp_path)


def test_training_writes_the_graphs_and_opening_writes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small_folder(tmp_path)
    monkeypatch.setattr(onnx_graph, "layers", lambda *_: pytest.fail("a graph was written"))

    reader = ExtractiveReader.load(folder, by="onnxruntime")

    assert reader.judged("Is it?", ["It is."])


def test_a_reader_of_earlier_without_graphs_reads_alike(tmp_path: Path) -> None:
    folder = small_folder(tmp_path)
    now = ExtractiveReader.load(folder, by="onnxruntime").judged("Is it?", ["It is."])
    told = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    for name in (FIRST, LAST):
        (folder / name).unlink()
        del told["sha256"][name]
    (folder / MANIFEST).write_text(json.dumps(told), encoding="utf-8")

    assert ExtractiveReader.load(folder, by="onnxruntime").judged("Is it?", ["It is."]) == now


@pytest.mark.parametrize("name", [FIRST, LAST])
def test_a_changed_graph_is_seen(tmp_path: Path, name: str) -> None:
    path = small_folder(tmp_path) / name
    path.write_bytes(path.read_bytes()[:-1] + b"?")

    with pytest.raises(ReaderDamaged, match="the checksums differ"):
        ExtractiveReader.load(tmp_path, by="onnxruntime")

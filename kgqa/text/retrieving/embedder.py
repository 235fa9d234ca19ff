"""A retriever that was taught, as what makes vectors of texts; torch is not needed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kgqa.text.dense import Vectors, unit_rows
from kgqa.text.readers.onnx_graph import WEIGHTS
from kgqa.text.readers.onnx_network import OnnxNetwork
from kgqa.text.readers.weights import MANIFEST, read, vocabulary_of
from kgqa.text.readers.wordpieces import WordPieces
from kgqa.text.retrieving.rows import tower_row

KIND = "retriever"


def is_retriever(folder: Path) -> bool:
    """Whether `kgqa train retriever` wrote a folder."""
    try:
        told = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(told, dict) and dict(told.get("trained", {})).get("kind") == KIND


class RetrieverEmbedder:
    """Makes vectors by the weights of a folder, run by onnxruntime in int8."""

    def __init__(self, folder: Path) -> None:
        """Read the weights; ReaderMissing or ReaderDamaged where that cannot be."""
        weights, shape, _ = read(folder)
        told = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        self.folder = folder.resolve()
        self.name = f"{KIND} {told['sha256'][WEIGHTS][:12]}"
        self._network = OnnxNetwork(weights, shape, folder)
        self._pieces = WordPieces(vocabulary_of(folder))

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row of length 1 for each text."""
        rows = [tower_row(text, self._pieces) for text in texts]
        return unit_rows(np.stack(self._network.means(rows)))

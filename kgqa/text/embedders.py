"""What makes vectors of texts: a model in a folder, run by onnxruntime or by sentence-transformers.

Nothing is fetched, and no code of a model is run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kgqa.errors import EmbedderMissing
from kgqa.text.dense import BATCH, Embedder, Vectors, unit_rows
from kgqa.text.manifest import TextManifest
from kgqa.text.offered_devices import onnx_providers, torch_device

LONGEST = 256
"""Pieces of words that are read of a text; a passage has some 150."""
EXPECTED = (
    "Give a folder that `kgqa train retriever` wrote, one with model.onnx and tokenizer.json, "
    "or a model of sentence-transformers."
)


def load_embedder(folder: Path) -> Embedder:
    """Return the embedder whose model is in `folder`."""
    if not folder.is_dir():
        raise EmbedderMissing(f"There is no embedder at {folder}.", hint=EXPECTED)
    try:
        return _loaded(folder)
    except ImportError as error:
        packages = "onnxruntime tokenizers" if _onnx(folder) else "'kgqa[dense]'"
        raise EmbedderMissing(
            f"The embedder in {folder} needs {packages}, which is not installed.",
            hint=f"pip install {packages}; without vectors passages are found by their words.",
        ) from error
    except Exception as error:  # both libraries raise bare Exceptions for files they cannot read
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise EmbedderMissing(
            f"The embedder in {folder} cannot be loaded: {reason}", hint=EXPECTED
        ) from error


def embedder_of(manifest: TextManifest) -> Embedder | None:
    """Return the embedder that an index was built with; None where it is not there any more."""
    folder = Path(manifest.model)
    if not manifest.model or not folder.is_dir():
        return None
    try:
        found = load_embedder(folder)
    except EmbedderMissing:  # its library is not installed here: passages are found by words
        return None
    return found if found.name == manifest.embedder else None


def _loaded(folder: Path) -> Embedder:
    from kgqa.text.retrieving.embedder import RetrieverEmbedder, is_retriever

    if is_retriever(folder):
        return RetrieverEmbedder(folder)
    onnx = _onnx(folder)
    return OnnxEmbedder(onnx, folder / "tokenizer.json") if onnx else SentenceEmbedder(folder)


def _onnx(folder: Path) -> Path | None:
    return next((path for path in sorted(folder.glob("*.onnx"))), None)


def _named(folder: Path, weights: Path | None) -> str:
    """Return a name that two embedders share only if their weights are the same."""
    if weights is None or not weights.is_file():
        return folder.name
    with weights.open("rb") as file:
        return f"{folder.name} {hashlib.file_digest(file, 'sha256').hexdigest()[:12]}"


class OnnxEmbedder:
    """A model as an ONNX file, whose vectors of words are averaged."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        """Load the model and its tokenizer."""
        import tokenizers  # type: ignore[import-not-found,import-untyped,unused-ignore]

        from kgqa.text.quiet_onnxruntime import onnxruntime

        self.folder = model.parent.resolve()
        self.name = _named(model.parent, model)
        options = onnxruntime.SessionOptions()
        options.enable_cpu_mem_arena = False  # it grows with every new length: 1.9 GB seen
        self._session: Any = onnxruntime.InferenceSession(
            str(model), options, providers=onnx_providers(onnxruntime.get_available_providers())
        )
        self._inputs = {one.name for one in self._session.get_inputs()}
        self._tokenizer: Any = tokenizers.Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(LONGEST)
        self._tokenizer.enable_padding()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row of length 1 for each text."""
        found = self._tokenizer.encode_batch(list(texts))
        mask = np.array([one.attention_mask for one in found], np.int64)
        given = {
            "input_ids": np.array([one.ids for one in found], np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([one.type_ids for one in found], np.int64),
        }
        inputs = {name: value for name, value in given.items() if name in self._inputs}
        rows = np.asarray(self._session.run(None, inputs)[0], np.float32)
        if rows.ndim == 3:
            rows = (rows * mask[:, :, None]).sum(1) / np.maximum(mask.sum(1, keepdims=True), 1)
        return unit_rows(rows)


class SentenceEmbedder:
    """A model as sentence-transformers reads it."""

    def __init__(self, folder: Path) -> None:
        """Load the model in `folder`."""
        from sentence_transformers import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
            SentenceTransformer,
        )

        self.folder = folder.resolve()
        self.name = _named(folder, next(folder.glob("*.safetensors"), None))
        self._model: Any = SentenceTransformer(
            str(folder), device=torch_device(), local_files_only=True, trust_remote_code=False
        )

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row of length 1 for each text."""
        found = self._model.encode(
            list(texts), batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        return np.asarray(found, np.float32)

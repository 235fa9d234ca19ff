"""A reader with few random weights that knows a hundred words: enough to test all but quality."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tokenizers")
pytest.importorskip("safetensors")

from kgqa.text.readers.encoder import Encoder, Shape  # noqa: E402 - only where torch is
from kgqa.text.readers.weights import Calibration, save  # noqa: E402
from kgqa.text.readers.wordpieces import WordPieces  # noqa: E402

NAMES = ("ann", "bob", "eve", "kim", "lee", "max", "pia", "sam")
VERBS = ("sang", "ran", "slept", "cooked", "wrote")
WORDS = (*NAMES, *VERBS, "who", "what", "did", "then", "and", "the", "song", "letter", ".", "?")


def vocabulary() -> bytes:
    """Return a vocabulary in which the special pieces stand where BERT has them."""
    pieces = [f"[unused{number}]" for number in range(103)]
    pieces[0], pieces[100], pieces[101], pieces[102] = "[PAD]", "[UNK]", "[CLS]", "[SEP]"
    return "\n".join([*pieces, *WORDS, "##s", "##ing", ""]).encode()


def small_shape() -> Shape:
    """Return the shape of a network of some 30,000 weights."""
    return Shape(words=128, width=32, inner=64, layers=2, heads=2, places=512, gate=1, tied=64)


def small_encoder(seed: int = 1) -> Encoder:
    """Return a network with random weights, always the same."""
    torch.manual_seed(seed)
    return Encoder(small_shape())


def small_folder(folder: Path, encoder: Encoder | None = None) -> Path:
    """Write a reader with random weights."""
    save(folder, encoder or small_encoder(), vocabulary(), Calibration(threshold=0.0), {})
    return folder


def small_pieces(folder: Path) -> WordPieces:
    """Return what cuts text by the small vocabulary."""
    path = folder / "words.txt"
    path.write_bytes(vocabulary())
    return WordPieces(path)

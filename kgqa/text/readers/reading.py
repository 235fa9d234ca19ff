"""What a reader is, and how one is opened; nothing heavy is imported before that."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

from kgqa.errors import ReaderMissing

SHIPPED = Path(__file__).parent / "data"
INSTALL = "install what is missing: pip install onnxruntime tokenizers"
TO_TRAIN = "install what learning needs: pip install 'kgqa[train]'"
TO_GENERATE = "install what generators need: pip install 'kgqa[generators]'"


@dataclass(frozen=True, slots=True)
class Span:
    """Characters [start, end) of a passage that may answer a question.

    `score` is the probability that they do, with the case that the passage has no answer
    taken into account. What a generator says stands nowhere: its start and end are -1.
    """

    passage: int
    start: int
    end: int
    text: str
    score: float


@runtime_checkable
class Reader(Protocol):
    """Reads passages for the answers to a question."""

    def read(self, question: str, passages: Sequence[str]) -> list[Span]:
        """Return what answers the question, best first, several for a passage that has several."""
        ...

    def is_true(self, question: str, passages: Sequence[str]) -> float | None:
        """Return the probability that the answer is yes; None where no passage tells."""
        ...


def open_reader(name_or_path: str = "default") -> Reader:
    """Return the shipped reader, or the one in a folder that `kgqa train reader` wrote.

    `pig:CHECKPOINT`, `fid:CHECKPOINT` and `closed:CHECKPOINT` are generators, with a T5-family
    checkpoint by its path or its name on a hub. Weights are read when a question is first asked.
    """
    kind, colon, checkpoint = name_or_path.partition(":")
    if colon and kind in GENERATORS:
        from kgqa.text.readers.generating import open_generator

        return open_generator(kind, checkpoint)
    folder = SHIPPED if name_or_path == "default" else Path(name_or_path).expanduser()
    return _extractive(folder.resolve())


GENERATORS = ("pig", "fid", "closed")


@cache
def _extractive(folder: Path) -> Reader:
    require("tokenizers", runtime())
    from kgqa.text.readers.extractive import ExtractiveReader

    return ExtractiveReader.load(folder)


def runtime() -> str:
    """Return what the extractive reader is run by here: onnxruntime, or torch.

    On a processor onnxruntime is quicker, and imported in a twentieth of the time; torch is for
    graphics cards and Apple's devices, and where onnxruntime is missing.
    """
    from importlib.util import find_spec

    torch = find_spec("torch") is not None
    return "torch" if torch and (_has_card() or not find_spec("onnxruntime")) else "onnxruntime"


def _has_card() -> bool:
    """Whether there is something that torch can compute on beside the processor."""
    if sys.platform == "darwin":
        return os.uname().machine == "arm64"
    return shutil.which("nvidia-smi") is not None


def require(*packages: str, hint: str = INSTALL) -> None:
    """Raise ReaderMissing where one of the packages is not installed."""
    from importlib.util import find_spec

    for package in packages:
        if find_spec(package) is None:
            message = f"Reading needs the package {package}, which is not installed."
            raise ReaderMissing(message, hint=hint)

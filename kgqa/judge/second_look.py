"""A second look at the readings of a question, which sees what they give.

The parser orders readings by features: how well names, relations and operators match the words.
Here a small network reads the whole question beside each of the best readings, said in English
with what it gives, and tells how well they fit.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa.judge.reading_texts import ReadingTexts
from kgqa.parse.beside import Beside
from kgqa.parse.parser import Parsed, Parser

if TYPE_CHECKING:
    from kgqa.text.readers.extractive import ExtractiveReader

NETWORK = "look"
"""The folder of the network that looks."""
LOOKED_AT = 16
"""So many readings are looked at, the best ones."""
PIECES = 72
"""Word pieces of a reading that are read."""
SUREST = 1e-6
"""No reading is more certain to fit, or not to fit, than by this much."""


class SecondLook:
    """Tells how well the readings of questions over one store fit."""

    def __init__(self, parser: Parser, lock: AbstractContextManager[object]) -> None:
        """Look with the shipped network, which is read beside; `lock` is for the parser."""
        self._parser, self._lock = parser, lock
        self._network = Beside(_shipped_beside)

    def look(self, parsed: Parsed) -> Parsed:
        """Return a question with how well each of its best readings fits, among its features."""
        seen = self._seen(parsed)
        candidates = [
            replace(one, features={**one.features, "fit": seen[place]}) if place in seen else one
            for place, one in enumerate(parsed.candidates)
        ]
        return replace(parsed, candidates=tuple(candidates))

    def _seen(self, parsed: Parsed) -> dict[int, float]:
        """Return how well the best readings fit, by their places."""
        with self._lock:
            texts = ReadingTexts(self._parser.names, self._parser.schema)
            seen = {
                place: texts.text(one)
                for place, one in enumerate(parsed.candidates[:LOOKED_AT])
                if one.members
            }
        different = [*dict.fromkeys(seen.values())]
        if not different:
            return {}
        told = fits(self._network.result(), parsed.analysis.question, different)
        by_text = dict(zip(different, told, strict=True))
        return {place: by_text[text] for place, text in seen.items()}


def _shipped_beside() -> ExtractiveReader:
    """Return the shipped network, from a thread in which no garbage is collected.

    Answers of queries must be dropped by the thread that asked, and a cycle may hold some.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        return shipped()
    finally:
        if was_on:
            gc.enable()


@cache
def shipped() -> ExtractiveReader:
    """Return the network that comes with kgqa; read once in a process."""
    with resources.as_file(resources.files("kgqa.judge") / "data" / NETWORK) as folder:
        return opened(folder)


def opened(folder: Path) -> ExtractiveReader:
    """Return the network in a folder; torch is not imported, as no question needs it."""
    from kgqa.text.readers.extractive import ExtractiveReader

    return ExtractiveReader.load(folder, by="onnxruntime")


def fits(network: ExtractiveReader, question: str, texts: Sequence[str]) -> list[float]:
    """Return how well readings fit a question: the logarithm of the odds that one is right."""
    told = network.judged(question, texts, pieces=PIECES)
    return [math.log(max(SUREST, yes) / max(SUREST, 1 - yes)) for yes, _, _ in told]

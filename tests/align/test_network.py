from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from kgqa.align.aligned import chances, meant
from kgqa.align.files import MANIFEST, SHIPPED, WEIGHTS, read
from kgqa.align.network import open_network
from kgqa.align.property_text import BACKWARDS, FORWARDS, piece_row
from kgqa.errors import ReaderDamaged, ReaderMissing
from kgqa.text.readers.wordpieces import START, STOP, shipped_pieces


def rows(*names: str) -> list[list[int]]:
    """Return properties that have nothing but a name."""
    pieces = shipped_pieces()
    nothing = pieces.of_all(["", "", ""])
    return [piece_row([pieces.of(name)], nothing, 1010) for name in names]


def test_a_word_is_nearest_to_the_property_that_it_says() -> None:
    network = open_network()
    ways = network.properties(rows("director", "place of birth", "population"))[:, FORWARDS]
    asked = shipped_pieces().of("where was born")

    cosines = network.words([START, *asked.ids, STOP]) @ ways.T

    assert cosines.max(axis=0).argmax() == 1
    assert cosines[:, 1].argmax() == 3


def test_vectors_have_one_length_and_directions_differ() -> None:
    found = open_network().properties(rows("director", "part of the series"))

    assert np.allclose(np.linalg.norm(found, axis=-1), 1, atol=1e-4)
    assert (found[:, FORWARDS] * found[:, BACKWARDS]).sum(axis=-1).max() < 0.99


def test_properties_that_different_words_say_do_not_compete() -> None:
    scores = np.array([[9.0, 0, 0], [0, 9.0, 0]], np.float32)

    assert np.exp(meant(chances(scores, 1.0)))[:2].min() > 0.99
    assert np.exp(meant(chances(scores, 1.0)))[2] < 0.01


def test_properties_that_one_word_says_compete() -> None:
    assert np.allclose(np.exp(meant(chances(np.zeros((1, 4), np.float32), 1.0))), 0.25, atol=1e-4)


def test_without_files_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ReaderMissing) as error:
        read(tmp_path)

    assert "kgqa train alignment" in str(error.value.hint)


@pytest.mark.parametrize("change", ["weights", "format", "json", "embeddings"])
def test_damaged_files_are_refused(tmp_path: Path, change: str) -> None:
    for name in (WEIGHTS, MANIFEST):
        shutil.copy(SHIPPED / name, tmp_path / name)
    told = json.loads((tmp_path / MANIFEST).read_text())
    match change:
        case "weights":
            content = bytearray((tmp_path / WEIGHTS).read_bytes())
            content[-1] ^= 1
            (tmp_path / WEIGHTS).write_bytes(content)
        case "format":
            told["format"] = 99
        case "embeddings":
            told["sha256"]["embeddings"] = "0"
    text = "{" if change == "json" else json.dumps(told)
    (tmp_path / MANIFEST).write_text(text)

    with pytest.raises(ReaderDamaged):
        read(tmp_path)


def test_the_network_is_small() -> None:
    assert (SHIPPED / WEIGHTS).stat().st_size < 24_000_000

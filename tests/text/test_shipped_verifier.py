"""The verifier that is shipped verifies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgqa.errors import ReaderDamaged
from kgqa.text.readers.reading import open_reader
from kgqa.text.readers.verify import Verifier
from kgqa.text.readers.weights import MANIFEST, read
from kgqa.text.verifying.verifier import SHIPPED, opened

KGQA = Path(__file__).parents[2] / "kgqa"
EDGES = [
    (
        "Harbour Lights is a 1962 film directed by Ada Stern and produced by Tom Oduya.",
        "Harbour Lights",
        ("director", "Ada Stern"),
        [("director", "Tom Oduya"), ("director", "Kim Lee"), ("capital", "Ada Stern")],
    ),
    (
        "He was born in Kisumu in 1931 and died in Delft in 1990.",
        "Tom Oduya",
        ("place of birth", "Kisumu"),
        [("place of birth", "Paris"), ("place of death", "Kisumu"), ("official language", "Delft")],
    ),
]


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    """Give the shipped verifier."""
    return Verifier(open_reader())  # type: ignore[arg-type]  # it is the extractive one


@pytest.mark.parametrize(("passage", "title", "true", "false"), EDGES)
def test_what_a_passage_says_scores_above_what_it_does_not(
    verifier: Verifier,
    passage: str,
    title: str,
    true: tuple[str, str],
    false: list[tuple[str, str]],
) -> None:
    said = verifier.says(passage, title, (title, *true))
    assert said > opened().calibration.threshold
    for edge in false:
        assert verifier.says(passage, title, (title, *edge)) < said, edge


def test_the_card_gives_the_figures_that_are_noted_beside_the_weights() -> None:
    card = (SHIPPED / "CARD.md").read_text(encoding="utf-8")
    told = json.loads((SHIPPED / MANIFEST).read_text(encoding="utf-8"))
    assert f"{told['trained']['figures']['planted']['area']:.3f}" in card
    assert f"{told['trained']['figures']['planted']['found']:.3f}" in card
    assert f"{told['calibration']['threshold']:.3f}" in card
    for licence in ("CC BY-SA", "MIT", "Apache-2.0", "CC0"):
        assert licence in card


def test_all_weights_together_are_small() -> None:
    files = [*KGQA.rglob("*.safetensors"), *KGQA.rglob("*.npz")]
    assert sum(path.stat().st_size for path in files) < 80e6


def test_a_network_that_shares_other_embeddings_is_damaged(tmp_path: Path) -> None:
    for path in SHIPPED.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    read(tmp_path)
    told = json.loads((tmp_path / MANIFEST).read_text(encoding="utf-8"))
    (tmp_path / MANIFEST).write_text(json.dumps({**told, "shares": "0" * 64}), encoding="utf-8")
    with pytest.raises(ReaderDamaged, match="another version"):
        read(tmp_path)


def test_what_was_taught_from_the_shipped_reader_has_its_embeddings_and_no_other() -> None:
    pytest.importorskip("torch")
    from small_reader import small_encoder

    from kgqa.text.readers.weights import has_shipped_embeddings, load

    encoder = load(SHIPPED)[0]

    assert has_shipped_embeddings(encoder)
    encoder.word.weight.data[1000] += 1.0
    assert not has_shipped_embeddings(encoder)
    assert not has_shipped_embeddings(small_encoder())

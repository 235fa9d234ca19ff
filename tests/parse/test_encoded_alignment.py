from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kgqa.align import properties as kept
from kgqa.engine import Engine
from kgqa.parse.alignment import WORST
from kgqa.parse.parser import Parser
from kgqa.parse.scene import Scene


@pytest.fixture(scope="module")
def chart_parser(engine: Engine) -> Parser:
    return engine.parser


def way(scene: Scene, property_: str, *, backwards: bool = False) -> int:
    place = scene.graph.adjacency.place(property_)
    assert place is not None
    return 2 * place + backwards


def named(scene: Scene, mention: str) -> frozenset[int]:
    return next(link.places for link in scene.linked.links if link.mention == mention)


SAID = [
    ("Who directed Titanic?", "Titanic", "P57", False, "directed"),
    ("Which films did James Cameron direct?", "James Cameron", "P57", True, "direct"),
    ("Where was Albert Einstein born?", "Albert Einstein", "P19", False, "born"),
    ("Where was the director of Titanic born?", "Titanic", "P19", False, "born"),
    ("Where was the director of Titanic born?", "Titanic", "P57", False, "director"),
    ("What is the capital of France?", "France", "P36", False, "capital"),
]


@pytest.mark.parametrize(("question", "name", "property_", "backwards", "word"), SAID)
def test_a_property_that_is_said_is_likely_and_covers_its_word(
    chart_parser: Parser,
    question: str,
    name: str,
    property_: str,
    backwards: bool,
    word: str,
) -> None:
    scene = chart_parser.scene(question)
    meant = way(scene, property_, backwards=backwards)

    likely = scene.alignment.likely(named(scene, name))
    cover = scene.alignment.cover(meant)

    assert likely[meant] > -1
    assert (likely > likely[meant]).sum() < 5
    content = [place for place in scene.analysis.content if cover[place] > 0.5]
    assert word in {scene.analysis.words[place].normal for place in content}


def test_the_words_of_a_name_say_no_property(chart_parser: Parser) -> None:
    scene = chart_parser.scene("Who directed Titanic?")
    places = sorted(named(scene, "Titanic"))

    assert all(not scene.alignment.cover(w)[places].any() for w in range(0, 40))


def test_logarithms_are_bounded_and_there_is_one_for_each_way(chart_parser: Parser) -> None:
    scene = chart_parser.scene("Who directed Titanic?")
    likely = scene.alignment.likely(frozenset())

    assert likely.shape == (2 * len(scene.graph.adjacency.properties),)
    assert scene.alignment.qualifying(frozenset()).shape == (len(likely) // 2,)
    assert likely.max() <= 0
    assert likely.min() >= WORST


@pytest.mark.parametrize("question", ["?", "𝔘𝔫𝔦 " * 200, "{}();", "a," * 5_000])
def test_any_text_can_be_aligned(chart_parser: Parser, question: str) -> None:
    scene = chart_parser.scene(question)

    assert np.isfinite(scene.alignment.likely(frozenset())).all()
    assert len(scene.alignment.cover(0)) == len(scene.analysis.words)


def test_many_names_are_read_in_few_passes(chart_parser: Parser) -> None:
    scene = chart_parser.scene("Who directed Titanic and Inception and Avatar?")

    for place in range(100):
        scene.alignment.likely(frozenset({place % 7, (place // 7) % 7}))

    assert len(scene.alignment._read) <= 10  # type: ignore[attr-defined]


def test_vectors_are_kept_and_a_damaged_file_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Once:
        digest, made = "0", 0

        def properties(self, rows: list[list[int]]) -> kept.Floats:
            self.made += 1
            return np.ones((len(rows), 3, 4), np.float32)

    monkeypatch.setenv("KGQA_HOME", str(tmp_path))
    network = Once()
    for _ in range(2):
        kept._vectors([[1, 2]], network)  # type: ignore[arg-type]
    assert network.made == 1
    (path,) = (tmp_path / kept.FOLDER).iterdir()
    path.write_bytes(b"broken")
    assert kept._vectors([[1, 2]], network).shape == (1, 3, 4)  # type: ignore[arg-type]
    assert network.made == 2
    kept._vectors([[1, 3]], network)  # type: ignore[arg-type]
    assert network.made == 3


def test_aligning_does_not_need_torch() -> None:
    code = "import sys, kgqa.parse.encoded_alignment; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

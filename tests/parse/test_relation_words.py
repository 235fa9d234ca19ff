from __future__ import annotations

from pathlib import Path

from kgqa.parse.relation_words import align, load, save, shipped
from kgqa.parse.relations_questions import Example

DIRECTED = ("P57", True)
BORN = ("P19", True)
COMMON = frozenset(
    ["who", "directed", "the", "film", "where", "was", "born", "in", "which", "town"]
)


def examples() -> list[Example]:
    return [
        *[Example("toy", "", ("who", "directed", "the", "film", "_"), (DIRECTED,))] * 6,
        *[Example("toy", "", ("where", "was", "_", "born"), (BORN,))] * 6,
        *[
            Example("toy", "", ("which", "film", "town", "_"), ((f"P{number}", True),))
            for number in range(900, 910)
            for _ in range(6)
        ],
    ]


def test_a_word_belongs_to_the_relation_it_stands_beside() -> None:
    found = align(examples(), COMMON)

    assert "direct" in found[DIRECTED]
    assert "born" in found[BORN]
    assert "born" not in found[DIRECTED]


def test_a_word_that_stands_beside_all_relations_belongs_to_none() -> None:
    assert "film" not in align(examples(), COMMON)[DIRECTED]


def test_words_that_may_be_names_are_left_out() -> None:
    found = align([Example("toy", "", ("zoltan", "born", "_"), (BORN,))] * 6, COMMON)

    assert "zoltan" not in found.get(BORN, ())


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    found = {relation: stems for relation, stems in align(examples(), COMMON).items() if stems}

    save(found, tmp_path / "words.txt")

    assert load(tmp_path / "words.txt") == found


def test_the_shipped_words_know_how_people_ask() -> None:
    assert "born" in shipped()[BORN]
    assert "tall" in shipped()["P2048", True]

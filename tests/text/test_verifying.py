"""Alignments, claims, and a verifier that learns from them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_store.schema import Schema
from small_reader import small_encoder, small_folder, small_pieces

from kgqa.stores import open_store
from kgqa.text.index import open_index
from kgqa.text.readers.examples import Example, Pair
from kgqa.text.verifying import claims as making
from kgqa.text.verifying.alignments import Aligner, Alignment, is_held_out, is_named
from kgqa.text.verifying.claims import ENTAILED, FALSE, Claim
from kgqa.text.verifying.making import limited, trained
from kgqa.text.verifying.measuring import HARD, PLANTED, told
from kgqa.text.verifying.training import Plan, Trainer


@pytest.fixture(scope="module")
def found() -> Iterator[tuple[Aligner, list[Alignment]]]:
    """Give the alignments of the sample."""
    with open_store("sample") as store, open_index("sample") as index:
        path = store.path / "names"  # type: ignore[attr-defined]
        with Schema.open(path) as schema:
            aligner = Aligner(store.adjacency, store.names, schema)  # type: ignore[attr-defined]
            yield aligner, list(aligner.aligned(index.passages(), most=50))


def test_an_alignment_names_its_value_and_is_an_edge_of_the_store(
    found: tuple[Aligner, list[Alignment]],
) -> None:
    _, alignments = found
    assert len(alignments) > 100
    assert len({one.relation for one in alignments}) > 15
    for one in alignments:
        assert is_named(one.value, one.sentence)
        assert one.sentence in one.passage


def test_what_is_false_is_no_edge_of_the_store(found: tuple[Aligner, list[Alignment]]) -> None:
    aligner, alignments = found
    edges = {(one.subject_id, one.relation, one.value) for one in alignments}
    for one in alignments:
        assert one.relation not in (*one.near, *one.far, *one.lacked)
        assert not any((one.subject_id, one.relation, other) in edges for other in one.others)
        others = (*one.near, *one.far, *one.lacked)
        assert not any((one.subject_id, other, one.value) in edges for other in others)
        assert all(is_held_out(other) == is_held_out(one.relation) for other in others)
        assert all(aligner.called(other) for other in others)


def test_every_alignment_gives_a_true_claim_and_planted_ones_differ_in_one_thing(
    found: tuple[Aligner, list[Alignment]],
) -> None:
    aligner, alignments = found
    made = list(making.planted(alignments, aligner.called, random.Random(1)))
    true = [one for one in made if one.how == "true"]
    assert len(true) == len(alignments)
    assert {one.how for one in made} == {"true", *PLANTED, *HARD}
    assert all((one.label == ENTAILED) == (one.how == "true") for one in made)
    statements = {(one.premise, one.statement) for one in true}
    assert not any((one.premise, one.statement) in statements for one in made if one.label == FALSE)


def test_what_is_learned_from_is_said_in_several_ways(
    found: tuple[Aligner, list[Alignment]],
) -> None:
    aligner, alignments = found
    made = list(making.of_edges(alignments, aligner.called, random.Random(1)))
    assert {one.how for one in made} >= {"true", "near relation", "near object", "object"}
    assert sum(one.statement.startswith("The ") for one in made) < 0.9 * len(made)
    assert not any(one.held for one in made)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Hong Kong", "A film made in Hong Kong.", True),
        ("Hong Kong", "He won at the Hong Kong Film Awards.", False),
        ("Fukuoka", "The club Avispa Fukuoka won.", False),
        ("Paris", "In Paris he died.", True),
        ("Paris", "Parisian life", False),
        ("film", "It is a film.", True),
    ],
)
def test_a_name_within_a_longer_name_does_not_count(name: str, text: str, expected: bool) -> None:
    assert is_named(name, text) == expected


def test_a_wrong_answer_is_the_answer_to_another_question_of_the_passage() -> None:
    passage = "Ann sang. Bob ran."
    asked = [
        Example("Who sang?", passage, ((0, 3),)),
        Example("Who ran?", passage, ((10, 13),)),
    ]
    made = list(making.of_examples(asked, random.Random(1)))
    assert {(one.statement, one.label) for one in made} == {
        ("Ann sang.", ENTAILED),
        ("Bob sang.", FALSE),
        ("Bob ran.", ENTAILED),
        ("Ann ran.", FALSE),
    }


def test_claims_are_read_as_they_were_written(tmp_path: Path) -> None:
    made = [*making.of_pairs([Pair("a", "b", 2)]), Claim("p", "s", FALSE, "value", "P1", held=True)]
    making.write(tmp_path / "claims.jsonl", made)
    assert making.read(tmp_path / "claims.jsonl") == made
    (tmp_path / "other.jsonl").write_text('{"x": 1}\n')
    with pytest.raises(ValueError, match="no claims"):
        making.read(tmp_path / "other.jsonl")


def _lessons() -> list[Claim]:
    names, verbs = ("ann", "bob", "eve", "kim"), ("sang", "ran", "slept")
    return [
        Claim(f"{who} {did} .", f"{other} {did} .", ENTAILED if who == other else FALSE, "x", "P1")
        for who in names
        for other in names
        for did in verbs
    ]


def test_a_verifier_learns_who_did_what(tmp_path: Path) -> None:
    encoder = small_encoder()
    plan = Plan(steps=150, rate=3e-3, dropped=0.0, tokens=400)
    before = encoder.word.weight.clone()
    losses = [
        one.loss for one in Trainer(encoder, small_pieces(tmp_path), _lessons(), plan).steps()
    ]
    assert losses[-1] < 0.8 * losses[0]
    assert bool((encoder.word.weight == before).all())


def test_the_limit_of_a_verifier_loses_few_true_claims(tmp_path: Path) -> None:
    base = small_folder(tmp_path / "base")
    plan = Plan(steps=60, rate=3e-3, dropped=0.0, tokens=400)
    for _ in trained(base, tmp_path / "out", _lessons(), plan, "test"):
        pass
    limit = limited(tmp_path / "out", _lessons())
    assert 0 < limit < 1
    from kgqa.text.readers.extractive import ExtractiveReader

    assert ExtractiveReader.load(tmp_path / "out").calibration.threshold == limit


def test_found_and_lost_are_counted_at_the_same_limit() -> None:
    true, value, relation = (
        Claim("", "", label, how, "P1")
        for label, how in ((ENTAILED, "true"), (FALSE, "object"), (FALSE, "relation"))
    )
    scored = [0.9] * 19 + [0.1] + [0.2] * 5 + [0.95] * 5
    rows = {one.how: one for one in told([true] * 20 + [value] * 5 + [relation] * 5, scored)}
    assert rows["object"].found == 1.0
    assert rows["relation"].found == 0.0
    assert rows["planted"].lost == pytest.approx(0.05)
    assert rows["planted"].area == pytest.approx(19 * 5 / (20 * 10))

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from kgqa.algebra import parse_expression
from kgqa.generate.errors import GenerateError
from kgqa.generate.evidence import Edge, Evidence, edges_of
from kgqa.generate.measuring import measure, pairs
from kgqa.generate.pages import Pages
from kgqa.generate.plan import Plan
from kgqa.generate.proving import Prover
from kgqa.generate.verifiers import ByCommand, Claim, Nobody, verifier_of
from kgqa.generate.world import World
from kgqa.text.readers.scores import area
from kgqa.text.sample import PASSAGES
from kgqa.text.verifying.alignments import is_held_out

INCEPTION, NOLAN, DICAPRIO = "Q25188", "Q25191", "Q38111"


def passages(folder: Path, *texts: dict[str, str]) -> Path:
    path = folder / "passages.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in texts), "utf-8")
    return path


@pytest.fixture
def evidence(world: World, tmp_path: Path) -> Evidence:
    path = passages(
        tmp_path,
        {
            "id": "1",
            "title": "Inception",
            "qid": INCEPTION,
            "text": "It is a film. It is long. It came out in 2010. Christopher Nolan directed it. "
            "Nolan is British.",
        },
        {"id": "2", "title": "Leonardo DiCaprio", "text": "He is an actor. He was in Inception."},
    )
    return Evidence(Pages([str(path)], world), world)


def test_a_sentence_that_names_the_other_side_has_the_two_before_it(evidence: Evidence) -> None:
    found = list(evidence.sentences(Edge(INCEPTION, "P57", NOLAN)))

    assert [one.text for one in found] == [
        "It is long. It came out in 2010. Christopher Nolan directed it."
    ]


def test_the_page_of_the_object_counts_too_and_is_found_by_its_title(evidence: Evidence) -> None:
    found = list(evidence.sentences(Edge(INCEPTION, "P161", DICAPRIO)))

    assert [one.page.id for one in found] == ["2"]


def test_an_answer_rests_on_the_edges_of_its_expression(world: World) -> None:
    simple = parse_expression("P57(Q25191)")
    both = parse_expression("type(Q11424) & P57(Q25191) & P161(Q38111)")
    composed = parse_expression("^P161(P57[Q11424](Q25191))")

    assert edges_of(simple, INCEPTION, world) == [[Edge(INCEPTION, "P57", NOLAN)]]
    assert edges_of(both, INCEPTION, world) == [
        [Edge(INCEPTION, "P57", NOLAN), Edge(INCEPTION, "P161", DICAPRIO)]
    ]
    in_a_year = parse_expression("P57{P580 <= 2010, P582 >= 2010}(Q25191)")
    assert edges_of(in_a_year, INCEPTION, world) == [[Edge(INCEPTION, "P57", NOLAN)]]
    tested = parse_expression("P57(Q25191)[P577 > 2000]")
    assert edges_of(tested, INCEPTION, world) == [[Edge(INCEPTION, "P57", NOLAN)]]
    assert [Edge(INCEPTION, "P161", DICAPRIO), Edge(INCEPTION, "P57", NOLAN)] in edges_of(
        composed, DICAPRIO, world
    )


class Strict(Nobody):
    """Believes nothing."""

    def entails(self, claim: Claim, premises: object) -> list[float]:
        return [0.0 for _ in premises]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("verifier", "stays"), [(Nobody(), True), (Strict(), False)])
def test_a_question_stays_where_enough_answers_are_proved(
    evidence: Evidence, verifier: Nobody, stays: bool
) -> None:
    record = {"kind": "simple", "answer_list": [{"id": INCEPTION, "answer_text": "Inception"}]}
    removed: Counter[str] = Counter()
    prover = Prover(evidence, verifier, Plan("s"))

    assert prover.prove(parse_expression("P57(Q25191)"), record, removed) is stays
    assert removed["edges whose sentences the verifier refused"] == (not stays)
    if stays:
        proof = record["answer_list"][0]["proof"][0]  # type: ignore[index]
        assert proof["hypothesis"] == "Inception was directed by Christopher Nolan."
        assert proof["pid"] == "1"


def test_one_proved_answer_of_two_is_too_few(evidence: Evidence) -> None:
    answers = [{"id": INCEPTION, "answer_text": "Inception"}, {"id": "Q2", "answer_text": "Earth"}]
    record = {"kind": "simple", "answer_list": answers}

    prover = Prover(evidence, Nobody(), Plan("s"))
    assert not prover.prove(parse_expression("P57(Q25191)"), record, Counter())


def test_passages_about_nothing_known_are_told_with_file_and_line(
    world: World, tmp_path: Path
) -> None:
    path = passages(tmp_path, {"id": "1", "title": "Xyzzy of nowhere", "text": "Nothing at all."})

    with pytest.raises(GenerateError, match=r"passages\.jsonl, line 1: .* says what it is about"):
        Pages([str(path)], world)


def test_a_command_can_verify(tmp_path: Path) -> None:
    script = tmp_path / "judge.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    told = [float(asked['answer'] in one) for one in asked['premises']]\n"
        "    print(json.dumps(told), flush=True)\n",
        "utf-8",
    )
    judge = verifier_of(f"{sys.executable} {script}")

    assert isinstance(judge, ByCommand)
    assert judge.entails(Claim("A is B.", "What is A?", "B"), ["A and B", "C"]) == [1.0, 0.0]
    judge.close()


def test_a_command_that_does_not_judge_is_told(tmp_path: Path) -> None:
    judge = ByCommand(f"{sys.executable} -c 'input(); print(1)'")

    with pytest.raises(GenerateError, match="gave no list of numbers"):
        judge.entails(Claim("A is B.", "What is A?", "B"), ["A"])
    judge.close()


def test_what_is_planted_is_not_in_the_graph(world: World) -> None:
    evidence = Evidence(Pages([str(PASSAGES)], world), world)
    told = list(pairs(world, evidence, 20, 1))

    assert len(told) == 20
    for one in told:
        assert "relation" in one.planted
        assert all(one.true.statement != other.statement for other in one.planted.values())
    values = [
        one.planted["object"].answer not in one.premise for one in told if "object" in one.planted
    ]
    assert len(values) > 10 and all(values)


def test_only_relations_that_the_verifier_did_not_learn_from_are_held(world: World) -> None:
    evidence = Evidence(Pages([str(PASSAGES)], world), world)
    told = list(pairs(world, evidence, 20, 1, held=True))

    assert told
    assert all(is_held_out(one.relation) for one in told)


def test_our_verifier_tells_what_a_sentence_says_from_what_it_does_not() -> None:
    judge = verifier_of("verifier")
    said = "Inception. It is a film that Christopher Nolan directed in 2010."
    true = Claim("", "", "", "The director of Inception is Christopher Nolan.")
    false = Claim("", "", "", "The composer of Inception is Leonardo DiCaprio.")
    (first,), (second,) = judge.entails(true, [said]), judge.entails(false, [said])

    assert first > judge.limit > second


def test_a_verifier_that_knows_is_worth_one_and_one_that_guesses_half() -> None:
    assert area([0.9, 0.8], [0.1, 0.2]) == 1.0
    assert area([0.5, 0.5], [0.5, 0.5]) == 0.5
    assert measure(Nobody(), []).planted.auc == 0.0

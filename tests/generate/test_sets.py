from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from kgqa_cli import main

from kgqa.algebra import parse_expression
from kgqa.generate import making
from kgqa.generate.errors import GenerateError, ParaphraseFailed
from kgqa.generate.making import PARTS, make
from kgqa.generate.paraphrase import Paraphraser
from kgqa.generate.plan import KINDS, Plan
from kgqa.generate.records import _named
from kgqa.generate.splits import NAMES, split
from kgqa.generate.statistics import statistics_of
from kgqa.generate.world import World
from kgqa.generate.writing import write


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(one) for one in arguments], prog_name="kgqa")


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def made(sample_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("set")
    done = run("generate", "questions", "--store", sample_store, "--each", 20, "--out", out)
    assert done.exit_code == 0, done.output
    return out


def test_a_set_has_its_parts_statistics_and_a_card(made: Path) -> None:
    assert {one.name for one in made.iterdir()} >= {
        *(f"{name}.jsonl" for name in (*NAMES, "all")),
        "statistics.json",
        "CARD.md",
    }
    told = json.loads((made / "statistics.json").read_text("utf-8"))
    assert sum(part["all"] for part in told["questions"].values()) == len(
        records(made / "all.jsonl")
    )
    assert "The relations of `dev` and `test`" in (made / "CARD.md").read_text("utf-8")


def test_every_record_is_one_of_qampari_with_its_meaning(made: Path) -> None:
    for record in records(made / "all.jsonl"):
        assert record["qid"].split("__")[1].removeprefix("wikidata_") in KINDS
        assert record["answer_list"]
        assert record["algebra"] in record["sparql"].splitlines()[0]
        for answer in record["answer_list"]:
            assert answer["aid"].startswith(record["qid"])
            assert answer["answer_text"] == answer["aliases"][0]


def test_an_alias_that_another_answer_has_tells_them_apart_no_more() -> None:
    told = Counter({"paris": 2, "lutetia": 1})

    assert _named("Q90", ["City", "Paris", "Lutetia"], told)["aliases"] == ["City", "Lutetia"]


def test_the_gold_algebra_of_every_question_scores_one(
    made: Path, sample_store: Path, tmp_path: Path
) -> None:
    done = run(
        *("bench", "qampari", "--data", made / "all.jsonl", "--system", "gold"),
        *("--store", sample_store, "--out", tmp_path / "run", "--json"),
    )

    assert done.exit_code == 0, done.output
    scores = json.loads(done.stdout)
    assert scores["all"]["f1"] == scores["all"]["exact"] == 1.0


def test_gold_algebra_needs_a_set_that_has_it(tmp_path: Path, sample_store: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"id": "1", "question": "Who?", "answers": [["A"]]}\n', "utf-8")
    done = run(
        *("bench", "qampari", "--data", path, "--system", "gold"),
        *("--store", sample_store, "--out", tmp_path / "run"),
    )

    assert done.exit_code != 0
    assert "The question 1 has no algebra" in done.output + str(done.exception)


def test_no_relation_of_a_held_out_part_is_taught(made: Path) -> None:
    taught = {one for record in records(made / "train.jsonl") for one in record["relations"]}
    tested = [set(record["relations"]) for record in records(made / "test.jsonl")]

    assert tested
    assert all(relations - taught for relations in tested)


def test_a_set_goes_on_where_it_was_interrupted(
    sample_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(str(sample_store), kinds=("simple", "typed"), each=30, per_relation=30)
    monkeypatch.setattr(making, "PART", 15)
    whole = make(plan, tmp_path / "a").records
    make(plan, tmp_path / "b")
    parts = sorted((tmp_path / "b" / PARTS).iterdir())
    parts[1].unlink()
    before = parts[0].stat().st_mtime_ns

    assert len(parts) == 4
    assert make(plan, tmp_path / "b").records == whole
    assert parts[0].stat().st_mtime_ns == before


def test_a_folder_with_another_set_is_not_gone_on_with(sample_store: Path, tmp_path: Path) -> None:
    make(Plan(str(sample_store), kinds=("simple",), each=3), tmp_path)

    with pytest.raises(GenerateError, match="has a set that was made otherwise"):
        make(Plan(str(sample_store), kinds=("simple",), each=4), tmp_path)


@pytest.mark.slow
def test_several_processes_make_the_same_set(sample_store: Path, tmp_path: Path) -> None:
    plan = Plan(str(sample_store), each=25)

    assert make(plan, tmp_path / "a").records == make(plan, tmp_path / "b", jobs=2).records


def test_a_question_is_in_the_part_of_its_rarest_relation() -> None:
    given = [
        {"qid": str(i), "relations": relations, "answer_list": []}
        for i, relations in enumerate(
            [["P1"]] * 80 + [["P2"]] * 10 + [["P3"]] * 10 + [["P1", "P2"]]
        )
    ]
    parts = split(given, (80, 10, 10), 1)

    homes = {
        relation: {name for name in NAMES for one in parts[name] if one["relations"] == [relation]}
        for relation in ("P1", "P2", "P3")
    }
    assert homes["P1"] == {"train"}
    assert homes["P2"] | homes["P3"] == {"dev", "test"}


def test_statistics_count_questions_answers_and_words() -> None:
    record = {
        "kind": "simple", "question_text": "Who is it?", "relations": ["P1"],
        "entities": [{"id": "Q1"}],
        "answer_list": [{"answer_text": "A", "proof": [1, 2]}, {"answer_text": "B", "proof": []}],
    }  # fmt: skip
    told = statistics_of({"train": [record], "dev": [], "test": []})

    assert told["questions"]["train"] == {"simple": 1, "all": 1}
    assert told["answers_per_question"] == {"2-4": 1}
    assert told["words_per_question"]["mean"] == 3
    assert told["proofs"] == {"answers_with_a_proof": 0.5, "proofs_per_such_answer": 2}


REWORDS = """
import json, sys
for line in sys.stdin:
    same = "Which films did Christopher Nolan direct?"
    other = "Which films did Stanley Kubrick direct?"
    print(json.dumps({"questions": [same, other, "Zxqv?"]}), flush=True)
"""


def test_paraphrases_stay_that_are_read_as_the_question(world: World, tmp_path: Path) -> None:
    (tmp_path / "reword.py").write_text(REWORDS, "utf-8")
    said = Paraphraser(f"{sys.executable} {tmp_path / 'reword.py'}", world.store, world)
    record = {"question_text": "Name the films of Nolan.", "algebra": "P57[Q11424](Q25191)"}
    removed: Counter[str] = Counter()
    said.add(parse_expression(record["algebra"]), record, removed)
    said.close()

    assert record["paraphrases"] == ["Which films did Christopher Nolan direct?"]
    assert removed["paraphrases that are read otherwise, or not at all"] == 2


def test_a_program_that_rewords_nothing_is_told(world: World) -> None:
    said = Paraphraser(f"{sys.executable} -c 'input(); print(3)'", world.store, world)
    record = {"question_text": "Who?", "algebra": "P57(Q25191)"}

    with pytest.raises(ParaphraseFailed, match="gave no questions: '3"):
        said.add(parse_expression(record["algebra"]), record, Counter())
    said.close()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--kind", "riddle"), "there is no kind 'riddle'"),
        (("--split", "90-10"), "not of the form 80/10/10"),
        (("--paraphrase", "no-such-program"), "cannot be started"),
        (("--text", "nowhere.jsonl"), "There is no file nowhere.jsonl"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    sample_store: Path, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    done = run(
        *("generate", "questions", "--store", sample_store, "--each", 2, "--kind", "simple"),
        *("--out", tmp_path, *arguments),
    )

    assert done.exit_code != 0
    assert told in done.output + str(done.exception)


def test_a_store_without_five_answers_to_anything_is_refused(tmp_path: Path) -> None:
    from kgqa_store.build import Options, build

    source = Path(__file__).parents[1] / "world" / "tiny.ttl"
    build([source], tmp_path / "s", options=Options(max_errors=0, check_room=False))
    done = run("generate", "questions", "--store", tmp_path / "s", "--out", tmp_path / "set")

    assert done.exit_code == 2
    assert "leads from anything to 5 answers" in done.output + str(done.exception)


def test_writing_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GenerateError, match="No question is left"):
        write(making.Made([], Counter(), 0.0), Plan("s"), tmp_path)

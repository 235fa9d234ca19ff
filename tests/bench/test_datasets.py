from __future__ import annotations

import gzip
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest
from bench.sample_files import FILES, SAMPLES

from kgqa.bench.benchmarks import BENCHMARKS
from kgqa.bench.datasets.ambigqa import read_ambigqa
from kgqa.bench.datasets.lcquad import read_lcquad
from kgqa.bench.datasets.mintaka import read_mintaka
from kgqa.bench.datasets.qald import read_qald
from kgqa.bench.datasets.qampari import read_qampari
from kgqa.bench.datasets.quasar import read_quasar
from kgqa.bench.datasets.simplequestions import GoldFact, fact_of, read_simplequestions
from kgqa.bench.datasets.wikiwebquestions import read_wikiwebquestions
from kgqa.bench.errors import DataError
from kgqa.bench.question import GoldLink, Pair, Passage
from kgqa.bench.records import checked, read_records


def test_mintaka_has_links_kinds_and_answers() -> None:
    first, _, count, *_, truth, unlinked = read_mintaka(FILES["mintaka"])

    assert first.links == (GoldLink("Q25188", 13, 22),)
    assert (first.kind, first.category, first.gold) == ("generic", "movies", (("Q25191",),))
    assert count.number == "4" and len(count.gold) == 4
    assert truth.gold == (("True",),) and truth.gold_text == "True"
    assert unlinked.gold == () and unlinked.gold_text == "Decrease"


def test_mintaka_is_asked_in_a_language_that_it_has() -> None:
    assert read_mintaka(FILES["mintaka"], language="de")[0].text.startswith("Wer hat")
    with pytest.raises(DataError, match="no questions in 'nl'"):
        read_mintaka(FILES["mintaka"], language="nl")
    with pytest.raises(DataError, match="record 1, translations: the field 'ja' is missing"):
        read_mintaka(FILES["mintaka"], language="ja")


def test_labels_of_mintaka_1_1_are_in_the_language_or_in_english() -> None:
    path = SAMPLES / "mintaka_1_1.json"

    assert read_mintaka(path)[0].gold_text == "Christopher Nolan"
    assert read_mintaka(path, language="de")[0].gold_text == "Christopher Nolan"


def test_qampari_has_aliases_proofs_and_the_kind_from_the_id() -> None:
    first, second, *_ = read_qampari(FILES["qampari"])

    assert first.gold[1] == ("Dune", "Dune: Part One") and first.gold[2] == ("Sicario",)
    assert first.proofs[1] == Passage("Denis Villeneuve made Dune in 2021.", "Dune (2021 film)")
    assert (first.kind, second.kind) == ("wikidata_simple", "wikidata_comp")


def test_qampari_is_read_in_its_other_forms() -> None:
    short = read_qampari(SAMPLES / "qampari_short.json")
    (extended,) = read_qampari(SAMPLES / "qampari_extended.json")

    assert short[0].gold == read_qampari(FILES["qampari"])[0].gold
    assert short[1].gold == (("A",),) and short[1].kind == "wikitables_composition"
    assert extended.gold == (("Brock's Monument", "Monument"), ("Old City Hall",))
    assert len(extended.proofs) == 2


def test_ambigqa_has_single_and_several_answers_of_each_annotator() -> None:
    dune, nolan, _ = read_ambigqa(FILES["ambigqa"])

    assert (dune.kind, nolan.kind) == ("multi", "single")
    assert dune.annotations[0][1] == Pair(
        "When did the novel Dune come out?", ("1965", "August 1965")
    )
    assert nolan.annotations[0] == (Pair("", ("Christopher Nolan", "Nolan")),)


def test_quasar_has_contexts_and_candidates_from_their_own_files() -> None:
    gap, _ = read_quasar(
        SAMPLES / "quasar_s_questions.json",
        contexts=SAMPLES / "quasar_s_contexts.json",
        candidates=SAMPLES / "quasar_s_candidates.txt",
    )
    trivia, _ = read_quasar(
        FILES["quasar"],
        contexts=SAMPLES / "quasar_t_contexts.json",
        candidates=SAMPLES / "quasar_t_nps.json",
    )

    assert gap.kind == "S" and gap.contexts[0].startswith("node.js is a runtime")
    assert gap.candidates == ("node.js", "java", "flask", "django")
    assert trivia.kind == "T" and trivia.candidates[0] == "tetanus"
    with pytest.raises(DataError, match=r"line 1: no question has the uid 's1'"):
        read_quasar(FILES["quasar"], contexts=SAMPLES / "quasar_s_contexts.json")


def test_gold_queries_come_with_their_answers_and_entities() -> None:
    capital, truth, count = read_qald(FILES["qald"])

    assert (capital.gold, capital.links) == ((("Q70",),), (GoldLink("Q39", 0, 0),))
    assert [one.kind for one in (capital, truth, count)] == ["set", "truth", "count"]
    assert (truth.gold, count.gold) == ((("True",),), (("4",),))
    assert len(read_qald(FILES["qald"], language="de")) == 1
    assert read_wikiwebquestions(FILES["wikiwebquestions"])[2].gold == (("1487-06-16",),)


def test_lcquad_leaves_out_what_nobody_put_into_words() -> None:
    first, second = read_lcquad(FILES["lcquad"])

    assert first.text == "Who directed Inception?"
    assert second.text == "What is {capital} of {Switzerland} ?"


def test_a_simple_question_has_its_fact_either_way() -> None:
    forward, inverse, _ = read_simplequestions(FILES["simplequestions"])

    assert fact_of(forward) == GoldFact("Q25188", "P57", "Q25191", is_inverse=False)
    assert fact_of(inverse) == GoldFact("Q548823", "P57", "Q20382729", is_inverse=True)


@pytest.mark.parametrize("name", FILES)
def test_packed_files_are_read_as_unpacked_ones(name: str, tmp_path: Path) -> None:
    path, read = FILES[name], BENCHMARKS[name].read
    packed, archive = tmp_path / f"{path.name}.gz", tmp_path / "all.zip"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    with zipfile.ZipFile(archive, "w") as file:
        file.write(path, f"data/dev_{path.name}")
        file.writestr(f"data/train_{path.name}", "")

    assert read(packed) == read(path) == read(archive, split="dev")
    with pytest.raises(DataError, match="2 files of questions to choose from"):
        read(archive)
    with pytest.raises(DataError, match="no questions"):
        read(archive, split="train")


# --- What is wrong is told with its place -------------------------------------------------------


def spoiled(name: str, **changes: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    """Return the records of a sample, the second of them changed."""
    records: list[dict[str, Any]] = json.loads(FILES[name].read_text(encoding="utf-8"))
    for key, value in changes.items():
        if value is None:
            del records[1][key]
        else:
            records[1][key] = value
    return records


MISTAKES = [
    ("mintaka", {"id": None}, "record 2: the field 'id' is missing"),
    ("mintaka", {"id": "s0000001"}, "record 2: the id 's0000001' is that of record 1, too"),
    ("mintaka", {"question": 7.5}, "record 2: the field 'question' should be str/int, and is 7.5"),
    ("mintaka", {"question": " "}, "record 2: the field 'question' is empty"),
    ("mintaka", {"complexityType": "hard"}, "the complexityType 'hard' is none of generic"),
    ("mintaka", {"answer": {"answerType": "entity"}}, "answer: the field 'answer' is missing"),
    ("mintaka", {"answer": {"answerType": "x", "answer": []}}, "the answerType 'x' is none of"),
    ("ambigqa", {"annotations": []}, "record 2: there is no annotation"),
    ("ambigqa", {"annotations": [{"type": "other"}]}, "annotations 1: the type 'other' is neither"),
    ("ambigqa", {"annotations": [{"type": "multipleQAs", "qaPairs": []}]}, "there are no qaPairs"),
    ("wikiwebquestions", {"sparql": None}, "record 2: the field 'sparql' is missing"),
    ("wikiwebquestions", {"results": ["x"]}, "'results' should be a list of bindings"),
]


@pytest.mark.parametrize(("name", "changes", "message"), MISTAKES)
def test_a_wrong_record_is_told_with_its_place(
    name: str, changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "file.json"
    path.write_text(json.dumps(spoiled(name, **changes)), encoding="utf-8")

    with pytest.raises(DataError) as caught:
        BENCHMARKS[name].read(path)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[]", "has no questions"),
        (b"", "has no questions"),
        (b"[1]", "record 1 should be an object, and is 1"),
        (b'[{"id": ', "is no JSON"),
        (b'{"id": "1"}\n{"id": \n', "line 2 is no JSON"),
        (b"\xff\xfe\xfa", "is no UTF-8"),
        (b"\x1f\x8b\x08broken", "is damaged"),
    ],
)
def test_a_file_of_another_format_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(content)

    with pytest.raises(DataError, match=message):
        checked(list(read_records(path)), path)  # type: ignore[arg-type]


def test_a_line_that_is_no_fact_is_told_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "facts.txt"
    path.write_text("Q1\tP2\tQ3\twhat\nQ1 P2 Q3 what\n", encoding="utf-8")

    with pytest.raises(DataError, match="line 2 is not subject, property, object and question"):
        read_simplequestions(path)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "path", "count"),
    [
        ("mintaka", "mintaka/mintaka_dev.json", 2000),
        ("qampari", "qampari/qampari_dev_a.json", 501),
        ("qampari", "qampari/qampari_proofs_a.json", 36),
        ("ambigqa", "ambigqa/dev_light_a.json", 1007),
        ("simplequestions", "simplequestions_wikidata/valid_answerable.txt", 2821),
        ("qald", "qald/qald_10_train.jsonl", 412),
        ("wikiwebquestions", "wikiwebquestions/dev.json", 454),
        ("lcquad", "pairs/lcquad2_train.jsonl.gz", 20502),
        ("rubq", "rubq/RuBQ_2.0_dev.json", 580),
        ("spinach", "spinach/dev.json", 155),
        ("nq", "nq_open/dev.jsonl", 3610),
        ("popqa", "popqa/popqa_a.json", 514),
    ],
)
def test_the_official_files_are_read_whole(shared: Path, name: str, path: str, count: int) -> None:
    assert len(BENCHMARKS[name].read(shared / "questions" / path)) == count


def test_what_is_packed_twice_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa.bench.records.SPARSE", 1 << 20)
    packed = gzip.compress(b" " * (2 << 20))
    (tmp_path / "one.json.gz").write_bytes(packed)
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as file:
        file.writestr("one.json.gz", packed)

    for path in (tmp_path / "one.json.gz", tmp_path / "all.zip"):
        with pytest.raises(DataError, match="larger than"):
            list(read_records(path))


def test_a_file_that_is_packed_as_text_is_may_be_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa.bench.records.SPARSE", 1 << 10)
    text = random.Random(5).randbytes(50_000).hex()
    packed = gzip.compress(json.dumps([{"text": text}]).encode())
    (tmp_path / "one.json.gz").write_bytes(packed)

    assert len(list(read_records(tmp_path / "one.json.gz"))) == 1


def test_a_list_that_is_cut_off_is_told_with_the_record(tmp_path: Path) -> None:
    whole = (SAMPLES / "mintaka.json").read_text(encoding="utf-8")
    second = whole.index('"id"', whole.index('"id"') + 1)
    (tmp_path / "cut.json").write_text(whole[: second + 3], encoding="utf-8")

    with pytest.raises(DataError, match=r"cut\.json, record 2 is no JSON"):
        read_mintaka(tmp_path / "cut.json")


@pytest.mark.parametrize("name", sorted(FILES.keys() - {"simplequestions"}))
@pytest.mark.parametrize("share", [0.2, 0.5, 0.97])
def test_a_file_cut_in_the_middle_names_the_record_and_what_was_expected(
    name: str, share: float, tmp_path: Path
) -> None:
    whole = FILES[name].read_bytes()
    (tmp_path / "cut.json").write_bytes(whole[: int(share * len(whole))])

    told = r"cut\.json, (record|line) \d+ is no JSON: it ends in the middle; a whole object"
    with pytest.raises(DataError, match=told):
        BENCHMARKS[name].read(tmp_path / "cut.json")


def test_a_line_ends_where_json_lines_end(tmp_path: Path) -> None:
    # A text may have other signs that Python takes for the end of a line.
    lines = [{"id": str(i), "question": "Who\u2028 was it?", "answers": [["A"]]} for i in range(2)]
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    (tmp_path / "dev.jsonl").write_text(text, encoding="utf-8")

    assert len(read_qampari(tmp_path / "dev.jsonl")) == 2

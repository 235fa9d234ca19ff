"""Replies and answers in Python: at home in a program, a shell and a notebook."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from world_store import build_world

import kgqa
from kgqa.algebra import Entity
from kgqa.answers import (
    Answer,
    GraphProof,
    Interpretation,
    Measurement,
    Reading,
    Reply,
    Result,
    TextProof,
    Time,
    sure_of,
)
from kgqa.errors import EngineClosed, KgqaError, PackageMissing, SettingsError, WrongArgument
from kgqa.settings import Settings

PROOF = GraphProof(Entity("Q1"), "SELECT ?x {}", ())
STONE = Answer(Entity("Q121"), 0.97, (PROOF,))
HEIGHT = Answer(Measurement(Decimal(4000), "Q11573"), 0.6, (PROOF,))
LABELS = {"Q121": "Ada Stone"}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build_world(tmp_path_factory.mktemp("replies") / "world"))


@pytest.fixture(scope="module")
def engine(world: str) -> Iterator[kgqa.Engine]:
    with kgqa.Engine(world) as opened:
        yield opened


@pytest.fixture
def sample(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without settings."""
    monkeypatch.chdir(tmp_path_factory.mktemp("empty"))


# --- Answers ----


def test_an_answer_knows_its_label_and_id() -> None:
    (stone,) = Result(Entity("Q121"), "", (STONE,), LABELS)

    assert (stone.label, stone.id, str(stone)) == ("Ada Stone", "Q121", "Ada Stone")
    assert repr(stone) == "<Answer Ada Stone (Q121), sure>"


def test_an_answer_without_labels_reads_as_its_value() -> None:
    assert (STONE.label, HEIGHT.label, HEIGHT.id) == ("Q121", "4000 metre", None)
    assert str(Answer(Time(1970, 7, 30), 1.0, (PROOF,))) == "30 July 1970"
    assert str(Answer(False, 1.0, (PROOF,))) == "no"


def test_a_label_makes_no_other_answer() -> None:
    (stone,) = Result(Entity("Q121"), "", (STONE,), LABELS)

    assert stone == STONE and hash(stone) == hash(STONE)


@pytest.mark.parametrize(
    ("confidence", "word"),
    [(1.0, "sure"), (kgqa.answers.SURE, "sure"), (0.7, "likely"), (0.3, "guess"), (0.0, "guess")],
)
def test_a_confidence_has_its_word(confidence: float, word: str) -> None:
    assert sure_of(confidence) == word


# --- Replies ----


def test_a_reply_is_a_list_of_answers() -> None:
    reply = Reply("?", "en", "answered", answers=(STONE, HEIGHT), labels=LABELS)

    assert [str(one) for one in reply] == ["Ada Stone", "4000 metre"]
    assert len(reply) == 2 and reply and reply[1] == HEIGHT
    assert reply.best is not None and reply.best.label == "Ada Stone"
    assert str(reply) == "Ada Stone\n4000 metre"


def test_a_reply_without_answers_is_false() -> None:
    reply = Reply("Who?", "en", "no-answer", reason="nobody is known")

    assert not reply and len(reply) == 0 and reply.best is None
    assert repr(reply) == "<Reply 'Who?': no-answer, nobody is known>"


def test_a_no_is_an_answer_and_true() -> None:
    assert Reply("?", "en", "answered", answers=(Answer(False, 1.0, (PROOF,)),))


def test_what_python_prints_is_short() -> None:
    many = Reply("Who?", "en", "answered", answers=(STONE,) * 9, labels=LABELS)

    assert repr(many) == "<Reply 'Who?': Ada Stone, Ada Stone, Ada Stone and 6 more>"
    assert repr(Result(Entity("Q121"), "", (HEIGHT,))) == "<Result Q121: 4000 metre>"
    assert repr(Reading(Entity("Q121"), 0.5)) == "<Reading Q121, 0.50>"


def test_the_answers_of_interpretations_have_their_labels() -> None:
    meant = Interpretation("Which?", (STONE,), Reading(Entity("Q121"), 0.5))
    reply = Reply("?", "en", "ambiguous", interpretations=(meant,), labels=LABELS)

    assert reply.interpretations[0].answers[0].label == "Ada Stone"


def test_json_is_the_dictionary_in_text(engine: kgqa.Engine) -> None:
    reply = engine.ask("Who directed Dawn?")

    assert json.loads(reply.to_json()) == reply.to_dict()
    assert reply.to_dict()["answers"][0]["label"] == "Ada Stone"
    assert json.loads(kgqa.query("P57(Q121)", engine.store).to_json())["algebra"] == "P57(Q121)"


def test_a_reply_can_be_pickled(engine: kgqa.Engine) -> None:
    reply = engine.ask("Who directed Dawn?")

    assert pickle.loads(pickle.dumps(reply)) == reply


def test_a_notebook_shows_answers_how_sure_they_are_and_why(engine: kgqa.Engine) -> None:
    page = engine.ask("Who directed Dawn?")._repr_html_()

    for part in ("Who directed Dawn?", "Ada Stone", "wiki/Q121", "director→", "Understood as"):
        assert part in page


def test_a_notebook_is_shown_no_markup_of_a_label() -> None:
    evil = {"Q121": "<script>alert(1)</script>"}
    proof = TextProof("p", "<b>", "", 0, 3, "<i>", 1.0)
    answers = (STONE, Answer(Entity("Q121"), 0.2, (proof,)))
    reading = Reading(Entity("Q121"), 0.9, unused=("<u>",))
    reply = Reply("<q>", "en", "answered", answers=answers, readings=(reading,), labels=evil)

    for page in (reply._repr_html_(), Result(Entity("Q121"), "", answers, evil)._repr_html_()):
        assert not [tag for tag in ("<script", "<b>W", "<i><i>", "<u>", "<q>") if tag in page]


def test_a_notebook_says_why_there_is_no_answer() -> None:
    assert (
        "nobody is known" in Reply("?", "en", "no-answer", reason="nobody is known")._repr_html_()
    )
    assert "No answer: so it is" in Result(Entity("Q1"), "", (), reason="so it is")._repr_html_()


def test_answers_become_a_data_frame() -> None:
    pytest.importorskip("pandas")
    frame = Reply("?", "en", "answered", answers=(STONE, HEIGHT), labels=LABELS).to_pandas()

    assert list(frame["label"]) == ["Ada Stone", "4000 metre"]
    assert list(frame["value"]) == ["Q121", 4000] and frame["unit"][1] == "metre"
    assert list(frame["sure"]) == ["sure", "likely"]


def test_an_empty_frame_has_its_columns() -> None:
    pytest.importorskip("pandas")

    assert list(Result(Entity("Q1"), "", ()).to_pandas().columns)[:2] == ["label", "id"]


def test_without_pandas_a_frame_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)

    with pytest.raises(PackageMissing) as caught:
        Result(Entity("Q1"), "", ()).to_pandas()
    assert caught.value.hint == "pip install pandas"


# --- The same defaults as the command ----


@pytest.mark.usefixtures("sample")
def test_ask_reads_the_texts_of_the_sample() -> None:
    assert kgqa.ask("Who directed Whiplash?").best.source == "text"  # type: ignore[union-attr]
    assert not kgqa.ask("Who directed Whiplash?", settings=Settings(read="never"))


def test_ask_and_query_take_the_store_of_the_settings(
    world: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kgqa.toml").write_text(f'store = "{world}"\n', encoding="utf-8")

    assert str(kgqa.ask("Who directed Dawn?")) == "Ada Stone"
    assert str(kgqa.query("^P57(Q131)")) == "Ada Stone"
    assert kgqa.link("Ada Stone")[0].id == "Q121"
    assert kgqa.properties("director")[0].id == "P57"
    monkeypatch.setenv("KGQA_STORE", "nowhere")
    with pytest.raises(kgqa.StoreError, match="nowhere"):
        kgqa.ask("Who directed Dawn?")


def test_ask_honours_the_least_confidence_of_the_environment(
    world: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGQA_MIN_CONFIDENCE", "1")

    assert not kgqa.ask("Who directed Dawn?", world)


@pytest.mark.usefixtures("sample")
def test_the_sample_is_a_store_by_its_name() -> None:
    with kgqa.open_store("sample") as store:
        assert str(kgqa.query("^P57(Q25188)", store)) == "Christopher Nolan"
    assert str(kgqa.query("^P57(Q25188)", "sample")) == "Christopher Nolan"


# --- Names ----


def test_names_lead_to_entities_and_properties(engine: kgqa.Engine, world: str) -> None:
    for store in (engine.store, world):
        (stone, *_) = kgqa.link("Ada Stone", store)
        (director, *_) = kgqa.properties("director", store)
        assert (stone.id, stone.label, stone.why) == ("Q121", "Ada Stone", "label")
        assert (director.id, director.label, director.why) == ("P57", "director", "label")


@pytest.mark.usefixtures("sample")
def test_properties_are_found_by_label_alias_and_id() -> None:
    found = {text: kgqa.properties(text, "sample") for text in ("date of birth", "born on", "P569")}

    assert {text: one[0].id for text, one in found.items()} == dict.fromkeys(found, "P569")
    assert kgqa.properties("zzz qqq", "sample") == [] and kgqa.properties("P999999", "sample") == []
    scores = [one.score for one in kgqa.properties("place of birth", "sample")]
    assert scores == sorted(scores, reverse=True) and len(scores) > 1


# --- What cannot be taken ----


def test_wrong_arguments_are_errors_of_ours(engine: kgqa.Engine, world: str) -> None:
    wrong = [
        lambda: engine.ask(42),  # type: ignore[arg-type]
        lambda: engine.ask("Who directed Dawn?", pick="Dawn"),
        lambda: engine.ask("Who directed Dawn?", pick=131),  # type: ignore[arg-type]
        lambda: engine.ask("Who directed Dawn?", read="sometimes"),  # type: ignore[arg-type]
        lambda: kgqa.ask("Who?", 42),  # type: ignore[arg-type]
        lambda: kgqa.Engine(world, text=42),  # type: ignore[arg-type]
        lambda: kgqa.query(42, world),  # type: ignore[arg-type]
        lambda: kgqa.query("Q1", 42),  # type: ignore[arg-type]
        lambda: kgqa.open_store(42),  # type: ignore[arg-type]
        lambda: kgqa.open_store(""),
        lambda: kgqa.open_store(world, workers=0),
        lambda: kgqa.link(42, world),  # type: ignore[arg-type]
        lambda: kgqa.link("Dawn", world, top=0),
        lambda: kgqa.properties(None, world),  # type: ignore[arg-type]
    ]
    for call in wrong:
        with pytest.raises(KgqaError):
            call()
    assert issubclass(WrongArgument, ValueError)


def test_what_is_closed_says_so(world: str) -> None:
    engine, store = kgqa.Engine(world), kgqa.open_store(world)
    engine.close()
    engine.close()
    store.close()

    with pytest.raises(EngineClosed):
        engine.ask("Who directed Dawn?")
    with pytest.raises(EngineClosed):
        engine.run(kgqa.parse_expression("Q131"))
    with pytest.raises(kgqa.StoreError, match="closed"):
        kgqa.query("^P57(Q131)", store)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("timeout", 0), ("timeout", -1), ("timeout", float("nan")), ("timeout", float("inf")),
        ("timeout", "soon"), ("timeout", None), ("timeout", True), ("memory", 2.5),
        ("memory", 10**40), ("top", 0), ("facts", -1), ("read", "sometimes"), ("language", 5),
        ("store", "a\0b"), ("store", 42), ("text", None), ("today", "soon"),
        ("min_confidence", 1.5), ("min_confidence", -0.1), ("min_confidence", "sure"),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_used_is_refused(name: str, value: object) -> None:
    with pytest.raises(SettingsError, match=name):
        Settings(**{name: value})  # type: ignore[arg-type]


def test_settings_are_of_their_kinds(tmp_path: Path) -> None:
    chosen = Settings(timeout=5, store=tmp_path, memory=1024.0)  # type: ignore[arg-type]

    assert isinstance(chosen.timeout, float) and chosen.store == str(tmp_path)
    assert isinstance(chosen.memory, int)


def test_the_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    assert kgqa.__version__ == version("kgqa")

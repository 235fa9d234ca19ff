"""Questions over graph and text: when texts are read, what a reply says of them, what may fail."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_cli import proof_tree, reply_page
from kgqa_store.opening import open_store
from kgqa_store.store import Store
from text_stub import FindingReader

from kgqa.ablation import drawn, known, masked_copy, measured
from kgqa.algebra import Entity
from kgqa.answers import Reply, Time, value_text
from kgqa.as_json import reply_document
from kgqa.engine import Engine
from kgqa.errors import SettingsError, TextIndexDamaged
from kgqa.merge import hypotheses
from kgqa.merge.edges import Budget, EdgeReader, Wanted
from kgqa.merge.phrasing import asked_of
from kgqa.merge.texts import Texts
from kgqa.merge.when_to_read import mode_of
from kgqa.merge.whole_question import is_in
from kgqa.settings import Settings
from kgqa.text.index import TextIndex, open_index


@pytest.fixture(scope="module")
def store(sample_store: Path) -> Iterator[Store]:
    with open_store(sample_store) as opened:
        yield opened


@pytest.fixture(scope="module")
def index(kept: Path) -> Iterator[TextIndex]:
    with open_index("sample", folder=kept) as opened:
        yield opened


def engine_for(store: Store, index: TextIndex, *strings: str) -> tuple[Engine, FindingReader]:
    reader = FindingReader(strings)
    return Engine(store, text=Texts.of(index, reader)), reader


def said(reply: Reply) -> list[str]:
    return [value_text(answer.value, reply.labels) for answer in reply.answers]


def test_a_question_that_the_graph_is_silent_about_is_answered_from_a_passage(
    store: Store, index: TextIndex
) -> None:
    engine, _ = engine_for(store, index, "Damien Chazelle")
    reply = engine.ask("Who directed Whiplash?")
    assert said(reply) == ["Damien Chazelle"] and reply.outcome == "answered"
    (answer,) = reply.answers
    assert answer.source == "text" and 0 < answer.confidence < 1
    passage = answer.text_proofs[0]
    assert passage.title.startswith("Whiplash") and passage.quote == "Damien Chazelle"
    assert "read" in reply.timings


def test_a_composition_goes_on_from_what_was_read(store: Store, index: TextIndex) -> None:
    engine, _ = engine_for(store, index, "Damien Chazelle")
    reply = engine.ask("Where was the director of Whiplash born?")
    assert said(reply) == ["Providence"]
    assert reply.answers[0].source == "both" and reply.answers[0].is_joint


def test_a_name_that_the_store_does_not_have_is_an_answer_too(
    store: Store, index: TextIndex
) -> None:
    engine, _ = engine_for(store, index, "Sherwood Content")
    assert said(engine.ask("Where was Usain Bolt born?")) == ["Sherwood Content"]


def test_nothing_is_read_where_the_graph_answers_or_where_it_is_forbidden(
    store: Store, index: TextIndex
) -> None:
    engine, reader = engine_for(store, index, "Christopher Nolan", "Damien Chazelle")
    assert said(engine.ask("Who directed Inception?")) == ["Christopher Nolan"]
    assert said(engine.ask("Who directed Whiplash?", read="never")) == []
    assert reader.asked == []


def test_where_texts_are_always_read_agreement_makes_an_answer_surer(
    store: Store, index: TextIndex
) -> None:
    engine, _ = engine_for(store, index, "Christopher Nolan")
    plain = engine.ask("Who directed Inception?", read="never")
    both = engine.ask("Who directed Inception?", read="always")
    assert said(both) == said(plain)
    assert both.answers[0].source == "both"
    assert both.answers[0].confidence > plain.answers[0].confidence


def test_a_passage_that_says_otherwise_is_told_beside_the_graph(
    store: Store, index: TextIndex
) -> None:
    engine, _ = engine_for(store, index, "21 October 1940")
    reply = engine.ask("When was Pelé born?", read="always")
    (conflict,) = reply.conflicts
    assert conflict.graph == Time(1940, 10, 23) and conflict.text == Time(1940, 10, 21)
    assert [answer.source for answer in reply.answers] == ["kg", "text"]


def test_members_that_a_set_lacks_are_read(store: Store, index: TextIndex) -> None:
    engine, _ = engine_for(store, index, "Paulo Coelho")
    reply = engine.ask("Which books did Paulo Coelho write?")
    assert "The Alchemist" in said(reply)
    assert {answer.source for answer in reply.answers} >= {"text"}


def test_a_passage_is_shown_as_what_it_is_in_json_and_on_a_terminal(
    store: Store, index: TextIndex
) -> None:
    engine, _ = engine_for(store, index, "Damien Chazelle")
    reply = engine.ask("Where was the director of Whiplash born?")
    (answer,) = reply_document(reply)["answers"]
    assert answer["source"] == "both" and answer["joint"] is True
    graph, text = answer["proofs"]
    assert graph["kind"] == "kg" and graph["reading"] == "^P19(Q18350026)" and graph["sparql"]
    assert text["kind"] == "text" and text["passage"] and text["url"]
    assert text["text"][text["start"] : text["end"]] == "Damien Chazelle"
    assert text["says"]["property"]["id"] == "P57"
    lines = list(proof_tree.drawn(proof_tree.proof_tree(reply.answers[0], reply.labels)))
    assert any("read: Whiplash" in line and "director" in line for line in lines)
    assert any("[Damien Chazelle]" in line for line in lines)


def test_a_conflict_is_a_sentence_and_a_pair_of_values(store: Store, index: TextIndex) -> None:
    engine, _ = engine_for(store, index, "21 October 1940")
    reply = engine.ask("When was Pelé born?", read="always")
    (line,) = reply_page.conflicts(reply)
    assert line.startswith("The graph says 23 October 1940, a passage says 21 October 1940: Pelé")
    (pair,) = reply_document(reply)["conflicts"]
    assert pair["graph"]["value"] == "1940-10-23" and pair["text"]["value"] == "1940-10-21"


@pytest.mark.parametrize("location", ["nowhere", "empty"])
def test_without_an_index_the_graph_answers_and_says_how_to_get_one(
    store: Store, tmp_path: Path, location: str
) -> None:
    (tmp_path / "empty").mkdir()
    engine = Engine(store, text=tmp_path / location)
    assert said(engine.ask("Who directed Inception?")) == ["Christopher Nolan"]
    silent = engine.ask("Who directed Whiplash?")
    assert silent.answers == () and "kgqa text build" in silent.note


def test_a_damaged_index_is_an_error_where_it_is_needed(
    store: Store, index: TextIndex, tmp_path: Path
) -> None:
    place = tmp_path / "damaged"
    shutil.copytree(index.directory, place)
    with open_index(place) as damaged:
        passages = next(place.glob("*/passages.jsonl"))
        passages.write_bytes(b"\x00" * passages.stat().st_size)  # while it is mapped
        engine = Engine(store, text=Texts.of(damaged, FindingReader(["Damien Chazelle"])))
        assert said(engine.ask("Who directed Inception?")) == ["Christopher Nolan"]
        with pytest.raises(TextIndexDamaged) as caught:
            engine.ask("Who directed Whiplash?")
    assert "kgqa text build" in caught.value.hint
    with pytest.raises(TextIndexDamaged, match="another content"):
        Engine(store, text=place).ask("Who directed Whiplash?")


def test_without_a_reader_the_graph_answers_and_says_so(
    store: Store, index: TextIndex, tmp_path: Path
) -> None:
    texts = Texts(index.directory, reader_name=str(tmp_path / "none"))
    engine = Engine(store, text=texts)
    assert said(engine.ask("Who directed Inception?")) == ["Christopher Nolan"]
    silent = engine.ask("Who directed Whiplash?")
    assert silent.answers == () and silent.reason and silent.note
    texts.close()


def test_a_question_that_the_graph_answers_does_not_import_torch(
    sample_store: Path,
) -> None:
    code = (
        "import sys; from pathlib import Path; from kgqa.engine import Engine\n"
        f"engine = Engine(Path({str(sample_store)!r}), text='sample')\n"
        "assert engine.ask('Who directed Inception?').answers\n"
        "engine.close()\n"
        "assert 'torch' not in sys.modules and 'transformers' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_mode_that_does_not_exist_is_an_error(store: Store, index: TextIndex) -> None:
    with pytest.raises(SettingsError, match="sometimes"):
        mode_of("sometimes")
    with pytest.raises(SettingsError, match="sometimes"):
        Settings(read="sometimes")
    engine = Engine(store, text=index.directory)
    with pytest.raises(SettingsError, match="sometimes"):
        engine.ask("Who directed Inception?", read="sometimes")  # type: ignore[arg-type]


CHALAMET = Entity("Q19877770")
BORN = Time(1946, 8, 19)


def test_one_value_of_several_that_an_intersection_lacks_is_read(
    store: Store, index: TextIndex, tmp_path: Path
) -> None:
    edges = [(film, "P161", CHALAMET) for film in ("Q56881140", "Q109228991")]
    question = "Which films have both Timothée Chalamet and Florence Pugh in the cast?"
    place = masked_copy(store, tmp_path / "masked", edges)
    reader = FindingReader(["Timothée Chalamet"])
    with open_store(place) as masked:
        engine = Engine(masked, text=Texts.of(index, reader))
        plain = engine.ask(question, read="never")
        reply = engine.ask(question)
    assert set(said(plain)) != set(said(reply)) == {"Little Women", "Dune: Part Two"}
    assert {answer.source for answer in reply.answers} <= {"text", "both"}


def test_things_are_not_compared_by_something_else_than_what_one_of_them_lacks(
    store: Store, index: TextIndex, tmp_path: Path
) -> None:
    question = "Was George W. Bush born before Bill Clinton?"
    place = masked_copy(store, tmp_path / "masked", [("Q1124", "P569", BORN)])
    reader = FindingReader(["19 August 1946"])
    with open_store(place) as masked:
        engine = Engine(masked, text=Texts.of(index, reader))
        reply = engine.ask(question)
    assert [answer.value for answer in reply.answers] == [True]
    assert reply.answers[0].text_proofs


def test_no_passage_is_read_for_a_time_between_two_dates(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hypotheses, "can_have", lambda _, __, key: ".." in key)
    parser = Engine(store).parser

    parsed = parser.parse("Which is longer, Asia or Europe?")

    assert list(hypotheses._compared(parsed, parser)) == []


def test_a_passage_about_an_entity_counts_more_than_one_that_names_it(
    store: Store, index: TextIndex
) -> None:
    # Both passages name Bill Clinton; what the one about the games says is not his birth.
    reader = FindingReader(["19 August 1946", "1996"])
    engine = Engine(store, text=Texts.of(index, reader))
    assert engine.texts is not None
    edges = EdgeReader(engine.texts, engine.parser, threading.RLock(), Budget())
    (edge,) = edges.read([Wanted("Q1124", "P569")])
    assert edge.object == BORN


def test_a_meaning_of_a_name_in_the_question_may_be_the_answer() -> None:
    assert is_in("Michael Jackson", "How old was Michael Jackson?")
    assert is_in("Paris, Texas", "Who lived in Paris?")
    assert not is_in("Charlie Parker", "What jazz saxophonist was nicknamed Bird?")
    assert not is_in("", "Who lived in Paris?")


def test_who_plays_in_a_film_is_asked_for_in_plain_words(store: Store) -> None:
    with Engine(store) as engine:
        cast = engine.parser.schema.property("P161")
        assert cast is not None and asked_of(cast, "Dune") == "Who plays in Dune?"


def test_what_is_masked_is_lost_and_texts_bring_some_of_it_back(
    store: Store, index: TextIndex, tmp_path: Path
) -> None:
    questions = ["Where was Beethoven born?", "Where was C. S. Lewis born?"]
    with Engine(store) as whole:
        seen = list(known(whole, questions))
    edges = drawn(seen, 1.0, seed=1)
    assert len(seen) == 2 and len(edges) == 2
    place = masked_copy(store, tmp_path / "masked", edges)
    reader = FindingReader(["Bonn", "Belfast"])
    with open_store(place) as masked, Engine(masked, text=Texts.of(index, reader)) as engine:
        found = measured(engine, seen, edges)
    assert (found.touched, found.lost, found.regained) == (2, 2, 2)
    assert found.recall == found.precision == 1.0

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from kgqa_cli.main import main

from kgqa.algebra import Entity
from kgqa.engine import Engine
from kgqa.parse.analysis import analyse
from kgqa.parse.linking import Linked, Linker, link_question
from kgqa.parse.linking_measure import measure, place_of
from kgqa.parse.linking_model import LinkingModel, load, save, shipped
from kgqa.parse.linking_questions import Example
from kgqa.parse.linking_reasons import phrase
from kgqa.parse.linking_training import Plan, Vocabulary, groups_of, learn
from kgqa.parse.mentions import initials_of, runs
from kgqa.parse.words import words_of


def linked(engine: Engine, question: str, pick: str | None = None) -> Linked:
    parser = engine.parser
    return link_question(
        analyse(question), parser.names, parser.kinds, lookups=parser.lookups, pick=pick
    )


def linker(engine: Engine) -> Linker:
    return Linker(engine.parser.names, engine.parser.kinds, engine.parser.lookups)


def first(engine: Engine, question: str) -> dict[str, str]:
    """Return what each name most likely means, by its text."""
    return {name[0].mention: name[0].id for name in linked(engine, question).names}


@pytest.mark.parametrize(
    ("question", "mention", "id_"),
    [
        ("Who directed Inception?", "Inception", "Q25188"),
        ("who directed inception", "inception", "Q25188"),
        ("Which films did Nolan direct?", "Nolan", "Q25191"),
        ("What is Germany's capital?", "Germany", "Q183"),
        ("Did Cristopher Nolan direct Oppenheimer?", "Cristopher Nolan", "Q25191"),
        ("Did Cristopher Nolan direct Oppenheimer?", "Oppenheimer", "Q108839994"),
        ("Who wrote the Lord of Rings?", "Lord of Rings", "Q15228"),
        ("Who is the president of the US?", "US", "Q30"),
    ],
)
def test_a_name_means_what_people_mean_by_it(
    engine: Engine, question: str, mention: str, id_: str
) -> None:
    assert first(engine, question)[mention] == id_


def test_names_stand_in_the_order_of_the_text_and_do_not_overlap(engine: Engine) -> None:
    names = linked(engine, "Did Christopher Nolan direct Inception before Oppenheimer?").names
    starts = [name[0].start for name in names]

    assert starts == sorted(starts)
    assert all(a[0].places.isdisjoint(b[0].places) for a in names for b in names if a is not b)


def test_the_best_link_of_a_name_has_the_best_score_and_the_others_less(engine: Engine) -> None:
    for name in linked(engine, "Who composed the music of Dune in 2021?").names:
        scores = [link.score for link in name]
        assert scores == sorted(scores, reverse=True)
        assert scores[0] in (1.0, 0.6)
        assert sum(link.chance for link in name) <= 1.001


def test_a_link_says_how_it_was_found_and_what_tells_it_from_its_rival(engine: Engine) -> None:
    (name,) = linked(engine, "Who wrote Dune?").names

    assert name[0].how == "label"
    assert all(link.why for link in name)


def test_a_pick_is_the_only_link_of_its_name(engine: Engine) -> None:
    (name,) = linked(engine, "Who wrote Dune?", pick="Q60834962").names

    assert [(link.id, link.score) for link in name] == [("Q60834962", 1.0)]


def test_a_pick_that_no_name_means_changes_nothing(engine: Engine) -> None:
    question = "Who wrote Dune?"

    assert linked(engine, question, pick="Q42") == linked(engine, question)


def test_a_year_is_no_name(engine: Engine) -> None:
    names = linked(engine, "Which films came out in 1994?").names

    assert not [link for name in names for link in name if link.is_name]


@pytest.mark.parametrize(
    "question",
    [
        "",
        "?",
        "the of and",
        "🙂",
        "\x00",
        "{ ?s ?p ?o }",
        "'" * 200,
        "Nolan " * 1600,
        "Иван Грозный",
    ],
)
def test_any_text_is_linked_within_the_time_of_a_question(engine: Engine, question: str) -> None:
    start = time.process_time()
    linked(engine, question)

    assert time.process_time() - start < 3


def test_runs_are_the_words_that_are_written_as_a_name() -> None:
    words = words_of("Did the Lord of the Rings beat Apollo 13, and was Dune better?")

    assert [" ".join(word.text for word in run) for run in runs(words)] == [
        "Lord of the Rings",
        "Apollo 13",
        "Dune",
    ]


@pytest.mark.parametrize(
    ("label", "letters"),
    [("Major League Baseball", "MLB"), ("Lord of the Rings", "LR"), ("", "")],
)
def test_initials_leave_small_words_out(label: str, letters: str) -> None:
    assert initials_of(label) == letters


# --- The model --------------------------------------------------------------------------------


def test_a_model_is_the_same_after_it_is_written_and_read(tmp_path: Path) -> None:
    model = LinkingModel({"pop": 1.25, "t:Q5|next:born": -0.5, "how:label": 0.75})
    save(model, tmp_path / "one.npz")
    save(model, tmp_path / "two.npz")
    read = load(tmp_path / "one.npz")

    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    assert read.weights.keys() == model.weights.keys()
    assert all(abs(read.weights[name] - model.weights[name]) < 1e-3 for name in model.weights)


def test_a_model_with_a_weight_too_many_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    names = np.frombuffer(b"one", dtype=np.uint8)
    np.savez(path, names=names, weights=np.ones(2, np.int16), scale=np.float64(1))

    with pytest.raises(ValueError, match="one weight"):
        load(path)


def test_reasons_are_what_tells_an_option_from_its_rival() -> None:
    model = LinkingModel({"pop": 2.0, "near.1": 1.0, "span.words": 5.0})
    mine = {"pop": 0.5, "near.1": 1.0, "span.words": 2.0}
    rival = {"pop": 0.9, "span.words": 2.0}

    assert model.reasons(mine, rival) == [("near.1", 1.0), ("pop", -0.8)]


@pytest.mark.parametrize(
    ("clue", "text"),
    [
        ("pop", "well known"),
        ("t:Q11424|next:movi", "a label of Q11424 before the word movi"),
        ("t:Q5", "a label of Q5"),
        ("near:^P57", "label of P57 connects it to another name"),
        ("how:last word|one", "found by last word, one"),
        ("described.next", "its description says the word before it"),
    ],
)
def test_a_clue_can_be_read(clue: str, text: str) -> None:
    assert phrase(clue, lambda id_: f"label of {id_}") == text


def test_the_shipped_model_knows_its_clues() -> None:
    weights = shipped().weights

    assert weights["pop"] > 0 > weights["pop.gap"]
    assert weights["near.1"] > 0


# --- Learning and measuring -------------------------------------------------------------------

EXAMPLES = [
    Example("a set", "Who wrote Dune?", frozenset({"Q190192"}), (("Q190192", 10, 14),)),
    Example("a set", "Who directed the film Dune?", frozenset({"Q60834962"})),
    Example("a set", "", frozenset({"Q1"})),
]


def test_what_is_learned_makes_the_right_option_likelier(engine: Engine) -> None:
    vocabulary = Vocabulary()
    groups = list(groups_of(EXAMPLES, linker(engine), vocabulary))
    model = learn(groups, vocabulary, Plan(epochs=30, least=1))

    assert [int(group.right.sum()) for group in groups] == [1, 1]
    (measured,) = measure(EXAMPLES[:2], linker(engine), model)
    assert (measured.questions, measured.names, measured.first) == (2, 2, 1.0)


def test_the_place_of_an_entity_is_that_among_the_links_of_its_name(engine: Engine) -> None:
    found = linked(engine, "Who wrote Dune?")
    ids = [link.id for link in found.names[0]]

    assert [place_of(found, id_, 10, 14) for id_ in ids] == list(range(len(ids)))
    assert place_of(found, ids[0], 0, 3) is None


# --- The commands -----------------------------------------------------------------------------


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_link_shows_the_names_of_a_question_and_why(sample_store: Path) -> None:
    done = run("link", "--question", "Who wrote Dune?", "--store", str(sample_store), "--json")
    document = json.loads(done.stdout)

    assert document["question"] == "Who wrote Dune?"
    (name,) = document["names"]
    assert {"Dune"} == {one["mention"] for one in name}
    assert name[0]["why"].startswith("label; ")


def test_link_says_when_no_name_is_known(sample_store: Path) -> None:
    done = run("link", "--question", "xyzzy?", "--store", str(sample_store))

    assert done.exit_code == 1
    assert "No name in 'xyzzy?' is known" in done.stderr


def test_training_says_what_is_missing(tmp_path: Path) -> None:
    assert "nothing to do" in run("train", "linking", str(tmp_path)).stderr
    done = run("train", "linking", str(tmp_path), "--measure")
    assert done.exit_code == 2
    assert "has no simplequestions_wikidata/train.txt" in done.stderr


def test_a_name_of_one_word_is_found_with_a_mistake_in_it(engine: Engine) -> None:
    linked = engine.parser.parse("Who directed Inceptoin?").linked

    assert [link.id for link in linked.links][:1] == ["Q25188"]


def test_another_number_is_another_thing_and_no_mistake(engine: Engine) -> None:
    assert "Q170645" in first(engine, "Who won the 2018 FIFA World Cup?").values()
    assert "Q170645" not in first(engine, "Who won the 2017 FIFA World Cup?").values()


@pytest.mark.parametrize(
    ("label", "initials"),
    [
        ("World War I", "WWI"),
        ("World War II", "WWII"),
        ("Lord of the Rings", "LR"),
        ("Apollo 11", "A11"),
    ],
)
def test_numerals_stand_whole_in_initials(label: str, initials: str) -> None:
    assert initials_of(label) == initials


def test_a_part_of_a_name_is_not_meant_where_the_whole_name_is(engine: Engine) -> None:
    linked = engine.parser.parse("When was George Washington born?").linked

    assert [[link.mention for link in name] for name in linked.names] == [["George Washington"]]


def test_a_letter_that_makes_a_longer_word_is_no_name(engine: Engine) -> None:
    linked = engine.parser.parse("Who operates the U-class ships?").linked

    assert all(link.mention != "U" for link in linked.links)


def test_what_is_called_by_another_year_is_not_meant(engine: Engine) -> None:
    parsed = engine.parser.parse("Who won the World Cup in 2014?")

    labels = {link.label for link in parsed.linked.links if "World Cup" in link.label}
    assert labels == {"FIFA World Cup", "2014 FIFA World Cup"}
    reply = engine.ask("Who won the World Cup in 2014?")
    assert [answer.value for answer in reply.answers] == [Entity("Q43310")]


@pytest.mark.parametrize("question", ["What is the first Beatles album?", "Name a Beatles song."])
def test_who_makes_works_is_none_of_another_kind(engine: Engine, question: str) -> None:
    linked = engine.parser.parse(question).linked

    assert "Q1299" in [name[0].id for name in linked.names]


def test_a_kind_of_thing_is_no_name_without_capitals(engine: Engine) -> None:
    linked = engine.parser.parse("what is the longest river").linked

    assert not any(link.is_name for link in linked.links)

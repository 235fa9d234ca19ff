from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from kgqa_cli.train import train as train_command
from kgqa_store.build import Options
from kgqa_store.build import build as build_store
from kgqa_store.schema import Schema
from kgqa_store.vocabulary import RDFS, SKOS, WD, WDT, WIKIBASE
from name_world import build, iri, text, world
from question_sets import write_question_sets

from kgqa.parse.relations import UNKNOWN, RelationCandidate, RelationRanker
from kgqa.parse.relations_lexicon import Lexicon, load, save, shipped
from kgqa.parse.relations_measure import ablations, measure
from kgqa.parse.relations_questions import Example, common_words, find_mention
from kgqa.parse.relations_schema import read_schema
from kgqa.parse.relations_sparql import Hop, hops
from kgqa.parse.relations_training import Plan, train
from kgqa.parse.relations_training_data import unseen
from kgqa.parse.relations_words import grams, masked, normal

NEW = f"""
{iri(WD, "Q76")} {iri(WDT, "P7001")} {iri(WD, "Q13133")} .
{iri(WD, "P7001")} {iri(RDFS, "label")} {text("rival in chess")} .
{iri(WD, "P7001")} {iri(SKOS, "altLabel")} {text("chess opponent")} .
{iri(WD, "P7001")} {iri(WIKIBASE, "propertyType")} {iri(WIKIBASE, "WikibaseItem")} .
"""

TEACHING = [
    Example("taught", "Q1", tuple(words.split()), (relation,))
    for words, relation in [
        ("who made _", ("P57", True)),
        ("who has made _", ("P57", True)),
        ("what was made by _", ("P57", False)),
        ("films made by _", ("P57", False)),
        ("who wed _", ("P26", True)),
        ("who has wed _", ("P26", True)),
    ]
    for _ in range(4)
]
COMMON = frozenset(["who", "made", "has", "what", "was", "by", "films", "wed"])


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Schema]:
    place = build(tmp_path_factory.mktemp("relations"), world() + NEW.encode())
    with Schema.open(place / "names") as opened:
        yield opened


@pytest.fixture(scope="module")
def ranker(schema: Schema) -> RelationRanker:
    return RelationRanker.open(schema)


@pytest.fixture(scope="module")
def taught(schema: Schema) -> Lexicon:
    return train(TEACHING, read_schema(schema), COMMON, Plan(epochs=(3, 10)))


def first(ranker: RelationRanker, words: str) -> tuple[str, bool]:
    best = ranker.rank(words.split(), limit=1)[0]
    return best.property, best.inverse


# --- Words -----------------------------------------------------------------------------------


def test_mentions_become_marks() -> None:
    question = "Was Dune's director born in Canada?"

    assert " ".join(masked(question, (4, 8), [(28, 34)])) == "was _ s director born in *"
    assert " ".join(masked(question, None)) == "was dune s director born in canada"


def test_a_mention_that_overlaps_the_entity_is_not_marked_again() -> None:
    assert masked("Who is New York", (7, 15), [(11, 15), (7, 10)]) == ("who", "is", "_")


@given(st.text(max_size=60))
def test_masked_words_are_their_own_normal_form(question: str) -> None:
    words = masked(question, None)

    assert normal(words) == words


@given(st.lists(st.text(max_size=8), max_size=12))
def test_any_words_can_be_ranked(words: list[str]) -> None:
    assert all(isinstance(gram, str) for gram in grams(normal(words)))


def test_no_ngram_has_a_word_outside_the_vocabulary() -> None:
    found = set(grams(("who", "made", "zork", "_"), {"who", "made"}))

    assert "who made" in found
    assert not [gram for gram in found if "zork" in gram]


# --- Ranking ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "property_", "inverse"),
    [
        ("who directed _", "P57", True),
        ("what movie was directed by _", "P57", False),
        ("who is the director of _", "P57", True),
        ("where was _ born", "P19", True),
        ("which people were born in _", "P19", False),
        ("when was _ born", "P569", True),
        ("how tall is _", "P2048", True),
        ("who is _ married to", "P26", True),
    ],
)
def test_the_relation_of_a_question_is_first(
    ranker: RelationRanker, words: str, property_: str, inverse: bool
) -> None:
    assert first(ranker, words) == (property_, inverse)


def test_a_property_that_nobody_was_taught_is_found_by_its_names(ranker: RelationRanker) -> None:
    assert "P7001" not in {name for name, _ in shipped().relations}
    assert first(ranker, "who was the chess opponent of _")[0] == "P7001"
    words = ["chess", "opponent", "of", "_"]
    assert "chess opponent" in ranker.why(words, ranker.rank(words, limit=1)[0])


def test_scores_are_logarithms_of_probabilities(ranker: RelationRanker) -> None:
    ranked = ranker.rank(["who", "directed", "_"], limit=1000)

    assert len(ranked) == 2 * len(ranker.properties)
    assert sum(np.exp(candidate.score) for candidate in ranked) == pytest.approx(1, abs=1e-4)
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)


def test_a_score_is_the_one_of_the_ranking(ranker: RelationRanker) -> None:
    words = ["Who", "directed", "_"]
    best = ranker.rank(words, limit=1)[0]

    assert isinstance(best, RelationCandidate)
    assert ranker.score(words, best.property, best.inverse) == best.score
    assert ranker.scores(words, [("P57", True), ("P4040404", True)])[1] == UNKNOWN
    assert ranker.score(words, "P4040404", False) == UNKNOWN


def test_only_the_relations_of_an_entity_are_ranked_where_they_are_known(
    ranker: RelationRanker,
) -> None:
    ranked = ranker.rank(["who", "directed", "_"], among=[("P19", True), ("P57", False)])

    assert {(one.property, one.inverse) for one in ranked} == {("P19", True), ("P57", False)}


@pytest.mark.parametrize("words", [[], ["_"], ["*"], ["\x00"], ["🎬"], ["of"] * 3000])
def test_words_that_say_nothing_give_a_ranking(ranker: RelationRanker, words: list[str]) -> None:
    assert len(ranker.rank(words, limit=3)) == 3


def test_a_store_without_properties_has_no_relations(tmp_path: Path) -> None:
    with Schema.open(build(tmp_path, b"\n") / "names") as empty:
        ranker = RelationRanker.open(empty)

    assert ranker.rank(["who", "directed", "_"]) == []
    assert ranker.score(["who"], "P57", True) == UNKNOWN


# --- The lexicon -----------------------------------------------------------------------------


def test_words_are_learned_with_their_direction(schema: Schema, taught: Lexicon) -> None:
    ranker = RelationRanker.open(schema, lexicon=taught)

    assert first(ranker, "who made _") == ("P57", True)
    assert first(ranker, "films made by _") == ("P57", False)
    assert first(ranker, "who wed _") == ("P26", True)
    words = ["who", "made", "_"]
    assert "'made" in ranker.why(words, ranker.rank(words, limit=1)[0])


def test_a_lexicon_is_read_as_it_was_written(taught: Lexicon, tmp_path: Path) -> None:
    path = tmp_path / "relations.npz"
    save(taught, path)
    read = load(path)

    assert (read.rows, read.relations) == (taught.rows, taught.relations)
    assert np.abs(read.weights - taught.weights).max() <= np.abs(taught.weights).max() / 200


def test_training_twice_gives_the_same(schema: Schema, taught: Lexicon) -> None:
    again = train(TEACHING, read_schema(schema), COMMON, Plan(epochs=(3, 10)))

    assert np.array_equal(again.weights, taught.weights)


def test_the_shipped_lexicon_is_small_and_has_no_sentences() -> None:
    lexicon = shipped()

    assert (Path("kgqa/parse/data/relations.npz").stat().st_size) < 5_000_000
    assert max(len(gram.split()) for gram in lexicon.rows) <= 4  # `how many~children`
    assert not [name for name in ("obama", "germany", "shakespeare") if name in lexicon.rows]


def test_of_two_relations_that_lead_to_the_answer_the_likelier_is_learned(schema: Schema) -> None:
    unclear = [
        Example("weak", "Q1", ("who", "has", "made", "*", "_"), (("P57", True), ("P19", True)))
    ] * 4
    lexicon = train([*TEACHING, *unclear], read_schema(schema), COMMON, Plan(epochs=(3, 10)))
    ranker = RelationRanker.open(schema, lexicon=lexicon)

    assert first(ranker, "who has made * _") == ("P57", True)


def test_measuring_tells_places(schema: Schema, taught: Lexicon) -> None:
    ranker = RelationRanker.open(schema, lexicon=taught)
    (found,) = measure(ranker, TEACHING, lambda entity: {("P57", True), ("P19", True)})

    assert (found.among_all.questions, found.among_all.first) == (24, 1.0)
    assert found.among_incident.questions == 8
    assert set(ablations(taught, None)) >= {"names", "names and kinds"}


# --- Question sets ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT ?x WHERE { wd:Q1 wdt:P57 ?x . }", [Hop("Q1", ("P57", True), True)]),
        ("SELECT ?x { ?x wdt:P57 wd:Q1 ; wdt:P31 wd:Q2 }", [Hop("Q1", ("P57", False), True)]),
        (
            "SELECT ?x { wd:Q1 wdt:P19 / wdt:P17 ?x }",
            [Hop("Q1", ("P19", True), True), Hop("Q1", ("P17", True), False)],
        ),
        (
            "SELECT ?x { ?x p:P39 ?s . ?s ps:P39 wd:Q3 ; pq:P580 ?y . }",
            [Hop("Q3", ("P39", False), True)],
        ),
        (
            "SELECT ?x { ?y <http://www.wikidata.org/prop/direct/P57> wd:Q1 . ?y wdt:P577 ?x . }",
            [Hop("Q1", ("P57", False), True), Hop("Q1", ("P577", True), False)],
        ),
        ("ASK { }", []),
        ("not SPARQL", []),
    ],
)
def test_a_gold_query_tells_its_relations(query: str, expected: list[Hop]) -> None:
    assert hops(query) == expected


def test_a_mention_is_found_by_a_name_or_by_most_of_it() -> None:
    assert find_mention("who made the dark knight's mask", ["The Dark Knight"]) == (9, 24)
    assert find_mention("who married obama in 1992", ["Barack Obama"]) == (12, 17)
    assert find_mention("who is it", ["Barack Obama"]) is None


def test_words_that_stand_in_capitals_are_no_common_words() -> None:
    texts = ["The film of Paris", "In a film of Nolan", "Who is nolan of nolan in Nolan or Nolan"]

    assert {"film", "of"} <= common_words(texts)
    assert not {"paris", "nolan"} & common_words(texts)


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_question_sets(tmp_path_factory.mktemp("questions"))


def test_the_command_learns_and_measures(questions: Path, tmp_path: Path) -> None:
    source, store, out = tmp_path / "w.nt", str(tmp_path / "store"), str(tmp_path / "learned.npz")
    source.write_bytes(world())
    build_store([str(source)], Path(store), options=Options(check_room=False))
    arguments = [
        "relations",
        str(questions),
        "--store",
        store,
        "--out",
        out,
        "--ablations",
        "--unseen",
    ]
    done = CliRunner().invoke(train_command, arguments, catch_exceptions=False)

    assert done.exit_code == 0, done.output
    assert "| simplequestions | 5 | 1.000 |" in done.stdout
    assert ("P57", True) in load(Path(out)).relations


def test_properties_can_be_held_back() -> None:
    held = [unseen(Example("", "", (), ((f"P{number}", True),)))[0] for number in range(500)]

    assert 60 < sum(held) < 140


def test_a_folder_without_question_sets_is_refused_by_name(tmp_path: Path) -> None:
    done = CliRunner().invoke(train_command, ["relations", str(tmp_path), "--measure"])

    assert done.exit_code == 2
    assert "has no simplequestions_wikidata/train.txt" in done.output


def test_an_endpoint_is_refused(questions: Path) -> None:
    arguments = ["relations", str(questions), "--measure", "--store", "http://127.0.0.1:1/sparql"]
    done = CliRunner().invoke(train_command, arguments)

    assert done.exit_code == 2
    assert "is an endpoint" in done.output


def test_what_is_no_lexicon_is_refused(questions: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.npz"
    wrong.write_bytes(b"no zip")
    arguments = ["relations", str(questions), "--measure", "--from", str(wrong)]
    done = CliRunner().invoke(train_command, [*arguments, "--store", str(tmp_path)])

    assert done.exit_code == 2
    assert "is no lexicon" in done.output


def test_ranking_many_relations_of_a_question_is_fast(ranker: RelationRanker) -> None:
    random = Random(1)
    asked = [(random.choice(ranker.properties), random.random() < 0.5) for _ in range(2000)]

    assert len(ranker.scores(["who", "directed", "_"], asked)) == 2000

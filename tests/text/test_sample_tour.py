"""The tour of the sample's passages: what each question needs, and that it is needed."""

from __future__ import annotations

import shutil
import tomllib
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pyoxigraph as ox
import pytest
from kgqa_store.results import Table
from kgqa_store.sample import SOURCES
from kgqa_store.sample.compile import Sample, load_sample, sample_lines
from kgqa_store.statistics import Statistics
from kgqa_store.vocabulary import PREFIXES
from sample_passages import Names, is_stated, is_told, names_of

from kgqa.algebra import Entity, parse_expression
from kgqa.answers import Measurement, Time, Value
from kgqa.execute.run import execute
from kgqa.text.sample import TOUR

QUESTIONS: list[dict[str, Any]] = tomllib.loads(TOUR.read_text(encoding="utf-8"))["question"]
MISSING = {"fallback", "hop", "key", "truth", "side"}
BOTH = {"agreement", "conflict"}


class Triples:
    """A sample as a store in memory."""

    location = "memory"
    statistics: Statistics | None = None

    def __init__(self, sample: Sample) -> None:
        self.store = ox.Store()
        lines = "\n".join(sample_lines(sample))
        self.store.bulk_load(lines.encode(), format=ox.RdfFormat.N_TRIPLES)

    def run(self, sparql: str, *, seconds: float, memory: int = 0, rows: int = 0) -> Table | bool:
        solutions = self.store.query(sparql, prefixes=dict(PREFIXES))
        if isinstance(solutions, ox.QueryBoolean):
            return bool(solutions)
        assert isinstance(solutions, ox.QuerySolutions)
        columns = tuple(variable.value for variable in solutions.variables)
        return Table(columns, tuple(tuple(row[name] for name in columns) for row in solutions))

    def select(self, sparql: str, *, seconds: float) -> Table:
        table = self.run(sparql, seconds=seconds)
        assert isinstance(table, Table)
        return table

    def labels(self, ids: Iterable[str], language: str = "en") -> dict[str, str]:
        return {}


@pytest.fixture(scope="module")
def sample() -> Sample:
    return load_sample(SOURCES)


@pytest.fixture(scope="module")
def names(sample: Sample) -> Names:
    return names_of(sample)


@pytest.fixture(scope="module")
def graph(sample: Sample) -> Triples:
    return Triples(sample)


@pytest.fixture(scope="module")
def graph_and_text(sample: Sample, tmp_path_factory: pytest.TempPathFactory) -> Triples:
    """The sample with what the questions need, as if the passages had been read."""
    folder = tmp_path_factory.mktemp("told")
    for file in SOURCES.glob("*.kg"):
        shutil.copy(file, folder)
    labels = {property.id: property.label for property in sample.properties}
    facts = {
        (fact["entity"], labels[fact["property"]], fact["value"])
        for question in QUESTIONS
        for fact in question["needs"]
        if question["shows"] in MISSING and not fact["value"].startswith('"')
    }
    told = (f"+ {entity}\n  {label}: {value}\n" for entity, label, value in sorted(facts))
    (folder / "told.kg").write_text("".join(told), encoding="utf-8")
    return Triples(load_sample(folder))


def answers(question: dict[str, Any], store: Triples) -> Counter[object]:
    result = execute(parse_expression(question["algebra"]), store)
    return Counter(spelled(answer.value) for answer in result.answers)


def spelled(value: Value) -> object:
    match value:
        case Entity(id_):
            return id_
        case Measurement(amount):
            return int(amount)
        case Time():
            return value.text
        case _:
            return value


def asked(shows: set[str], *, with_ids: bool = True) -> list[Any]:
    return [
        pytest.param(question, id=question["question"])
        for question in QUESTIONS
        if question["shows"] in shows
        and with_ids is not any(fact["value"].startswith('"') for fact in question["needs"])
    ]


def test_the_tour_shows_everything_at_least_five_times() -> None:
    assert len({question["question"] for question in QUESTIONS}) == len(QUESTIONS) >= 30
    shown = Counter(question["shows"] for question in QUESTIONS)
    assert shown.keys() == MISSING | BOTH
    assert min(shown.values()) >= 5


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["question"])
def test_what_a_question_needs_is_told_by_a_passage(names: Names, question: dict[str, Any]) -> None:
    assert question["needs"]
    assert [fact for fact in question["needs"] if not is_told(fact, names)] == []


def test_what_a_question_needs_is_in_the_graph_only_where_both_agree(sample: Sample) -> None:
    for question in QUESTIONS:
        for fact in question["needs"]:
            assert is_stated(fact, sample) is (question["shows"] == "agreement"), fact


@pytest.mark.parametrize("question", asked(MISSING))
def test_graph_and_passages_together_have_the_answers_and_the_graph_alone_has_not(
    graph: Triples, graph_and_text: Triples, question: dict[str, Any]
) -> None:
    assert answers(question, graph_and_text) == Counter(question["answers"])
    assert answers(question, graph) != Counter(question["answers"])


@pytest.mark.parametrize("question", asked(MISSING, with_ids=False))
def test_the_graph_is_silent_where_a_passage_has_a_name_without_an_id(
    graph: Triples, question: dict[str, Any]
) -> None:
    assert answers(question, graph) == Counter()


@pytest.mark.parametrize("question", asked(BOTH))
def test_the_graph_has_an_answer_where_a_passage_agrees_or_differs(
    graph: Triples, question: dict[str, Any]
) -> None:
    assert answers(question, graph) == Counter(question["answers"])

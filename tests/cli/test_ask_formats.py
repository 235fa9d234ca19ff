"""`kgqa ask --format`: answers from the graph and from passages in the formats of others."""

from __future__ import annotations

import csv
import io

import networkx
import pyoxigraph as ox
import pytest
from click.testing import CliRunner, Result
from kgqa_cli import main


def ask(question: str | None, *flags: str) -> Result:
    asked = [] if question is None else [question]
    return CliRunner().invoke(main, ["ask", *asked, "--store", "sample", *flags], input="Who?\n")


def test_an_answer_of_the_graph_is_a_row() -> None:
    done = ask("Who directed Inception?", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(done.stdout, newline=""))

    assert done.exit_code == 0
    assert (row["id"], row["label"], row["source"]) == ("Q25191", "Christopher Nolan", "kg")


def test_what_was_read_in_a_passage_is_quoted_in_turtle_and_drawn_in_graphml() -> None:
    question = "Who directed Whiplash?"
    turtle = ask(question, "--format", "turtle").stdout
    graph = networkx.parse_graphml(ask(question, "--format", "graphml").stdout)
    predicates = {
        one.predicate.value for one in ox.parse(turtle.encode(), format=ox.RdfFormat.TURTLE)
    }

    assert "http://www.w3.org/ns/prov#wasQuotedFrom" in predicates
    assert "passage" in {node["kind"] for _, node in graph.nodes(data=True)}


def test_a_question_without_an_answer_says_why_apart() -> None:
    done = ask("Who invented the antigravity belt?", "--format", "tsv")

    assert done.exit_code == 3 and done.stdout.startswith("label\t") and "No answer" in done.stderr


@pytest.mark.parametrize("flags", [["--format", "csv"], ["--json", "--format", "csv"]])
def test_formats_of_one_document_are_for_one_question(flags: list[str]) -> None:
    assert ask(None, *flags).exit_code == 2

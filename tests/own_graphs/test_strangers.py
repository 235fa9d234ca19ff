"""Questions as strangers ask them, over the museum of benchmarks/own_graphs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from kgqa_store.build import build

from kgqa.engine import Engine
from kgqa.settings import Settings

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "own_graphs" / "museum.py"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """What answers about the museum."""
    folder = tmp_path_factory.mktemp("museum")
    script = [sys.executable, str(SCRIPT)]
    (folder / "museum.ttl").write_bytes(
        subprocess.run(script, check=True, capture_output=True).stdout
    )
    build([folder / "museum.ttl"], folder / "store")
    with Engine(folder / "store", settings=Settings(today="2026-01-01")) as engine:
        yield engine


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Which rooms have more than 5 paintings?", {"Garden Room", "Attic Hall"}),
        ("Which artist has the most works in the Attic Hall?", {"Tobias Merrill"}),
        (
            "Which donors have given more than 5 works?",
            {"City of Lindenau", "Bank Merkur", "Ingrid Solberg"},
        ),
        ("How many works hang in each room?", 5),
        ("Which works have never been shown in an exhibition?", 31),
        ("What was bought before 1955?", 4),
        ("Who earns more than 60,000 a year?", {"Helene Vinter", "Samuel Adeyemi"}),
        ("Which artist is still alive?", {"Ivo Lantry", "Celeste Okoye"}),
        ("Which artists born before 1850 are dead?", {"Aurelia Vance", "Tobias Merrill"}),
        ("Is Mirela Stanek alive?", {"no"}),
        ("How old was Aurelia Vance when she died?", {"68"}),
        ("How old is Celeste Okoye?", {"51"}),
        ("Who is the longest serving guard?", {"Kwame Boateng"}),
        ("Which room has the most prints?", {"Garden Room", "Blue Cabinet"}),
        ("What is the most recent exhibition?", {"The Merrill Circle"}),
        ("Which exhibition is the latest?", {"The Merrill Circle"}),
        ("Which institutions are within 700 km of Museum Rheinau?", {"Galerie Morava"}),
        ("What is within 700 km of Museum Rheinau?", {"Galerie Morava"}),
        ("Which institutions are more than 1,000 km from Museum Rheinau?", {"Tallow House"}),
        ("Is Galerie Morava within 700 km of Museum Rheinau?", {"yes"}),
        ("Is Tallow House less than 900 kilometres away from Museum Rheinau?", {"no"}),
    ],
)
def test_a_stranger_is_answered(engine: Engine, question: str, answers: set[str] | int) -> None:
    found = {answer.label for answer in engine.ask(question).answers}
    assert found == answers if isinstance(answers, set) else len(found) == answers


def test_a_verb_is_no_thing(engine: Engine) -> None:
    """Who works somewhere is no artwork."""
    found = {answer.label for answer in engine.ask("Who works under Helene Vinter?").answers}
    assert found == {"Samuel Adeyemi", "Noor Haddad", "Emil Straka"}

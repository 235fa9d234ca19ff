"""The compositional questions over the sample: two halves, each expression gives its answers."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from kgqa_store.opening import open_store
from kgqa_store.store import Store
from test_tour import TOUR, expected, spelled

from kgqa.algebra import parse_expression
from kgqa.answers import Measurement
from kgqa.execute.run import execute

FOLDER = Path(__file__).parents[1] / "benchmarks"
HALVES: dict[str, list[dict[str, Any]]] = {
    half: tomllib.loads((FOLDER / f"compositions_{half}.toml").read_text(encoding="utf-8"))[
        "question"
    ]
    for half in ("a", "b")
}
LEARNED: list[dict[str, Any]] = tomllib.loads(
    (FOLDER / "sample_questions.toml").read_text(encoding="utf-8")
)["question"]


@pytest.fixture(scope="module")
def sample(sample_store: Path) -> Iterator[Store]:
    with open_store(sample_store) as store:
        yield store


@pytest.fixture(scope="module")
def compositions() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compositions_", FOLDER / "compositions.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def words(question: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", question.lower()))


def test_each_half_has_forty_questions_and_none_is_asked_elsewhere() -> None:
    asked = Counter(words(row["question"]) for half in HALVES.values() for row in half)

    assert [len(half) for half in HALVES.values()] == [40, 40]
    assert max(asked.values()) == 1
    assert not asked.keys() & {words(row["question"]) for row in (*TOUR, *LEARNED)}


def test_no_expression_is_one_that_is_learned_from() -> None:
    meant = {parse_expression(row["algebra"]) for half in HALVES.values() for row in half}

    assert not meant & {parse_expression(row["algebra"]) for row in (*TOUR, *LEARNED)}


# One test for a half, so that no report of a failure names the questions of half b one by one.
@pytest.mark.parametrize("half", HALVES)
def test_every_expression_has_its_answers(sample: Store, half: str) -> None:
    wrong = 0
    for row in HALVES[half]:
        result = execute(parse_expression(row["algebra"]), sample)
        found = Counter(spelled(answer.value) for answer in result.answers)
        wrong += found != Counter(map(expected, row["answers"])) or not found

    assert wrong == 0


def test_what_is_right_is_what_the_expression_gives(compositions: ModuleType) -> None:
    rows = HALVES["a"]
    right = {row["question"]: row for row in rows if isinstance(row["answers"][0], int)}
    assert right

    class Parrot:
        def ask(self, question: str) -> SimpleNamespace:
            gold = right.get(question, {"answers": []})["answers"]
            values = [one if isinstance(one, bool) else Measurement(Decimal(one)) for one in gold]
            return SimpleNamespace(answers=[SimpleNamespace(value=value) for value in values])

    asked = compositions.ask(Parrot(), "a")

    assert sum(one.right for one in asked) == len(right)
    assert compositions.totals(asked) == f"{len(right)} | {len(right)} | 40 | 1.00"


def test_no_question_of_half_b_is_shown(
    compositions: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Silent:
        def __init__(self, store: str) -> None: ...

        def __enter__(self) -> Silent:
            return self

        def __exit__(self, *exception: object) -> None: ...

        def ask(self, _question: str) -> SimpleNamespace:
            return SimpleNamespace(answers=[])

    monkeypatch.setattr(compositions, "Engine", Silent)
    monkeypatch.setattr(sys, "argv", ["compositions.py", "--rows"])
    compositions.main()

    out = capsys.readouterr().out
    assert "| b | 0 | 0 | 40 | - |" in out
    assert all(row["question"] in out for row in HALVES["a"])
    assert not any(row["question"] in out for row in HALVES["b"])

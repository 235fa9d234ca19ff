"""What `kgqa query --json` prints is what docs/json.md and docs/schemas/query.json say."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from kgqa_cli import main
from operator_table import NOTATIONS
from world_store import build_world

from kgqa.algebra import Entity, parse_expression
from kgqa.answers import Answer, GraphProof, Measurement, Result, Time, Words
from kgqa.as_json import document, number, value_object

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((DOCS / "schemas" / "query.json").read_text(encoding="utf-8"))
EXAMPLE = "argmax(type(Q8502) & P17(Q101), P2044)"

EXPRESSIONS = {
    "Q131": ["entity"],
    '"Dawn"': ["string"],
    "1999-12-31": ["date"],
    "1999": ["number"],
    "^P2044(Q151) = 4 kilometre": ["boolean"],
    "P57(Q121)": ["entity"],
    "^P57(Q131)": ["entity"],
    "P39{P580 <= 1997, P582 > 1960}(Q161)": ["entity"],
    "P57[Q24862](Q123)": ["entity"],
    "type(Q11424)": ["entity"],
    "P57(P19(Q111))": ["entity"],
    "P57(Q121) & P161(Q122)": ["entity"],
    "P57(Q121) | P57(Q123)": ["entity"],
    "type(Q11424) - P57(Q121)": ["entity"],
    "type(Q5) - type(Q5)[P569 < 1950]": ["entity"],
    "type(Q515)[P1082 > 1000000, P17 = Q101]": ["entity"],
    'type(Q11424)[name ^= "d"]': ["entity"],
    "type(Q515)[count(P17) >= 1]": ["entity"],
    "near(type(Q515), P625, Q111, 2 kilometre)": [],
    "argmax(type(Q8502), P2044)": ["entity"],
    "argmin(type(Q5), count(P166))": ["entity"],
    "argmax(type(Q5), count(P166 & type(Q4220917)))": ["entity"],
    "nth(2, type(Q11424), P577)": ["entity"],
    "nth(-2, type(Q11424), P577)": ["entity"],
    "nth(1, P39(Q161), P39(Q161)@P580)": ["entity"],
    "argmin(P39(Q161), lapse(P569, P39(Q161)@P580))": ["entity"],
    "told(P39(Q161), P39(Q161)@P580)": ["date"],
    "average(type(Q515), P1082)": ["number"],
    "max(type(Q8502), P2044)": ["quantity"],
    "min(P57(Q121), P577)": ["date"],
    "count(P57(Q121))": ["number"],
    "count(P57(Q101))": ["number"],
    "years(^P569(Q123), ^P570(Q123))": ["number"],
    "count(type(Q11424)) - count(type(Q515))": ["number"],
    "^P2044(Q151) - ^P2044(Q153)": ["quantity"],
    "^P2044(Q151) > ^P2044(Q152)": ["boolean"],
    "count(P57(Q121)) = 3": ["boolean"],
    "Q131 in P57(Q121)": ["boolean"],
    "Q131 in P57(Q122) & type(Q11424)": ["boolean"],
    "exists(P57(Q121) & P161(Q121))": ["boolean"],
    "^P569(Q122)": ["date"],
    "^P570(Q124)": ["date"],
    "^P2044(Q152)": ["quantity"],
    "^P1082(Q111)": ["number"],
    "^P1476(Q132)": ["string"],
    "P57(Q999999999)": [],
}
"""Expressions about the tiny world, and the types of their answers."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build_world(tmp_path_factory.mktemp("json") / "world"))


def printed(expression: str, world: str, *flags: str) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["query", expression, "--store", world, "--json", *flags])
    found: dict[str, Any] = json.loads(done.stdout)
    assert done.exit_code == (0 if found["answers"] else 1)
    return found


# --- The schema ----


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_every_expression_prints_what_the_schema_says(expression: str, world: str) -> None:
    found = printed(expression, world)

    jsonschema.validate(found, SCHEMA, jsonschema.Draft202012Validator)
    types = {answer["value"]["type"] for answer in found["answers"]}
    assert sorted(types) == EXPRESSIONS[expression]


def test_the_expressions_have_every_operator() -> None:
    used = {name for text in EXPRESSIONS for name in _operators(parse_expression(text))}

    assert set(NOTATIONS) <= used


def _operators(node: object) -> Iterator[str]:
    if isinstance(node, tuple):
        for part in node:
            yield from _operators(part)
    elif dataclasses.is_dataclass(node):
        yield type(node).__name__
        for field in dataclasses.fields(node):
            yield from _operators(getattr(node, field.name))


def test_the_schema_is_one_and_allows_no_stray_key(world: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    found = printed("P57(Q121)", world)
    found["answers"][0]["value"].pop("unit")

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found, SCHEMA, jsonschema.Draft202012Validator)


def test_every_key_of_the_schema_is_on_the_page() -> None:
    page = (DOCS / "json.md").read_text(encoding="utf-8")

    assert not [key for key in _keys(SCHEMA) if f"`{key}`" not in page and f'"{key}"' not in page]


def _keys(schema: object) -> Iterator[str]:
    if isinstance(schema, list):
        for part in schema:
            yield from _keys(part)
    elif isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from _keys(part)


def test_the_example_of_the_page_is_what_is_printed(world: str, accept: bool) -> None:
    page = (DOCS / "json.md").read_text(encoding="utf-8")
    found = printed(EXAMPLE, world)
    for part in (found, *(proof for one in found["answers"] for proof in one["proofs"])):
        part.pop("sparql")
    found.pop("timings_ms")
    before, start, rest = page.partition("<!-- example -->\n")
    _, end, after = rest.partition("<!-- end of example -->")
    made = f"{before}{start}```json\n{json.dumps(found, indent=2)}\n```\n{end}{after}"
    if accept:
        (DOCS / "json.md").write_text(made, encoding="utf-8")

    assert EXAMPLE in before
    assert made == page or accept


# --- What is in it ----


def test_all_answers_are_there_whatever_top_says(world: str) -> None:
    assert len(printed("type(Q11424)", world, "--top", "1")["answers"]) == 5


def test_the_proof_of_a_difference_names_the_missing_edge(world: str) -> None:
    (ember,) = printed("P57(Q122) - P57(Q121)", world)["answers"]

    (fact,) = (fact for fact in ember["proofs"][0]["facts"] if "missing" in fact)
    assert (fact["subject"]["id"], fact["object"]["id"]) == ("Q133", "Q121")


def test_the_proof_of_a_superlative_has_its_key_and_the_runner_up(world: str) -> None:
    (peak,) = printed("argmax(type(Q8502), P2044)", world)["answers"]

    facts = peak["proofs"][0]["facts"]
    assert facts[0]["object"] | {"unit_id": None} == {
        "type": "quantity",
        "id": None,
        "value": 4000,
        "unit": "metre",
        "unit_id": None,
    }
    assert facts[0]["statement"] == "Q151-height"
    rivals = [fact["subject"]["label"] for fact in facts if fact.get("role") == "runner-up"]
    assert rivals[0] == "Mount Foot"


def test_the_proof_of_a_count_has_the_members(world: str) -> None:
    (count,) = printed("count(P57(Q121))", world)["answers"]

    assert count["value"] == {"type": "number", "id": None, "value": 2, "unit": None}
    facts = count["proofs"][0]["facts"]
    assert {fact["subject"]["label"] for fact in facts} == {"Dawn", "Dusk"}


def test_qualifiers_are_pairs_of_property_and_value(world: str) -> None:
    (stone,) = printed("P39{P582 > 1960}(Q161)", world)["answers"]

    (start, end) = stone["proofs"][0]["facts"][0]["qualifiers"]
    assert start["property"] == {"id": "P580", "label": "start time"}
    assert end["value"]["value"] == "1968-06-01"


def test_dates_are_cut_at_their_precision(world: str) -> None:
    (birth,) = printed("^P569(Q122)", world)["answers"]

    assert (birth["value"]["value"], birth["value"]["precision"]) == ("1950", "year")


def test_a_false_truth_is_an_answer(world: str) -> None:
    (truth,) = printed("Q131 in P57(Q123)", world)["answers"]

    assert (truth["value"]["value"], truth["label"]) == (False, "no")


def test_no_answer_has_its_reason(world: str) -> None:
    assert printed("P57(Q101)", world)["reason"] == "nothing has Northland as its director"
    assert "reason" not in printed("P57(Q121)", world)


def test_the_algebra_is_printed_with_signs_where_asked_for(world: str) -> None:
    found = printed("P57(Q121) & P161(Q122)", world, "--unicode")

    assert found["algebra"] == found["answers"][0]["proofs"][0]["reading"]
    assert found["algebra"] == "P57(Q121) ⊓ P161(Q122)"


# --- Single values ----


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Decimal("4000.0"), 4000),
        (Decimal("0.50"), 0.5),
        (Decimal("-3"), -3),
        (Decimal(2**62), 2**62),
        (Decimal(10) ** 30, 1e30),
    ],
)
def test_numbers_are_whole_where_they_can_be(value: Decimal, expected: float) -> None:
    assert (number(value), type(number(value))) == (expected, type(expected))


@pytest.mark.parametrize(
    ("precision", "name"),
    [(11, "day"), (14, "day"), (10, "month"), (8, "decade"), (0, "billion years")],
)
def test_every_precision_has_a_name(precision: int, name: str) -> None:
    assert value_object(Time(1970, 7, 30, precision), {})["precision"] == name


def test_a_unit_is_called_by_its_name_or_label_or_id() -> None:
    def unit(id_: str) -> str:
        return str(value_object(Measurement(Decimal(1), id_), {"Q999": "parrot"})["unit"])

    assert [unit("Q11573"), unit("Q999"), unit("Q998")] == ["metre", "parrot", "Q998"]


@pytest.mark.parametrize("text", ["Infinity", "NaN"])
def test_what_json_has_no_number_for_is_a_string(text: str) -> None:
    found = value_object(Measurement(Decimal(text), "Q11573"), {})

    assert (found["type"], found["value"]) == ("string", text)


def test_facts_beyond_those_listed_are_counted() -> None:
    query = Entity("Q1")
    proof = GraphProof(query, "ASK {}", (), more=7)
    result = Result(query, "ASK {}", (Answer(Words("a", "en"), 1.0, (proof,)),), {}, {"total": 1.0})
    found = document(result)

    jsonschema.validate(found, SCHEMA, jsonschema.Draft202012Validator)
    assert found["answers"][0]["proofs"][0]["more"] == 7
    assert found["answers"][0]["value"]["language"] == "en"

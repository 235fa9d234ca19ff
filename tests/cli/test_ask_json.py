"""What `kgqa ask --json` prints is what docs/schemas/ask.json says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from kgqa_cli import main
from referencing import Registry, Resource

DOCS = Path(__file__).parents[2] / "docs"
SCHEMAS = {
    name: json.loads((DOCS / "schemas" / name).read_text(encoding="utf-8"))
    for name in ("ask.json", "query.json")
}
QUESTIONS = (
    "Who directed Inception?",
    "When did Harry Potter come out?",
    "How many films did Quentin Tarantino direct?",
    "Is the Danube longer than the Rhine?",
    "How high is the highest point of Germany?",
    "Who directed the Danube?",
    "Who directed Whiplash?",
    "Which flights did both Jim Lovell and Buzz Aldrin make?",
    "qwertz uiop",
)


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    registry: Registry[Any] = Registry()
    for name, schema in SCHEMAS.items():
        registry = registry.with_resource(name, Resource.from_contents(schema))
    return jsonschema.Draft202012Validator(SCHEMAS["ask.json"], registry=registry)


@pytest.fixture(scope="module")
def replies() -> dict[str, Any]:
    lines = "\n".join(QUESTIONS)
    done = CliRunner().invoke(main, ["ask", "--json"], input=lines)
    return dict(zip(QUESTIONS, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_reply_is_what_the_schema_says(
    question: str, replies: dict[str, Any], validator: jsonschema.Draft202012Validator
) -> None:
    validator.validate(replies[question])


def test_the_questions_have_every_outcome_and_source(replies: dict[str, Any]) -> None:
    assert {one["outcome"] for one in replies.values()} >= {"answered", "ambiguous", "no-answer"}
    assert {answer["source"] for one in replies.values() for answer in one["answers"]} >= {
        *("kg", "text")
    }


def test_every_answer_says_how_sure_it_is(replies: dict[str, Any]) -> None:
    (nolan,) = replies["Who directed Inception?"]["answers"]

    assert nolan["sure"] == "sure"


def test_a_reading_names_the_words_that_it_does_not_use(replies: dict[str, Any]) -> None:
    used = replies["Who directed Inception?"]["readings"][0]
    flights = replies["Which flights did both Jim Lovell and Buzz Aldrin make?"]["readings"][0]

    assert used["unused"] == []
    assert "flights" in flights["unused"] and "Lovell" not in flights["unused"]


def test_the_schema_allows_no_stray_key(
    replies: dict[str, Any], validator: jsonschema.Draft202012Validator
) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS["ask.json"])
    changed = {**replies["Who directed Inception?"], "more": 1}

    with pytest.raises(jsonschema.ValidationError):
        validator.validate(changed)


def test_every_key_of_the_schema_is_on_the_page() -> None:
    page = (DOCS / "json.md").read_text(encoding="utf-8")

    assert not [key for key in _keys(SCHEMAS["ask.json"]) if f"`{key}`" not in page]


def _keys(schema: object) -> Iterator[str]:
    if isinstance(schema, list):
        for part in schema:
            yield from _keys(part)
    elif isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from _keys(part)

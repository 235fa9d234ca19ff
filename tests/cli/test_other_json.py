"""What the commands other than `kgqa query` print as JSON is what their schemas say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from kgqa_cli import main
from world_store import build_world

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = {
    "link": [
        ["link", "Ada Stone", "--store"],
        ["link", "nobody at all", "--store"],
        ["link", "P57", "--store"],
        ["link", "--properties", "director", "--store"],
    ],
    "doctor": [["doctor", "--store"]],
    "path": [["path", "Ada Stone", "Q123", "--store"], ["path", "Q121", "Q999", "--store"]],
    "store-info": [["store", "info"]],
    "store-verify": [["store", "verify"], ["store", "verify", "--quick"]],
}
CASES = [(schema, case) for schema, cases in COMMANDS.items() for case in cases]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_world(tmp_path_factory.mktemp("json") / "world")


def schema_of(name: str) -> Any:  # noqa: ANN401 - JSON is anything
    return json.loads((DOCS / "schemas" / f"{name}.json").read_text(encoding="utf-8"))


def validate(arguments: list[str], store: Path, schema: str) -> Any:  # noqa: ANN401 - as above
    done = CliRunner().invoke(main, [*arguments, str(store), "--json"])
    found = json.loads(done.stdout)
    jsonschema.validate(found, schema_of(schema), jsonschema.Draft202012Validator)
    return found


@pytest.mark.parametrize(("schema", "arguments"), CASES)
def test_a_command_prints_what_its_schema_says(
    world: Path, schema: str, arguments: list[str]
) -> None:
    validate(arguments, world, schema)


def test_damage_is_listed_in_sentences(tmp_path: Path) -> None:
    world = build_world(tmp_path / "world")
    for path in world.glob("*/statistics.json"):
        path.write_bytes(path.read_bytes() + b" ")
    found = validate(["store", "verify"], world, "store-verify")

    assert not found["sound"] and found["damages"]


def test_a_doctor_that_finds_something_wrong_says_so(tmp_path: Path) -> None:
    found = validate(["doctor", "--store"], tmp_path / "nowhere", "doctor")

    assert not found["ok"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_key_of_a_schema_is_on_the_page(name: str) -> None:
    page = (DOCS / "json.md").read_text(encoding="utf-8")

    assert not [key for key in _keys(schema_of(name)) if f"`{key}`" not in page]


def _keys(schema: object) -> Iterator[str]:
    if isinstance(schema, list):
        for part in schema:
            yield from _keys(part)
    elif isinstance(schema, dict):
        named = schema.get("properties")
        yield from named if isinstance(named, dict) and "type" in schema else ()
        for part in schema.values():
            yield from _keys(part)


def test_every_schema_is_tested_and_on_the_page() -> None:
    page = (DOCS / "json.md").read_text(encoding="utf-8")
    files = {path.stem for path in (DOCS / "schemas").glob("*.json")}

    of_texts = {"text-info", "text-measure", "text-search"}  # tests/cli/test_text.py has these
    assert files == {"ask", "query", *COMMANDS, *of_texts}
    assert not [name for name in files if f"schemas/{name}.json" not in page]

"""`kgqa text lists`: how good lists over graph and text are, and how likely members are right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli.text import text
from kgqa_cli.text_lists import Lists, Part, table

from kgqa.merge.calibration import is_fitted_on
from kgqa.text.sample_index import ensure_sample_index

NOLAN = ["Inception", "Dunkirk", "Memento", "Tenet", "Oppenheimer", "Interstellar"]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory, sample_store: Path, kept: Path) -> list[str]:
    home = tmp_path_factory.mktemp("home")
    ids = [f"{number}__wikidata_simple__dev" for number in range(20)]
    held = [id_ for id_ in ids if not is_fitted_on(id_)][:2]
    fitted = [id_ for id_ in ids if is_fitted_on(id_)][:1]
    asked = "Which films did Christopher Nolan direct?"
    records = [
        {"id": id_, "question": asked, "answers": [[name] for name in NOLAN]}
        for id_ in (*held, *fitted)
    ]
    data = home / "few.json"
    data.write_text(json.dumps(records), encoding="utf-8")
    places = ["--store", str(sample_store), "--text", str(ensure_sample_index(kept))]
    return ["lists", str(data), *places]


def test_lists_are_measured_on_the_half_that_nothing_is_fitted_on(command: list[str]) -> None:
    result = CliRunner().invoke(text, [*command, "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["questions"] == 2
    assert found["lost"] == 0
    assert 0 < found["f1"] <= 1 and found["answered"] == 2


def test_too_few_values_are_no_reason_for_weights(command: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(text, [*command, "--weights", str(tmp_path / "w.toml")])
    assert result.exit_code == 2 and "are needed" in result.output
    assert not (tmp_path / "w.toml").exists()


def test_a_table_says_what_each_source_gives() -> None:
    found = Lists(60, 0.1, 0.2, 5, 9, 4, 1, 0, 1.5, (Part("text", 10, 4, 0.41),))
    lines = table(found).splitlines()
    assert lines[1].split() == ["F1", "graph", "alone", "0.100,", "with", "text", "0.200"]
    assert lines[-1].split() == ["text", "4", "10", "0.41"]

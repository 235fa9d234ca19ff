from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli import main

from kgqa.generate.errors import TablesError
from kgqa.generate.grammar import shipped
from kgqa.generate.pages import Page
from kgqa.generate.tables import TableProver, questions_of, read_tables, records_of


def cell(name: str) -> dict[str, str]:
    return {"text": name, "page": name}


TABLE = {
    "title": "List of castles of Ruritania",
    "header": ["No.", "Castle", "Region", "Owner"],
    "rows": [
        [str(i), cell(f"Castle {i}"), "North" if i < 6 else "South", cell(f"Count {i}")]
        for i in range(8)
    ],
}


def written(folder: Path, *tables: object) -> Path:
    path = folder / "tables.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in tables), "utf-8")
    return path


def test_the_key_column_is_the_one_with_most_links(tmp_path: Path) -> None:
    [table] = read_tables(written(tmp_path, TABLE))

    assert table.header[table.key] == "Castle"


def test_a_table_is_asked_for_as_a_whole_by_a_value_and_by_what_that_leads_to(
    tmp_path: Path,
) -> None:
    [table] = read_tables(written(tmp_path, TABLE))
    found = [(one.kind, one.value, len(one.answers)) for one in questions_of(table)]

    assert found == [("simple", "", 8), ("simple", "North", 6), ("comp", "North", 6)]


def test_a_table_of_four_rows_gives_no_question(tmp_path: Path) -> None:
    [table] = read_tables(written(tmp_path, {**TABLE, "rows": TABLE["rows"][:4]}))  # type: ignore[index]

    assert not list(questions_of(table))


def test_a_question_stays_where_pages_have_the_title_and_the_value(tmp_path: Path) -> None:
    tables = list(read_tables(written(tmp_path, TABLE)))
    pages = [
        Page(
            str(i), f"Castle {i}", "", "A castle of Ruritania" + (", in the North" if i < 4 else "")
        )
        for i in range(8)
    ]
    made, removed = records_of(tables, shipped(), random.Random(1), TableProver(pages))

    assert [record["kind"] for record in made] == ["table_simple"]  # 4 of 6 are in the North
    assert len(made[0]["answer_list"]) == 8
    assert removed["simple: too few answers whose page says it"] == 1
    assert removed["comp: too few answers whose page says it"] == 1


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({**TABLE, "rows": [["1", "a"]]}, "line 2: row 1 has 2 cells, and the header has 4"),
        ({"title": "x", "rows": []}, "line 2: the field 'header' should be list"),
        (["no table"], "line 2: the field 'title' should be str"),
    ],
)
def test_a_wrong_table_is_told_with_its_line(tmp_path: Path, table: object, told: str) -> None:
    with pytest.raises(TablesError, match=told):
        list(read_tables(written(tmp_path, TABLE, table)))


def test_a_line_that_is_no_json_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tables.jsonl"
    path.write_text("{\n", "utf-8")

    with pytest.raises(TablesError, match="line 1 is no JSON"):
        list(read_tables(path))


def test_the_command_writes_questions_that_bench_can_read(tmp_path: Path) -> None:
    from kgqa.bench.datasets.qampari import read_qampari

    out = tmp_path / "questions.jsonl"
    done = CliRunner().invoke(
        main, ["generate", "tables", str(written(tmp_path, TABLE)), "--out", str(out)]
    )

    assert done.exit_code == 0, done.output
    assert [one.kind for one in read_qampari(out)] == [
        *("wikitables_simple", "wikitables_simple", "wikitables_composition")
    ]

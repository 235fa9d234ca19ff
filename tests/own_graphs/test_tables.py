"""Tables become graphs by a mapping, which is guessed first."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli.main import main
from kgqa_store.local import LocalStore
from kgqa_store.table_mapping import datatype_of

from kgqa.queries import run_expression

EMPLOYEES = """id,name,department_id,hired,salary,remote
7,Nora Feld,d1,2015-03-01,71000,yes
8,"Okafor, Ben",d1,2019-05-12,52000.5,no
"""
DEPARTMENTS = "code,name,manager_id\nd1,Research,7\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two tables."""
    (tmp_path / "employees.csv").write_text(EMPLOYEES, encoding="utf-8")
    (tmp_path / "departments.csv").write_text(DEPARTMENTS, encoding="utf-8")
    return tmp_path


def run(*words: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["store", *map(str, words)])
    return result.exit_code, result.stdout, result.stderr


def asked(folder: Path, expression: str) -> list[str]:
    with LocalStore(folder / "s") as store:
        return [answer.label for answer in run_expression(expression, store).answers]


def test_a_mapping_is_guessed_and_builds(folder: Path) -> None:
    tables = folder / "employees.csv", folder / "departments.csv"
    code, mapping, _ = run("map", *tables)
    (folder / "m.toml").write_text(mapping, encoding="utf-8")

    assert code == 0 and 'links = "departments"' in mapping and 'datatype = "date"' in mapping
    assert run("build", *tables, "--mapping", folder / "m.toml", "--out", folder / "s")[0] == 0
    assert asked(folder, "v:department(id:department-d1)") == ["Nora Feld", "Okafor, Ben"]
    assert asked(folder, "^v:manager(id:department-d1)") == ["Nora Feld"]
    assert asked(folder, "sum(type(v:Employee), v:salary)") == ["123000.5"]
    assert asked(folder, 'v:remote("true")') == ["Nora Feld"]


def test_a_database_of_sqlite_is_tables(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "c.sqlite")
    database.execute("CREATE TABLE boats (id INTEGER, name TEXT, length REAL)")
    database.execute("INSERT INTO boats VALUES (1, 'Petrel', 12.5), (2, 'Gannet', NULL)")
    database.commit()
    database.close()

    assert run("build", tmp_path / "c.sqlite", "--out", tmp_path / "s")[0] == 0
    assert asked(tmp_path, "type(v:Boat)[v:length > 12]") == ["Petrel"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("hired = ", "sacked = "), "sacked"),
        (('links = "departments"', 'links = "rooms"'), "rooms"),
        (('datatype = "date"', 'datatype = "day"'), "day"),
        (("[employees]", "[staff]"), "staff"),
        (('key = "id"', 'key = "remote"'), ""),
    ],
)
def test_a_mapping_of_what_is_not_there_is_refused(
    folder: Path, change: tuple[str, str], said: str
) -> None:
    tables = folder / "employees.csv", folder / "departments.csv"
    mapping = run("map", *tables)[1].replace(*change).replace("[employees.c", "[employees.c")
    (folder / "m.toml").write_text(mapping, encoding="utf-8")
    code, _, words = run("build", *tables, "--mapping", folder / "m.toml", "--out", folder / "s")

    if said:
        assert code == 4 and said in words and "Hint" in words
    else:  # two rows have the key `no` or `yes` only once here, and are told apart
        assert code == 0


def test_a_key_that_comes_twice_is_refused_with_its_row(folder: Path) -> None:
    path = folder / "employees.csv"
    mapping = run("map", path)[1]
    (folder / "m.toml").write_text(mapping, encoding="utf-8")
    path.write_text(EMPLOYEES + "7,Uma Lind,d1,2020-01-01,1,no\n", encoding="utf-8")
    code, _, words = run("build", path, "--mapping", folder / "m.toml", "--out", folder / "s")

    assert code == 4 and "Row 4" in words and "second time" in words


def test_a_row_with_too_many_cells_is_refused_with_its_place(folder: Path) -> None:
    (folder / "employees.csv").write_text("id,name\n1,Okafor, Ben\n", encoding="utf-8")
    code, _, words = run("build", folder / "employees.csv", "--out", folder / "s")
    assert code == 4 and "row 2" in words and "double quotes" in words


@pytest.mark.parametrize(
    ("values", "datatype"),
    [
        ({"1", "2"}, "integer"),
        ({"1", "2.5"}, "decimal"),
        ({"1", "two"}, "string"),
        ({"yes", "no"}, "boolean"),
        ({"2019-01-31"}, "date"),
        ({"2019-01-31 10:30"}, "dateTime"),
        (set(), "string"),
    ],
)
def test_a_column_has_the_datatype_of_all_its_values(values: set[str], datatype: str) -> None:
    assert datatype_of("column", values) == datatype


def test_four_digits_are_years_where_the_column_says_so() -> None:
    assert datatype_of("release_year", {"2019"}) == "gYear"


@pytest.mark.parametrize(
    ("column", "values", "links"),
    [
        ("boss", ("", "1", "1"), True),
        ("manager_id", ("", "1", "2"), True),
        ("reports_to", ("", "1", "2"), True),
        ("children", ("1", "2", "2"), False),
        ("grade", ("1", "2", "3"), False),
    ],
)
def test_a_column_of_keys_of_its_own_table_is_a_link_if_it_is_so_called(
    tmp_path: Path, column: str, values: tuple[str, str, str], links: bool
) -> None:
    rows = "".join(f"{i},P{i},{value}\n" for i, value in enumerate(values, 1))
    (tmp_path / "staff.csv").write_text(f"id,name,{column}\n{rows}", encoding="utf-8")

    mapping = run("map", tmp_path / "staff.csv")[1]

    assert ('links = "staff"' in mapping) == links


def test_keys_that_are_no_numbers_are_links_whatever_the_column_is_called(tmp_path: Path) -> None:
    rows = "part,name,fits\nA-1,Lid,B-2\nB-2,Box,A-1\nC-3,Foot,B-2\n"
    (tmp_path / "parts.csv").write_text(rows, encoding="utf-8")

    assert 'fits = { property = "fits", links = "parts" }' in run("map", tmp_path / "parts.csv")[1]


def test_ids_that_come_twice_are_no_keys(tmp_path: Path) -> None:
    (tmp_path / "boats.csv").write_text("id,name\n1,Petrel\n1,Gannet\n", encoding="utf-8")

    code, _, told = run("map", tmp_path / "boats.csv")

    assert code == 4 and "boats has the id 1 more than once" in told


def test_of_tables_that_are_not_read_it_is_told_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "boats.parquet").write_bytes(b"PAR1")

    code, _, told = run("build", tmp_path / "boats.parquet", "--out", tmp_path / "s")

    assert code == 4 and "Save it as CSV" in told

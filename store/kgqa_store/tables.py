"""Tables as they come: CSV files, and the tables of SQLite databases."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kgqa_store.errors import SourceError

CSV = (".csv",)
SQLITE = (".sqlite", ".sqlite3", ".db")
OTHER = (".parquet", ".feather", ".xlsx", ".xls", ".ods")
"""Tables whose libraries are as large as all else: a sentence says what to do."""
LARGEST_CELL = 1 << 20


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its name, its columns, and its rows of texts; an empty text is no value."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, name: str) -> list[str]:
        """Return the values of a column."""
        place = self.columns.index(name)
        return [row[place] for row in self.rows]


def is_table(name: str) -> bool:
    """Whether a file of that name holds tables."""
    return Path(name).suffix.lower() in CSV + SQLITE + OTHER


def read_tables(names: Sequence[str]) -> list[Table]:
    """Return the tables of some files."""
    found = [table for name in names for table in _tables(Path(name))]
    seen: dict[str, Table] = {}
    for table in found:
        if table.name in seen:
            raise SourceError(
                f"Two tables are called {table.name}.", hint="Give the files different names."
            )
        seen[table.name] = table
    return found


def _tables(path: Path) -> Iterator[Table]:
    if not path.is_file():
        raise SourceError(f"There is no file {path}.")
    if path.suffix.lower() in OTHER:
        raise SourceError(
            f"{path} is a table of a kind that is not read.",
            hint="Save it as CSV in UTF-8, or as SQLite; of Parquet, with DuckDB: "
            f"duckdb -c \"COPY '{path.name}' TO '{path.stem}.csv'\"",
        )
    if path.suffix.lower() in CSV:
        yield _csv(path)
    else:
        yield from _sqlite(path)


def _csv(path: Path) -> Table:
    csv.field_size_limit(LARGEST_CELL)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head = file.read(8192)
            file.seek(0)
            commas = {sign: head.partition("\n")[0].count(sign) for sign in ",;\t"}
            rows = list(csv.reader(file, delimiter=max(commas, key=lambda sign: commas[sign])))
    except (UnicodeDecodeError, csv.Error) as error:
        raise SourceError(
            f"{path} is no table of UTF-8 text: {error}.", hint="Save it as CSV in UTF-8."
        ) from error
    rows = [row for row in rows if any(row)]
    if len(rows) < 1:
        raise SourceError(f"{path} is empty.", hint="The first line names the columns.")
    columns = tuple(name.strip() for name in rows[0])
    if len(set(columns)) < len(columns) or not all(columns):
        raise SourceError(
            f"{path} has two columns of one name, or one without.", hint="Name each column once."
        )
    for place, row in enumerate(rows[1:], 2):
        if len(row) != len(columns):
            raise SourceError(
                f"{path}, row {place}: {len(row)} cells, and {len(columns)} columns.",
                hint='Put cells with commas into double quotes: "a, b"',
            )
    cells = tuple(tuple(cell.strip() for cell in row) for row in rows[1:])
    return Table(path.stem, columns, cells)


def _sqlite(path: Path) -> Iterator[Table]:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for (name,) in sorted(names.fetchall()):
                quoted = '"' + name.replace('"', '""') + '"'
                found = database.execute(f"SELECT * FROM {quoted}")  # noqa: S608 - a quoted name
                columns = tuple(column[0] for column in found.description)
                rows = tuple(tuple(map(_text, row)) for row in found.fetchall())
                yield Table(name, columns, rows)
    except sqlite3.Error as error:
        raise SourceError(f"{path} is no SQLite database: {error}.") from error


def _text(cell: object) -> str:
    return "" if cell is None or isinstance(cell, bytes) else str(cell).strip()

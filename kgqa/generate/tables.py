"""Questions from tables: a key column, whose cells have pages, and what other columns say of it.

A table is `{"title", "header": [...], "rows": [[...], ...]}`; a cell is a text, or an object with
`text` and the title of its `page`.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgqa.algebra.inflection import plural
from kgqa.generate.errors import TablesError
from kgqa.generate.grammar import Grammar
from kgqa.generate.pages import Page

FEWEST, MOST = 5, 200
"""Rows that a question is made of, and those it may have."""
LONGEST_VALUE = 40
_WORD = re.compile(r"[^\W\d_]{4,}")
_LIST_OF = re.compile(r"^lists? of (?:the )?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table, and the page that it leads to."""

    text: str
    page: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    where: str

    @property
    def key(self) -> int:
        """The column with most links, the first of equals."""
        linked = [sum(bool(row[i].page) for row in self.rows) for i in range(len(self.header))]
        return max(range(len(linked)), key=lambda i: (linked[i], -i))


def read_tables(path: Path) -> Iterator[Table]:
    """Yield the tables of a file, one a line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TablesError(f"{path} cannot be read: {error}.") from error
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield _table(line, f"{path.name}, line {number}")


def _table(line: str, where: str) -> Table:
    try:
        given = json.loads(line)
    except ValueError as error:
        raise TablesError(f"{where} is no JSON: {error}.") from error
    fields = {"title": str, "header": list, "rows": list}
    for name, kind in fields.items():
        if not isinstance(given, dict) or not isinstance(given.get(name), kind):
            raise TablesError(
                f"{where}: the field {name!r} should be {kind.__name__}.",
                hint='a table is {"title": "...", "header": [...], "rows": [[...]]}',
            )
    header = tuple(str(one).strip() for one in given["header"])
    rows = []
    for place, row in enumerate(given["rows"], 1):
        if not isinstance(row, list) or len(row) != len(header):
            found = len(row) if isinstance(row, list) else "no"
            raise TablesError(
                f"{where}: row {place} has {found} cells, and the header has {len(header)}.",
                hint="fill up short rows with empty texts",
            )
        rows.append(tuple(_cell(one) for one in row))
    return Table(given["title"].strip(), header, tuple(rows), where)


def _cell(given: Any) -> Cell:  # noqa: ANN401 - whatever JSON has
    if isinstance(given, Mapping):
        page = str(given.get("page") or "").strip()
        return Cell(str(given.get("text") or page).strip(), page)
    return Cell("" if given is None else str(given).strip())


@dataclass(frozen=True, slots=True)
class Asked:
    """A question from a table, its answers, and what their pages must say."""

    kind: str
    operator: str
    table: Table
    answers: tuple[Cell, ...]
    slots: Mapping[str, str]
    value: str = ""


def questions_of(table: Table) -> Iterator[Asked]:
    """Yield what can be asked of a table: all of it, rows with a value, and what these lead to."""
    if len(table.rows) < FEWEST or not table.title:
        return
    key = table.key
    keys = _distinct(row[key] for row in table.rows)
    nouns = plural(table.header[key].lower() or "entry")
    slots = {"nouns": nouns, "title": _LIST_OF.sub("", table.title)}
    if FEWEST <= len(keys) <= MOST:
        yield Asked("simple", "table", table, keys, slots)
    for column, name in enumerate(table.header):
        if column != key and name:
            yield from _of_values(table, key, column, {**slots, "column": name.lower()})


def _of_values(table: Table, key: int, column: int, slots: dict[str, str]) -> Iterator[Asked]:
    rows: defaultdict[str, list[tuple[Cell, ...]]] = defaultdict(list)
    for row in table.rows:
        if 0 < len(row[column].text) <= LONGEST_VALUE:
            rows[row[column].text].append(row)
    for value, those in rows.items():
        if len(those) == len(table.rows):
            continue
        told = {**slots, "value": value}
        keys = _distinct(row[key] for row in those)
        if FEWEST <= len(keys) <= MOST:
            yield Asked("simple", "table_value", table, keys, told, value)
        for other, name in enumerate(table.header):
            linked = _distinct(row[other] for row in those)
            if other not in (key, column) and name and FEWEST <= len(linked) <= MOST:
                more = {**told, "others": plural(name.lower())}
                yield Asked("comp", "table_composed", table, linked, more, value)


def _distinct(cells: Iterator[Cell]) -> tuple[Cell, ...]:
    """Return cells that lead to pages, each page once."""
    return tuple({cell.page: cell for cell in cells if cell.page}.values())


class TableProver:
    """Looks whether the pages of answers say what a table says."""

    def __init__(self, pages: Sequence[Page]) -> None:
        """Know pages by their titles."""
        self._pages: defaultdict[str, list[Page]] = defaultdict(list)
        for page in pages:
            self._pages[page.title.casefold()].append(page)

    def proofs(self, asked: Asked, answer: Cell) -> list[Page]:
        """Return the passages of an answer with a word of the title, and with the value."""
        words = {one.casefold() for one in _WORD.findall(asked.table.title)} - {"list", "lists"}
        found = []
        for page in self._pages.get(answer.page.casefold(), ()):
            text = page.text.casefold()
            has_title = any(word in text for word in words)
            if has_title and asked.value.casefold() in text:
                found.append(page)
        return found


def records_of(
    tables: Sequence[Table],
    grammar: Grammar,
    rng: random.Random,
    prover: TableProver | None = None,
    proved: float = 0.8,
) -> tuple[list[dict[str, Any]], Counter[str]]:
    """Return the questions of tables as records, and how many each step took away."""
    records: list[dict[str, Any]] = []
    removed: Counter[str] = Counter(tables=len(tables))
    for table in tables:
        removed["tables with too few rows"] += len(table.rows) < FEWEST
        for asked in questions_of(table):
            removed["questions"] += 1
            record = _record(asked, len(records), grammar, rng, prover)
            told = sum(bool(one["proof"]) for one in record["answer_list"])
            if prover is not None and told < proved * len(record["answer_list"]):
                removed[f"{asked.kind}: too few answers whose page says it"] += 1
            else:
                records.append(record)
    return records, removed


def _record(
    asked: Asked, number: int, grammar: Grammar, rng: random.Random, prover: TableProver | None
) -> dict[str, Any]:
    way = rng.choice(grammar.fitting(asked.operator, asked.slots))
    qid = f"{number}__wikitables_{asked.kind}__all"
    answers = [
        {
            "aid": f"{qid}__{place}",
            "answer_text": cell.page,
            "aliases": list(dict.fromkeys([cell.page, cell.text])),
            "proof": [
                {"pid": page.id, "proof_text": page.text, "found_in_url": page.url}
                for page in (prover.proofs(asked, cell) if prover is not None else ())
            ],
        }
        for place, cell in enumerate(asked.answers)
    ]
    return {
        "qid": qid,
        "question_text": way.filled(asked.slots),
        "kind": f"table_{asked.kind}",
        "answer_list": answers,
        "table": {"title": asked.table.title, "where": asked.table.where, "value": asked.value},
    }

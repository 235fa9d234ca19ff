"""What the tables of a company say: a class a table, a column a property or a link by key.

A mapping is a TOML file, which `kgqa store map` writes for a start and people edit:

    namespace = "https://example.org/"
    [employees]
    class = "Employee"
    key = "id"
    label = "name"
    [employees.columns]
    hired = { property = "hired", datatype = "date" }
    department_id = { property = "department", links = "departments" }
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgqa_store.errors import SourceError
from kgqa_store.local_names import words_of
from kgqa_store.tables import Table

NAMESPACE = "https://example.org/"
DATATYPES = ("string", "integer", "decimal", "date", "dateTime", "gYear", "boolean")
_LABELS = ("name", "label", "title", "full_name", "fullname")
PATTERNS = {
    "boolean": r"true|false|yes|no",
    "integer": r"[+-]?\d{1,18}",
    "decimal": r"[+-]?\d+\.\d+",
    "date": r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])",
    "dateTime": r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?",
}
_OWN_KIND = frozenset(
    {
        *(
            "boss",
            "manager",
            "supervisor",
            "superior",
            "lead",
            "leader",
            "reports",
            "mentor",
            "head",
        ),
        *("parent", "child", "mother", "father", "spouse", "partner", "deputy", "substitute"),
        *("predecessor", "successor", "previous", "next", "replaces", "replaced", "above", "part"),
    }
)
"""Words in the names of columns that lead to another row of the same table."""
_LIKELY = 0.5
"""Of the values of a column so many must be keys of a table for a link by its name."""


@dataclass(frozen=True, slots=True)
class Column:
    """What a column says."""

    property: str
    datatype: str = "string"
    links: str = ""
    """The table whose keys its values are; empty for values of their own."""


@dataclass(frozen=True, slots=True)
class TableMapping:
    """What a table says."""

    class_: str
    key: str
    label: str = ""
    columns: Mapping[str, Column] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TablesMapping:
    """What tables say."""

    namespace: str
    tables: Mapping[str, TableMapping]


# --- Guessed -----------------------------------------------------------------------------------


def guessed(tables: Sequence[Table], namespace: str = NAMESPACE) -> TablesMapping:
    """Return what tables seem to say."""
    keys = {table.name: _key(table) for table in tables}
    known = {table.name: set(table.column(keys[table.name])) - {""} for table in tables}
    found = {}
    for table in tables:
        label = next((one for one in table.columns if one.lower() in _LABELS), "")
        columns = {
            name: _column(table, name, known)
            for name in table.columns
            if name not in (keys[table.name], label)
        }
        found[table.name] = TableMapping(_class(table.name), keys[table.name], label, columns)
    return TablesMapping(namespace, found)


def _key(table: Table) -> str:
    """Return the column by whose values the rows are told apart."""
    single = _singular(table.name.lower())
    likely = ("id", f"{single}_id", f"{single}id", "key", "code", f"{single}_no", "number")
    lower = {name.lower(): name for name in table.columns}
    for name in ("id", "key"):
        values = table.column(lower[name]) if name in lower else []
        if again := next((one for one, many in Counter(values).items() if one and many > 1), ""):
            raise SourceError(
                f"{table.name} has the {name} {again} more than once.",
                hint="A key tells rows apart: mend the table, or give the column another name.",
            )
    ordered = [lower[name] for name in likely if name in lower] + list(table.columns)
    for name in ordered:
        values = table.column(name)
        if all(values) and len(set(values)) == len(values):
            return name
    raise SourceError(
        f"No column of {table.name} tells its rows apart.",
        hint="Add a column with a number for each row, and name it id.",
    )


def _column(table: Table, name: str, known: Mapping[str, set[str]]) -> Column:
    values = {value for value in table.column(name) if value}
    stem = re.sub(r"_?(id|key|code|no)$", "", name, flags=re.IGNORECASE).lower()
    for other, keys in known.items():
        shared = len(values & keys) / max(1, len(values))
        is_named = stem and _singular(other.lower()) in (stem, _singular(stem))
        is_own = other == table.name and _is_of_own_kind(name, values, shared)
        if (is_named and shared > _LIKELY) or is_own or (name != stem and shared == 1):
            return Column(_property(stem or name), links=other)
    return Column(_property(name), datatype_of(name, values))


def _is_of_own_kind(name: str, values: set[str], shared: float) -> bool:
    """Whether the values of a column are keys of its own table: those who one reports to.

    Small numbers that are keys as well may count something, unless the name of the column tells.
    """
    is_told = not _OWN_KIND.isdisjoint(words_of(name).lower().split())
    is_number = all(re.fullmatch(PATTERNS["integer"], value) for value in values)
    return (is_told and shared > _LIKELY) or (shared == 1 and not is_number and len(values) > 1)


def datatype_of(name: str, values: set[str]) -> str:
    """Return the datatype that all values of a column have; texts where they are mixed."""
    small = {value.lower() for value in values}
    for datatype, pattern in PATTERNS.items():
        fits = [value for value in small if re.fullmatch(pattern, value, re.IGNORECASE)]
        if datatype == "decimal":
            fits = [v for v in small if re.fullmatch(rf"{PATTERNS['integer']}|{pattern}", v)]
        if values and len(fits) == len(small):
            is_year = datatype == "integer" and "year" in name.lower()
            return "gYear" if is_year and all(len(v) == 4 for v in values) else datatype
    return "string"


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _class(name: str) -> str:
    words = words_of(name).split() or [name]
    words[-1] = _singular(words[-1].lower())
    return "".join(re.sub(r"\W", "", word).capitalize() for word in words)


def _property(name: str) -> str:
    words = [re.sub(r"\W", "", word) for word in words_of(name).split()]
    words = [word for word in words if word]
    first, *rest = words or ["value"]
    return first.lower() + "".join(word[:1].upper() + word[1:] for word in rest)


# --- Read and written --------------------------------------------------------------------------


def written(mapping: TablesMapping) -> str:
    """Return a mapping as TOML."""
    lines = [f'namespace = "{mapping.namespace}"']
    for name, table in mapping.tables.items():
        lines += [
            "",
            f"[{_quoted(name)}]",
            f'class = "{table.class_}"',
            f"key = {_text(table.key)}",
        ]
        lines += [f"label = {_text(table.label)}"] if table.label else []
        lines += [f"[{_quoted(name)}.columns]"]
        for column, said in table.columns.items():
            what = f'links = "{said.links}"' if said.links else f'datatype = "{said.datatype}"'
            lines.append(f'{_quoted(column)} = {{ property = "{said.property}", {what} }}')
    return "\n".join(lines) + "\n"


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _text(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_mapping(path: Path, tables: Sequence[Table]) -> TablesMapping:
    """Return the mapping in a file, if it speaks of columns that the tables have."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SourceError(
            f"The mapping {path} cannot be read: {error}.",
            hint="Write one: kgqa store map FILE.csv... > mapping.toml",
        ) from error
    namespace = found.pop("namespace", NAMESPACE)
    known = {table.name: table for table in tables}
    mapping = {name: _mapped(name, one, known, path) for name, one in found.items()}
    if lacking := sorted(known.keys() - mapping.keys()):
        raise SourceError(f"The mapping {path} says nothing of {lacking[0]}.", hint=_HINT)
    return TablesMapping(namespace, mapping)


_HINT = "kgqa store map FILE.csv... shows how a mapping speaks of these tables."


def _mapped(name: str, said: Any, known: Mapping[str, Table], path: Path) -> TableMapping:  # noqa: ANN401 - what TOML has
    table = known.get(name)
    if table is None or not isinstance(said, dict):
        there = ", ".join(known)
        raise SourceError(
            f"The mapping {path} speaks of {name}, and no table is called so.",
            hint=f"There are: {there}.",
        )
    columns = {
        column: Column(
            one.get("property", column), one.get("datatype", "string"), one.get("links", "")
        )
        for column, one in said.get("columns", {}).items()
    }
    key, label = said.get("key", ""), said.get("label", "")
    for column in (key, *filter(None, (label,)), *columns):
        if column not in table.columns:
            raise SourceError(
                f"The mapping {path} names a column of {name} that is not there: {column}.",
                hint=f"{name} has: {', '.join(table.columns)}.",
            )
    for column, one in columns.items():
        if one.links and one.links not in known:
            raise SourceError(
                f"The column {column} of {name} links to {one.links}, which is no table.",
                hint=f"There are: {', '.join(known)}.",
            )
        if one.datatype not in DATATYPES:
            raise SourceError(
                f"The column {column} of {name} has no known datatype: {one.datatype}.",
                hint=f"Datatypes are: {', '.join(DATATYPES)}.",
            )
    return TableMapping(said.get("class", _class(name)), key, label, columns)

"""The generated parts of docs/algebra.md; `python tests/operator_table.py` writes them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from kgqa.algebra import operators, parse_expression, terms, to_english
from kgqa.algebra.rewrite import RULES
from kgqa.algebra.units import units

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "algebra.md"

NOTATIONS = {
    "Entity": "Q25191",
    "Text": '"Paris"',
    "Date": "1999-12-31",
    "Number": "8849",
    "Quantity": "8849 metre",
    "Property": "P57(Q25191)",
    "Inverse": "^P57(Q25188)",
    "Qualified": "P39{P580 <= 1997}(Q14211)",
    "Typed": "P131[Q33506](Q90)",
    "Type": "type(Q11424)",
    "Apply": "P57(P19(Q84))",
    "Intersection": "P57(Q25191) & P161(Q45772)",
    "Union": "P57(Q25191) | P57(Q3772)",
    "Difference": "P57(Q25191) - P161(Q45772)",
    "Filter": "type(Q515)[P1082 > 1000000, P17 = Q183]",
    "Condition": "P57(Q25191)[P577 > 2010]",
    "Named": 'type(Q5)[name ^= "Al"]',
    "Having": "type(Q5)[count(P166 & type(Q19020)) >= 3]",
    "Near": "near(type(Q33506), P625, Q243, 2 kilometre)",
    "Superlative": "argmax(type(Q8502), P2044)",
    "Tally": "argmax(type(Q5), count(P166 & type(Q19020)))",
    "Ordinal": "nth(2, P57(Q25191), P577)",
    "Stated": "nth(2, P39(Q14211), P39(Q14211)@P580)",
    "Lapse": "argmin(P39(Q14211), lapse(P569, P39(Q14211)@P580))",
    "Told": "told(Q76, P39(Q11696)@P580)",
    "Count": "count(P57(Q25191))",
    "Aggregate": "average(type(Q8502) & P17(Q39), P2044)",
    "Years": "years(^P569(Q76), ^P570(Q76))",
    "Subtraction": "count(type(Q11424)) - count(type(Q515))",
    "Comparison": "^P2044(Q513) > ^P2044(Q43512)",
    "Membership": "Q243 in P17(Q38)",
    "Existence": "exists(P57(Q25191) & P161(Q45772))",
}
"""For every operator an expression that has it, in the order of the table."""


def operator_table() -> str:
    """Return the table of operators, whose last column is their docstrings."""
    rows = ["| operator | for instance | what it means |", "| --- | --- | --- |"]
    for name, notation in NOTATIONS.items():
        kind = getattr(operators, name, None) or getattr(terms, name)
        meaning = re.sub(r"\s+", " ", kind.__doc__).strip()
        rows.append(f"| {name} | `{_cell(notation)}` | {_cell(meaning)} |")
    return "\n".join(rows)


def english_table() -> str:
    """Return the expressions of the operator table in English."""
    text = (HERE / "algebra" / "english_cases.toml").read_text(encoding="utf-8")
    labels = tomllib.loads(text)["labels"]
    rows = ["| expression | in English |", "| --- | --- |"]
    for notation in NOTATIONS.values():
        english = to_english(parse_expression(notation), labels)
        rows.append(f"| `{_cell(notation)}` | {_cell(english)} |")
    return "\n".join(rows)


def unit_table() -> str:
    """Return the units by dimension."""
    dimensions: dict[str, list[str]] = {}
    for unit in units().values():
        which = "each by itself" if unit.factor is None else unit.dimension
        dimensions.setdefault(which, []).append(unit.name)
    rows = ["| dimension | units |", "| --- | --- |"]
    rows += [f"| {dimension} | {', '.join(names)} |" for dimension, names in dimensions.items()]
    return "\n".join(rows)


def rule_table() -> str:
    """Return the rewriting rules and their equations, which are their docstrings."""
    rows = ["| rule | equation |", "| --- | --- |"]
    rows += [f"| `{rule.__name__}` | {_cell(str(rule.__doc__))} |" for rule in RULES]
    return "\n".join(rows).replace("](", "]\\(")  # r[t](X) is no link


TABLES = {
    "rules": rule_table,
    "operators": operator_table,
    "english": english_table,
    "units": unit_table,
}


def with_tables(page: str) -> str:
    """Return the page with every table between its marks made anew."""
    for name, table in TABLES.items():
        before, mark, rest = page.partition(f"<!-- {name} -->\n")
        end_mark = f"<!-- end of {name} -->"
        _, end, after = rest.partition(end_mark)
        page = f"{before}{mark}{table()}\n{end}{after}"
    return page


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

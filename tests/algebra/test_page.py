"""docs/algebra.md says what the code says."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass

import pytest
from operator_table import NOTATIONS, PAGE, with_tables

from kgqa.algebra import operators, parse_expression, terms

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    assert with_tables(TEXT) == TEXT, "run: python tests/operator_table.py"


def test_every_operator_is_on_the_page() -> None:
    kinds = {
        name
        for module in (operators, terms)
        for name, kind in vars(module).items()
        if isinstance(kind, type) and is_dataclass(kind)
    }
    assert kinds == set(NOTATIONS)


@pytest.mark.parametrize("name", NOTATIONS)
def test_the_notation_of_an_operator_has_the_operator_in_it(name: str) -> None:
    assert name in names_in(parse_expression(NOTATIONS[name]))


def names_in(node: object) -> set[str]:
    if isinstance(node, tuple):
        return set().union(*map(names_in, node))
    if not is_dataclass(node):
        return set()
    return {type(node).__name__}.union(*(names_in(getattr(node, f.name)) for f in fields(node)))


def test_the_python_on_the_page_runs() -> None:
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(compile(block, str(PAGE), "exec"), {})


def test_every_expression_in_the_prose_is_one() -> None:
    prose = re.sub(r"<!-- (\w+) -->.*?<!-- end of \1 -->|```.*?```", "", TEXT, flags=re.DOTALL)
    written = re.findall(r"`([^`]*(?:Q\d|P\d)[^`]*)`", prose)
    sketches = ("[", "count(P", "argmax(X", "argmin(X")
    expressions = [text for text in written if not text.startswith(sketches)]
    assert len(expressions) >= 5
    for text in expressions:
        parse_expression(text)

"""Every template is legal SPARQL, is used, and says what it is; every name that is used exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from rdflib.plugins.sparql import prepareQuery

import sparql_templates as templates

PROJECT = Path(__file__).parents[2]
FOLDER = PROJECT / "sparql_templates"
NAMES = sorted(str(path.relative_to(FOLDER))[:-3] for path in FOLDER.rglob("*.rq"))
CODE = [path for folder in ("kgqa", "store", "cli") for path in (PROJECT / folder).rglob("*.py")]
HOLE = "urn:kgqa:hole:"


def texts(path: Path) -> Iterator[str]:
    """Yield the texts in a file; what is computed in a formatted one matches any word."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(str(text)):
                yield re.escape(text)
            case ast.JoinedStr(parts):
                fixed = (p.value if isinstance(p, ast.Constant) else None for p in parts)
                yield "".join(r"\w+" if part is None else re.escape(part) for part in fixed)


LIKE_A_NAME = re.compile(rf"({'|'.join(sorted({name.split('/')[0] for name in NAMES}))})/[\w\\+]+")
USED = {
    text
    for path in CODE
    for text in texts(path)
    if LIKE_A_NAME.fullmatch(text) and ".rq" not in text
}


@pytest.mark.parametrize("name", NAMES)
def test_a_template_is_legal_sparql_as_it_stands(name: str) -> None:
    text = templates.read(name)
    if "<<(" not in text:  # rdflib 7.6 reads no triple terms of SPARQL 1.2
        prepareQuery(text)
    if name == "lookup/endless":
        return  # it is made to run for hours
    calls = set(re.findall(r"\bhole:(\w+)\(", text))
    functions = {ox.NamedNode(HOLE + call): lambda *_: None for call in calls}

    ox.Store().query(text, custom_functions=functions)


@pytest.mark.parametrize("name", NAMES)
def test_a_template_says_what_it_is_and_is_used(name: str) -> None:
    assert re.match(r"# .+\.\n", templates.read(name)), "the first line is a sentence"
    assert any(re.fullmatch(pattern, name) for pattern in USED)


@pytest.mark.parametrize("pattern", sorted(USED))
def test_a_template_that_is_used_exists(pattern: str) -> None:
    assert any(re.fullmatch(pattern, name) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_holes_of_a_template_have_names_that_read(name: str) -> None:
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", hole) for hole in templates.holes(name))


# Inside braces, a variable or a prefixed name and then a predicate: a triple pattern, spelled out.
TRIPLE = re.compile(r"\{\s*(\?\w+|\w+:\w+)\s+(\w+:\w+|a)\s+[?\w\"<]")


SHOWN = {"query_errors.py"}
"""Files whose query is an example in a hint, and is never run."""


def spells_a_pattern(text: str) -> bool:
    return TRIPLE.search(text) is not None


def test_a_pattern_that_is_spelled_out_is_recognised() -> None:
    assert spells_a_pattern("SELECT ?x WHERE { ?x wdt:P31 ?y }")
    assert spells_a_pattern("ASK { wd:Q1 wdt:P31 wd:Q2 }")
    assert not spells_a_pattern("SELECT DISTINCT ?x WHERE {\n")


def test_no_python_below_the_command_line_spells_out_a_pattern() -> None:
    found = [
        f"{path.relative_to(PROJECT)}:{node.lineno}"
        for path in CODE
        if "kgqa_cli" not in path.parts and path.name not in SHOWN  # help shows examples
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if spells_a_pattern(node.value)
    ]

    assert not found

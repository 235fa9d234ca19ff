"""SPARQL templates, and the one function that fills them.

A template is a file of legal SPARQL. It can be read, highlighted, linted and run as it stands:

    ?name            a variable, renamed apart at every use unless the caller names it
    hole:name        a hole for a term or a property path (SPARQL sees a prefixed name)
    hole:name(...)   a hole for an expression over its arguments (SPARQL sees a function call)
    #: name ?v ...   a place for an operand over these variables (SPARQL sees a comment)
    #| name ?v ...   a place for several operands, joined by UNION
    ... #* name      a line that stands once for every row of `name`
    ... 1 #= name    a line whose number is `name`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files

_BODY = re.compile(r"WHERE\s*\{\n(?P<body>.*)\n\}[^}]*$", re.DOTALL)
_PLACE = re.compile(r"^(?P<indent> *)#(?P<sign>[:|]) (?P<name>\w+)(?P<variables>(?: \?\w+)*)$")
_CALL = re.compile(r"\bhole:(\w+)\(([^()]*)\)")
_HOLE = re.compile(r"\bhole:(\w+)\b(?!\()")
_ROWS = re.compile(r"^(?P<line>.*?)\s*#\* (?P<name>\w+)$")
_NUMBER = re.compile(r"^(?P<lead>.*\s)\d+(?P<tail>.*?)\s*#= (?P<name>\w+)$")
_VARIABLE = re.compile(r"\?(\w+)")

Operand = Callable[..., str]
"""Given the variables to answer in, the graph pattern that answers."""
Row = Mapping[str, str]
Part = str | int | Operand | Sequence[Operand] | Sequence[Row]


class TemplateError(ValueError):
    """A template and its caller disagree: a bug of ours, never of the user."""


@cache
def read(name: str) -> str:
    """Return the text of the template `name`, such as ``algebra/difference``."""
    return (files(__name__) / f"{name}.rq").read_text(encoding="utf-8")


def holes(name: str) -> frozenset[str]:
    """Return the names a caller must give to `fill` this template."""
    found: set[str] = set()
    for line in read(name).split("\n"):
        place, rows, number = _PLACE.match(line), _ROWS.match(line), _NUMBER.match(line)
        if rows:
            found.add(rows["name"])
            continue
        found.update(match["name"] for match in (place, number) if match)
        found.update(_HOLE.findall(line))
        found.update(name for name, _ in _CALL.findall(line))
    return frozenset(found)


def fill(
    name: str, fresh: Callable[[str], str], parts: Mapping[str, Part], **variables: str
) -> str:
    """Return the graph pattern of template `name`.

    Args:
        name: the template, such as ``algebra/difference``.
        fresh: gives a variable no one else uses, from a readable stem.
        parts: what stands in every hole and place.
        variables: for variables of the template, the variable or term the caller wants instead.

    """
    return _Filling(name, fresh, parts, variables).pattern()


class _Filling:
    """One use of one template."""

    def __init__(
        self,
        name: str,
        fresh: Callable[[str], str],
        parts: Mapping[str, Part],
        variables: Mapping[str, str],
    ) -> None:
        self.name, self.fresh, self.parts = name, fresh, parts
        self.renamed = dict(variables)

    def pattern(self) -> str:
        body = _BODY.search(read(self.name))
        if body is None:
            raise TemplateError(f"{self.name}.rq is not of the form SELECT ... WHERE {{ ... }}")
        lines = [filled for line in body["body"].split("\n") for filled in self.line(line)]
        return "\n".join(line.removeprefix("  ") for line in lines if line.strip())

    def line(self, line: str) -> list[str]:
        place, rows, number = _PLACE.match(line), _ROWS.match(line), _NUMBER.match(line)
        if place:
            return _indented(self.operand(place), place["indent"])
        if rows:
            table: Sequence[Row] = self.parts[rows["name"]]  # type: ignore[assignment]
            return [self.plug(rows["line"], row) for row in table]
        if number:
            line = f"{number['lead']}{self.parts[number['name']]}{number['tail']}"
        return [self.plug(line, self.parts)]

    def operand(self, place: re.Match[str]) -> str:
        operand = self.parts[place["name"]]
        variables = [self.rename(found) for found in _VARIABLE.findall(place["variables"])]
        if place["sign"] == "|":
            branches = [one(*variables) for one in operand]  # type: ignore[operator, union-attr]
            blocks = ["{\n" + "\n".join(_indented(branch, "  ")) + "\n}" for branch in branches]
            return " UNION ".join(blocks)
        if not callable(operand):
            raise TemplateError(f"{self.name}.rq wants an operand at `{place[0].strip()}`")
        return operand(*variables)

    def plug(self, line: str, parts: Mapping[str, Part]) -> str:
        line = _VARIABLE.sub(lambda found: self.rename(found[1]), line)
        line = _CALL.sub(lambda found: self.call(found[1], found[2]), line)
        return _HOLE.sub(lambda found: str(parts[found[1]]), line)

    def call(self, name: str, arguments: str) -> str:
        function = self.parts[name]
        if not callable(function):
            raise TemplateError(f"{self.name}.rq wants a function for hole:{name}(...)")
        return function(*(argument.strip() for argument in arguments.split(",")))

    def rename(self, variable: str) -> str:
        if variable not in self.renamed:
            self.renamed[variable] = self.fresh(variable)
        return self.renamed[variable]


def _indented(pattern: str, prefix: str) -> list[str]:
    return [prefix + line for line in pattern.split("\n") if line.strip()]


def query(name: str, parts: Mapping[str, Part]) -> str:
    """Return the template `name` as the whole query that it is, its holes filled."""
    filling = _Filling(name, "?{}".format, parts, {})
    return "\n".join(filled for line in read(name).split("\n") for filled in filling.line(line))

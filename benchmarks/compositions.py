"""How many compositional questions over the sample the graph answers, of each half of the eighty.

    python benchmarks/compositions.py [--rows]

A question is right if its answers are exactly those of its expression.
`--rows` also tells what became of every question of half a; of half b only totals are ever shown,
so that whoever builds the parser can measure with it and has not read it.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from kgqa.algebra import Entity
from kgqa.answers import Measurement, Time, Value, Words
from kgqa.engine import Engine

HALVES = ("a", "b")
SHOWN = "a"
"""The half whose questions may be read."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what was said, and whether that is what its expression gives."""

    question: str
    said: frozenset[object]
    right: bool


def questions(half: str) -> list[dict[str, Any]]:
    """Return the rows of a half."""
    path = Path(__file__).parent / f"compositions_{half}.toml"
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["question"]
    return rows


def spelled(value: Value) -> object:
    """Return a value as the files write it."""
    match value:
        case Entity(id_):
            return id_
        case Measurement(amount):
            return amount
        case Time():
            return value.text
        case Words(text):
            return text
        case _:
            return value


def written(answer: object) -> object:
    """Return an answer of the files as `spelled` gives it; true is no 1."""
    if isinstance(answer, bool | str):
        return answer
    return Decimal(str(answer))


def ask(engine: Engine, half: str) -> list[Asked]:
    """Return what became of every question of a half."""
    return [_asked(engine, row) for row in questions(half)]


def _asked(engine: Engine, row: dict[str, Any]) -> Asked:
    said = frozenset(spelled(each.value) for each in engine.ask(row["question"]).answers)
    gold = frozenset(map(written, row["answers"]))
    same = said == gold and {type(one) for one in said} == {type(one) for one in gold}
    return Asked(row["question"], said, same)


def totals(asked: Sequence[Asked]) -> str:
    """Return right, answered and right of answered as cells of a table."""
    right = sum(one.right for one in asked)
    answered = sum(bool(one.said) for one in asked)
    share = f"{right / answered:.2f}" if answered else "-"
    return f"{right} | {answered} | {len(asked)} | {share}"


def main() -> None:
    """Print a table of the halves, and the rows of the one that may be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", action="store_true")
    given = parser.parse_args()
    with Engine("sample") as engine:
        results = {half: ask(engine, half) for half in HALVES}
    print("| half | right | answered | questions | right of answered |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for half, asked in results.items():
        print(f"| {half} | {totals(asked)} |")
    for one in results[SHOWN] if given.rows else ():
        mark = "right" if one.right else "wrong" if one.said else "-"
        print(f"{mark:6}{one.question}  {', '.join(sorted(map(str, one.said)))}")


if __name__ == "__main__":
    main()

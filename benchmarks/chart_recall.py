"""What share of gold expressions the chart makes of their questions, and how long it takes.

    python benchmarks/chart_recall.py [--rows] [--only WORDS]
    python benchmarks/chart_recall.py FILE... --store DIR [--limit 80] [--seed 1] [--rows]

Without FILE the questions of the embedded sample are read: its tour, the sample questions and the
first half of the compositional ones. FILE is a question set with gold SPARQL, as for gold.py; only
questions whose gold query has an answer in the store are counted.
An expression is made if an item denotes the same; `first` is among the first 60 by promise, `same`
is the very expression. `--rows` prints those that are not made.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from gold import records_of, row_of
from kgqa_store.sample import SOURCES

from kgqa.algebra import NotationError, Query, parse_expression, to_text
from kgqa.algebra.from_sparql import from_sparql
from kgqa.engine import Engine
from kgqa.errors import KgqaError
from kgqa.parse.chart_parser import Charted, ChartParser
from kgqa.parse.denote import Denotation, TooLarge, denote

FIRST = 60
HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its gold expression."""

    question: str
    gold: Query


@dataclass(frozen=True, slots=True)
class Made:
    """What became of a question: the place of the first item that denotes the same, if any does."""

    asked: Asked
    place: int | None
    is_same: bool
    milliseconds: float
    items: int


def sample_sets() -> Iterator[tuple[str, list[Asked]]]:
    """Yield the question sets over the embedded sample."""
    tour = [SOURCES / "tour.toml", SOURCES / "tour_more.toml"]
    yield "tour", [one for path in tour for one in _rows(path)]
    for name in ("sample_questions", "compositions_a"):
        yield name, list(_rows(HERE / f"{name}.toml"))


def _rows(path: Path) -> Iterator[Asked]:
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["question"]:
        yield Asked(row["question"], parse_expression(row["algebra"]))


def gold_set(path: Path, seed: int) -> Iterator[Asked]:
    """Yield the questions of a file whose gold query converts, in an order by chance."""
    records = list(records_of(path))
    random.Random(seed).shuffle(records)
    for record in records:
        sparql = record.get("sparql") or record["query"]
        try:
            converted = from_sparql(sparql)
        except NotationError:
            continue
        yield Asked(row_of(record, sparql, converted)["question"], converted.query)


def is_empty(value: Denotation) -> bool:
    """Whether a denotation is of a set or an amount that there is none of."""
    return not isinstance(value, bool) and not len(value)


def are_same(value: Denotation, wanted: Denotation) -> bool:
    """Whether two denotations are of one kind, and equal."""
    if isinstance(value, np.ndarray) and isinstance(wanted, np.ndarray):
        return np.array_equal(value, wanted)
    return type(value) is type(wanted) and value == wanted


def measure(parser: ChartParser, asked: Iterable[Asked], limit: int) -> Iterator[Made]:
    """Yield what became of the first questions whose gold expression denotes something."""
    done = 0
    for one in asked:
        try:
            wanted = denote(one.gold, parser.graph)
        except (TooLarge, KgqaError):
            continue
        if is_empty(wanted):
            continue
        yield _made(parser, one, wanted)
        done += 1
        if done == limit:
            return


def _made(parser: ChartParser, asked: Asked, wanted: Denotation) -> Made:
    start = time.process_time()
    items = _charted(parser, asked.question)
    spent = 1000 * (time.process_time() - start)
    gold = to_text(asked.gold)
    same = [place for place, item in enumerate(items) if to_text(item.query) == gold]
    # A truth is made where its expression is: every second one is true by chance.
    alike = same if isinstance(wanted, bool) else []
    if not isinstance(wanted, bool):
        alike = [place for place, item in enumerate(items) if are_same(item.value, wanted)]
    elif not same:
        alike = [p for p, item in enumerate(items) if are_same(item.value, wanted)][:1]
    return Made(asked, alike[0] if alike else None, bool(same), spent, len(items))


def _charted(parser: ChartParser, question: str) -> Charted | tuple[()]:
    try:
        return parser.chart(question).items
    except KgqaError:
        return ()


def report(name: str, made: Sequence[Made], *, rows: bool) -> None:
    """Print the shares of one set, and what is missing in it."""
    if not made:
        print(f"| {name} | no question |")
        return
    n = len(made)
    found = sum(one.place is not None for one in made)
    first = sum(one.place is not None and one.place < FIRST for one in made)
    same = sum(one.is_same for one in made)
    spent = sorted(one.milliseconds for one in made)
    late = spent[min(n - 1, round(0.95 * n))]
    items = statistics.median(one.items for one in made)
    cells = [f"{value / n:.3f}" for value in (found, first, same)]
    cells += [f"{statistics.median(spent):.0f}", f"{late:.0f}", f"{items:.0f}"]
    print(f"| {name} | {n} | {' | '.join(cells)} |", flush=True)
    for one in made if rows else ():
        if one.place is None or one.place >= FIRST:
            place = "-" if one.place is None else one.place
            print(f"    {place!s:5}{one.asked.question}  ## {to_text(one.asked.gold)}")


def main() -> None:
    """Print a table with a row for each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--store", default="sample")
    parser.add_argument("--limit", type=int, default=80, help="so many questions of each FILE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", action="store_true", help="print what is not made")
    parser.add_argument("--only", default="", help="read only questions with these words")
    given = parser.parse_args()
    sets = [(path.name, gold_set(path, given.seed)) for path in given.files] or sample_sets()
    print("| set | questions | made | first | same | median ms | 95 % | items |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    with Engine(given.store) as engine:
        chart_parser = ChartParser(engine.parser, engine.store.adjacency)
        for name, asked in sets:
            chosen = (one for one in asked if given.only in one.question)
            limit = given.limit if given.files else 0
            report(name, list(measure(chart_parser, chosen, limit)), rows=given.rows)


if __name__ == "__main__":
    main()

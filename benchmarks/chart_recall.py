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
import dataclasses
import random
import statistics
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import numpy as np
from gold import records_of, row_of
from kgqa_store.adjacency_content import Ints
from kgqa_store.adjacency_terms import NUMBER_NODE
from kgqa_store.sample import SOURCES

from kgqa.algebra import (
    Amount,
    Date,
    NotationError,
    Number,
    Quantity,
    Query,
    Text,
    Things,
    Truth,
    Type,
    Typed,
    parse_expression,
    to_text,
)
from kgqa.algebra.from_sparql import from_sparql
from kgqa.denote import Denotation, Graph, TooLarge, denote
from kgqa.engine import Engine
from kgqa.errors import KgqaError
from kgqa.parse.item import Item
from kgqa.parse.parser import Parser

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
    gaps: tuple[str, ...] = ()


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


def same_as(wanted: Denotation, graph: Graph) -> Callable[[Denotation], bool]:
    """Return whether a denotation is that; numbers are the same, counted or stated."""
    is_set = isinstance(wanted, np.ndarray)
    numbers = wanted if isinstance(wanted, tuple) else _numbers(wanted, graph) if is_set else None

    def is_same(value: Denotation) -> bool:
        if isinstance(value, np.ndarray) and is_set:
            return np.array_equal(value, wanted)
        if numbers is None or isinstance(value, bool):
            return value is wanted
        if isinstance(value, np.ndarray):
            return len(value) == len(numbers) and _numbers(value, graph) == numbers
        return value == numbers

    return is_same


def _numbers(nodes: Ints, graph: Graph) -> tuple[Decimal, ...] | None:
    """Return the numbers that the nodes of a small set are, if they are."""
    if len(nodes) > 100 or any(kind != NUMBER_NODE for kind in graph.kinds(nodes)):
        return None
    return tuple(sorted(map(graph.amount, nodes.tolist())))


def gaps(items: Sequence[Item], gold: Query, graph: Graph) -> list[str]:
    """Return the parts of a gold expression that no item denotes though their parts are denoted."""
    parts = [part for part in _parts(gold) if not isinstance(part, Date | Number | Text | Quantity)]
    missing = [part for part in parts if not _is_made(items, part, graph)]
    return [
        to_text(part)
        for part in missing
        if not any(other is not part and other in missing for other in _parts(part))
    ]


def _is_made(items: Sequence[Item], part: Query, graph: Graph) -> bool:
    is_same = same_as(denote(part, graph), graph)
    found = (child for item in items for child in (item, *item.children))
    return any(one.query == part or is_same(one.value) for one in found)


def _parts(query: object) -> Iterator[Query]:
    """Yield an expression and the sets and amounts within it."""
    if isinstance(query, tuple):
        for one in query:
            yield from _parts(one)
    elif dataclasses.is_dataclass(query):
        if isinstance(query, Things | Amount | Truth):
            yield query
        for one in dataclasses.fields(query):
            if not isinstance(query, Type | Typed):
                yield from _parts(getattr(query, one.name))


def measure(parser: Parser, asked: Iterable[Asked], limit: int) -> Iterator[Made]:
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


def _made(parser: Parser, asked: Asked, wanted: Denotation) -> Made:
    start = time.process_time()
    items = _charted(parser, asked.question)
    spent = 1000 * (time.process_time() - start)
    gold = to_text(asked.gold)
    same = [place for place, item in enumerate(items) if to_text(item.query) == gold]
    is_same = same_as(wanted, parser.graph)
    alike = same or [place for place, item in enumerate(items) if is_same(item.value)]
    missing = () if alike else tuple(gaps(items, asked.gold, parser.graph))
    return Made(asked, alike[0] if alike else None, bool(same), spent, len(items), missing)


def _charted(parser: Parser, question: str) -> Sequence[Item]:
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
            print(
                f"         missing: {'; '.join(one.gaps)}" if one.gaps else "",
                end="\n" * bool(one.gaps),
            )


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
        chart_parser = engine.parser
        for name, asked in sets:
            chosen = (one for one in asked if given.only in one.question)
            limit = given.limit if given.files else 0
            report(name, list(measure(chart_parser, chosen, limit)), rows=given.rows)


if __name__ == "__main__":
    main()

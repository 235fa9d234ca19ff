"""Time our SPARQL against the best hand-written SPARQL: `python benchmarks/algebra.py`.

For each operator of the algebra and several sizes of its operands, on one generated graph: the
median time of the query that we compile, as a ratio to the fastest of several queries written by
hand (`rivals/`), to plain Python sets, and to the arrays beside the store, over the same data. All
of them must agree first, and they take turns. Then the same shapes on a graph of a quarter of the
size: a shape whose time grows faster than its answer and its smallest operand is marked.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import geometric_mean

from shapes import Shape, read_shapes
from timing import medians
from world import Answer, World, plain_answer, prepare

from kgqa.algebra import Apply, Type, parse_expression
from kgqa.algebra.terms import Entity, Property
from kgqa.denote import denote
from kgqa.execute.compile import compile_query

GOAL = 1.3
"""What our time may be, as a multiple of the best hand-written query's."""

SLACK = 1.5
"""What the growth of time may be, as a multiple of the growth of what is asked."""

FLOOR = 0.001
"""Seconds below which growth is not judged: parsing and planning a query take a part of it."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One shape on one graph; times are medians, in seconds of the processor."""

    shape: str
    expression: str
    answers: int
    smallest_operand: int
    ours: float
    best: float
    best_rival: str
    rivals: dict[str, float]
    sets: float
    denoted: float
    disagreeing: tuple[str, ...]
    """Which queries give another answer than the Python sets."""

    @property
    def ratio(self) -> float:
        """Our time as a multiple of the best hand-written query's."""
        return self.ours / self.best


def measure(shape: Shape, world: World, *, rounds: int) -> Measurement:
    """Time the shape's queries, in turns."""
    query = parse_expression(shape.expression)
    texts = {**dict(shape.rivals), "ours": compile_query(query, world.statistics).sparql}
    expected = plain_answer(world.evaluator.answer(query))
    wrong = tuple(name for name, sparql in texts.items() if world.answer(sparql) != expected)
    wrong += () if world.denoted(query) == expected else ("denote",)
    jobs: dict[str, Callable[[], object]] = {name: world.job(texts[name]) for name in texts}
    jobs["sets"] = lambda: world.evaluator.answer(query)
    jobs["denote"] = lambda: denote(query, world.graph)
    times = medians(jobs, rounds=rounds)
    rivals = {name: times[name] for name, _ in shape.rivals}
    fair = {name: seconds for name, seconds in rivals.items() if name not in wrong} or rivals
    best = min(fair, key=lambda name: fair[name])
    return Measurement(
        shape=shape.name,
        expression=shape.expression,
        answers=_size(expected),
        smallest_operand=min((len(o) for o in _operands(query, world)), default=1),
        ours=times["ours"],
        best=rivals[best],
        best_rival=best,
        rivals=rivals,
        sets=times["sets"],
        denoted=times["denote"],
        disagreeing=wrong,
    )


def _size(answer: Answer) -> int:
    return 1 if isinstance(answer, bool) else len(answer)


def _operands(query: object, world: World) -> Iterator[set[object]]:
    """Give the sets the expression starts from: types, and relations to a single entity."""
    match query:
        case Type() | Apply(_, Entity()):
            yield world.evaluator.things(query)  # type: ignore[misc]
        case Property() | Entity():
            return
        case tuple():
            for part in query:
                yield from _operands(part, world)
        case _ if hasattr(query, "__dataclass_fields__"):
            for name in query.__dataclass_fields__:
                yield from _operands(getattr(query, name), world)


# --- what is printed


def table(rows: list[Measurement]) -> Iterator[str]:
    """Give the lines of the table of ratios."""
    head = ("answers", 8), ("ours", 9), ("best", 9), ("ratio", 6), ("sets", 9), ("denote", 9)
    yield f"{'shape':46} " + " ".join(f"{word:>{width}}" for word, width in head) + "  best rival"
    for row in rows:
        mark = "" if row.ratio <= GOAL else " *"
        yield (
            f"{row.shape[:46]:46} {row.answers:8,} {_ms(row.ours)} {_ms(row.best)} "
            f"{row.ratio:6.2f} {_ms(row.sets)} {_ms(row.denoted)}  {row.best_rival}{mark}"
        )
        if row.disagreeing:
            yield f"    ! not the answer of Python sets: {', '.join(row.disagreeing)}"
    over = sum(row.ratio > GOAL for row in rows)
    times = geometric_mean(row.ours / row.denoted for row in rows)
    yield f"our SPARQL takes {times:.0f} times as long as denote (geometric mean)"
    yield (
        f"ratio to the best hand-written query: mean {geometric_mean(r.ratio for r in rows):.2f}, "
        f"worst {max(r.ratio for r in rows):.2f}; {over} of {len(rows)} above {GOAL} (*)"
    )


def growth(small: list[Measurement], large: list[Measurement]) -> Iterator[str]:
    """Give the lines of the table of growth."""
    yield f"{'shape':46} {'time':>6} {'answer':>7} {'operand':>8}"
    fast = 0
    for before, after in zip(small, large, strict=True):
        time = after.ours / before.ours
        answer = after.answers / max(before.answers, 1)
        operand = after.smallest_operand / max(before.smallest_operand, 1)
        faster = after.ours > FLOOR and time > SLACK * max(answer, operand, 1.0)
        fast += faster
        yield f"{after.shape[:46]:46} {time:6.2f} {answer:7.2f} {operand:8.2f}{' *' * faster}"
    yield f"{fast} of {len(large)} grow faster than {SLACK} times answer and smallest operand (*)"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:6.2f} ms"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--triples", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=7, help="how often each query is timed (7)")
    parser.add_argument("--only", default="", help="shapes whose name contains this")
    parser.add_argument("--no-growth", action="store_true", help="leave out the smaller graph")
    parser.add_argument("--work", type=Path, help="keep the generated graphs in this folder")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        run(options, options.work or Path(scratch))


def run(options: argparse.Namespace, folder: Path) -> None:
    """Measure and print what the options say, with the graphs in `folder`."""
    shapes = [shape for shape in read_shapes() if options.only in shape.name]
    sizes = [options.triples] if options.no_growth else [options.triples // 4, options.triples]
    worlds = {size: prepare(folder, triples=size, seed=options.seed) for size in sizes}
    results: dict[int, list[Measurement]] = {size: [] for size in sizes}
    for shape in shapes:
        # Both graphs in the same minute: growth is a ratio of two times.
        for size, world in worlds.items():
            if sys.stderr.isatty():
                print(f"{size:,} triples: {shape.name}", end="\033[K\r", file=sys.stderr)
            results[size].append(measure(shape, world, rounds=options.rounds))
    if options.json:
        found = {size: [asdict(row) for row in rows] for size, rows in results.items()}
        print(json.dumps(found, indent=2))
        return
    print(*table(results[options.triples]), sep="\n")
    if len(sizes) > 1:
        print()
        print(*growth(results[sizes[0]], results[sizes[1]]), sep="\n")


if __name__ == "__main__":
    main()

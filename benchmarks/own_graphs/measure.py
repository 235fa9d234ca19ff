"""How well questions about graphs of our own are answered: macro F of the answers.

    python benchmarks/own_graphs/measure.py company library transport

A graph is printed by the script of its name, and built into a store; each question of its TOML file
is asked, and its answers are compared with the rows of its query. A file may name the `graph` of
another.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import tomllib
from decimal import Decimal, InvalidOperation
from pathlib import Path

import pyoxigraph as ox
from kgqa_store.build import build

from kgqa.algebra import Entity, to_text
from kgqa.answers import Answer, Measurement, Reply, Time, Value, Words
from kgqa.engine import Engine

HERE = Path(__file__).parent


def main() -> None:
    """Measure the graphs that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+", help="the TOML files, without their ending")
    parser.add_argument("--show", action="store_true", help="the questions that went wrong")
    given = parser.parse_args()
    for name in given.graphs:
        measure(name, show=given.show)


def measure(name: str, *, show: bool) -> None:
    """Print how well the questions of a graph are answered."""
    cases = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    script = [sys.executable, str(HERE / f"{cases.get('graph', name)}.py")]
    text = subprocess.run(script, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"{name}.ttl"
        source.write_bytes(text)
        began = time.monotonic()
        manifest = build([source], Path(folder) / "store")
        built = time.monotonic() - began
        scores, answered, seconds = [], [], []
        with Engine(Path(folder) / "store") as engine:
            for question, sparql in cases["questions"]:
                wanted = gold(engine, cases["prefixes"] + sparql)
                start = time.monotonic()
                reply = engine.ask(question)
                seconds.append(time.monotonic() - start)
                score = f1({_of(answer) for answer in reply.answers}, wanted)
                scores.append(score)
                answered += [score] if reply.answers else []
                if show and score < 1:
                    _show(question, reply, score, wanted)
    print(
        f"{name}: {manifest.counts['triples']:,} triples in {built:.1f} s; "
        f"{len(scores)} questions, macro F {sum(scores) / len(scores):.3f}, "
        f"of the {len(answered)} answered {sum(answered) / max(1, len(answered)):.3f}, "
        f"median {sorted(seconds)[len(seconds) // 2] * 1000:.0f} ms"
    )


def gold(engine: Engine, sparql: str) -> set[str]:
    """Return the keys of the rows of a query."""
    from kgqa.execute.reading import value_of

    result = engine.store.run(sparql, seconds=30)
    if isinstance(result, bool):
        return {str(result).lower()}
    statistics = engine.store.statistics
    assert statistics is not None
    rows: list[list[ox.NamedNode | ox.Literal]] = [row for row in result.rows if None not in row]  # type: ignore[union-attr,misc]
    vocabulary = statistics.vocabulary
    return {" ".join(key(value_of(node, vocabulary=vocabulary)) for node in row) for row in rows}


def _of(answer: Answer) -> str:
    """Return what tells answers apart; a group is one with its number."""
    told = (answer.value, *([answer.amount] if answer.amount else []))
    return " ".join(map(key, told))


def key(value: Value) -> str:
    """Return what tells values apart."""
    match value:
        case bool():
            return str(value).lower()
        case Entity(id_):
            return id_
        case Measurement(amount, _):
            return _number(str(amount))
        case Time():
            return value.text
        case Words(text, _):
            return text


def _number(text: str) -> str:
    try:
        return f"{Decimal(text):.4f}"
    except InvalidOperation:
        return text


def f1(found: set[str], wanted: set[str]) -> float:
    """Return the harmonic mean of precision and recall."""
    if not found or not wanted:
        return float(found == wanted)
    shared = len(found & wanted)
    return 2 * shared / (len(found) + len(wanted))


def _show(question: str, reply: Reply, score: float, wanted: set[str]) -> None:
    readings = [to_text(one.query) for one in reply.readings[:3]]
    print(f"{score:.2f} {question} [{reply.outcome} {len(reply.answers)}/{len(wanted)}]")
    print("      " + "\n      ".join(readings))


if __name__ == "__main__":
    main()

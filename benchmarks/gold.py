"""What share of the gold SPARQL of question sets converts to the algebra, and whether it agrees.

    python benchmarks/gold.py FILE... [--out gold.jsonl] [--reasons 12]
    python benchmarks/gold.py FILE... --store DIR [--limit 500] [--seconds 10]

FILE is a question set in JSON or JSON Lines, packed or not, whose records have a query as `sparql`
or `query`. `--out` writes a line for every query that converts: its question, algebra and remarks.
With `--store` the gold query and the algebra are both run there, and their answers compared.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgqa_store.errors import StoreError
from kgqa_store.opening import open_store
from kgqa_store.store import Store

from kgqa.algebra import NotationError, to_text
from kgqa.algebra.from_sparql import Converted, from_sparql
from kgqa.algebra.from_sparql.grammar import parse
from kgqa.algebra.from_sparql.pattern import Layout
from kgqa.algebra.from_sparql.queries import target_of
from kgqa.algebra.from_sparql.syntax import Ask
from kgqa.execute.compile import compile_query

SERVICE = re.compile(r"SERVICE\s+wikibase:label\s*\{[^{}]*\}", re.IGNORECASE)
OUTER = re.compile(r"^SELECT (?:DISTINCT )?(?:\(.* AS )?\?(\w+)", re.MULTILINE)
"""The column of a query as we write them; that of a SELECT within it is indented."""
YEAR_AS_TEXT = re.compile(r"contains\(\s*YEAR\((\?\w+)\)\s*,\s*'(\d{4})'\s*\)", re.IGNORECASE)


@dataclass
class Tally:
    """What became of the queries of one file."""

    name: str
    queries: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    agreement: Counter[str] = field(default_factory=Counter)

    @property
    def converted(self) -> int:
        """How many of them converted."""
        return self.queries - sum(self.reasons.values())


def records_of(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a question set that have a query."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        lines = ".jsonl" in path.name
        found = (json.loads(line) for line in file) if lines else iter(json.load(file))
        for record in found:
            if record.get("sparql") or record.get("query"):
                yield record


def row_of(record: dict[str, Any], sparql: str, converted: Converted) -> dict[str, Any]:
    """Return what is written of a query that converted."""
    texts = [record.get(name) for name in ("question", "question_eng", "utterance")]
    return {
        "id": str(record.get("id") or record.get("uid") or ""),
        "question": next((text for text in (texts[1], texts[0], texts[2]) if text), ""),
        "paraphrases": record.get("paraphrases") or [],
        "algebra": to_text(converted.query),
        "remarks": list(converted.remarks),
        "sparql": sparql,
    }


# --- Agreement -------------------------------------------------------------------------------


def runnable(sparql: str) -> str:
    """Return a gold query as any engine reads it: without Blazegraph's labels and casts."""
    return YEAR_AS_TEXT.sub(r"YEAR(\1) = \2", SERVICE.sub("", sparql))


def column_of(sparql: str) -> str:
    """Return the name of the column that a query asks for, or nothing if it is a truth."""
    query = parse(sparql)
    if isinstance(query, Ask):
        return ""
    counts = [c for c in query.columns if c.expression is not None and not query.by]
    return counts[0].variable.name if counts else target_of(Layout(sparql), query).name


def answers(store: Store, sparql: str, column: str, seconds: float) -> set[str] | bool:
    """Return the values of one column, or a truth."""
    if not column:
        return store.ask(sparql, seconds=seconds)
    table = store.select(sparql, seconds=seconds)
    place = [name.lstrip("?") for name in table.variables].index(column)
    return {shown(row[place]) for row in table.rows if row[place] is not None}


def shown(node: object) -> str:
    """Return a term so that equal numbers are equal."""
    value = str(getattr(node, "value", node))
    try:
        return f"{float(value):g}"
    except ValueError:
        return value


def agreement(store: Store, sparql: str, converted: Converted, seconds: float) -> str:
    """Return how the answers to a gold query and to its algebra compare."""
    ours_sparql = compile_query(converted.query, store.statistics).sparql
    try:
        gold = answers(store, runnable(sparql), column_of(sparql), seconds)
    except (StoreError, ValueError):
        return "gold did not run"
    try:
        column = OUTER.search(ours_sparql)
        ours = answers(store, ours_sparql, column[1] if column else "", seconds)
    except StoreError:
        return "ours did not run"
    if gold == ours:
        return "equal" if gold else "equal, and empty"
    if isinstance(gold, set) and isinstance(ours, set) and gold < ours and converted.remarks:
        return "gold is part, as remarked"
    return "different"


# --- Tables ----------------------------------------------------------------------------------


def measure(path: Path, arguments: argparse.Namespace, out: Any, store: Store | None) -> Tally:  # noqa: ANN401
    """Convert the queries of a file, and write and compare what is asked for."""
    tally = Tally(path.name)
    records = list(records_of(path))
    if arguments.limit and arguments.limit < len(records):
        records = random.Random(arguments.seed).sample(records, arguments.limit)
    for record in records:
        sparql = record.get("sparql") or record["query"]
        tally.queries += 1
        try:
            converted = from_sparql(sparql)
        except NotationError as error:
            tally.reasons[getattr(error, "reason", "SPARQL there")] += 1
            continue
        if out:
            out.write(json.dumps(row_of(record, sparql, converted), ensure_ascii=False) + "\n")
        if store is not None:
            verdict = agreement(store, sparql, converted, arguments.seconds)
            tally.agreement[verdict] += 1
            if verdict in arguments.show:
                print(f"{verdict}: {' '.join(sparql.split())}\n    {to_text(converted.query)}")
    return tally


def main() -> None:
    """Print a table for every file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--out", type=Path, help="write question and algebra here, as JSON Lines")
    parser.add_argument("--store", help="compare the answers on this store")
    parser.add_argument("--limit", type=int, help="take so many queries of each file, by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10.0, help="time for one query")
    parser.add_argument("--reasons", type=int, default=12, help="print so many reasons of a file")
    parser.add_argument("--show", nargs="*", default=(), help="print queries with such a verdict")
    arguments = parser.parse_args()
    store = open_store(arguments.store) if arguments.store else None
    out = arguments.out.open("w", encoding="utf-8") if arguments.out else None
    for path in arguments.files:
        tally = measure(path, arguments, out, store)
        share = tally.converted / max(1, tally.queries)
        print(f"{tally.name}: {tally.converted} of {tally.queries} queries convert, {share:.3f}")
        for reason, count in tally.reasons.most_common(arguments.reasons):
            print(f"    {count:6}  {count / tally.queries:.3f}  no {reason}")
        for verdict, count in tally.agreement.most_common():
            print(f"    {count:6}  {verdict}")
    if out:
        out.close()
    if store is not None:
        store.close()


if __name__ == "__main__":
    main()
